-- K14 among the sums of closed periods, which are made again with it.
delete from period_rolled;
delete from period_sum;
alter table period_sum add column automatic int not null;
