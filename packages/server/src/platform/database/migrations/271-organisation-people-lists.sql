-- Lists of people: by name without sorting everybody; who has accounts, how many and where, without reading the accounts themselves.
create index app_user_name on app_user (name, id);
create index account_active_analyst on account (analyst_id, business_id) where active;
