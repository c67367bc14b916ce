-- Of a row that is the sum of those right below it in its file: how many they are. A load may leave such rows out; they are kept all the same.
alter table load_row add column sum_of int;
alter table load_row drop constraint load_row_class_check;
-- What is there met the narrower one.
alter table load_row add constraint load_row_class_check check (class in ('nueva', 'cambia', 'igual', 'falta', 'rechazada', 'grupo')) not valid;
