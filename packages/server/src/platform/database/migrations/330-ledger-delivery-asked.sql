-- What was said with a delivery: a key of its sender is good for one call, not only for one content.
alter table delivery add column asked text;
