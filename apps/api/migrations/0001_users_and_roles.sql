-- Users of the admin panel: roles with their rights and duties, accounts, sign-ins, personal
-- settings.

create table roles (
  id          uuid primary key,
  name        text not null check (char_length(name) between 2 and 30),
  description text not null check (char_length(description) between 1 and 255),
  is_system   boolean not null default false,
  version     integer not null default 1,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now(),
  deleted_at  timestamptz
);
comment on table roles is 'Named sets of rights and duties; each admin has one.';
comment on column roles.is_system is
  'SUPER_ADMIN: has full rights; recognized by this flag, never by its name.';
create unique index roles_name_key on roles (lower(name)) where deleted_at is null;
create unique index roles_one_system_key on roles (is_system) where is_system;

create table role_rights (
  role_id   uuid not null references roles on delete cascade,
  module    text not null,
  read_only boolean not null,
  edit      boolean not null,
  primary key (role_id, module)
);
comment on table role_rights is 'Rights of a role, one row per module of the panel.';

create table role_duties (
  role_id uuid not null references roles on delete cascade,
  duty    text not null,
  primary key (role_id, duty)
);
comment on table role_duties is
  'Tasks that a role allows beside its rights. SUPER_ADMIN has all of them without a row.';

create table admins (
  id                uuid primary key,
  first_name        text not null,
  last_name         text not null,
  email             text not null,
  email_verified    boolean not null default false,
  country_code      text not null default '+1',
  phone             text,
  role_id           uuid not null references roles,
  password_hash     text,
  secret_code_hash  text,
  status            text not null default 'active' check (status in ('active', 'inactive')),
  token_epoch       integer not null default 1,
  wrong_codes       integer not null default 0,
  wrong_codes_since timestamptz,
  code_locked_until timestamptz,
  last_login_at     timestamptz,
  version           integer not null default 1,
  created_at        timestamptz not null default now(),
  updated_at        timestamptz not null default now(),
  deleted_at        timestamptz
);
comment on table admins is 'Staff accounts. Deleted accounts stay for the records that name them.';
comment on column admins.password_hash is 'Argon2id; null until the setup link is used.';
comment on column admins.secret_code_hash is
  'Argon2id with a pepper of the 4-digit code that unlocks the register app.';
comment on column admins.token_epoch is
  'Access tokens of an earlier epoch are refused; raised to end all sessions at once.';
create unique index admins_email_key on admins (lower(email)) where deleted_at is null;

create table sessions (
  id           uuid primary key,
  admin_id     uuid not null references admins,
  created_at   timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  ends_at      timestamptz not null,
  revoked_at   timestamptz,
  revoked_why  text,
  ip           text,
  user_agent   text
);
comment on table sessions is 'Sign-ins; each is the family of its refresh tokens.';
create index sessions_admin_idx on sessions (admin_id) where revoked_at is null;

create table refresh_tokens (
  hash       bytea primary key,
  session_id uuid not null references sessions on delete cascade,
  issued_at  timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at    timestamptz
);
comment on table refresh_tokens is
  'SHA-256 of each refresh token. Valid once (used_at null), then kept to detect a replay.';
create unique index refresh_tokens_live_key on refresh_tokens (session_id) where used_at is null;

create table account_links (
  id         uuid primary key,
  admin_id   uuid not null references admins,
  kind       text not null check (kind in ('setup', 'reset')),
  token_hash bytea not null unique,
  expires_at timestamptz not null,
  used_at    timestamptz,
  voided_at  timestamptz,
  created_at timestamptz not null default now()
);
comment on table account_links is
  'Links to set a password. The token is derived from the ID and a key outside the database; '
  'only its hash is stored.';
create index account_links_admin_idx on account_links (admin_id)
  where used_at is null and voided_at is null;

create table verification_codes (
  id         uuid primary key,
  admin_id   uuid not null references admins,
  expires_at timestamptz not null,
  tries      integer not null default 0,
  ended_at   timestamptz,
  created_at timestamptz not null default now()
);
comment on table verification_codes is
  'Six-digit codes that verify an email address, derived like the links. A code ends when it is '
  'used, after five wrong tries, or when the next one is sent.';
create unique index verification_codes_live_key on verification_codes (admin_id)
  where ended_at is null;

create table attempts (
  id      uuid primary key,
  kind    text not null,
  subject bytea not null,
  at      timestamptz not null default clock_timestamp()
);
comment on table attempts is
  'Events that count against a rate limit: failed logins and requested links, by a hash of the '
  'email address entered and of the client address.';
create index attempts_subject_idx on attempts (kind, subject, at);

create table password_history (
  admin_id      uuid not null references admins,
  password_hash text not null,
  at            timestamptz not null default now(),
  primary key (admin_id, at)
);
comment on table password_history is
  'The last five passwords of each admin; a new one must differ from them (specification 5).';

create table preferences (
  admin_id         uuid primary key references admins,
  theme            text not null check (theme in ('system', 'light', 'dark')),
  density          text not null check (density in ('compact', 'default', 'comfortable')),
  start_page       text,
  reduced_motion   boolean not null,
  letter_shortcuts boolean not null default false,
  hidden_columns   jsonb not null default '{}',
  updated_at       timestamptz not null default now()
);
comment on table preferences is 'Appearance and start page that each admin chose for the panel.';
comment on column preferences.start_page is
  'Key of the page after sign-in; null: the dashboard, or the first page of the menu.';
comment on column preferences.letter_shortcuts is
  'Single letters work as shortcuts. Off by default (WCAG 2.1.4): a scanner types letters too.';
comment on column preferences.hidden_columns is 'IDs of the hidden columns, by list.';

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
comment on table views is 'Saved views of a list: filters, sort and columns under a name.';
comment on column views.admin_id is
  'Creator. With is_team, everybody who may read the list sees the view.';
comment on column views.query is
  'Filters and sort as the list accepted them when the view was saved; never a page, and no search '
  'text where rows name people.';
comment on column views.hidden_columns is 'null: each reader''s own columns.';
create unique index views_name_key on views (admin_id, list, lower(name));
create index views_list_idx on views (list) where is_team;
