-- The file of a group is kept once for each member, with the member's own value; this says that they belong together.
alter table analysis_file add column group_id int references analysis_group;
create index analysis_file_group on analysis_file (group_id, version) where group_id is not null;

-- Steps of a group, also after it was dissolved.
create index event_group on event (((detail -> 'grupo' ->> 'id')::int), id desc) where detail -> 'grupo' is not null;

-- A group is of one analyst and one department: an analysis that goes over to others leaves it, whoever moves it. Who hands over the
-- whole group changes the group's analyst first.
create function leave_group() returns trigger language plpgsql as $$
begin
  if new.department_id is distinct from old.department_id or new.analyst_id <> (select analyst_id from analysis_group where id = old.group_id) then
    new.group_id := null;
  end if;
  return new;
end $$;
create trigger analysis_leaves_group before update of analyst_id, department_id on analysis for each row
  when (old.group_id is not null and (old.analyst_id <> new.analyst_id or old.department_id is distinct from new.department_id)) execute function leave_group();
