-- Since when the risk stands that somebody has rated by hand, so that it is rated again after a year (rules §2.1). What was rated before counts from today.
alter table account add column risk_at timestamptz;
update account set risk_at = now() where risk_reason is not null;

insert into alert (type_id, name, recipients, frequency, priority) values
  (25, 'Riesgos calificados hace más de un año', '{"responsable": true, "superior": false, "roles": [], "usuarios": []}', 'semanal', 'M');
