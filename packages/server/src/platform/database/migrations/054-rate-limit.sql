-- How often a caller has made a limited call in the running window; shared by all server processes, lost in a crash without harm.
create unlogged table rate_limit (key text primary key, count int not null, until timestamptz not null);
