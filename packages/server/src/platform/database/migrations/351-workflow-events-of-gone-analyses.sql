-- A load is taken back although a rule has certified what it opened: those analyses go, and the events that tell of it stay, as all events do.
alter table event drop constraint event_analysis_id_fkey;
-- What a person has done in one still keeps it: none of those goes, whatever asks for it.
create or replace function keep_worked_on() returns trigger language plpgsql as $$
begin
  if exists (select from event e where e.analysis_id = old.id and e.kind <> 'autocertificado' and e.detail ->> 'regla' is null) then
    raise exception 'analysis % has events of people', old.id using errcode = '23503';
  end if;
  return old;
end $$;
create trigger analysis_kept before delete on analysis for each row execute function keep_worked_on();
