-- What was known by the moment is asked once, not of every row: `offset 0` keeps it from being put into each column.
create or replace function analysis_at(at timestamptz)
returns table (id int, period_id int, account_id int, country_id int, business_id int, sub_management_id int, department_id int, heading_id int, group_id int, analyst_id int,
  risk char(1), currency char(3), balance numeric(20, 2), previous numeric(20, 2), value numeric(20, 2), difference numeric(20, 2), comment text, materiality text,
  state_main int, state_jefatura int, state_control int, status_id int, reject_reason_id int, rejection text,
  due_analyst timestamptz, due_jefatura timestamptz, due_control timestamptz, loaded_at timestamptz, first_submitted_at timestamptz, submitted_at timestamptz, auto boolean,
  jefatura_at timestamptz, jefatura_by int, control_at timestamptz, control_by int, rejections_jefatura int, rejections_control int, reopenings int, version int, revision int)
language sql stable as $$
  select v.id, v.period_id, v.account_id, v.country_id, v.business_id, v.sub_management_id, v.department_id, v.heading_id, v.group_id, v.analyst_id,
    v.risk, v.currency, v.balance, v.previous, case when k.kept or v.submitted_at <= at then v.value end,
    case when k.kept or v.submitted_at <= at then v.difference else v.balance end, v.comment, v.materiality,
    case when k.kept then v.state_main when v.state_main = 4 and v.control_at <= at then 4
      when v.state_main = 3 and (case when v.state_control = 3 then v.control_at else v.jefatura_at end) <= at then 3
      when v.state_jefatura = 4 and v.jefatura_at <= at then 2 else 1 end,
    case when k.kept or v.jefatura_at <= at then v.state_jefatura else 1 end,
    case when k.kept or v.control_at <= at then v.state_control when v.state_jefatura = 4 and v.jefatura_at <= at then 1 end,
    v.status_id, v.reject_reason_id, v.rejection, v.due_analyst, v.due_jefatura, v.due_control, v.loaded_at,
    case when k.kept or v.first_submitted_at <= at then v.first_submitted_at end, case when k.kept or v.submitted_at <= at then v.submitted_at end, v.auto,
    case when k.kept or v.jefatura_at <= at then v.jefatura_at end, case when k.kept or v.jefatura_at <= at then v.jefatura_by end,
    case when k.kept or v.control_at <= at then v.control_at end, case when k.kept or v.control_at <= at then v.control_by end,
    v.rejections_jefatura, v.rejections_control, v.reopenings, v.version, v.revision
  from (
    select w.*, coalesce(l.confirmed_at, l.loaded_at, p.opened_at) as loaded_at from (
      select a.id, a.period_id, a.account_id, a.country_id, a.business_id,
        case when o.seq is null then a.sub_management_id else o.sub_management_id end as sub_management_id,
        case when o.seq is null then a.department_id else o.department_id end as department_id, case when o.seq is null then a.heading_id else o.heading_id end as heading_id,
        case when o.seq is null then a.group_id else o.group_id end as group_id, case when o.seq is null then a.analyst_id else o.analyst_id end as analyst_id,
        case when o.seq is null then a.risk else o.risk end as risk, case when o.seq is null then a.currency else o.currency end as currency,
        case when o.seq is null then a.balance else o.balance end as balance, case when o.seq is null then a.previous else o.previous end as previous,
        case when o.seq is null then a.value else o.value end as value, case when o.seq is null then a.difference else o.difference end as difference,
        case when o.seq is null then a.comment else o.comment end as comment, case when o.seq is null then a.materiality else o.materiality end as materiality,
        case when o.seq is null then a.state_main else o.state_main end as state_main, case when o.seq is null then a.state_jefatura else o.state_jefatura end as state_jefatura,
        case when o.seq is null then a.state_control else o.state_control end as state_control, case when o.seq is null then a.status_id else o.status_id end as status_id,
        case when o.seq is null then a.reject_reason_id else o.reject_reason_id end as reject_reason_id, case when o.seq is null then a.rejection else o.rejection end as rejection,
        case when o.seq is null then a.due_analyst else o.due_analyst end as due_analyst, case when o.seq is null then a.due_jefatura else o.due_jefatura end as due_jefatura,
        case when o.seq is null then a.due_control else o.due_control end as due_control,
        case when o.seq is null then a.generated_by_load else o.generated_by_load end as generated_by_load,
        case when o.seq is null then a.first_submitted_at else o.first_submitted_at end as first_submitted_at,
        case when o.seq is null then a.submitted_at else o.submitted_at end as submitted_at, case when o.seq is null then a.auto else o.auto end as auto,
        case when o.seq is null then a.jefatura_at else o.jefatura_at end as jefatura_at, case when o.seq is null then a.jefatura_by else o.jefatura_by end as jefatura_by,
        case when o.seq is null then a.control_at else o.control_at end as control_at, case when o.seq is null then a.control_by else o.control_by end as control_by,
        case when o.seq is null then a.rejections_jefatura else o.rejections_jefatura end as rejections_jefatura,
        case when o.seq is null then a.rejections_control else o.rejections_control end as rejections_control,
        case when o.seq is null then a.reopenings else o.reopenings end as reopenings, case when o.seq is null then a.version else o.version end as version,
        case when o.seq is null then a.revision else o.revision end as revision, a.opened_at
      from analysis a
      left join (select distinct on (x.period_id, x.id) x.* from analysis_past x where x.until > (select past_from(at)) order by x.period_id, x.id, x.until, x.seq) o
        on o.period_id = a.period_id and o.id = a.id
      union all
      select o.id, o.period_id, o.account_id, o.country_id, o.business_id, o.sub_management_id, o.department_id, o.heading_id, o.group_id, o.analyst_id, o.risk, o.currency,
        o.balance, o.previous, o.value, o.difference, o.comment, o.materiality, o.state_main, o.state_jefatura, o.state_control, o.status_id, o.reject_reason_id, o.rejection,
        o.due_analyst, o.due_jefatura, o.due_control, o.generated_by_load, o.first_submitted_at, o.submitted_at, o.auto, o.jefatura_at, o.jefatura_by, o.control_at, o.control_by,
        o.rejections_jefatura, o.rejections_control, o.reopenings, o.version, o.revision, o.opened_at
      from analysis_past g
      cross join lateral (select x.* from analysis_past x where x.id = g.id and x.until > (select past_from(at)) order by x.until, x.seq limit 1) o
      where g.gone and g.until > (select past_from(at))) w
    left join period p on p.id = w.period_id left join balance_load l on l.id = w.generated_by_load) v
  cross join (select past_kept(at) as kept offset 0) k
  where (case when k.kept and v.opened_at is not null then v.opened_at else v.loaded_at end) <= at
$$;
