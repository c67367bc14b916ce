-- The businesses that the rows of a load name, each once; key 0 where the mapping names the one business of every row.
create table load_business (
  load_id int not null references balance_load on delete cascade,
  key int not null,
  code text, name text,
  business_id int references business,
  -- To be created when the load is confirmed: the key that stands for it, the same for every spelling of it.
  creates int,
  -- Why its rows are refused.
  reason text, params jsonb,
  primary key (load_id, key)
);
create index load_business_business on load_business (business_id, load_id);

alter table load_row drop column business_code, drop column business_name,
  add column business_key int,
  add column period char(7),
  -- Refused by the reader, whatever the database holds.
  add column unreadable boolean not null default false,
  -- What the row stands against: this period has a balance, the state of an analysis that would be reopened, whether one would open.
  add column held boolean not null default false,
  add column state int,
  add column opens boolean not null default false;

-- What the mapping still lacks; the headings of the mapped columns; rows that the reader passed over.
alter table balance_load add column needs text[] not null default '{}', add column headings jsonb not null default '{}', add column omitted int not null default 0;
