-- The coverage of the assignment is asked for by currency too.
delete from period_coverage;
alter table period_coverage add column currency char(3) not null;

-- What is stored of closed periods is stored anew, with this.
delete from period_rolled;
