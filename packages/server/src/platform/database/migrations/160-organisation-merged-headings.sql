-- A heading whose accounts went to another one. It is shown nowhere any more but in the analyses, thresholds and templates that name it.
alter table heading add column merged boolean not null default false;
