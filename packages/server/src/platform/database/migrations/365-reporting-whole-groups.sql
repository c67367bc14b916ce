-- A group is as its members together in more than its amounts: its first member's comment, deadlines, rejections and reopenings were said to be the group's. A
-- difference is explained where each member that has one explains it; the group is due when the first of its members is, and was rejected and reopened
-- as often as the one of them that was most.
create or replace view v_item_group as
select a.id, g.group_id, g.period_id, a.account_id, a.country_id, a.business_id, a.sub_management_id, a.department_id, a.heading_id, a.analyst_id, a.currency,
  g.weight, g.risk, g.materiality, g.balance, g.previous, g.value, g.difference,
  g.comment, a.rejection, a.state_main, a.state_jefatura, a.state_control, g.due_analyst, g.due_jefatura, g.due_control, p.due_close,
  coalesce(l.confirmed_at, l.loaded_at, p.opened_at) as loaded_at, a.first_submitted_at, a.submitted_at, a.jefatura_at, a.jefatura_by, a.control_at, a.control_by,
  g.rejections_jefatura, g.rejections_control, g.reopenings, a.version, a.revision, a.auto, g.frequency
from (
  select m.period_id, m.group_id, min(m.id) as head, count(*)::int as weight, (array['A', 'M', 'B'])[min(array_position(array['A', 'M', 'B'], m.risk::text))] as risk,
    (array['MENSUAL', 'TRIMESTRAL', 'SEMESTRAL', 'ANUAL'])[min(array_position(array['MENSUAL', 'TRIMESTRAL', 'SEMESTRAL', 'ANUAL'], m.frequency))] as frequency,
    (array['no_material', 'menor', 'material', 'critica'])[max(array_position(array['no_material', 'menor', 'material', 'critica'], m.materiality))] as materiality,
    sum(m.balance) as balance, sum(m.previous) as previous, sum(m.value) as value, sum(m.difference) as difference,
    case when bool_and(abs(m.difference) <= 0.01 or coalesce(m.comment, '') <> '') then string_agg(distinct nullif(m.comment, ''), E'\n') end as comment,
    min(m.due_analyst) as due_analyst, min(m.due_jefatura) as due_jefatura, min(m.due_control) as due_control,
    max(m.rejections_jefatura) as rejections_jefatura, max(m.rejections_control) as rejections_control, max(m.reopenings) as reopenings
  from analysis m where m.group_id is not null group by m.period_id, m.group_id) g
join analysis a on a.id = g.head left join period p on p.id = a.period_id left join balance_load l on l.id = a.generated_by_load;

create or replace function item_at(at timestamptz) returns setof v_item language sql stable as $$
  select a.id, a.group_id, a.period_id, a.account_id, a.country_id, a.business_id, a.sub_management_id, a.department_id, a.heading_id, a.analyst_id, a.currency,
    1, a.risk::text, a.materiality, a.balance::numeric, a.previous::numeric, a.value::numeric, a.difference::numeric, a.comment, a.rejection,
    a.state_main, a.state_jefatura, a.state_control, a.due_analyst, a.due_jefatura, a.due_control, p.due_close, a.loaded_at, a.first_submitted_at, a.submitted_at,
    a.jefatura_at, a.jefatura_by, a.control_at, a.control_by, a.rejections_jefatura, a.rejections_control, a.reopenings, a.version, a.revision, a.auto, a.frequency
  from analysis_at(at) a left join period_at(at) p on p.id = a.period_id where a.group_id is null
  union all
  select g.id, g.group_id, g.period_id, g.account_id, g.country_id, g.business_id, g.sub_management_id, g.department_id, g.heading_id, g.analyst_id, g.currency,
    g.weight, (array['A', 'M', 'B'])[g.riskiest], (array['no_material', 'menor', 'material', 'critica'])[g.most], g.balances, g.previouses, g.counted, g.differences,
    case when g.explained then (select string_agg(distinct c.comment, E'\n') from unnest(g.comments) as c(comment) where c.comment <> '') end, g.rejection,
    g.state_main, g.state_jefatura, g.state_control, g.first_due_analyst, g.first_due_jefatura, g.first_due_control, p.due_close, g.loaded_at, g.first_submitted_at, g.submitted_at,
    g.jefatura_at, g.jefatura_by, g.control_at, g.control_by, g.most_rejections_jefatura, g.most_rejections_control, g.most_reopenings, g.version, g.revision, g.auto,
    (array['MENSUAL', 'TRIMESTRAL', 'SEMESTRAL', 'ANUAL'])[g.oftenest]
  from (
    select m.*, min(m.id) over members as head, (count(*) over members)::int as weight, min(array_position(array['A', 'M', 'B'], m.risk::text)) over members as riskiest,
      min(array_position(array['MENSUAL', 'TRIMESTRAL', 'SEMESTRAL', 'ANUAL'], m.frequency)) over members as oftenest,
      max(array_position(array['no_material', 'menor', 'material', 'critica'], m.materiality)) over members as most,
      sum(m.balance) over members as balances, sum(m.previous) over members as previouses, sum(m.value) over members as counted, sum(m.difference) over members as differences,
      bool_and(abs(m.difference) <= 0.01 or coalesce(m.comment, '') <> '') over members as explained, array_agg(m.comment) over members as comments,
      min(m.due_analyst) over members as first_due_analyst, min(m.due_jefatura) over members as first_due_jefatura, min(m.due_control) over members as first_due_control,
      max(m.rejections_jefatura) over members as most_rejections_jefatura, max(m.rejections_control) over members as most_rejections_control,
      max(m.reopenings) over members as most_reopenings
    from analysis_at(at) m where m.group_id is not null window members as (partition by m.period_id, m.group_id)) g
  left join period_at(at) p on p.id = g.period_id where g.id = g.head
$$;

create or replace function items_of(of_period int, ids int[], moment timestamptz) returns setof v_item language plpgsql stable rows 1000
set plan_cache_mode = force_generic_plan as $$
declare
  groups int[];
  members int[];
begin
  return query select a.* from item_at(moment) a where a.group_id is null and a.id = any(ids);
  groups := array(select a.group_id from analysis a where a.id = any(ids) and a.group_id is not null
    union select x.group_id from analysis_past x where x.id = any(ids) and x.group_id is not null);
  if cardinality(groups) = 0 then
    return;
  end if;
  members := array(select a.id from analysis a where a.period_id = of_period and a.group_id = any(groups)
    union select x.id from analysis_past x where x.period_id = of_period and x.group_id = any(groups));
  -- As in `item_at`, which would look through all that has changed since.
  return query select g.id, g.group_id, g.period_id, g.account_id, g.country_id, g.business_id, g.sub_management_id, g.department_id, g.heading_id, g.analyst_id, g.currency::char(3),
    g.weight, (array['A', 'M', 'B'])[g.riskiest], (array['no_material', 'menor', 'material', 'critica'])[g.most], g.balances, g.previouses, g.counted, g.differences,
    case when g.explained then (select string_agg(distinct c.comment, E'\n') from unnest(g.comments) as c(comment) where c.comment <> '') end, g.rejection,
    g.state_main, g.state_jefatura, g.state_control, g.first_due_analyst, g.first_due_jefatura, g.first_due_control, p.due_close, g.loaded_at, g.first_submitted_at, g.submitted_at,
    g.jefatura_at, g.jefatura_by, g.control_at, g.control_by, g.most_rejections_jefatura, g.most_rejections_control, g.most_reopenings, g.version, g.revision, g.auto,
    (array['MENSUAL', 'TRIMESTRAL', 'SEMESTRAL', 'ANUAL'])[g.oftenest]
  from (
    select m.*, min(m.id) over of_group as head, (count(*) over of_group)::int as weight, min(array_position(array['A', 'M', 'B'], m.risk::text)) over of_group as riskiest,
      min(array_position(array['MENSUAL', 'TRIMESTRAL', 'SEMESTRAL', 'ANUAL'], m.frequency)) over of_group as oftenest,
      max(array_position(array['no_material', 'menor', 'material', 'critica'], m.materiality)) over of_group as most,
      sum(m.balance) over of_group as balances, sum(m.previous) over of_group as previouses, sum(m.value) over of_group as counted, sum(m.difference) over of_group as differences,
      bool_and(abs(m.difference) <= 0.01 or coalesce(m.comment, '') <> '') over of_group as explained, array_agg(m.comment) over of_group as comments,
      min(m.due_analyst) over of_group as first_due_analyst, min(m.due_jefatura) over of_group as first_due_jefatura, min(m.due_control) over of_group as first_due_control,
      max(m.rejections_jefatura) over of_group as most_rejections_jefatura, max(m.rejections_control) over of_group as most_rejections_control,
      max(m.reopenings) over of_group as most_reopenings
    from analysis_at(moment) m where m.id = any(members) and m.group_id = any(groups) window of_group as (partition by m.period_id, m.group_id)) g
  left join period_at(moment) p on p.id = g.period_id where g.id = g.head;
end $$;

-- What is stored of items is stored anew, with this.
lock table period_sums_at in exclusive mode;
update period_sums_at set sums = null, days = null;
delete from open_sum;
delete from period_rolled;
