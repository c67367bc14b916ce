-- What was asked for each row is asked once of all rows of a statement: opening the analyses of a period, bringing in its balances and handing
-- accounts over are statements of tens of thousands.

-- As in 010: each period that is written in is shared until the commit, and none of them is closed.
drop trigger analysis_closed on analysis;
drop trigger balance_closed on balance;
drop function refuse_closed();
create function refuse_closed_periods() returns trigger language plpgsql as $$
begin
  perform refuse_if_closed(period_id) from (select period_id from changed group by 1 order by 1) p;
  return null;
end $$;
create function refuse_closed_moves() returns trigger language plpgsql as $$
begin
  perform refuse_if_closed(period_id) from (select period_id from changed union select period_id from became order by 1) p;
  return null;
end $$;
create trigger analysis_closed after insert on analysis referencing new table as changed for each statement execute function refuse_closed_periods();
create trigger analysis_closed_change after update on analysis referencing old table as changed new table as became for each statement execute function refuse_closed_moves();
create trigger analysis_closed_removal after delete on analysis referencing old table as changed for each statement execute function refuse_closed_periods();
create trigger balance_closed after insert on balance referencing new table as changed for each statement execute function refuse_closed_periods();
create trigger balance_closed_change after update on balance referencing old table as changed new table as became for each statement execute function refuse_closed_moves();
create trigger balance_closed_removal after delete on balance referencing old table as changed for each statement execute function refuse_closed_periods();

-- As in 100: the sub-management is that of the department, whoever writes it. What opens analyses gives it, so that there is nothing to put right.
drop trigger analysis_sub_management on analysis;
create trigger analysis_sub_management before update of department_id on analysis for each row
  when (old.department_id is distinct from new.department_id) execute function freeze_sub_management();
create function freeze_sub_managements() returns trigger language plpgsql as $$
begin
  update analysis a set sub_management_id = o.sub_management_id
  from (select i.id, d.sub_management_id from opened i left join department d on d.id = i.department_id where i.sub_management_id is distinct from d.sub_management_id) o
  where a.id = o.id;
  return null;
end $$;
create trigger analysis_sub_managements after insert on analysis referencing new table as opened for each statement execute function freeze_sub_managements();
