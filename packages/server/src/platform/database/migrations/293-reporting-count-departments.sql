-- The analyses of some departments, of every period, are counted without reading those of all the others.
create index period_count_department on period_count (department_id, period_id);
