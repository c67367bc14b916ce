-- The country that was chosen at the top of the page when a sample was drawn: without it nobody finds the same population again.
alter table audit_sample add column country_id int references country;
