-- A load is taken back although a rule has certified what it opened: those analyses go, and the events that tell of it stay, as all events do.
alter table event drop constraint event_analysis_id_fkey;
