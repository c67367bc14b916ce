-- How the application looks to a person, on whatever machine: as they chose it; null before they choose.
alter table app_user add column appearance jsonb;
