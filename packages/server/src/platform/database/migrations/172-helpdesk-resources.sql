-- Tools and services: who sees a folder, versions of a file, links that are checked, downloads -----------------------------------------------

create table folder_role (
  folder_id int not null references folder,
  role_id int not null references role,
  primary key (folder_id, role_id)
);
comment on table folder_role is 'A role that sees a folder and what is in it; without any, all roles do.';

create table folder_business (
  folder_id int not null references folder,
  business_id int not null references business,
  primary key (folder_id, business_id)
);
comment on table folder_business is 'A business whose people see a folder and what is in it; without any, those of all do.';

alter table resource
  add column version int not null default 1,
  -- Of a file: who brought its present version, and when; a rename is no new version.
  add column uploaded_by int references app_user,
  add column uploaded_at timestamptz,
  -- Of a link: when it was last tried, and since when it has not answered.
  add column checked_at timestamptz,
  add column failing_since timestamptz;

update resource set uploaded_by = written_by, uploaded_at = written_at where sha256 is not null;

create table resource_version (
  resource_id int not null references resource,
  version int not null,
  file_name text not null,
  kind text not null,
  size int not null,
  sha256 text not null,
  written_by int not null references app_user,
  written_at timestamptz not null,
  primary key (resource_id, version)
);
comment on table resource_version is 'A file that was replaced by a newer one.';

create table resource_download (
  resource_id int not null references resource,
  day date not null,
  times int not null default 1,
  primary key (resource_id, day)
);
comment on table resource_download is 'How often a file was opened on a day.';
