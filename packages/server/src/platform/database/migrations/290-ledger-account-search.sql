-- The palette searches accounts while somebody types: what begins with the text is found here, in its order, and common words near the beginning.
create index account_search on account (search collate "C", id) include (business_id);
