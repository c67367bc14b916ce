-- Two indexes were alike. A file's code that no account has is looked for as one that differs by zeros in front, or by capitals.
drop index account_business_code;
create index account_digits on account (business_id, lower(ltrim(code, '0')));
