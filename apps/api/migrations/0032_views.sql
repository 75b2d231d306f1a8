-- What lists keep: the columns that a person hid, and views (filters, sort and columns under a name), the own ones and those of the team.

alter table preferences add column hidden_columns jsonb not null default '{}';
comment on column preferences.hidden_columns is 'By list, the ids of the columns that are not shown.';

create table views (
  id             uuid primary key,
  admin_id       uuid not null references admins,
  list           text not null,
  name           text not null check (char_length(name) between 2 and 40),
  query          jsonb not null,
  hidden_columns text[],
  is_team        boolean not null,
  version        integer not null default 1,
  created_at     timestamptz not null default now(),
  updated_at     timestamptz not null default now()
);
comment on column views.admin_id is 'Who made it; with is_team everybody who may read the list sees it.';
comment on column views.query is 'The filters and the sort as the list took them when it was saved; never a page, and no search text where rows name people.';
comment on column views.hidden_columns is 'null: the columns of whoever looks.';
create unique index views_name_key on views (admin_id, list, lower(name));
create index views_list_idx on views (list) where is_team;
