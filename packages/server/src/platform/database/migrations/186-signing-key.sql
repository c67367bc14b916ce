-- The secret by which a workbook that comes back is known to be one that was given out. One for the database, so that any server process
-- reads what another gave out, and a restored copy reads what the original gave out.
create table signing_key (
  single boolean primary key default true check (single),
  key text not null default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')
);
insert into signing_key default values;
