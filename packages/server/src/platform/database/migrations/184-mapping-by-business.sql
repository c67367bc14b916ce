-- A layout is remembered for each business: two may give the same headings to different things. Null: files of several businesses.
alter table mapping_profile add column business_id int references business on delete cascade;
update mapping_profile f set business_id = b.id from business b where b.id = (f.mapping ->> 'ID_NEGOCIO')::int;
alter table mapping_profile drop constraint mapping_profile_signature_key;
alter table mapping_profile add constraint mapping_profile_signature unique nulls not distinct (signature, business_id);
