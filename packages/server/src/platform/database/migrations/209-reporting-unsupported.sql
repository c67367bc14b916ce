-- What nobody has supported yet is a figure of its own, and no difference (decision 058).
alter table period_sum add column unsupported numeric not null default 0;
alter table period_total add column unsupported numeric not null default 0;
alter table period_balance add column unsupported numeric not null default 0;

create or replace view v_analysis_counted as
select a.period_id, a.account_id, 1 as analyses, (a.state_main = 1 and a.submitted_at is null)::int as open,
  (a.state_main = 1 and a.submitted_at is not null)::int as sent, (a.state_main = 2)::int as review, (a.state_main = 3)::int as rejected,
  (a.state_main = 4)::int as approved, (a.submitted_at is not null and abs(a.difference) > 0.01)::int as different,
  (a.materiality in ('material', 'critica'))::int as material, (case when a.submitted_at is null then 0 else a.difference end)::numeric(20, 2) as difference
from analysis a;

create or replace view v_balance as
select s.period_id, c.business_id, c.department_id, c.analyst_id, c.currency, 1 as balances, coalesce(a.analyses, 0) as analyses, a.open, a.sent, a.review,
  a.rejected, a.approved, a.different, a.material, s.amount, a.difference, case when a.open = 1 then abs(s.amount) else 0 end as unsupported
from balance s join account c on c.id = s.account_id left join v_analysis_counted a on a.period_id = s.period_id and a.account_id = s.account_id;

create or replace view v_balance_sum as
select k.* from period_balance k where k.period_id in (select id from v_period_kept)
union all
select b.period_id, b.business_id, b.currency, b.balances, b.analyses, b.open, b.sent, b.review, b.rejected, b.approved, b.different, b.material, b.amount, b.difference,
  b.unsupported
from live_periods() o(id) join v_balance b on b.period_id = o.id;

-- What is stored of closed periods is stored anew, with this.
delete from period_rolled;
