-- What is searched for by account is counted within a scope: without the business in the index every row of it is looked at.
drop index analysis_account;
create index analysis_account on analysis (account_id, period_id) include (business_id);
