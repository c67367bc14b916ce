-- What a state asks of a decision that leads to it, and the version of a state or reason that somebody edits.

alter table analysis_status
  -- Of the rejection: one of the reasons must be given.
  add needs_reason boolean not null default false,
  add revision int not null default 1;
alter table reject_reason add revision int not null default 1;
