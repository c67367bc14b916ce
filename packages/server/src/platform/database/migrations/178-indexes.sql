-- What is searched for by account is counted within a scope: without the business in the index every row of it is looked at.
drop index analysis_account;
create index analysis_account on analysis (account_id, period_id) include (business_id);

-- What is open is counted and added up as a whole. Analyses lie in the table by period: an index of nothing else says so to the planner, one that
-- begins with it does not, and everything was read for the two periods that are open.
create index analysis_period on analysis (period_id);
