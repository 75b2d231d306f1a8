-- Contacts, region, payment terms and notes of schools, and the fields that the source system owns.

alter table schools
  add column region            text not null default '',
  add column coordinator_phone text not null default '',
  add column contacts          jsonb not null default '[]'
    check (jsonb_typeof(contacts) = 'array'),
  add column payment_terms     text not null default '',
  add column notes             text not null default '',
  add column source_fields     text[] not null default '{}';
comment on column schools.contacts is
  'People at the school besides the coordinator: name, role, email and phone of each.';
comment on column schools.source_fields is
  'Fields that the last sync delivered, in camelCase. While in_source, only a sync changes them.';

-- Until the next sync says which columns its file has, the source owns all that it may have.
update schools set source_fields = '{identifier,name,address,city,state,zip,phone,timeZone,enrollment,taxExempt,factsEnabled,coordinatorName,coordinatorEmail}'
where in_source;
