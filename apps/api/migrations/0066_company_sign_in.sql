-- Sign-in by the company's identity provider (OpenID Connect): its settings, the groups that give roles,
-- the person's ID there, and what a session needs to be checked again and ended there.
-- expands

create table company_sign_in (
  id               boolean primary key default true check (id),
  name             text not null,
  issuer           text not null,
  client_id        text not null,
  client_secret    bytea not null,
  groups_claim     text not null,
  allows_passwords boolean not null default true,
  updated_at       timestamptz not null default now()
);
comment on table company_sign_in is 'One row while people may sign in by the company''s identity provider.';
comment on column company_sign_in.client_secret is 'Encrypted with a key that is not in the database.';
comment on column company_sign_in.allows_passwords is
  'False: passwords and passkeys alone sign in nobody but break-glass owners.';

create table company_groups (
  position   smallint primary key,
  group_name text not null unique,
  role_id    uuid not null references roles
);
comment on table company_groups is
  'Role of the people in a group of the provider. The first group that a person is in counts.';

alter table admins add column company_subject text;
comment on column admins.company_subject is 'ID of the person at the provider; set at their first sign-in there.';
create unique index admins_company_subject_key on admins (company_subject) where deleted_at is null;
alter table admins add column is_break_glass boolean not null default false;
comment on column admins.is_break_glass is 'SUPER_ADMIN who may sign in with a password in any case.';

alter table sessions add column has_provider_factor boolean not null default false;
comment on column sessions.has_provider_factor is 'True if the provider asked for a second factor.';

create table company_sessions (
  id                  uuid primary key,
  admin_id            uuid not null references admins,
  session_id          uuid unique references sessions on delete cascade,
  provider_session    text,
  sealed_tokens       bytea not null,
  has_provider_factor boolean not null,
  proved_at           timestamptz,
  checked_at          timestamptz not null default now(),
  checking_until      timestamptz,
  created_at          timestamptz not null default now()
);
create index company_sessions_admin_idx on company_sessions (admin_id);
comment on table company_sessions is 'Sign-ins by the provider: what is needed to check and end them there.';
comment on column company_sessions.session_id is 'Null until the second factor has come.';
comment on column company_sessions.provider_session is 'ID of the session at the provider (sid).';
comment on column company_sessions.sealed_tokens is
  'Tokens of the provider, encrypted with a key that is not in the database.';
comment on column company_sessions.proved_at is 'Last time that the person proved who they are to the provider.';
comment on column company_sessions.checking_until is 'One process at a time asks the provider.';
