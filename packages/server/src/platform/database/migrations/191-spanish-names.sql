-- Names of groups are words too, and sort as the others do.
alter table analysis_group alter column name type text collate es;
