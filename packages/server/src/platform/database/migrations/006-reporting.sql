-- Reporting: what dashboards and statistics count, the sums that are kept of closed periods, targets and settings.

-- Items (rules §1.0) -------------------------------------------------------------------------------------------------------------------------
-- An item is a required account-period, or a group-period: a group is its first member, with the amounts of all and the gravest of what they are.
-- Columns are named as in `analysis`, so that its measures and scopes hold for both.

-- Items that are in no group.
create view v_item_alone as
select a.id, a.group_id, a.period_id, a.account_id, a.country_id, a.business_id, a.sub_management_id, a.department_id, a.heading_id, a.analyst_id, a.currency,
  1 as weight, a.risk::text as risk, a.materiality, a.balance::numeric as balance, a.previous::numeric as previous, a.value::numeric as value, a.difference::numeric as difference,
  a.comment, a.rejection, a.state_main, a.state_jefatura, a.state_control, a.due_analyst, a.due_jefatura, a.due_control, p.due_close,
  coalesce(l.confirmed_at, l.loaded_at, p.opened_at) as loaded_at, a.first_submitted_at, a.submitted_at, a.jefatura_at, a.jefatura_by, a.control_at, a.control_by,
  a.rejections_jefatura, a.rejections_control, a.reopenings, a.version, a.revision, a.auto
from analysis a left join period p on p.id = a.period_id left join balance_load l on l.id = a.generated_by_load
where a.group_id is null;

-- Items that are groups; a group's sums are made once.
create view v_item_group as
select a.id, g.group_id, g.period_id, a.account_id, a.country_id, a.business_id, a.sub_management_id, a.department_id, a.heading_id, a.analyst_id, a.currency,
  g.weight, g.risk, g.materiality, g.balance, g.previous, g.value, g.difference,
  a.comment, a.rejection, a.state_main, a.state_jefatura, a.state_control, a.due_analyst, a.due_jefatura, a.due_control, p.due_close,
  coalesce(l.confirmed_at, l.loaded_at, p.opened_at) as loaded_at, a.first_submitted_at, a.submitted_at, a.jefatura_at, a.jefatura_by, a.control_at, a.control_by,
  a.rejections_jefatura, a.rejections_control, a.reopenings, a.version, a.revision, a.auto
from (
  select m.period_id, m.group_id, min(m.id) as head, count(*)::int as weight, (array['A', 'M', 'B'])[min(array_position(array['A', 'M', 'B'], m.risk::text))] as risk,
    (array['no_material', 'menor', 'material', 'critica'])[max(array_position(array['no_material', 'menor', 'material', 'critica'], m.materiality))] as materiality,
    sum(m.balance) as balance, sum(m.previous) as previous, sum(m.value) as value, sum(m.difference) as difference
  from analysis m where m.group_id is not null group by m.period_id, m.group_id) g
join analysis a on a.id = g.head left join period p on p.id = a.period_id left join balance_load l on l.id = a.generated_by_load;

create view v_item as select * from v_item_alone union all select * from v_item_group;

-- The items as they stood at a moment: what was signed later had not been signed. Rejections and reopenings are counted until today.
create function item_at(at timestamptz) returns setof v_item language sql stable as $$
  select v.id, v.group_id, v.period_id, v.account_id, v.country_id, v.business_id, v.sub_management_id, v.department_id, v.heading_id, v.analyst_id, v.currency,
    v.weight, v.risk, v.materiality, v.balance, v.previous, case when v.submitted_at <= at then v.value end,
    case when v.submitted_at <= at then v.difference else v.balance end, v.comment, v.rejection,
    case when v.state_main = 4 and v.control_at <= at then 4
      when v.state_main = 3 and (case when v.state_control = 3 then v.control_at else v.jefatura_at end) <= at then 3
      when v.state_jefatura = 4 and v.jefatura_at <= at then 2 else 1 end,
    case when v.jefatura_at <= at then v.state_jefatura else 1 end,
    case when v.control_at <= at then v.state_control when v.state_jefatura = 4 and v.jefatura_at <= at then 1 end,
    v.due_analyst, v.due_jefatura, v.due_control, v.due_close, v.loaded_at,
    case when v.first_submitted_at <= at then v.first_submitted_at end, case when v.submitted_at <= at then v.submitted_at end,
    case when v.jefatura_at <= at then v.jefatura_at end, case when v.jefatura_at <= at then v.jefatura_by end,
    case when v.control_at <= at then v.control_at end, case when v.control_at <= at then v.control_by end,
    v.rejections_jefatura, v.rejections_control, v.reopenings, v.version, v.revision, v.auto
  from v_item v
$$;

-- Sums of closed periods ---------------------------------------------------------------------------------------------------------------------
-- A closed period cannot change: its sums and counts are made when first asked for, and again when it was reopened and closed anew.

create table period_rolled (period_id int primary key references period, closed_at timestamptz, rolled_at timestamptz not null default now());
comment on table period_rolled is 'A period whose sums and counts have been made, and the closing that they are of.';

-- Periods whose sums and counts are kept.
create view v_period_kept as
select p.id from period p join period_rolled r on r.period_id = p.id where p.status_id = 3 and r.closed_at is not distinct from p.closed_at;

-- The other periods. They are few, which no sub-query would tell the planner.
create function live_periods() returns setof int language plpgsql stable parallel safe rows 2 as $$
begin
  return query select id from period except select id from v_period_kept;
end $$;

create table period_sum (
  period_id int not null references period,
  country_id int not null,
  business_id int not null,
  sub_management_id int,
  department_id int,
  currency char(3) not null,
  risk char(1) not null,
  material boolean not null,
  grouped boolean not null,
  items int not null, accounts int not null,
  signed int not null, on_time int not null, on_time_analyst int not null, on_time_jefatura int not null, on_time_control int not null, late_roles int not null,
  done int not null, done_late int not null, overdue int not null, pending int not null, done_at_close int not null,
  unsent int not null, at_jefatura int not null, at_control int not null, rejected int not null, approved int not null,
  first_pass int not null, decisions int not null, rejections_jefatura int not null, rejections_control int not null, reopenings int not null,
  automatic int not null, differing int not null, material_items int not null,
  prepared int not null, prepared_days int not null, jefatura int not null, jefatura_days int not null,
  control int not null, control_days int not null, whole int not null, whole_days int not null,
  balance numeric not null, balance_approved numeric not null, difference numeric not null, unexplained numeric not null,
  moved_material numeric not null, moved_material_approved numeric not null
);
comment on table period_sum is 'The sums of a closed period''s items by organisation, currency, risk, materiality and whether they are groups.';
create index period_sum_period on period_sum (period_id, business_id, department_id);

create table period_total (
  period_id int not null references period,
  country_id int not null,
  business_id int not null,
  currency char(3) not null,
  items int not null, accounts int not null,
  signed int not null, on_time int not null, on_time_analyst int not null, on_time_jefatura int not null, on_time_control int not null, late_roles int not null,
  done int not null, done_late int not null, overdue int not null, pending int not null, done_at_close int not null,
  unsent int not null, at_jefatura int not null, at_control int not null, rejected int not null, approved int not null,
  first_pass int not null, decisions int not null, rejections_jefatura int not null, rejections_control int not null, reopenings int not null,
  automatic int not null, differing int not null, material_items int not null,
  prepared int not null, prepared_days int not null, jefatura int not null, jefatura_days int not null,
  control int not null, control_days int not null, whole int not null, whole_days int not null,
  balance numeric not null, balance_approved numeric not null, difference numeric not null, unexplained numeric not null,
  moved_material numeric not null, moved_material_approved numeric not null,
  primary key (period_id, country_id, business_id, currency)
);
comment on table period_total is 'The same sums by business and currency: what is asked of whole businesses is summed from a hundredth of the rows.';

create table period_day (
  period_id int not null references period,
  country_id int not null,
  business_id int not null,
  sub_management_id int,
  department_id int,
  -- 1 analyst, 2 jefatura, 3 control.
  role int not null,
  day date not null,
  items int not null,
  approved_first int not null
);
comment on table period_day is 'Sign-offs of a closed period by organisation, role and local day.';
create index period_day_period on period_day (period_id, business_id, department_id);

create table period_coverage (
  period_id int not null references period,
  country_id int not null, business_id int not null, department_id int,
  required int not null, assigned int not null
);
comment on table period_coverage is 'Accounts with a balance in a closed period, and those of them that somebody analyses.';
create index period_coverage_period on period_coverage (period_id, business_id);

create table period_difference (
  period_id int not null references period,
  account_id int not null,
  since date not null,
  primary key (period_id, account_id)
);
comment on table period_difference is 'An account with a difference in a closed period, and since which month. Accounts that a month left out keep what they had.';

-- Since which month the account has had a difference, without one in between that had none (rules §1.0, K19): back over the periods that
-- may still change, to the first whose differences are kept.
create function difference_since(p_account int, p_period int) returns date language plpgsql stable as $$
declare
  month char(7) := (select name from period where id = p_period);
  since date := (month || '-01')::date;
  before record;
  kept date;
  differs boolean;
begin
  loop
    select p.id, p.name, p.status_id = 3 and r.closed_at is not distinct from p.closed_at and r.period_id is not null as rolled into before
      from period p left join period_rolled r on r.period_id = p.id where p.name < month order by p.name desc limit 1;
    if before.id is null then return since; end if;
    if before.rolled then
      select d.since into kept from period_difference d where d.period_id = before.id and d.account_id = p_account;
      return coalesce(kept, since);
    end if;
    select x.value is not null and abs(x.difference) > 0.01 into differs from analysis x where x.period_id = before.id and x.account_id = p_account;
    if differs is false then return since; end if;
    if differs then since := (before.name || '-01')::date; end if;
    month := before.name;
  end loop;
end $$;

-- Counts of lists ----------------------------------------------------------------------------------------------------------------------------

create table period_count (
  period_id int not null references period,
  business_id int not null,
  department_id int,
  materiality text not null,
  state_main int not null,
  state_jefatura int not null,
  state_control int,
  group_id int,
  version int not null,
  due_analyst timestamptz not null,
  due_jefatura timestamptz not null,
  due_control timestamptz not null,
  -- Of those that are counted together, a moment is the first and a group one of them.
  control_at timestamptz,
  submitted_at timestamptz,
  last_submitted_at timestamptz,
  n int not null
);
comment on table period_count is 'How many analyses of a closed period have the same of all that a list filters by, but for the account, the analyst and the day.';
create index period_count_period on period_count (period_id, business_id, department_id);

-- Counts of every period: kept ones of closed periods, and each analysis of the others.
create view v_analysis_count as
select k.* from period_count k where k.period_id in (select id from v_period_kept)
union all
select a.period_id, a.business_id, a.department_id, a.materiality, a.state_main, a.state_jefatura, a.state_control, a.group_id, a.version,
  a.due_analyst, a.due_jefatura, a.due_control, a.control_at, a.submitted_at, a.submitted_at, 1
from live_periods() o(id) join analysis a on a.period_id = o.id;

-- What an analysis counts as in the summary of balances, in numbers that can be added up. Whoever has only some of the accounts asks for theirs by
-- these columns, which are all in the index analysis_account.
create view v_analysis_counted as
select a.period_id, a.account_id, 1 as analyses, (a.state_main = 1 and a.submitted_at is null)::int as open,
  (a.state_main = 1 and a.submitted_at is not null)::int as sent, (a.state_main = 2)::int as review, (a.state_main = 3)::int as rejected,
  (a.state_main = 4)::int as approved, (abs(a.difference) > 0.01)::int as different, (a.materiality in ('material', 'critica'))::int as material, a.difference
from analysis a;

-- Balances with what became of them, each by itself; under the alias `c` the scopes of `account` hold.
create view v_balance as
select s.period_id, c.business_id, c.department_id, c.analyst_id, c.currency, 1 as balances, coalesce(a.analyses, 0) as analyses, a.open, a.sent, a.review,
  a.rejected, a.approved, a.different, a.material, s.amount, a.difference
from balance s join account c on c.id = s.account_id left join v_analysis_counted a on a.period_id = s.period_id and a.account_id = s.account_id;

create table period_balance (
  period_id int not null references period,
  business_id int not null,
  currency char(3) not null,
  balances int not null, analyses int not null,
  open int not null, sent int not null, review int not null, rejected int not null, approved int not null,
  different int not null, material int not null,
  amount numeric not null, difference numeric not null
);
comment on table period_balance is 'The balances of a closed period with what became of them, summed by business and currency.';
create index period_balance_period on period_balance (period_id, business_id);

-- Sums of balances of every period: kept ones of closed periods, and each balance of the others.
create view v_balance_sum as
select k.* from period_balance k where k.period_id in (select id from v_period_kept)
union all
select b.period_id, b.business_id, b.currency, b.balances, b.analyses, b.open, b.sent, b.review, b.rejected, b.approved, b.different, b.material, b.amount, b.difference
from live_periods() o(id) join v_balance b on b.period_id = o.id;

-- Targets and settings -----------------------------------------------------------------------------------------------------------------------

create table indicator_target (
  year int not null check (year between 1990 and 2200),
  code text not null,
  value numeric(8, 2) not null check (value >= 0),
  updated_by int not null references app_user,
  updated_at timestamptz not null default now(),
  primary key (year, code)
);
comment on table indicator_target is 'The target of an annual indicator; a year without its own has those of the years before, else the product''s.';

create table statistics_setting (
  key text primary key,
  value jsonb not null,
  updated_by int not null references app_user,
  updated_at timestamptz not null default now()
);
comment on table statistics_setting is 'What an administrator has chosen for the ranking, the matrix or the ranges; without a row, the product''s own.';

create table statistics_change (
  id bigint generated by default as identity primary key,
  key text not null,
  old_value jsonb,
  new_value jsonb,
  changed_by int not null references app_user,
  changed_at timestamptz not null default now()
);
comment on table statistics_change is 'A change of a target or setting, old and new. Append-only.';
create trigger statistics_change_append_only before update or delete on statistics_change for each row execute function refuse_change();
create trigger statistics_change_no_truncate before truncate on statistics_change for each statement execute function refuse_change();
