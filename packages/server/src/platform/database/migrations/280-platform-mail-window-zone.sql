-- The zone of the window in which a mail may go out; null: the server's.
alter table outbox add column window_zone text;
