-- What a file is by its content, and what our named cells said when it was uploaded (null: not our workbook).
alter table analysis_file add column kind text not null default 'otro' check (kind in ('xlsx', 'xls', 'csv', 'pdf', 'png', 'jpeg', 'otro'));
alter table analysis_file add column book jsonb;

-- Who has opened which version: the event 'visto' is written once for each.
create table file_reader (file_id int not null references analysis_file, user_id int not null references app_user, primary key (file_id, user_id));

-- The event that opened an analysis is found among few.
create index event_opening on event (period_id) where kind = 'generado';
