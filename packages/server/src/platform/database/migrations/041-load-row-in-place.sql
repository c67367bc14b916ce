-- Every row of a load is written twice within a moment: as it was read, and as it was judged. With room left on its page and no index over
-- what the judging writes, the second write stays in place: both together take a fifth of the time. The rows of a class are found among
-- those of the load.
drop index load_row_class;
alter table load_row set (fillfactor = 45);
