-- By when an observation of an auditor is to be answered; what was asked before this release was due a week later.
alter table observation add column due_on date;
update observation set due_on = (updated_at at time zone 'UTC')::date + 7;
alter table observation alter column due_on set not null;
