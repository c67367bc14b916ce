-- An auditor reads the periods that they are granted; a new database has this from its defaults.
insert into role_permission (role_id, key) select 5, key from permission where key = 'admin.period.read' on conflict do nothing;
