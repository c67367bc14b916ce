-- A page far down the list of accounts is found without the accounts before it, also by those who see some businesses only.
drop index account_code;
create index account_code on account (code, id) include (business_id);

-- An analyst's analyses are counted by state from the index alone, and what is left to do is found without all that is done.
drop index analysis_analyst;
create index analysis_analyst on analysis (analyst_id, period_id, state_main);
create index analysis_analyst_waiting on analysis (analyst_id, period_id) where state_main <> 4;
