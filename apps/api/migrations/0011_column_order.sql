alter table preferences add column column_order jsonb not null default '{}';
comment on column preferences.column_order is
  'IDs of the columns in the order that the admin chose, by list; others keep their usual place.';

alter table views add column column_order text[];
comment on column views.column_order is
  'IDs of the columns in their order; null: each reader''s own order.';
