-- What lists count of closed periods, which cannot change: kept as the sums of 100 are, and made again with them.
delete from period_rolled;

-- Periods whose sums and counts are kept.
create view v_period_kept as
select p.id from period p join period_rolled r on r.period_id = p.id where p.status_id = 3 and r.closed_at is not distinct from p.closed_at;

-- The others. They are few, which no sub-query would tell the planner.
create function live_periods() returns setof int language plpgsql stable parallel safe rows 2 as $$
begin
  return query select id from period except select id from v_period_kept;
end $$;

-- Analyses by all that a list filters by, but for the account, the analyst and the day. Columns are named as in `analysis`, so that its measures
-- and scopes hold for both; of those that are counted together, a moment is the first and a group one of them.
create table period_count (
  period_id int not null references period,
  business_id int not null, department_id int,
  materiality text not null, state_main int not null, state_jefatura int not null, state_control int,
  group_id int, version int not null,
  due_analyst timestamptz not null, due_jefatura timestamptz not null, due_control timestamptz not null,
  control_at timestamptz, submitted_at timestamptz, last_submitted_at timestamptz,
  n int not null
);
create index period_count_period on period_count (period_id, business_id, department_id);

create view v_analysis_count as
select k.* from period_count k where k.period_id in (select id from v_period_kept)
union all
select a.period_id, a.business_id, a.department_id, a.materiality, a.state_main, a.state_jefatura, a.state_control, a.group_id, a.version,
  a.due_analyst, a.due_jefatura, a.due_control, a.control_at, a.submitted_at, a.submitted_at, 1
from live_periods() o(id) join analysis a on a.period_id = o.id;

-- Balances with what became of them, each by itself; under the alias `c` the scopes of `account` hold.
create view v_balance as
select s.period_id, c.business_id, c.department_id, c.analyst_id, c.currency, 1 as balances, (a.id is not null)::int as analyses,
  (a.state_main = 1 and a.submitted_at is null)::int as open, (a.state_main = 1 and a.submitted_at is not null)::int as sent,
  (a.state_main = 2)::int as review, (a.state_main = 3)::int as rejected, (a.state_main = 4)::int as approved,
  (abs(a.difference) > 0.01)::int as different, (a.materiality in ('material', 'critica'))::int as material, s.amount, a.difference
from balance s join account c on c.id = s.account_id left join analysis a on a.period_id = s.period_id and a.account_id = s.account_id;

-- The same, summed by what does not change of an account that has balances.
create table period_balance (
  period_id int not null references period,
  business_id int not null, currency char(3) not null,
  balances int not null, analyses int not null, open int not null, sent int not null, review int not null, rejected int not null, approved int not null,
  different int not null, material int not null, amount numeric not null, difference numeric not null
);
create index period_balance_period on period_balance (period_id, business_id);

create view v_balance_sum as
select k.* from period_balance k where k.period_id in (select id from v_period_kept)
union all
select b.period_id, b.business_id, b.currency, b.balances, b.analyses, b.open, b.sent, b.review, b.rejected, b.approved, b.different, b.material, b.amount, b.difference
from live_periods() o(id) join v_balance b on b.period_id = o.id;
