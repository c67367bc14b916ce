-- A row of a load is written once, as it was judged; what 041 kept free for a second writing of every row is not needed any more.
alter table load_row reset (fillfactor);
