-- The pace of each analyst in closed months, so that it is not counted from every analysis again.
create table period_analyst_day (
  period_id int not null references period,
  country_id int not null,
  analyst_id int not null,
  day date not null,
  items int not null
);
comment on table period_analyst_day is 'Sign-offs of analysts in a closed period by local day.';
create index period_analyst_day_period on period_analyst_day (period_id, analyst_id);
-- What is stored of closed periods is stored anew, with this.
delete from period_rolled;
