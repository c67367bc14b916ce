-- Codes as files are read from now on: one space between words, each accent on its letter. Of those that would come to be the same each stays as it is.
with n as (
  select id, code, trim(regexp_replace(normalize(code, nfc), '[\s\u00a0\u2000-\u200a\u202f\u3000]+', ' ', 'g')) as as_read, business_id from account),
  one as (select min(id) as id, business_id, as_read from n group by business_id, as_read having count(*) = 1)
update account a set code = one.as_read from one where a.id = one.id and a.code <> one.as_read;

with n as (
  select business_id, code, trim(regexp_replace(normalize(code, nfc), '[\s\u00a0\u2000-\u200a\u202f\u3000]+', ' ', 'g')) as as_read from account_alias),
  one as (select business_id, min(code) as code, as_read from n group by business_id, as_read having count(*) = 1)
update account_alias a set code = one.as_read from one where a.business_id = one.business_id and a.code = one.code and a.code <> one.as_read;
