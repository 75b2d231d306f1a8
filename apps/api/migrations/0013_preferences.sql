-- How each admin wants the panel to look and begin.

create table preferences (
  admin_id       uuid primary key references admins,
  theme          text not null check (theme in ('system', 'light', 'dark')),
  density        text not null check (density in ('compact', 'default', 'comfortable')),
  start_page     text,
  reduced_motion boolean not null,
  updated_at     timestamptz not null default now()
);
comment on column preferences.start_page is 'The key of the page after sign-in; null: the dashboard, or the first page of the menu.';
