-- A change of an auditor is compared with what its author saw.
alter table auditor add column revision int not null default 1;
