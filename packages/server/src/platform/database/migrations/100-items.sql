-- What every dashboard counts (rules §1.0).

-- The organisation is frozen when the analysis opens: the sub-management with the department, whoever writes it.
alter table analysis add sub_management_id int references sub_management;
create function freeze_sub_management() returns trigger language plpgsql as $$
begin
  new.sub_management_id := (select sub_management_id from department where id = new.department_id);
  return new;
end $$;
alter table analysis disable trigger user;
update analysis a set sub_management_id = d.sub_management_id from department d where d.id = a.department_id and d.sub_management_id is not null;
alter table analysis enable trigger user;
create trigger analysis_sub_management before insert or update of department_id on analysis for each row execute function freeze_sub_management();

create index analysis_heading on analysis (heading_id, period_id);
create index account_business_code on account (business_id, code);

-- Working days after `from_day` until `to_day`: the same day is 0, before it is negative. By the calendar of the country and its holidays
-- (rules §2.2); Monday to Friday, by arithmetic alone, where it has neither.
create function workdays(from_day date, to_day date, country int) returns int language sql stable parallel safe as $$
  select case when not exists (select from calendar c where c.country_id = country) and not exists (select from holiday h where h.country_id = country)
    then (to_day + 1 - date '2000-01-03') / 7 * 5 + least((to_day + 1 - date '2000-01-03') % 7, 5)
      - (from_day + 1 - date '2000-01-03') / 7 * 5 - least((from_day + 1 - date '2000-01-03') % 7, 5)
    else (
      -- 1900-01-01 was a Monday: of each weekday that is worked, how many lie in between.
      select sum((to_day - date '1900-01-01' - k + 1) / 7 - (from_day - date '1900-01-01' - k + 1) / 7)::int
        - (select count(*) filter (where h.day > from_day and h.day <= to_day) - count(*) filter (where h.day > to_day and h.day <= from_day)
           from holiday h where h.country_id = country and extract(isodow from h.day)::int = any(w.days))::int
      from (select coalesce((select c.working_days from calendar c where c.country_id = country), '{1,2,3,4,5}') as days) w, unnest(w.days) k
      group by w.days) end
$$;

-- The day `days` working days after `from_day`.
create function workday_after(from_day date, days int, country int) returns date language sql stable as $$
  select min(d)::date from generate_series(from_day, from_day + days * 3 + 30, interval '1 day') d where workdays(from_day, d::date, country) >= days
$$;

-- One row per required account-period, or per group-period: a group is its first member, with the amounts of all and the gravest of what
-- they are. Columns are named as in `analysis`, so that its measures and scopes hold for both.
create view v_item as
select a.id, a.group_id, a.period_id, a.account_id, a.country_id, a.business_id, a.sub_management_id, a.department_id, a.heading_id, a.analyst_id, a.currency,
  case when a.group_id is null then 1 else (select count(*)::int from analysis m where m.group_id = a.group_id) end as weight,
  case when a.group_id is null then a.risk
    else (select (array['A', 'M', 'B'])[min(array_position(array['A', 'M', 'B'], m.risk::text))] from analysis m where m.group_id = a.group_id) end as risk,
  case when a.group_id is null then a.materiality
    else (select (array['no_material', 'menor', 'material', 'critica'])[max(array_position(array['no_material', 'menor', 'material', 'critica'], m.materiality))]
      from analysis m where m.group_id = a.group_id) end as materiality,
  case when a.group_id is null then a.balance else (select sum(m.balance) from analysis m where m.group_id = a.group_id) end as balance,
  case when a.group_id is null then a.previous else (select sum(m.previous) from analysis m where m.group_id = a.group_id) end as previous,
  case when a.group_id is null then a.value else (select sum(m.value) from analysis m where m.group_id = a.group_id) end as value,
  case when a.group_id is null then a.difference else (select sum(m.difference) from analysis m where m.group_id = a.group_id) end as difference,
  a.comment, a.rejection, a.state_main, a.state_jefatura, a.state_control, a.due_analyst, a.due_jefatura, a.due_control, p.due_close,
  coalesce(l.confirmed_at, l.loaded_at, p.opened_at) as loaded_at, a.first_submitted_at, a.submitted_at, a.jefatura_at, a.jefatura_by, a.control_at, a.control_by,
  a.rejections_jefatura, a.rejections_control, a.reopenings, a.version, a.revision, a.auto
from analysis a left join period p on p.id = a.period_id left join balance_load l on l.id = a.generated_by_load
where a.group_id is null or a.id = (select min(m.id) from analysis m where m.group_id = a.group_id);

-- The same as it stood at a moment: what was signed later had not been signed. Rejections and reopenings are counted until today.
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

-- Sums of closed periods, which cannot change any more: made when first asked for, and again when a period was reopened and closed anew.
create table period_rolled (period_id int primary key references period, closed_at timestamptz, rolled_at timestamptz not null default now());
create table period_sum (
  period_id int not null references period,
  country_id int not null, business_id int not null, sub_management_id int, department_id int,
  currency char(3) not null, risk char(1) not null, material boolean not null, grouped boolean not null,
  items int not null, accounts int not null,
  signed int not null, on_time int not null, on_time_analyst int not null, on_time_jefatura int not null, on_time_control int not null, late_roles int not null,
  done int not null, done_late int not null, overdue int not null, pending int not null, done_at_close int not null,
  unsent int not null, at_jefatura int not null, at_control int not null, rejected int not null, approved int not null,
  first_pass int not null, decisions int not null, rejections_jefatura int not null, rejections_control int not null, reopenings int not null,
  differing int not null, material_items int not null,
  prepared int not null, prepared_days int not null, jefatura int not null, jefatura_days int not null,
  control int not null, control_days int not null, whole int not null, whole_days int not null,
  balance numeric not null, balance_approved numeric not null, difference numeric not null, unexplained numeric not null,
  moved_material numeric not null, moved_material_approved numeric not null
);
create index period_sum_period on period_sum (period_id, business_id, department_id);
-- Sign-offs by local day: 1 analyst, 2 jefatura, 3 control.
create table period_day (
  period_id int not null references period,
  country_id int not null, business_id int not null, sub_management_id int, department_id int,
  role int not null, day date not null, items int not null, approved_first int not null
);
create index period_day_period on period_day (period_id, business_id, department_id);
-- Accounts with a balance, and those of them that somebody analyses.
create table period_coverage (
  period_id int not null references period,
  country_id int not null, business_id int not null, department_id int,
  required int not null, assigned int not null
);
create index period_coverage_period on period_coverage (period_id, business_id);

-- Targets of the annual indicators by year; a year without its own has those of the years before, else the product's.
create table indicator_target (
  year int not null check (year between 1990 and 2200),
  code text not null,
  value numeric(8, 2) not null check (value >= 0),
  updated_by int not null references app_user,
  updated_at timestamptz not null default now(),
  primary key (year, code)
);
-- What an administrator has chosen for the ranking, the matrix and the ranges; nothing here: the product's own.
create table statistics_setting (
  key text primary key,
  value jsonb not null,
  updated_by int not null references app_user,
  updated_at timestamptz not null default now()
);
-- Every change of them, old and new.
create table statistics_change (
  id bigint generated by default as identity primary key,
  key text not null,
  old_value jsonb,
  new_value jsonb,
  changed_by int not null references app_user,
  changed_at timestamptz not null default now()
);
create trigger statistics_change_append_only before update or delete on statistics_change for each row execute function refuse_change();
create trigger statistics_change_no_truncate before truncate on statistics_change for each statement execute function refuse_change();

-- Differences of closed periods: since which month the account has had one. Accounts that a month left out keep what they had.
create table period_difference (
  period_id int not null references period,
  account_id int not null,
  since date not null,
  primary key (period_id, account_id)
);

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
