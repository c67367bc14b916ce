-- The version of the template in which the workbook of an analysis was last taken (rules §2.8); null: our own, or none yet.
alter table analysis add column template_version_id int references template_version;
create index analysis_template_version on analysis (template_version_id) where template_version_id is not null;
