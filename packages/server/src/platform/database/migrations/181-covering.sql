-- What a page far down passes over, and what the accounts of a head add up to, is found in the indexes alone.
drop index analysis_by_risk;
create index analysis_by_risk on analysis ((case materiality when 'critica' then 0 when 'material' then 1 else 2 end), abs(difference) desc, id)
  include (materiality, difference, business_id, department_id);
drop index analysis_account;
create index analysis_account on analysis (account_id, period_id) include (business_id, state_main, submitted_at, materiality, difference);
drop index balance_account;
create index balance_account on balance (account_id, period_id) include (amount);

-- What an analysis counts as in the summary of balances, in numbers that can be added up; `v_balance` (175) says the same as before. Whoever
-- has only some of the accounts asks for theirs by these columns, which are all in the index.
create view v_analysis_counted as
select a.period_id, a.account_id, 1 as analyses, (a.state_main = 1 and a.submitted_at is null)::int as open,
  (a.state_main = 1 and a.submitted_at is not null)::int as sent, (a.state_main = 2)::int as review, (a.state_main = 3)::int as rejected,
  (a.state_main = 4)::int as approved, (abs(a.difference) > 0.01)::int as different, (a.materiality in ('material', 'critica'))::int as material, a.difference
from analysis a;
create or replace view v_balance as
select s.period_id, c.business_id, c.department_id, c.analyst_id, c.currency, 1 as balances, coalesce(a.analyses, 0) as analyses, a.open, a.sent, a.review,
  a.rejected, a.approved, a.different, a.material, s.amount, a.difference
from balance s join account c on c.id = s.account_id left join v_analysis_counted a on a.period_id = s.period_id and a.account_id = s.account_id;
