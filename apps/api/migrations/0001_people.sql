-- Who works here: roles with their rights, admins, sessions, and the one row of settings.

create table settings (
  id                        boolean primary key default true check (id),
  company_name              text not null default 'POS Admin',
  support_email             text not null default '',
  support_phone             text not null default '',
  default_time_zone         text not null default 'America/New_York',
  season_code               text not null default '25',
  ewallet_min_top_up_cents  bigint not null default 1000,
  ewallet_max_balance_cents bigint not null default 50000,
  profit_cash_ppm           integer not null default 250000,
  profit_ave_dollar_ppm     integer not null default 400000,
  max_check_overage_cents   bigint not null default 2000,
  last_copy_threshold       integer not null default 1,
  low_stock_threshold       integer not null default 3,
  device_stale_hours        integer not null default 2,
  warranty_warn_days        integer not null default 30,
  receipt_footer            text not null default '',
  version                   integer not null default 1,
  updated_at                timestamptz not null default now()
);
comment on table settings is 'One row. Every constant that the owner may change (domain 3.15).';
insert into settings default values;

create table roles (
  id          uuid primary key,
  name        text not null check (char_length(name) between 2 and 30),
  description text not null check (char_length(description) between 1 and 255),
  is_system   boolean not null default false,
  version     integer not null default 1,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now()
);
comment on column roles.is_system is 'SUPER_ADMIN: full rights, recognised by this flag and never by its name.';
create unique index roles_name_key on roles (lower(name));
create unique index roles_one_system_key on roles (is_system) where is_system;

create table role_rights (
  role_id   uuid not null references roles on delete cascade,
  module    text not null,
  read_only boolean not null,
  edit      boolean not null,
  primary key (role_id, module)
);

create table admins (
  id                 uuid primary key,
  first_name         text not null,
  last_name          text not null,
  email              text not null,
  email_verified     boolean not null default false,
  country_code       text not null default '+1',
  phone              text,
  role_id            uuid not null references roles,
  password_hash      text,
  secret_code_hash   text,
  status             text not null default 'active' check (status in ('active', 'inactive')),
  token_epoch        integer not null default 1,
  wrong_codes        integer not null default 0,
  wrong_codes_since  timestamptz,
  code_locked_until  timestamptz,
  last_login_at      timestamptz,
  version            integer not null default 1,
  created_at         timestamptz not null default now(),
  updated_at         timestamptz not null default now(),
  deleted_at         timestamptz
);
comment on column admins.password_hash is 'Argon2id; null until the setup link was used.';
comment on column admins.secret_code_hash is 'Argon2id with a pepper, of the 4-digit code that unlocks the register app.';
comment on column admins.token_epoch is 'Access tokens of an earlier epoch are refused; raised when sessions must end at once.';
create unique index admins_email_key on admins (lower(email)) where deleted_at is null;

create table sessions (
  id          uuid primary key,
  admin_id    uuid not null references admins,
  created_at  timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  ends_at     timestamptz not null,
  revoked_at  timestamptz,
  revoked_why text,
  ip          text,
  user_agent  text
);
comment on table sessions is 'One sign-in: the family of its refresh tokens.';
create index sessions_admin_idx on sessions (admin_id) where revoked_at is null;

create table refresh_tokens (
  hash        bytea primary key,
  session_id  uuid not null references sessions on delete cascade,
  issued_at   timestamptz not null default now(),
  expires_at  timestamptz not null,
  used_at     timestamptz
);
comment on table refresh_tokens is 'SHA-256 of each refresh token; good once (used_at null), then kept to tell a replay from a stranger.';
create unique index refresh_tokens_live_key on refresh_tokens (session_id) where used_at is null;
