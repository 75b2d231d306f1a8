-- The database after all migrations: tables, views and functions, below the name of
-- the migration that made them. For reading only.
-- Written by: npm run tool -- schema


-- 0001_users_and_roles ----------------------------------------------------------------------------

-- Named sets of rights and duties; each admin has one.
create table roles (
  id uuid not null,
  name text not null,
  description text not null,
  -- SUPER_ADMIN: has full rights; recognized by this flag, never by its name.
  is_system boolean not null default false,
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone,
  -- Day from which people with this role need a second factor.
  factor_required_from date,
  constraint roles_pkey PRIMARY KEY (id),
  constraint roles_description_check CHECK (((char_length(description) >= 1) AND (char_length(description) <= 255))),
  constraint roles_name_check CHECK (((char_length(name) >= 2) AND (char_length(name) <= 30)))
);
CREATE UNIQUE INDEX roles_name_key ON roles USING btree (lower(name)) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX roles_one_system_key ON roles USING btree (is_system) WHERE is_system;
CREATE TRIGGER roles_announced_insert AFTER INSERT ON roles
  REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_any('users');
CREATE TRIGGER roles_announced_update AFTER UPDATE ON roles
  REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_any('users');

-- Rights of a role, one row per module of the panel.
create table role_rights (
  role_id uuid not null,
  module text not null,
  read_only boolean not null,
  edit boolean not null,
  constraint role_rights_pkey PRIMARY KEY (role_id, module),
  constraint role_rights_role_id_fkey FOREIGN KEY (role_id) REFERENCES roles(id) ON DELETE CASCADE
);
CREATE TRIGGER role_rights_announced_delete AFTER DELETE ON role_rights
  REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_role_rights();
CREATE TRIGGER role_rights_announced_insert AFTER INSERT ON role_rights
  REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_role_rights();
CREATE TRIGGER role_rights_announced_update AFTER UPDATE ON role_rights
  REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_role_rights();

-- Tasks that a role allows beside its rights. SUPER_ADMIN has all of them without a row.
create table role_duties (
  role_id uuid not null,
  duty text not null,
  constraint role_duties_pkey PRIMARY KEY (role_id, duty),
  constraint role_duties_role_id_fkey FOREIGN KEY (role_id) REFERENCES roles(id) ON DELETE CASCADE
);
CREATE TRIGGER role_duties_announced_delete AFTER DELETE ON role_duties
  REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_role_rights();
CREATE TRIGGER role_duties_announced_insert AFTER INSERT ON role_duties
  REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_role_rights();

-- Staff accounts. Deleted accounts stay for the records that name them.
create table admins (
  id uuid not null,
  first_name text not null,
  last_name text not null,
  email text not null,
  email_verified boolean not null default false,
  country_code text not null default '+1'::text,
  phone text,
  role_id uuid not null,
  -- Argon2id; null until the setup link is used.
  password_hash text,
  -- Argon2id with a pepper of the 4-digit code that unlocks the register app.
  secret_code_hash text,
  status text not null default 'active'::text,
  -- Access tokens of an earlier epoch are refused; raised to end all sessions at once.
  token_epoch integer not null default 1,
  wrong_codes integer not null default 0,
  wrong_codes_since timestamp with time zone,
  code_locked_until timestamp with time zone,
  last_login_at timestamp with time zone,
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone,
  -- Reason why the last email could not be delivered; null if it was.
  mail_refusal text,
  -- ID of the person at the provider; set at their first sign-in there.
  company_subject text,
  -- SUPER_ADMIN who may sign in with a password in any case.
  is_break_glass boolean not null default false,
  -- True if the admin works in the places of admin_places only.
  is_limited boolean not null default false,
  -- Last change of the places. Jobs and notifications from before may tell of other places.
  places_changed_at timestamp with time zone,
  constraint admins_pkey PRIMARY KEY (id),
  constraint admins_status_check CHECK ((status = ANY (ARRAY['active'::text, 'inactive'::text]))),
  constraint admins_role_id_fkey FOREIGN KEY (role_id) REFERENCES roles(id)
);
CREATE UNIQUE INDEX admins_company_subject_key ON admins USING btree (company_subject) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX admins_email_key ON admins USING btree (lower(email)) WHERE (deleted_at IS NULL);
CREATE TRIGGER admins_announced_insert AFTER INSERT ON admins
  REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_any('users');
CREATE TRIGGER admins_announced_update AFTER UPDATE ON admins
  REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_admins();

-- Sign-ins; each is the family of its refresh tokens.
create table sessions (
  id uuid not null,
  admin_id uuid not null,
  created_at timestamp with time zone not null default now(),
  last_used_at timestamp with time zone not null default now(),
  ends_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  revoked_why text,
  ip text,
  user_agent text,
  -- Last time that the person proved who they are, by sign-in or again.
  confirmed_at timestamp with time zone not null default now(),
  -- True if the provider asked for a second factor.
  has_provider_factor boolean not null default false,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES admins(id)
);
CREATE INDEX sessions_admin_idx ON sessions USING btree (admin_id) WHERE (revoked_at IS NULL);
CREATE TRIGGER sessions_announced_update AFTER UPDATE ON sessions
  REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_sessions();

-- SHA-256 of each refresh token. Valid once (used_at null), then kept to detect a replay.
create table refresh_tokens (
  hash bytea not null,
  session_id uuid not null,
  issued_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint refresh_tokens_pkey PRIMARY KEY (hash),
  constraint refresh_tokens_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX refresh_tokens_live_key ON refresh_tokens USING btree (session_id) WHERE (used_at IS NULL);

-- Links to set a password. The token is derived from the ID and a key outside the database; only
-- its hash is stored.
create table account_links (
  id uuid not null,
  admin_id uuid not null,
  kind text not null,
  token_hash bytea not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  voided_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  constraint account_links_pkey PRIMARY KEY (id),
  constraint account_links_token_hash_key UNIQUE (token_hash),
  constraint account_links_kind_check CHECK ((kind = ANY (ARRAY['setup'::text, 'reset'::text]))),
  constraint account_links_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES admins(id)
);
CREATE INDEX account_links_admin_idx ON account_links USING btree (admin_id) WHERE ((used_at IS NULL) AND (voided_at IS NULL));

-- Six-digit codes that verify an email address, derived like the links. A code ends when it is
-- used, after five wrong tries, or when the next one is sent.
create table verification_codes (
  id uuid not null,
  admin_id uuid not null,
  expires_at timestamp with time zone not null,
  tries integer not null default 0,
  ended_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  constraint verification_codes_pkey PRIMARY KEY (id),
  constraint verification_codes_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES admins(id)
);
CREATE UNIQUE INDEX verification_codes_live_key ON verification_codes USING btree (admin_id) WHERE (ended_at IS NULL);

-- Events that count against a rate limit: failed logins and requested links, by a hash of the
-- email address entered and of the client address.
create table attempts (
  id uuid not null,
  kind text not null,
  subject bytea not null,
  at timestamp with time zone not null default clock_timestamp(),
  constraint attempts_pkey PRIMARY KEY (id)
);
CREATE INDEX attempts_subject_idx ON attempts USING btree (kind, subject, at);

-- The last five passwords of each admin; a new one must differ from them (specification 5).
create table password_history (
  admin_id uuid not null,
  password_hash text not null,
  at timestamp with time zone not null default now(),
  constraint password_history_pkey PRIMARY KEY (admin_id, at),
  constraint password_history_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES admins(id)
);

-- Appearance and start page that each admin chose for the panel.
create table preferences (
  admin_id uuid not null,
  theme text not null,
  density text not null,
  -- Key of the page after sign-in; null: the dashboard, or the first page of the menu.
  start_page text,
  reduced_motion boolean not null,
  -- Single letters work as shortcuts. Off by default (WCAG 2.1.4): a scanner types letters too.
  letter_shortcuts boolean not null default false,
  -- IDs of the hidden columns, by list.
  hidden_columns jsonb not null default '{}'::jsonb,
  updated_at timestamp with time zone not null default now(),
  -- IDs of the columns in the order that the admin chose, by list; others keep their usual place.
  column_order jsonb not null default '{}'::jsonb,
  constraint preferences_pkey PRIMARY KEY (admin_id),
  constraint preferences_density_check CHECK ((density = ANY (ARRAY['compact'::text, 'default'::text, 'comfortable'::text]))),
  constraint preferences_theme_check CHECK ((theme = ANY (ARRAY['system'::text, 'light'::text, 'dark'::text]))),
  constraint preferences_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES admins(id)
);

-- Saved views of a list: filters, sort and columns under a name.
create table views (
  id uuid not null,
  -- Creator. With is_team, everybody who may read the list sees the view.
  admin_id uuid not null,
  list text not null,
  name text not null,
  -- Filters and sort as the list accepted them when the view was saved; never a page, and no search
  -- text where rows name people.
  query jsonb not null,
  -- null: each reader's own columns.
  hidden_columns text[],
  is_team boolean not null,
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  -- IDs of the columns in their order; null: each reader's own order.
  column_order text[],
  constraint views_pkey PRIMARY KEY (id),
  constraint views_name_check CHECK (((char_length(name) >= 2) AND (char_length(name) <= 40))),
  constraint views_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES admins(id)
);
CREATE INDEX views_list_idx ON views USING btree (list) WHERE is_team;
CREATE UNIQUE INDEX views_name_key ON views USING btree (admin_id, list, lower(name));

-- 0002_schools_and_fairs --------------------------------------------------------------------------

-- Keeps a table append-only: rejects update, delete and truncate.
CREATE OR REPLACE FUNCTION refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'Rows of % are append-only.', tg_table_name
    using errcode = 'insufficient_privilege';
end $function$;

-- Schools at which fairs are held.
create table schools (
  id uuid not null,
  identifier text not null,
  name text not null,
  address text not null,
  city text not null,
  state text not null,
  zip text not null,
  phone text not null default ''::text,
  time_zone text not null,
  enrollment integer,
  tax_exempt boolean not null default false,
  exempt_certificate_no text,
  exempt_valid_to date,
  facts_enabled boolean not null default true,
  coordinator_name text not null default ''::text,
  coordinator_email text not null default ''::text,
  -- Sum of ave_dollar_entries, moved together with each of them.
  ave_dollar_balance_cents bigint not null default 0,
  -- Delivered by the last sync. Only then may its absence from the next one make it inactive.
  in_source boolean not null default false,
  status text not null default 'active'::text,
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  region text not null default ''::text,
  coordinator_phone text not null default ''::text,
  -- People at the school besides the coordinator: name, role, email and phone of each.
  contacts jsonb not null default '[]'::jsonb,
  payment_terms text not null default ''::text,
  notes text not null default ''::text,
  -- Fields that the last sync delivered, in camelCase. While in_source, only a sync changes them.
  source_fields text[] not null default '{}'::text[],
  -- Sales bands of the agreement, lowest first: fromCents, profitCashPpm and profitAveDollarPpm of
  -- each (domain 8.7). Empty: the shares of the settings apply.
  profit_bands jsonb not null default '[]'::jsonb,
  -- School that this duplicate was merged into. Its identifier stands for that school.
  merged_into uuid,
  -- Rule of this school instead of that of the settings; null: the settings apply.
  student_retention_months integer,
  constraint schools_pkey PRIMARY KEY (id),
  constraint schools_ave_dollar_balance_cents_check CHECK ((ave_dollar_balance_cents >= 0)),
  constraint schools_contacts_check CHECK ((jsonb_typeof(contacts) = 'array'::text)),
  constraint schools_merged_check CHECK (((merged_into IS NULL) OR ((merged_into <> id) AND (status = 'inactive'::text) AND (NOT in_source)))),
  constraint schools_name_check CHECK (((char_length(name) >= 2) AND (char_length(name) <= 120))),
  constraint schools_profit_bands_check CHECK ((jsonb_typeof(profit_bands) = 'array'::text)),
  constraint schools_status_check CHECK ((status = ANY (ARRAY['active'::text, 'inactive'::text]))),
  constraint schools_student_retention_check CHECK (((student_retention_months >= 0) AND (student_retention_months <= 120))),
  constraint schools_merged_into_fkey FOREIGN KEY (merged_into) REFERENCES schools(id)
);
CREATE UNIQUE INDEX schools_identifier_key ON schools USING btree (lower(identifier));
CREATE INDEX schools_merged_idx ON schools USING btree (merged_into) WHERE (merged_into IS NOT NULL);
CREATE INDEX schools_name_idx ON schools USING btree (lower(name), id);
CREATE INDEX schools_place_idx ON schools USING btree (NULLIF(id, '00000000-0000-0000-0000-000000000000'::uuid));
CREATE INDEX schools_region_idx ON schools USING btree (region);
CREATE INDEX schools_text_idx ON schools USING gin (search_text(name) gin_trgm_ops, identifier gin_trgm_ops, search_text(city) gin_trgm_ops);
CREATE TRIGGER schools_announced_insert AFTER INSERT ON schools
  REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_any('fairs');
CREATE TRIGGER schools_announced_update AFTER UPDATE ON schools
  REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_any('fairs');

-- Book fairs, each at one school.
create table fairs (
  id uuid not null,
  identifier text not null,
  school_id uuid not null,
  name text not null,
  address text not null,
  start_date date not null,
  end_date date not null,
  -- Copied from the school; defines the calendar days of this fair.
  time_zone text not null,
  tax_rate_ppm integer not null,
  -- Person in charge of the fair.
  admin_id uuid not null,
  package_option smallint not null,
  hours text not null default ''::text,
  public_message text not null default ''::text,
  published boolean not null default false,
  status text not null default 'active'::text,
  close_out_state text not null default 'open'::text,
  -- Orders sold before the last reset are held when they arrive (domain 4.5).
  reset_at timestamp with time zone,
  -- Orders booked, moved in the transaction of each sale.
  order_count integer not null default 0,
  -- Net sales: subtotals of reported orders less refunds, moved in the transaction of each sale.
  net_cents bigint not null default 0,
  -- Number of devices that have an order-number letter at this fair.
  device_letters integer not null default 0,
  -- Number of times the featured titles were saved; they are not part of the fair's form.
  featured_version integer not null default 0,
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  created_by uuid,
  constraint fairs_pkey PRIMARY KEY (id),
  constraint fairs_check CHECK ((end_date >= start_date)),
  constraint fairs_close_out_state_check CHECK ((close_out_state = ANY (ARRAY['open'::text, 'finished'::text]))),
  constraint fairs_name_check CHECK (((char_length(name) >= 2) AND (char_length(name) <= 255))),
  constraint fairs_package_option_check CHECK (((package_option >= 1) AND (package_option <= 12))),
  constraint fairs_status_check CHECK ((status = ANY (ARRAY['active'::text, 'inactive'::text]))),
  constraint fairs_tax_rate_ppm_check CHECK (((tax_rate_ppm >= 0) AND (tax_rate_ppm <= 1000000))),
  constraint fairs_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES admins(id),
  constraint fairs_created_by_fkey FOREIGN KEY (created_by) REFERENCES admins(id),
  constraint fairs_school_id_fkey FOREIGN KEY (school_id) REFERENCES schools(id)
);
CREATE INDEX fairs_admin_open_idx ON fairs USING btree (admin_id) WHERE ((close_out_state = 'open'::text) AND (status = 'active'::text));
CREATE INDEX fairs_dates_idx ON fairs USING btree (start_date, end_date);
CREATE INDEX fairs_end_idx ON fairs USING btree (end_date);
CREATE UNIQUE INDEX fairs_identifier_key ON fairs USING btree (lower(identifier));
CREATE INDEX fairs_name_idx ON fairs USING btree (lower(name), id);
CREATE INDEX fairs_newest_idx ON fairs USING btree (start_date DESC, id);
CREATE INDEX fairs_open_idx ON fairs USING btree (id) WHERE (close_out_state = 'open'::text);
CREATE INDEX fairs_place_idx ON fairs USING btree (NULLIF(id, '00000000-0000-0000-0000-000000000000'::uuid));
CREATE INDEX fairs_school_idx ON fairs USING btree (school_id);
CREATE INDEX fairs_text_idx ON fairs USING gin (search_text(name) gin_trgm_ops, identifier gin_trgm_ops);
CREATE INDEX fairs_to_close_idx ON fairs USING btree (end_date, id) WHERE ((close_out_state = 'open'::text) AND (status = 'active'::text));
CREATE TRIGGER fairs_announced_delete AFTER DELETE ON fairs
  REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_fair_rows('fairs');
CREATE TRIGGER fairs_announced_insert AFTER INSERT ON fairs
  REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_fair_rows('fairs');
CREATE TRIGGER fairs_announced_update AFTER UPDATE ON fairs
  REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_fair_rows('fairs');

-- Every tax rate that the fair ever had. An order with another rate is held (RATE_MISMATCH).
create table fair_tax_rates (
  fair_id uuid not null,
  tax_rate_ppm integer not null,
  since timestamp with time zone not null default now(),
  constraint fair_tax_rates_pkey PRIMARY KEY (fair_id, tax_rate_ppm),
  constraint fair_tax_rates_fair_id_fkey FOREIGN KEY (fair_id) REFERENCES fairs(id)
);

-- Append only: training sales that each reset voided (domain 4.5); units sold, total after
-- refunds.
create table fair_resets (
  id uuid not null,
  fair_id uuid not null,
  orders integer not null,
  refunds integer not null,
  units bigint not null,
  total_cents bigint not null,
  reset_by uuid,
  reset_at timestamp with time zone not null default now(),
  constraint fair_resets_pkey PRIMARY KEY (id),
  constraint fair_resets_fair_id_fkey FOREIGN KEY (fair_id) REFERENCES fairs(id),
  constraint fair_resets_reset_by_fkey FOREIGN KEY (reset_by) REFERENCES admins(id)
);
CREATE TRIGGER fair_resets_append_only BEFORE DELETE OR UPDATE ON fair_resets
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER fair_resets_no_truncate BEFORE TRUNCATE ON fair_resets
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Students of each school, by the number that the school gave them.
create table students (
  id uuid not null,
  school_id uuid not null,
  student_number text not null,
  first_name text not null,
  last_name text not null,
  grade text not null default ''::text,
  teacher text not null default ''::text,
  facts_family_id text,
  in_source boolean not null default false,
  status text not null default 'active'::text,
  -- Names, parents, teacher and family ID were erased for good (domain 3.6); ledger and orders keep
  -- the ID.
  erased_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  version integer not null default 1,
  -- Fields that the last sync delivered, in camelCase. While in_source, only a sync changes them.
  source_fields text[] not null default '{}'::text[],
  -- Student that this duplicate was merged into. Its number and wallet card stand for that student.
  merged_into uuid,
  constraint students_pkey PRIMARY KEY (id),
  constraint students_number_key UNIQUE (school_id, student_number),
  constraint students_merged_check CHECK (((merged_into IS NULL) OR ((merged_into <> id) AND (status = 'inactive'::text) AND (NOT in_source)))),
  constraint students_status_check CHECK ((status = ANY (ARRAY['active'::text, 'inactive'::text]))),
  constraint students_merged_into_fkey FOREIGN KEY (merged_into) REFERENCES students(id),
  constraint students_school_id_fkey FOREIGN KEY (school_id) REFERENCES schools(id)
);
CREATE INDEX students_merged_idx ON students USING btree (merged_into) WHERE (merged_into IS NOT NULL);
CREATE INDEX students_name_idx ON students USING btree (lower(last_name), lower(first_name), id);
CREATE INDEX students_school_name_idx ON students USING btree (school_id, lower(last_name), lower(first_name), id);
CREATE INDEX students_text_idx ON students USING gin (search_text(((((student_number || ' '::text) || first_name) || ' '::text) || last_name)) gin_trgm_ops);
CREATE INDEX students_whole_number_idx ON students USING btree (student_number);
CREATE TRIGGER students_announced_delete AFTER DELETE ON students
  REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_any('students');
CREATE TRIGGER students_announced_insert AFTER INSERT ON students
  REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_any('students');
CREATE TRIGGER students_announced_update AFTER UPDATE ON students
  REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_any('students');
CREATE TRIGGER students_count_changed AFTER UPDATE ON students
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_changed_students();
CREATE TRIGGER students_count_gone AFTER DELETE ON students
  REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_gone_students();
CREATE TRIGGER students_count_new AFTER INSERT ON students
  REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_new_students();

-- Parents and guardians of students.
create table parents (
  id uuid not null,
  name text not null,
  email text not null default ''::text,
  phone text not null default ''::text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint parents_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX parents_name_email_key ON parents USING btree (name, lower(email));

-- Parents of each student.
create table student_parents (
  student_id uuid not null,
  parent_id uuid not null,
  constraint student_parents_pkey PRIMARY KEY (student_id, parent_id),
  constraint student_parents_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES parents(id),
  constraint student_parents_student_id_fkey FOREIGN KEY (student_id) REFERENCES students(id)
);
CREATE INDEX student_parents_parent_idx ON student_parents USING btree (parent_id);

-- eWallets, at most one per student.
create table wallets (
  id uuid not null,
  student_id uuid not null,
  -- Sum of wallet_entries, moved together with each of them by one guarded update.
  balance_cents bigint not null default 0,
  status text not null default 'active'::text,
  updated_at timestamp with time zone not null default now(),
  -- eWallet that this one was merged into: refunds and reversals of its payments move money there.
  merged_into uuid,
  constraint wallets_pkey PRIMARY KEY (id),
  constraint wallets_student_id_key UNIQUE (student_id),
  constraint wallets_balance_cents_check CHECK ((balance_cents >= 0)),
  constraint wallets_merged_check CHECK (((merged_into IS NULL) OR ((merged_into <> id) AND (balance_cents = 0)))),
  constraint wallets_status_check CHECK ((status = ANY (ARRAY['active'::text, 'frozen'::text]))),
  constraint wallets_merged_into_fkey FOREIGN KEY (merged_into) REFERENCES wallets(id),
  constraint wallets_student_id_fkey FOREIGN KEY (student_id) REFERENCES students(id)
);
CREATE INDEX wallets_merged_idx ON wallets USING btree (merged_into) WHERE (merged_into IS NOT NULL);
CREATE TRIGGER wallets_announced_insert AFTER INSERT ON wallets
  REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_any('students');
CREATE TRIGGER wallets_announced_update AFTER UPDATE ON wallets
  REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_any('students');

-- 0003_devices ------------------------------------------------------------------------------------

-- Tablets and terminals; a paired device is a register.
create table devices (
  id uuid not null,
  -- Label on the tablet; unique without regard to case.
  device_id text not null,
  name text not null,
  purchase_date date not null,
  warranty_date date not null,
  -- One of the four models; null for another or an unknown one.
  model smallint,
  admin_id uuid,
  status text not null default 'active'::text,
  deactivated_at timestamp with time zone,
  -- Keyed hash of the code that pairs a tablet; null once the device key that it gave was used.
  pairing_code_hash bytea,
  pairing_code_expires_at timestamp with time zone,
  -- SHA-256 of the key that a pairing code gave; null while not paired.
  device_key_hash bytea,
  wrong_codes integer not null default 0,
  locked_until timestamp with time zone,
  app_version text,
  last_seen_at timestamp with time zone,
  -- Time at which the register last handed in anything.
  last_sync_at timestamp with time zone,
  unsent_orders integer not null default 0,
  current_fair_id uuid,
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone,
  constraint devices_pkey PRIMARY KEY (id),
  constraint devices_check CHECK ((warranty_date >= purchase_date)),
  constraint devices_device_id_check CHECK (((char_length(device_id) >= 2) AND (char_length(device_id) <= 30))),
  constraint devices_model_check CHECK (((model >= 1) AND (model <= 4))),
  constraint devices_name_check CHECK (((char_length(name) >= 2) AND (char_length(name) <= 20))),
  constraint devices_pairing_code_check CHECK (((pairing_code_hash IS NULL) = (pairing_code_expires_at IS NULL))),
  constraint devices_status_check CHECK ((status = ANY (ARRAY['active'::text, 'inactive'::text]))),
  constraint devices_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES admins(id),
  constraint devices_current_fair_fkey FOREIGN KEY (current_fair_id) REFERENCES fairs(id)
);
CREATE UNIQUE INDEX devices_device_id_key ON devices USING btree (lower(device_id)) WHERE (deleted_at IS NULL);
CREATE TRIGGER devices_announced_delete AFTER DELETE ON devices
  REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_any('devices');
CREATE TRIGGER devices_announced_insert AFTER INSERT ON devices
  REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_any('devices');
CREATE TRIGGER devices_announced_update AFTER UPDATE ON devices
  REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_devices();

-- Register logins whose secret code is being checked. They count against the limits of wrong
-- codes until they are settled; those of a killed process count for 30 seconds.
create table register_tries (
  id uuid not null,
  device_id uuid not null,
  admin_id uuid,
  at timestamp with time zone not null default now(),
  cashier_id uuid,
  constraint register_tries_pkey PRIMARY KEY (id),
  constraint register_tries_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES admins(id) ON DELETE CASCADE,
  constraint register_tries_cashier_id_fkey FOREIGN KEY (cashier_id) REFERENCES cashiers(id) ON DELETE CASCADE,
  constraint register_tries_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id) ON DELETE CASCADE
);
CREATE INDEX register_tries_admin_idx ON register_tries USING btree (admin_id);
CREATE INDEX register_tries_cashier_idx ON register_tries USING btree (cashier_id);
CREATE INDEX register_tries_device_idx ON register_tries USING btree (device_id);

-- Devices planned for a fair. A register sells at a fair that its device is planned for, at one
-- of its person, or for somebody with the right to edit Fairs.
create table fair_devices (
  fair_id uuid not null,
  device_id uuid not null,
  constraint fair_devices_pkey PRIMARY KEY (fair_id, device_id),
  constraint fair_devices_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id),
  constraint fair_devices_fair_id_fkey FOREIGN KEY (fair_id) REFERENCES fairs(id)
);
CREATE TRIGGER fair_devices_announced_delete AFTER DELETE ON fair_devices
  REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_fairs('fairs');
CREATE TRIGGER fair_devices_announced_insert AFTER INSERT ON fair_devices
  REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_fairs('fairs');

-- Progress of each register's sequence numbers; they start again in each epoch.
create table device_epochs (
  device_id uuid not null,
  epoch integer not null,
  -- Every sequence up to this one is stored, as an order or as a held order.
  acknowledged_sequence bigint not null default 0,
  highest_sequence bigint not null default 0,
  constraint device_epochs_pkey PRIMARY KEY (device_id, epoch),
  constraint device_epochs_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id)
);

-- Order numbers are <FAIR>-<letter><4 digits>, counted per fair and device and never reused.
create table fair_device_counters (
  fair_id uuid not null,
  device_id uuid not null,
  letter text not null,
  last_number integer not null default 0,
  constraint fair_device_counters_pkey PRIMARY KEY (fair_id, device_id),
  constraint fair_device_counters_letter_key UNIQUE (fair_id, letter),
  constraint fair_device_counters_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id),
  constraint fair_device_counters_fair_id_fkey FOREIGN KEY (fair_id) REFERENCES fairs(id)
);

-- Control totals as the register counts them; compared with what is stored from it (invariant
-- I10).
create table device_day_totals (
  device_id uuid not null,
  epoch integer not null,
  business_day date not null,
  reported_orders integer not null,
  reported_cents bigint not null,
  reported_at timestamp with time zone not null default now(),
  constraint device_day_totals_pkey PRIMARY KEY (device_id, epoch, business_day),
  constraint device_day_totals_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id)
);

-- 0004_stock --------------------------------------------------------------------------------------

-- The catalog: books and other items, by SKU.
create table titles (
  id uuid not null,
  sku text not null,
  isbn13 text,
  title text not null,
  author text not null default ''::text,
  category text not null default 'Other'::text,
  format text not null default ''::text,
  price_cents bigint not null,
  taxable boolean not null default true,
  -- Sum of the movements into and out of the warehouse.
  warehouse_qty bigint not null default 0,
  -- Ship-to-school units that are paid for and not yet shipped.
  allocated_qty bigint not null default 0,
  -- Figure that the source system delivered last; only the difference from it is booked.
  source_warehouse_qty bigint,
  in_source boolean not null default false,
  status text not null default 'active'::text,
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  -- UPC-A on the label, besides SKU and ISBN. The form and the import keep it unique.
  upc text,
  -- SKU of the same title in the source, where it is another one: the title was added by hand and
  -- found by its ISBN or UPC.
  source_sku text,
  -- Fields that the last sync delivered, in camelCase. While in_source, only a sync changes them.
  source_fields text[] not null default '{}'::text[],
  constraint titles_pkey PRIMARY KEY (id),
  constraint titles_price_cents_check CHECK (((price_cents >= 0) AND (price_cents <= 99999))),
  constraint titles_status_check CHECK ((status = ANY (ARRAY['active'::text, 'inactive'::text]))),
  constraint titles_title_check CHECK (((char_length(title) >= 1) AND (char_length(title) <= 255))),
  constraint titles_upc_check CHECK ((upc ~ '^\d{12}$'::text))
);
CREATE INDEX titles_category_idx ON titles USING btree (category, lower(title), id);
CREATE INDEX titles_isbn13_idx ON titles USING btree (isbn13) WHERE (isbn13 IS NOT NULL);
CREATE UNIQUE INDEX titles_sku_key ON titles USING btree (lower(sku));
CREATE UNIQUE INDEX titles_source_sku_key ON titles USING btree (lower(source_sku)) WHERE (source_sku IS NOT NULL);
CREATE INDEX titles_text_idx ON titles USING gin (search_text(((((((((title || ' '::text) || author) || ' '::text) || replace(sku, '-'::text, ''::text)) || ' '::text) || COALESCE(isbn13, ''::text)) || ' '::text) || COALESCE(upc, ''::text))) gin_trgm_ops);
CREATE INDEX titles_upc_idx ON titles USING btree (upc) WHERE (upc IS NOT NULL);
CREATE TRIGGER titles_announced_insert AFTER INSERT ON titles
  REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_any('stock');
CREATE TRIGGER titles_announced_update AFTER UPDATE ON titles
  REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_any('stock');
CREATE TRIGGER titles_note_taxable AFTER UPDATE OF taxable ON titles
  FOR EACH ROW WHEN ((old.taxable <> new.taxable)) EXECUTE FUNCTION note_former_taxable();

-- Fair inventory: one title at one fair, in units, moved by deltas. No check keeps on_hand above
-- 0: a sale that was made is never refused (domain 3.8).
create table fair_lines (
  id uuid not null,
  fair_id uuid not null,
  title_id uuid not null,
  price_cents bigint not null,
  sent_qty bigint not null default 0,
  missing_qty bigint not null default 0,
  adjust_qty bigint not null default 0,
  sold_qty bigint not null default 0,
  restocked_qty bigint not null default 0,
  returned_qty bigint not null default 0,
  lost_qty bigint not null default 0,
  counted_return_qty bigint,
  damaged_qty bigint not null default 0,
  expected_return bigint generated always as (((((sent_qty - missing_qty) + adjust_qty) - sold_qty) + restocked_qty)) stored,
  on_hand bigint generated always as (((((((sent_qty - missing_qty) + adjust_qty) - sold_qty) + restocked_qty) - returned_qty) - lost_qty)) stored,
  status text not null default 'active'::text,
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint fair_lines_pkey PRIMARY KEY (id),
  constraint fair_lines_title_key UNIQUE (fair_id, title_id),
  constraint fair_lines_status_check CHECK ((status = ANY (ARRAY['active'::text, 'inactive'::text]))),
  constraint fair_lines_fair_id_fkey FOREIGN KEY (fair_id) REFERENCES fairs(id),
  constraint fair_lines_title_id_fkey FOREIGN KEY (title_id) REFERENCES titles(id)
);
CREATE INDEX fair_lines_not_counted_idx ON fair_lines USING btree (fair_id) WHERE (counted_return_qty IS NULL);
CREATE INDEX fair_lines_on_hand_at_fair_idx ON fair_lines USING btree (fair_id, on_hand) WHERE (status = 'active'::text);
CREATE INDEX fair_lines_on_hand_idx ON fair_lines USING btree (title_id) INCLUDE (on_hand) WHERE (on_hand > 0);
CREATE INDEX fair_lines_title_idx ON fair_lines USING btree (title_id, fair_id);
CREATE TRIGGER fair_lines_announced_delete AFTER DELETE ON fair_lines
  REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_fairs('stock');
CREATE TRIGGER fair_lines_announced_insert AFTER INSERT ON fair_lines
  REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_fairs('stock');
CREATE TRIGGER fair_lines_announced_update AFTER UPDATE ON fair_lines
  REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_fairs('stock');

-- Every price that a title ever had at a fair. An order with another price is held
-- (PRICE_MISMATCH).
create table fair_line_prices (
  fair_id uuid not null,
  title_id uuid not null,
  price_cents bigint not null,
  since timestamp with time zone not null default now(),
  constraint fair_line_prices_pkey PRIMARY KEY (fair_id, title_id, price_cents),
  constraint fair_line_prices_fair_id_title_id_fkey FOREIGN KEY (fair_id, title_id) REFERENCES fair_lines(fair_id, title_id) ON DELETE CASCADE
);

-- Earlier values of titles.taxable while the fair had the title. An order with a value that the
-- title never had is held (TAX_MISMATCH).
create table former_taxables (
  fair_id uuid not null,
  title_id uuid not null,
  taxable boolean not null,
  until timestamp with time zone not null default now(),
  constraint former_taxables_pkey PRIMARY KEY (fair_id, title_id, taxable),
  constraint former_taxables_fair_id_title_id_fkey FOREIGN KEY (fair_id, title_id) REFERENCES fair_lines(fair_id, title_id) ON DELETE CASCADE
);

-- Records the earlier value of titles.taxable for every fair that has the title.
CREATE OR REPLACE FUNCTION note_former_taxable()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into former_taxables (fair_id, title_id, taxable)
  select fair_id, title_id, old.taxable
  from fair_lines
  where title_id = old.id
  on conflict (fair_id, title_id, taxable) do update set until = excluded.until;
  return null;
end $function$;

-- Cartons packed for a fair, by the code on the carton.
create table cartons (
  id uuid not null,
  code text not null,
  fair_id uuid not null,
  label text not null default ''::text,
  -- Some of its rows were rejected while the valid ones were imported; the corrected rows may still
  -- be added.
  incomplete boolean not null default false,
  status text not null default 'packed'::text,
  scanned_in_at timestamp with time zone,
  -- Person, or register with its cashier, that scanned it at delivery. Null if the carton was never
  -- scanned in, even if it was scanned back.
  scanned_in_by text,
  scanned_back_at timestamp with time zone,
  scanned_back_by text,
  created_at timestamp with time zone not null default now(),
  -- Restock that the carton came with; null for the packing list.
  shipment_id uuid,
  constraint cartons_pkey PRIMARY KEY (id),
  constraint cartons_scans_check CHECK ((((scanned_in_at IS NULL) = (scanned_in_by IS NULL)) AND ((scanned_back_at IS NULL) = (scanned_back_by IS NULL)) AND ((scanned_back_at IS NOT NULL) = (status = 'returned'::text)) AND
CASE
    WHEN (status = ANY (ARRAY['packed'::text, 'missing_at_delivery'::text])) THEN (scanned_in_at IS NULL)
    WHEN (status = ANY (ARRAY['delivered'::text, 'missing_at_return'::text])) THEN (scanned_in_at IS NOT NULL)
    ELSE true
END)),
  constraint cartons_status_check CHECK ((status = ANY (ARRAY['packed'::text, 'delivered'::text, 'missing_at_delivery'::text, 'returned'::text, 'missing_at_return'::text]))),
  constraint cartons_fair_id_fkey FOREIGN KEY (fair_id) REFERENCES fairs(id),
  constraint cartons_shipment_id_fkey FOREIGN KEY (shipment_id) REFERENCES shipments(document_id)
);
CREATE UNIQUE INDEX cartons_code_key ON cartons USING btree (lower(code));
CREATE INDEX cartons_code_trgm_idx ON cartons USING gin (code gin_trgm_ops);
CREATE INDEX cartons_fair_idx ON cartons USING btree (fair_id);
CREATE INDEX cartons_shipment_idx ON cartons USING btree (shipment_id) WHERE (shipment_id IS NOT NULL);
CREATE TRIGGER cartons_announced_delete AFTER DELETE ON cartons
  REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_fairs('cartons');
CREATE TRIGGER cartons_announced_insert AFTER INSERT ON cartons
  REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_fairs('cartons');
CREATE TRIGGER cartons_announced_update AFTER UPDATE ON cartons
  REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_fairs('cartons');
CREATE TRIGGER cartons_settle_shipments AFTER UPDATE ON cartons
  REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION settle_shipments();

-- Units of each title in a carton, as packed.
create table carton_contents (
  carton_id uuid not null,
  title_id uuid not null,
  qty integer not null,
  -- Units on the packing list that were not in the carton.
  short_qty bigint not null default 0,
  -- Units that arrived damaged.
  damaged_qty bigint not null default 0,
  -- Of a carton missing at delivery: units that stayed at the fair because they were sold already.
  sold_qty bigint not null default 0,
  constraint carton_contents_pkey PRIMARY KEY (carton_id, title_id),
  constraint carton_contents_corrections_check CHECK ((((short_qty + damaged_qty) + sold_qty) <= qty)),
  constraint carton_contents_damaged_qty_check CHECK ((damaged_qty >= 0)),
  constraint carton_contents_qty_check CHECK ((qty > 0)),
  constraint carton_contents_short_qty_check CHECK ((short_qty >= 0)),
  constraint carton_contents_sold_qty_check CHECK ((sold_qty >= 0)),
  constraint carton_contents_carton_id_fkey FOREIGN KEY (carton_id) REFERENCES cartons(id),
  constraint carton_contents_title_id_fkey FOREIGN KEY (title_id) REFERENCES titles(id)
);

-- Append only: every quantity is a sum of these (domain 3.10). "supplier" is the outside world
-- that fills the warehouse.
create table stock_movements (
  id uuid not null,
  title_id uuid not null,
  qty bigint not null,
  from_place text not null,
  from_fair_id uuid,
  to_place text not null,
  to_fair_id uuid,
  -- sent, sale, restock, sync, correction, ship_to_school, …
  reason text not null,
  ref_type text not null,
  ref_id uuid,
  actor text not null,
  at timestamp with time zone not null default now(),
  constraint stock_movements_pkey PRIMARY KEY (id),
  constraint stock_movements_check CHECK (((from_place = 'fair'::text) = (from_fair_id IS NOT NULL))),
  constraint stock_movements_check1 CHECK (((to_place = 'fair'::text) = (to_fair_id IS NOT NULL))),
  constraint stock_movements_from_place_check CHECK ((from_place = ANY (ARRAY['warehouse'::text, 'fair'::text, 'customer'::text, 'lost'::text, 'supplier'::text]))),
  constraint stock_movements_qty_check CHECK ((qty > 0)),
  constraint stock_movements_to_place_check CHECK ((to_place = ANY (ARRAY['warehouse'::text, 'fair'::text, 'customer'::text, 'lost'::text, 'supplier'::text]))),
  constraint stock_movements_from_fair_id_fkey FOREIGN KEY (from_fair_id) REFERENCES fairs(id),
  constraint stock_movements_title_id_fkey FOREIGN KEY (title_id) REFERENCES titles(id),
  constraint stock_movements_to_fair_id_fkey FOREIGN KEY (to_fair_id) REFERENCES fairs(id)
);
CREATE INDEX stock_movements_from_fair_idx ON stock_movements USING btree (from_fair_id, title_id) WHERE (from_fair_id IS NOT NULL);
CREATE INDEX stock_movements_ref_idx ON stock_movements USING btree (ref_id) WHERE (ref_id IS NOT NULL);
CREATE INDEX stock_movements_title_idx ON stock_movements USING btree (title_id);
CREATE INDEX stock_movements_to_fair_idx ON stock_movements USING btree (to_fair_id, title_id) WHERE (to_fair_id IS NOT NULL);
CREATE INDEX stock_movements_without_sales_idx ON stock_movements USING btree (title_id, id) WHERE (reason <> ALL (ARRAY['sale'::text, 'restock'::text]));
CREATE TRIGGER stock_movements_append_only BEFORE DELETE OR UPDATE ON stock_movements
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER stock_movements_no_truncate BEFORE TRUNCATE ON stock_movements
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Append only: units that people added to or took from a fair's stock, and why (domain 3.8). Its
-- movement has ref_type adjustment.
create table stock_adjustments (
  id uuid not null,
  -- Line at that time. A line that never sold may be deleted; its adjustments stay.
  fair_line_id uuid not null,
  fair_id uuid not null,
  title_id uuid not null,
  -- Units by which the line's adjust_qty moved, in either direction.
  delta bigint not null,
  on_hand_after bigint not null,
  reason text not null,
  note text not null default ''::text,
  -- On the incoming side of a transfer: the adjustment of the fair that gave the units. The one
  -- movement of the transfer refers to it.
  transfer_id uuid,
  actor_type text not null,
  actor_id uuid,
  actor_name text not null,
  at timestamp with time zone not null default now(),
  -- Carton that the damaged units came in.
  carton_id uuid,
  constraint stock_adjustments_pkey PRIMARY KEY (id),
  constraint stock_adjustments_actor_type_check CHECK ((actor_type = ANY (ARRAY['admin'::text, 'device'::text, 'system'::text]))),
  constraint stock_adjustments_check CHECK (((reason = 'transfer_in'::text) = (transfer_id IS NOT NULL))),
  constraint stock_adjustments_delta_check CHECK ((delta <> 0)),
  constraint stock_adjustments_reason_check CHECK ((reason = ANY (ARRAY['received'::text, 'correction'::text, 'count'::text, 'damaged'::text, 'missing'::text, 'theft'::text, 'kept_by_school'::text, 'transfer_in'::text, 'transfer_out'::text, 'other'::text]))),
  constraint stock_adjustments_carton_id_fkey FOREIGN KEY (carton_id) REFERENCES cartons(id),
  constraint stock_adjustments_fair_id_fkey FOREIGN KEY (fair_id) REFERENCES fairs(id),
  constraint stock_adjustments_title_id_fkey FOREIGN KEY (title_id) REFERENCES titles(id),
  constraint stock_adjustments_transfer_id_fkey FOREIGN KEY (transfer_id) REFERENCES stock_adjustments(id)
);
CREATE INDEX stock_adjustments_carton_idx ON stock_adjustments USING btree (carton_id) WHERE (carton_id IS NOT NULL);
CREATE INDEX stock_adjustments_line_idx ON stock_adjustments USING btree (fair_line_id);
CREATE TRIGGER stock_adjustments_append_only BEFORE DELETE OR UPDATE ON stock_adjustments
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER stock_adjustments_no_truncate BEFORE TRUNCATE ON stock_adjustments
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- 0005_sales --------------------------------------------------------------------------------------

-- Sales as booked.
create table orders (
  id uuid not null,
  order_number text not null,
  client_order_id uuid not null,
  -- SHA-256 of the order as received (without mode); tells a repeated order from another one under
  -- the same number.
  body_hash bytea not null,
  fair_id uuid not null,
  school_id uuid not null,
  device_id uuid not null,
  epoch integer not null,
  sequence bigint not null,
  -- Released although another order of the register has its number (SEQUENCE_CONFLICT); such a
  -- number occurs more than once.
  sequence_repeated boolean not null default false,
  -- Admin who sold it; of a sale by a cashier of the fair, the admin of the fair.
  cashier_id uuid not null,
  -- Calendar day of sold_at in the fair's time zone.
  business_day date not null,
  sold_at timestamp with time zone not null,
  received_at timestamp with time zone not null default now(),
  customer_type text not null,
  student_id uuid,
  customer_name text,
  status text not null,
  tax_rate_ppm integer not null,
  tax_exempt boolean not null,
  exempt_reason text,
  exempt_certificate_no text,
  units integer not null,
  gross_cents bigint not null,
  discount_cents bigint not null,
  subtotal_cents bigint not null,
  tax_cents bigint not null,
  total_cents bigint not null,
  refunded_net_cents bigint not null default 0,
  refunded_tax_cents bigint not null default 0,
  uncollected_cents bigint not null default 0,
  overpaid_cents bigint not null default 0,
  methods smallint[] not null,
  payment_status text not null,
  ship_to_school boolean not null,
  -- Unusual facts about a sale that was booked anyway.
  flags text[] not null default '{}'::text[],
  voided_by_reset_id uuid,
  -- Time of sale as the register sent it, if it was not believed or a person has corrected it.
  clock_sold_at timestamp with time zone,
  -- Cashier of the fair who sold it; null: the admin did.
  fair_cashier_id uuid,
  constraint orders_pkey PRIMARY KEY (id),
  constraint orders_client_order_key UNIQUE (client_order_id),
  constraint orders_number_key UNIQUE (order_number),
  constraint orders_amounts_check CHECK (((gross_cents <= '100000000000'::bigint) AND (tax_cents <= '100000000000'::bigint) AND (uncollected_cents <= '100000000000'::bigint) AND ((overpaid_cents >= 0) AND (overpaid_cents <= '100000000000'::bigint)))),
  constraint orders_check CHECK ((subtotal_cents = (gross_cents - discount_cents))),
  constraint orders_check1 CHECK ((total_cents = (subtotal_cents + tax_cents))),
  constraint orders_customer_type_check CHECK ((customer_type = ANY (ARRAY['student'::text, 'parent'::text, 'teacher'::text, 'school'::text, 'other'::text]))),
  constraint orders_exempt_reason_check CHECK ((exempt_reason = ANY (ARRAY['school_purchase'::text, 'organization'::text, 'other'::text]))),
  constraint orders_status_check CHECK ((status = ANY (ARRAY['open'::text, 'completed'::text, 'partially_refunded'::text, 'refunded'::text, 'cancelled'::text]))),
  constraint orders_cashier_id_fkey FOREIGN KEY (cashier_id) REFERENCES admins(id),
  constraint orders_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id),
  constraint orders_fair_cashier_id_fkey FOREIGN KEY (fair_cashier_id) REFERENCES cashiers(id),
  constraint orders_fair_id_fkey FOREIGN KEY (fair_id) REFERENCES fairs(id),
  constraint orders_school_id_fkey FOREIGN KEY (school_id) REFERENCES schools(id),
  constraint orders_student_id_fkey FOREIGN KEY (student_id) REFERENCES students(id),
  constraint orders_voided_by_reset_fkey FOREIGN KEY (voided_by_reset_id) REFERENCES fair_resets(id)
);
CREATE INDEX orders_ave_dollar_idx ON orders USING btree (sold_at DESC, id DESC) WHERE (methods && '{6}'::smallint[]);
CREATE INDEX orders_customer_text_idx ON orders USING gin (search_text(customer_name) gin_trgm_ops) WHERE (customer_name IS NOT NULL);
CREATE INDEX orders_exempt_idx ON orders USING btree (sold_at DESC, id DESC) WHERE (tax_exempt AND (voided_by_reset_id IS NULL));
CREATE INDEX orders_fair_day_idx ON orders USING btree (fair_id, business_day);
CREATE INDEX orders_fair_newest_idx ON orders USING btree (fair_id, sold_at DESC, id DESC);
CREATE INDEX orders_newest_idx ON orders USING btree (sold_at DESC, id DESC);
CREATE INDEX orders_number_end_idx ON orders USING btree ("right"(order_number, 4), sold_at DESC, id DESC) INCLUDE (voided_by_reset_id);
CREATE INDEX orders_number_trgm_idx ON orders USING gin (order_number gin_trgm_ops);
CREATE INDEX orders_school_newest_idx ON orders USING btree (school_id, sold_at DESC, id DESC);
CREATE UNIQUE INDEX orders_sequence_key ON orders USING btree (device_id, epoch, sequence, (
CASE
    WHEN sequence_repeated THEN id
    ELSE NULL::uuid
END)) NULLS NOT DISTINCT;
CREATE INDEX orders_shipped_idx ON orders USING btree (sold_at DESC, id DESC) WHERE (ship_to_school AND (voided_by_reset_id IS NULL));
CREATE INDEX orders_student_newest_idx ON orders USING btree (student_id, sold_at DESC, id DESC) INCLUDE (voided_by_reset_id) WHERE (student_id IS NOT NULL);
CREATE INDEX orders_total_newest_idx ON orders USING btree (total_cents, sold_at DESC, id DESC) INCLUDE (voided_by_reset_id);
CREATE INDEX orders_unusual_idx ON orders USING btree (status, sold_at DESC, id DESC) WHERE (status <> 'completed'::text);
CREATE INDEX orders_voided_idx ON orders USING btree (id) WHERE (voided_by_reset_id IS NOT NULL);
CREATE TRIGGER orders_announced_insert AFTER INSERT ON orders
  REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_orders('orders', 'payments', 'stock', 'fairs', 'devices');
CREATE TRIGGER orders_announced_update AFTER UPDATE ON orders
  REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_orders('orders');
CREATE TRIGGER orders_erased_customer BEFORE INSERT ON orders
  FOR EACH ROW WHEN (((new.student_id IS NOT NULL) AND (new.customer_name IS NOT NULL))) EXECUTE FUNCTION leave_out_erased_customer();
CREATE TRIGGER orders_touch_changed AFTER UPDATE ON orders
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION touch_days();
CREATE TRIGGER orders_touch_new AFTER INSERT ON orders
  REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION touch_days();

-- Lines of each order: one title, or one item without a SKU.
create table order_lines (
  id uuid not null,
  order_id uuid not null,
  line_no integer not null,
  -- Copied from the order, which never changes it, so that one index answers searches by title.
  sold_at timestamp with time zone not null,
  title_id uuid,
  sku text,
  title text not null,
  category text not null,
  quantity integer not null,
  unit_price_cents bigint not null,
  gross_cents bigint not null,
  discount_cents bigint not null,
  -- Reason that the register gave for the discount.
  discount_reason text,
  net_cents bigint not null,
  taxable boolean not null,
  tax_cents bigint not null,
  fulfilment text not null,
  fulfilment_status text not null,
  last_copy boolean not null default false,
  refunded_qty integer not null default 0,
  refunded_net_cents bigint not null default 0,
  refunded_tax_cents bigint not null default 0,
  restocked_qty integer not null default 0,
  -- Units that left the warehouse for the school: those not refunded before the line was shipped.
  shipped_qty integer not null default 0,
  shipped_at timestamp with time zone,
  delivered_at timestamp with time zone,
  constraint order_lines_pkey PRIMARY KEY (id),
  constraint order_lines_number_key UNIQUE (order_id, line_no),
  constraint order_lines_check CHECK ((net_cents = (gross_cents - discount_cents))),
  constraint order_lines_check1 CHECK (((refunded_qty >= 0) AND (refunded_qty <= quantity))),
  constraint order_lines_check2 CHECK (((shipped_qty >= 0) AND (shipped_qty <= quantity))),
  constraint order_lines_fulfilment_check CHECK ((fulfilment = ANY (ARRAY['in_person'::text, 'ship_to_school'::text]))),
  constraint order_lines_fulfilment_status_check CHECK ((fulfilment_status = ANY (ARRAY['taken'::text, 'to_ship'::text, 'shipped'::text, 'delivered'::text, 'cancelled'::text]))),
  constraint order_lines_quantity_check CHECK (((quantity >= 1) AND (quantity <= 999))),
  constraint order_lines_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint order_lines_title_id_fkey FOREIGN KEY (title_id) REFERENCES titles(id)
);
CREATE INDEX order_lines_last_copy_idx ON order_lines USING btree (title_id) WHERE last_copy;
CREATE INDEX order_lines_promised_idx ON order_lines USING btree (title_id) WHERE (fulfilment_status = 'to_ship'::text);
CREATE INDEX order_lines_title_idx ON order_lines USING btree (title_id, sold_at DESC, order_id DESC) INCLUDE (title);
CREATE INDEX order_lines_to_ship_idx ON order_lines USING btree (order_id) WHERE (fulfilment_status = 'to_ship'::text);
CREATE INDEX order_lines_unnumbered_idx ON order_lines USING btree (title) WHERE (title_id IS NULL);
CREATE TRIGGER order_lines_announced_update AFTER UPDATE ON order_lines
  REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_order_lines('orders');
CREATE TRIGGER order_lines_note_titles AFTER INSERT ON order_lines
  REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_sold_titles();
CREATE TRIGGER order_lines_touch_changed AFTER UPDATE ON order_lines
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION touch_days();

-- Every name under which a title, or an item without a SKU, was ever sold. Searches read these
-- few rows instead of all order lines.
create table sold_titles (
  title_id uuid,
  title text not null,
  constraint sold_titles_key UNIQUE NULLS NOT DISTINCT (title_id, title)
);
CREATE INDEX sold_titles_text_idx ON sold_titles USING gin (search_text(title) gin_trgm_ops);

-- Adds the titles of new order lines to sold_titles.
CREATE OR REPLACE FUNCTION note_sold_titles()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- Always in the same order, so that two registers with the same new titles cannot deadlock.
  insert into sold_titles (title_id, title)
  select distinct n.title_id, n.title
  from new_rows n
  where not exists (
    select from sold_titles s where s.title_id = n.title_id and s.title = n.title
  )
  order by 1, 2
  on conflict do nothing;
  return null;
end $function$;

-- Payments of orders, and top-ups of eWallets.
create table payments (
  id uuid not null,
  -- Made by the register. For a top-up from the source file it is its externalId, so that each is
  -- credited only once.
  client_payment_id uuid not null,
  order_id uuid,
  fair_id uuid,
  school_id uuid not null,
  device_id uuid,
  purpose text not null,
  method smallint not null,
  type smallint not null,
  status text not null,
  -- Amount applied to the order or the eWallet; tendered and change are kept apart (domain C4).
  amount_cents bigint not null,
  -- The amount differs from the total of the order; never changes after the sale.
  is_part boolean not null default false,
  tendered_cents bigint not null default 0,
  change_cents bigint not null default 0,
  refunded_cents bigint not null default 0,
  check_number text,
  card_brand text,
  card_last4 text,
  processor_ref text,
  student_id uuid,
  wallet_id uuid,
  review_reason text,
  failure_code text,
  business_day date not null,
  paid_at timestamp with time zone not null,
  -- Time of the write, not the start of the transaction: a top-up that waited for a close-out was
  -- booked after it.
  created_at timestamp with time zone not null default clock_timestamp(),
  -- Copied from the order; such a payment is in no list and no sum.
  voided_by_reset_id uuid,
  -- Cash taken more than the amount, below 0 less; the amount is as it was owed.
  rounding_cents smallint not null default 0,
  constraint payments_pkey PRIMARY KEY (id),
  constraint payments_client_payment_key UNIQUE (client_payment_id),
  constraint payments_amount_cents_check CHECK ((amount_cents > 0)),
  constraint payments_amounts_check CHECK (((amount_cents <= '100000000000'::bigint) AND ((tendered_cents >= 0) AND (tendered_cents <= '100000000000'::bigint)) AND ((change_cents >= 0) AND (change_cents <= '100000000000'::bigint)))),
  constraint payments_check CHECK (((refunded_cents >= 0) AND (refunded_cents <= amount_cents))),
  constraint payments_method_check CHECK (((method >= 1) AND (method <= 6))),
  constraint payments_purpose_check CHECK ((purpose = ANY (ARRAY['sale'::text, 'wallet_top_up'::text]))),
  constraint payments_rounding_check CHECK (((rounding_cents = 0) OR ((method = 3) AND ((rounding_cents >= '-2'::integer) AND (rounding_cents <= 2))))) NOT VALID,
  constraint payments_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'completed'::text, 'failed'::text, 'cancelled'::text, 'refunded'::text, 'under_review'::text]))),
  constraint payments_type_check CHECK (((type >= 0) AND (type <= 2))),
  constraint payments_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id),
  constraint payments_fair_id_fkey FOREIGN KEY (fair_id) REFERENCES fairs(id),
  constraint payments_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint payments_school_id_fkey FOREIGN KEY (school_id) REFERENCES schools(id),
  constraint payments_student_id_fkey FOREIGN KEY (student_id) REFERENCES students(id),
  constraint payments_voided_by_reset_id_fkey FOREIGN KEY (voided_by_reset_id) REFERENCES fair_resets(id),
  constraint payments_wallet_id_fkey FOREIGN KEY (wallet_id) REFERENCES wallets(id)
);
CREATE INDEX payments_amount_newest_idx ON payments USING btree (amount_cents, paid_at DESC, id DESC) INCLUDE (voided_by_reset_id);
CREATE INDEX payments_attention_idx ON payments USING btree (status, paid_at DESC) WHERE (status = ANY (ARRAY['pending'::text, 'under_review'::text, 'failed'::text]));
CREATE INDEX payments_check_idx ON payments USING btree (lower(check_number), paid_at DESC) WHERE (check_number IS NOT NULL);
CREATE INDEX payments_check_trgm_idx ON payments USING gin (check_number gin_trgm_ops) WHERE (check_number IS NOT NULL);
CREATE INDEX payments_fair_day_idx ON payments USING btree (fair_id, business_day);
CREATE INDEX payments_fair_newest_idx ON payments USING btree (fair_id, paid_at DESC, id DESC);
CREATE INDEX payments_last4_newest_idx ON payments USING btree (card_last4, paid_at DESC, id DESC) INCLUDE (order_id, voided_by_reset_id) WHERE (card_last4 IS NOT NULL);
CREATE INDEX payments_newest_idx ON payments USING btree (paid_at DESC, id DESC);
CREATE INDEX payments_of_order_idx ON payments USING btree (order_id) INCLUDE (id, paid_at, voided_by_reset_id);
CREATE INDEX payments_part_newest_idx ON payments USING btree (amount_cents, paid_at DESC, order_id DESC) INCLUDE (voided_by_reset_id) WHERE is_part;
CREATE UNIQUE INDEX payments_processor_ref_key ON payments USING btree (processor_ref) WHERE (processor_ref IS NOT NULL);
CREATE INDEX payments_reference_trgm_idx ON payments USING gin (processor_ref gin_trgm_ops) WHERE (processor_ref IS NOT NULL);
CREATE INDEX payments_rounding_idx ON payments USING btree (fair_id, business_day) INCLUDE (order_id, rounding_cents) WHERE (rounding_cents <> 0);
CREATE INDEX payments_school_newest_idx ON payments USING btree (school_id, paid_at DESC, id DESC);
CREATE INDEX payments_school_only_idx ON payments USING btree (school_id, paid_at DESC, id DESC) WHERE (fair_id IS NULL);
CREATE INDEX payments_student_idx ON payments USING btree (student_id) WHERE (student_id IS NOT NULL);
CREATE INDEX payments_top_ups_idx ON payments USING btree (fair_id, business_day) WHERE (purpose = 'wallet_top_up'::text);
CREATE INDEX payments_voided_idx ON payments USING btree (id) WHERE (voided_by_reset_id IS NOT NULL);
CREATE TRIGGER payments_announced_insert AFTER INSERT ON payments
  REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_fairs('payments');
CREATE TRIGGER payments_announced_update AFTER UPDATE ON payments
  REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_fairs('payments');
CREATE TRIGGER payments_touch_changed AFTER UPDATE ON payments
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION touch_days();
CREATE TRIGGER payments_touch_new AFTER INSERT ON payments
  REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION touch_days();

-- Append only: changes of status of each payment (domain 4.1).
create table payment_events (
  id uuid not null,
  payment_id uuid not null,
  from_status text,
  to_status text not null,
  actor text not null,
  note text not null default ''::text,
  at timestamp with time zone not null default now(),
  seq bigint not null generated always as identity,
  -- Result that a register reported, if it differs from `to_status`: a person decides about it.
  reported text,
  constraint payment_events_pkey PRIMARY KEY (id),
  constraint payment_events_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id)
);
CREATE INDEX payment_events_payment_idx ON payment_events USING btree (payment_id, seq);
CREATE TRIGGER payment_events_append_only BEFORE DELETE OR UPDATE ON payment_events
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER payment_events_no_truncate BEFORE TRUNCATE ON payment_events
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Refunds of orders, in whole or in part.
create table refunds (
  id uuid not null,
  client_refund_id uuid not null,
  body_hash bytea not null,
  order_id uuid not null,
  fair_id uuid not null,
  device_id uuid,
  -- Refunds count on the day they are made (domain 8.4).
  business_day date not null,
  refunded_at timestamp with time zone not null,
  reason text not null,
  units integer not null,
  net_cents bigint not null,
  tax_cents bigint not null,
  total_cents bigint not null,
  actor text not null,
  created_at timestamp with time zone not null default now(),
  -- Cash paid out more than its tenders, below 0 less.
  rounding_cents smallint not null default 0,
  constraint refunds_pkey PRIMARY KEY (id),
  constraint refunds_client_refund_key UNIQUE (client_refund_id),
  constraint refunds_check CHECK ((total_cents = (net_cents + tax_cents))),
  constraint refunds_rounding_check CHECK (((rounding_cents >= '-2'::integer) AND (rounding_cents <= 2))) NOT VALID,
  constraint refunds_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id),
  constraint refunds_fair_id_fkey FOREIGN KEY (fair_id) REFERENCES fairs(id),
  constraint refunds_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id)
);
CREATE INDEX refunds_day_idx ON refunds USING btree (business_day);
CREATE INDEX refunds_fair_day_idx ON refunds USING btree (fair_id, business_day);
CREATE INDEX refunds_order_idx ON refunds USING btree (order_id);
CREATE TRIGGER refunds_announced_insert AFTER INSERT ON refunds
  REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_fairs('refunds', 'orders', 'payments', 'stock', 'fairs');
CREATE TRIGGER refunds_touch_changed AFTER UPDATE ON refunds
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION touch_days();
CREATE TRIGGER refunds_touch_new AFTER INSERT ON refunds
  REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION touch_days();

-- Units of each order line that a refund took back.
create table refund_lines (
  refund_id uuid not null,
  order_line_id uuid not null,
  quantity integer not null,
  net_cents bigint not null,
  tax_cents bigint not null,
  -- True if these units went back to the fair's stock. Damaged units do not, so one order line may
  -- have two rows.
  restock boolean not null,
  constraint refund_lines_pkey PRIMARY KEY (refund_id, order_line_id, restock),
  constraint refund_lines_quantity_check CHECK ((quantity > 0)),
  constraint refund_lines_order_line_id_fkey FOREIGN KEY (order_line_id) REFERENCES order_lines(id),
  constraint refund_lines_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES refunds(id)
);

-- Money that a refund gave back: the tender that it reduces, and the way it was paid out (cash
-- for a check).
create table refund_tenders (
  id uuid not null,
  refund_id uuid not null,
  payment_id uuid,
  method smallint not null,
  paid_out_as smallint not null,
  amount_cents bigint not null,
  constraint refund_tenders_pkey PRIMARY KEY (id),
  constraint refund_tenders_amount_cents_check CHECK ((amount_cents > 0)),
  constraint refund_tenders_method_check CHECK (((method >= 1) AND (method <= 6))),
  constraint refund_tenders_paid_out_as_check CHECK (((paid_out_as >= 1) AND (paid_out_as <= 6))),
  constraint refund_tenders_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  constraint refund_tenders_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES refunds(id)
);
CREATE INDEX refund_tenders_refund_idx ON refund_tenders USING btree (refund_id);

-- Orders that a register sold but that could not be booked as they are, whole as received (domain
-- 4.4); in no report.
create table held_orders (
  id uuid not null,
  client_order_id text not null,
  body jsonb not null,
  body_hash bytea not null,
  fair_id uuid not null,
  device_id uuid not null,
  cashier_id uuid not null,
  epoch integer not null,
  sequence bigint not null,
  reason text not null,
  detail text not null,
  business_day date not null,
  sold_at timestamp with time zone not null,
  total_cents bigint not null,
  received_at timestamp with time zone not null default now(),
  state text not null default 'waiting'::text,
  order_id uuid,
  decided_by uuid,
  decided_at timestamp with time zone,
  decision_reason text,
  -- Time of sale as the register sent it, if it was not believed.
  clock_sold_at timestamp with time zone,
  -- Cashier of the fair who sold it; null: the admin did.
  fair_cashier_id uuid,
  constraint held_orders_pkey PRIMARY KEY (id),
  constraint held_orders_body_key UNIQUE (device_id, epoch, sequence, body_hash),
  constraint held_orders_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'released'::text, 'discarded'::text]))),
  constraint held_orders_cashier_id_fkey FOREIGN KEY (cashier_id) REFERENCES admins(id),
  constraint held_orders_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES admins(id),
  constraint held_orders_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id),
  constraint held_orders_fair_cashier_id_fkey FOREIGN KEY (fair_cashier_id) REFERENCES cashiers(id),
  constraint held_orders_fair_id_fkey FOREIGN KEY (fair_id) REFERENCES fairs(id),
  constraint held_orders_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id)
);
CREATE INDEX held_orders_client_order_idx ON held_orders USING btree (client_order_id);
CREATE INDEX held_orders_fair_idx ON held_orders USING btree (fair_id, state);
CREATE INDEX held_orders_order_idx ON held_orders USING btree (order_id) WHERE (order_id IS NOT NULL);
CREATE TRIGGER held_orders_announced_insert AFTER INSERT ON held_orders
  REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_orders('orders');
CREATE TRIGGER held_orders_announced_update AFTER UPDATE ON held_orders
  REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_orders('orders');
CREATE TRIGGER held_orders_erased_customer BEFORE INSERT ON held_orders
  FOR EACH ROW WHEN (((new.body ->> 'customerName'::text) IS NOT NULL)) EXECUTE FUNCTION leave_out_erased_held_customer();

-- Refunds whose order is held, or that could not be booked; they wait with the order.
create table held_refunds (
  id uuid not null,
  client_refund_id uuid not null,
  client_order_id uuid not null,
  body jsonb not null,
  body_hash bytea not null,
  fair_id uuid not null,
  device_id uuid not null,
  reason text not null,
  received_at timestamp with time zone not null default now(),
  state text not null default 'waiting'::text,
  -- Person with the duty who sent the refund, and so approved it.
  approver_id uuid,
  constraint held_refunds_pkey PRIMARY KEY (id),
  constraint held_refunds_client_refund_key UNIQUE (client_refund_id),
  constraint held_refunds_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'released'::text, 'discarded'::text]))),
  constraint held_refunds_approver_id_fkey FOREIGN KEY (approver_id) REFERENCES admins(id),
  constraint held_refunds_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id),
  constraint held_refunds_fair_id_fkey FOREIGN KEY (fair_id) REFERENCES fairs(id)
);
CREATE INDEX held_refunds_order_idx ON held_refunds USING btree (client_order_id) WHERE (state = 'waiting'::text);
CREATE TRIGGER held_refunds_announced_insert AFTER INSERT ON held_refunds
  REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_fairs('orders');
CREATE TRIGGER held_refunds_announced_update AFTER UPDATE ON held_refunds
  REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_fairs('orders');

-- Replaces the name of an erased student on a new order.
CREATE OR REPLACE FUNCTION leave_out_erased_customer()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform from students where id = new.student_id and erased_at is not null for key share;
  if found then new.customer_name := 'Erased student'; end if;
  return new;
end $function$;

-- Replaces the name of an erased student on a new held order.
CREATE OR REPLACE FUNCTION leave_out_erased_held_customer()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform
  from students s
  join fairs f on f.school_id = s.school_id
  where f.id = new.fair_id
    and s.student_number = trim(new.body ->> 'studentNumber')
    and s.erased_at is not null;
  if found then new.body := jsonb_set(new.body, '{customerName}', '"Erased student"'); end if;
  return new;
end $function$;

-- 0006_ewallets_and_ave_dollars -------------------------------------------------------------------

-- Append only: the ledger of eWallets. Positive amounts add money, negative amounts spend it.
create table wallet_entries (
  id uuid not null,
  wallet_id uuid not null,
  type text not null,
  amount_cents bigint not null,
  balance_after_cents bigint not null,
  payment_id uuid,
  refund_id uuid,
  idempotency_key text not null,
  -- Day in the school's time zone on which the money moved: paid_at of a top-up, the day of the
  -- sale for a spend.
  business_day date not null,
  actor text not null,
  note text not null default ''::text,
  -- Time of the write, not the start of the transaction, as in payments.created_at.
  at timestamp with time zone not null default clock_timestamp(),
  seq bigint not null generated always as identity,
  constraint wallet_entries_pkey PRIMARY KEY (id),
  constraint wallet_entries_idempotency_key UNIQUE (idempotency_key),
  constraint wallet_entries_amount_cents_check CHECK ((amount_cents <> 0)),
  constraint wallet_entries_balance_after_cents_check CHECK ((balance_after_cents >= 0)),
  constraint wallet_entries_type_check CHECK ((type = ANY (ARRAY['top_up'::text, 'spend'::text, 'refund'::text, 'adjust'::text, 'payout'::text]))),
  constraint wallet_entries_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  constraint wallet_entries_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES refunds(id),
  constraint wallet_entries_wallet_id_fkey FOREIGN KEY (wallet_id) REFERENCES wallets(id)
);
CREATE INDEX wallet_entries_day_idx ON wallet_entries USING btree (business_day) INCLUDE (amount_cents);
CREATE INDEX wallet_entries_payment_idx ON wallet_entries USING btree (payment_id) WHERE (payment_id IS NOT NULL);
CREATE INDEX wallet_entries_wallet_idx ON wallet_entries USING btree (wallet_id, seq);
CREATE TRIGGER wallet_entries_append_only BEFORE DELETE OR UPDATE ON wallet_entries
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER wallet_entries_no_truncate BEFORE TRUNCATE ON wallet_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER wallet_entries_touch_new AFTER INSERT ON wallet_entries
  REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION touch_days_of_wallets();

-- Append only: the ledger of each school's AveDollars, with signs as in wallet_entries.
create table ave_dollar_entries (
  id uuid not null,
  school_id uuid not null,
  type text not null,
  amount_cents bigint not null,
  balance_after_cents bigint not null,
  fair_id uuid,
  payment_id uuid,
  refund_id uuid,
  idempotency_key text not null,
  business_day date not null,
  actor text not null,
  at timestamp with time zone not null default now(),
  seq bigint not null generated always as identity,
  -- Reason of an adjustment; blank for other entries.
  note text not null default ''::text,
  constraint ave_dollar_entries_pkey PRIMARY KEY (id),
  constraint ave_dollar_entries_idempotency_key UNIQUE (idempotency_key),
  constraint ave_dollar_entries_amount_cents_check CHECK ((amount_cents <> 0)),
  constraint ave_dollar_entries_balance_after_cents_check CHECK ((balance_after_cents >= 0)),
  constraint ave_dollar_entries_type_check CHECK ((type = ANY (ARRAY['earn'::text, 'spend'::text, 'refund'::text, 'reverse'::text, 'adjust'::text]))),
  constraint ave_dollar_entries_fair_id_fkey FOREIGN KEY (fair_id) REFERENCES fairs(id),
  constraint ave_dollar_entries_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  constraint ave_dollar_entries_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES refunds(id),
  constraint ave_dollar_entries_school_id_fkey FOREIGN KEY (school_id) REFERENCES schools(id)
);
CREATE INDEX ave_dollar_entries_school_idx ON ave_dollar_entries USING btree (school_id, seq);
CREATE TRIGGER ave_dollar_entries_append_only BEFORE DELETE OR UPDATE ON ave_dollar_entries
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ave_dollar_entries_no_truncate BEFORE TRUNCATE ON ave_dollar_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- 0007_close_out ----------------------------------------------------------------------------------

-- Append only: the snapshots v1, v2, … of each fair that was finished (domain 4.4).
create table close_outs (
  id uuid not null,
  fair_id uuid not null,
  number integer not null,
  profit_option text not null,
  profit_rate_ppm integer not null,
  -- Cash profit, or the AveDollars earned instead.
  profit_cents bigint not null,
  -- Cash without the float; below zero if part of the float is missing.
  counted_cash_cents bigint,
  counted_check_cents bigint,
  -- Number of checks counted; null if they were not counted.
  counted_checks bigint generated always as ((((snapshot -> 'counted'::text) ->> 'checks'::text))::bigint) stored,
  -- json, not jsonb: the text exactly as it was hashed. SALES_SUMMARY over the full range,
  -- settlement, counts, returns, orders.
  snapshot json not null,
  snapshot_sha256 bytea not null,
  -- Taken once the fair was locked: anything booked for the fair later, such as a late top-up, is
  -- not in the snapshot.
  finished_at timestamp with time zone not null,
  finished_by uuid,
  finished_by_name text not null,
  constraint close_outs_pkey PRIMARY KEY (id),
  constraint close_outs_number_key UNIQUE (fair_id, number),
  constraint close_outs_amounts_check CHECK (((counted_cash_cents <= 100000000) AND (counted_check_cents <= 100000000))),
  constraint close_outs_counted_check_cents_check CHECK ((counted_check_cents >= 0)),
  constraint close_outs_number_check CHECK ((number >= 1)),
  constraint close_outs_profit_cents_check CHECK ((profit_cents >= 0)),
  constraint close_outs_profit_option_check CHECK ((profit_option = ANY (ARRAY['cash'::text, 'ave_dollar'::text]))),
  constraint close_outs_profit_rate_ppm_check CHECK (((profit_rate_ppm >= 0) AND (profit_rate_ppm <= 1000000))),
  constraint close_outs_snapshot_sha256_check CHECK ((length(snapshot_sha256) = 32)),
  constraint close_outs_fair_id_fkey FOREIGN KEY (fair_id) REFERENCES fairs(id),
  constraint close_outs_finished_by_fkey FOREIGN KEY (finished_by) REFERENCES admins(id)
);
CREATE TRIGGER close_outs_append_only BEFORE DELETE OR UPDATE ON close_outs
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER close_outs_no_truncate BEFORE TRUNCATE ON close_outs
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER close_outs_touch_new AFTER INSERT ON close_outs
  REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION touch_days_of_close_outs();

-- Append only: close-outs that were reverted, each at most once.
create table close_out_reversals (
  close_out_id uuid not null,
  reason text not null,
  reverted_at timestamp with time zone not null default now(),
  reverted_by uuid,
  reverted_by_name text not null,
  constraint close_out_reversals_pkey PRIMARY KEY (close_out_id),
  constraint close_out_reversals_reason_check CHECK (((char_length(reason) >= 5) AND (char_length(reason) <= 255))),
  constraint close_out_reversals_close_out_id_fkey FOREIGN KEY (close_out_id) REFERENCES close_outs(id),
  constraint close_out_reversals_reverted_by_fkey FOREIGN KEY (reverted_by) REFERENCES admins(id)
);
CREATE TRIGGER close_out_reversals_append_only BEFORE DELETE OR UPDATE ON close_out_reversals
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER close_out_reversals_no_truncate BEFORE TRUNCATE ON close_out_reversals
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER close_out_reversals_touch_new AFTER INSERT ON close_out_reversals
  REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION touch_days_of_close_outs();

-- Append only: money counted on a day of a fair. The last count of a day stands (domain 9.4).
create table cash_counts (
  id uuid not null,
  fair_id uuid not null,
  business_day date not null,
  cash_cents bigint not null,
  check_cents bigint not null,
  checks integer not null,
  counted_by text not null,
  second_person text not null,
  note text not null default ''::text,
  entered_by text not null,
  at timestamp with time zone not null default now(),
  seq bigint not null generated always as identity,
  constraint cash_counts_pkey PRIMARY KEY (id),
  constraint cash_counts_amounts_check CHECK (((cash_cents <= 100000000) AND (check_cents <= 100000000) AND (checks <= 100000))),
  constraint cash_counts_cash_cents_check CHECK ((cash_cents >= 0)),
  constraint cash_counts_check CHECK ((lower(counted_by) <> lower(second_person))),
  constraint cash_counts_check_cents_check CHECK ((check_cents >= 0)),
  constraint cash_counts_checks_check CHECK ((checks >= 0)),
  constraint cash_counts_fair_id_fkey FOREIGN KEY (fair_id) REFERENCES fairs(id)
);
CREATE INDEX cash_counts_day_idx ON cash_counts USING btree (fair_id, business_day, seq DESC);
CREATE TRIGGER cash_counts_announced_insert AFTER INSERT ON cash_counts
  REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_fairs('fairs');
CREATE TRIGGER cash_counts_announced_update AFTER UPDATE ON cash_counts
  REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_fairs('fairs');
CREATE TRIGGER cash_counts_append_only BEFORE DELETE OR UPDATE ON cash_counts
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER cash_counts_no_truncate BEFORE TRUNCATE ON cash_counts
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Append only: the float, change money that is put into the drawers before a day and taken out
-- after it; never money of a sale. The last count of a day and direction stands.
create table float_counts (
  id uuid not null,
  fair_id uuid not null,
  business_day date not null,
  direction text not null,
  amount_cents bigint not null,
  counted_by text not null,
  second_person text not null,
  note text not null default ''::text,
  entered_by text not null,
  at timestamp with time zone not null default now(),
  seq bigint not null generated always as identity,
  constraint float_counts_pkey PRIMARY KEY (id),
  constraint float_counts_amount_cents_check CHECK ((amount_cents >= 0)),
  constraint float_counts_check CHECK ((lower(counted_by) <> lower(second_person))),
  constraint float_counts_direction_check CHECK ((direction = ANY (ARRAY['in'::text, 'out'::text]))),
  constraint float_counts_fair_id_fkey FOREIGN KEY (fair_id) REFERENCES fairs(id)
);
CREATE INDEX float_counts_day_idx ON float_counts USING btree (fair_id, business_day, direction, seq DESC);
CREATE TRIGGER float_counts_announced_insert AFTER INSERT ON float_counts
  REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_fairs('fairs');
CREATE TRIGGER float_counts_append_only BEFORE DELETE OR UPDATE ON float_counts
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER float_counts_no_truncate BEFORE TRUNCATE ON float_counts
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Close-out in force: none for an open fair, one for a finished fair. Money counted beyond the
-- limits is treated as not counted.
create view standing_close_outs as
 SELECT id,
    fair_id,
    number,
    profit_option,
    profit_rate_ppm,
    profit_cents,
        CASE
            WHEN counted_cash_cents <= 100000000 THEN counted_cash_cents
            ELSE NULL::bigint
        END AS counted_cash_cents,
        CASE
            WHEN counted_check_cents <= 100000000 THEN counted_check_cents
            ELSE NULL::bigint
        END AS counted_check_cents,
    snapshot,
    snapshot_sha256,
    finished_at,
    finished_by,
    finished_by_name,
        CASE
            WHEN counted_checks <= 100000 THEN counted_checks
            ELSE NULL::bigint
        END AS counted_checks
   FROM close_outs c
  WHERE NOT (EXISTS ( SELECT
           FROM close_out_reversals r
          WHERE r.close_out_id = c.id));

-- Last count of each day. A reset ends the counts of training money; a count beyond the limits
-- never stands.
create view standing_cash_counts as
 SELECT DISTINCT ON (c.fair_id, c.business_day) c.id,
    c.fair_id,
    c.business_day,
    c.cash_cents,
    c.check_cents,
    c.checks,
    c.counted_by,
    c.second_person,
    c.note,
    c.entered_by,
    c.at,
    c.seq
   FROM cash_counts c
     JOIN fairs f ON f.id = c.fair_id
  WHERE (f.reset_at IS NULL OR c.at > f.reset_at) AND c.cash_cents <= 100000000 AND c.check_cents <= 100000000
  ORDER BY c.fair_id, c.business_day, c.seq DESC;

-- Float of each day and direction: the office's last count, else the sum of the drawers. What
-- drawers paid out is added to what went out (domain 9.12).
create view standing_float_counts as
 WITH counts AS NOT MATERIALIZED (
         SELECT c.id,
            c.fair_id,
            c.business_day,
            c.direction,
            c.amount_cents,
            c.counted_by,
            c.second_person,
            c.note,
            c.entered_by,
            c.at,
            c.seq
           FROM float_counts c
             JOIN fairs f ON f.id = c.fair_id
          WHERE f.reset_at IS NULL OR c.at > f.reset_at
        ), drawers AS NOT MATERIALIZED (
         SELECT d.id,
            d.fair_id,
            d.device_id,
            d.business_day,
            d.kind,
            d.amount_cents,
            d.pieces,
            d.check_cents,
            d.checks,
            d.expected_cents,
            d.expected_check_cents,
            d.second_person,
            d.reason,
            d.entered_by,
            d.at,
            d.received_at,
            d.close_out_id,
            d.seq,
            d.body_hash,
                CASE d.kind
                    WHEN 'float_in'::text THEN 'in'::text
                    ELSE 'out'::text
                END AS direction
           FROM standing_drawer_entries d
          WHERE d.kind = ANY (ARRAY['float_in'::text, 'float_out'::text, 'pay_out'::text])
        )
 SELECT o.id,
    o.fair_id,
    o.business_day,
    o.direction,
    o.amount_cents + COALESCE(( SELECT sum(d.amount_cents) AS sum
           FROM drawers d
          WHERE d.fair_id = o.fair_id AND d.business_day = o.business_day AND d.direction = o.direction AND d.kind = 'pay_out'::text), 0::numeric)::bigint AS amount_cents,
    o.counted_by,
    o.second_person,
    o.note,
    o.entered_by,
    o.at,
    o.seq
   FROM ( SELECT DISTINCT ON (c.fair_id, c.business_day, c.direction) c.id,
            c.fair_id,
            c.business_day,
            c.direction,
            c.amount_cents,
            c.counted_by,
            c.second_person,
            c.note,
            c.entered_by,
            c.at,
            c.seq
           FROM counts c
          ORDER BY c.fair_id, c.business_day, c.direction, c.seq DESC) o
UNION ALL
 SELECT (array_agg(d.id ORDER BY d.seq DESC))[1] AS id,
    d.fair_id,
    d.business_day,
    d.direction,
    sum(d.amount_cents)::bigint AS amount_cents,
    string_agg(DISTINCT d.entered_by, ', '::text) AS counted_by,
    ''::text AS second_person,
    COALESCE(string_agg(DISTINCT NULLIF(d.reason, ''::text), ', '::text), ''::text) AS note,
    string_agg(DISTINCT d.entered_by, ', '::text) AS entered_by,
    max(d.at) AS at,
    max(d.seq) AS seq
   FROM drawers d
  WHERE NOT (EXISTS ( SELECT
           FROM counts c
          WHERE c.fair_id = d.fair_id AND c.business_day = d.business_day AND c.direction = d.direction))
  GROUP BY d.fair_id, d.business_day, d.direction;

-- 0008_documents ----------------------------------------------------------------------------------

-- Types of templates: flyer, poster, …; staff may add more.
create table template_types (
  id uuid not null,
  code text not null,
  name text not null,
  sort integer not null,
  status text not null default 'active'::text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint template_types_pkey PRIMARY KEY (id),
  constraint template_types_code_key UNIQUE (code),
  constraint template_types_name_check CHECK (((char_length(name) >= 2) AND (char_length(name) <= 40))),
  constraint template_types_status_check CHECK ((status = ANY (ARRAY['active'::text, 'inactive'::text])))
);
CREATE UNIQUE INDEX template_types_name_key ON template_types USING btree (lower(name));

-- Artwork of templates. Rows never change: new artwork is a new row.
create table artworks (
  id uuid not null,
  file_name text not null,
  uploaded_as text not null,
  -- Rewritten from the upload: no scripts, links, forms or attachments.
  pdf bytea storage external not null,
  sha256 bytea not null,
  -- Size of each page in points: [{"width": 612, "height": 792}].
  pages jsonb not null,
  uploaded_by uuid,
  uploaded_at timestamp with time zone not null default now(),
  constraint artworks_pkey PRIMARY KEY (id),
  constraint artworks_uploaded_as_check CHECK ((uploaded_as = ANY (ARRAY['pdf'::text, 'png'::text, 'jpeg'::text]))),
  constraint artworks_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES admins(id)
);

-- Master templates: artwork with placed fields. Edits are a draft.
create table templates (
  id uuid not null,
  name text not null,
  template_type_id uuid not null,
  status text not null default 'active'::text,
  -- Color of the hero on public pages that offer this template; applies at once, like the name.
  page_colour text,
  -- Artwork of the draft.
  artwork_id uuid not null,
  -- Placed fields of the draft, in the form of the contract.
  fields jsonb not null default '[]'::jsonb,
  -- Version that fairs get.
  published_number integer,
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  updated_by_name text not null,
  constraint templates_pkey PRIMARY KEY (id),
  constraint templates_name_check CHECK (((char_length(name) >= 2) AND (char_length(name) <= 80))),
  constraint templates_page_colour_check CHECK ((page_colour ~ '^#[0-9A-Fa-f]{6}$'::text)),
  constraint templates_status_check CHECK ((status = ANY (ARRAY['active'::text, 'inactive'::text]))),
  constraint templates_artwork_id_fkey FOREIGN KEY (artwork_id) REFERENCES artworks(id),
  constraint templates_published_fkey FOREIGN KEY (id, published_number) REFERENCES template_versions(template_id, number),
  constraint templates_template_type_id_fkey FOREIGN KEY (template_type_id) REFERENCES template_types(id)
);

-- Append only: published versions, so that each can be restored.
create table template_versions (
  id uuid not null,
  template_id uuid not null,
  number integer not null,
  artwork_id uuid not null,
  fields jsonb not null,
  published_at timestamp with time zone not null default now(),
  published_by_name text not null,
  constraint template_versions_pkey PRIMARY KEY (id),
  constraint template_versions_template_id_number_key UNIQUE (template_id, number),
  constraint template_versions_artwork_id_fkey FOREIGN KEY (artwork_id) REFERENCES artworks(id),
  constraint template_versions_template_id_fkey FOREIGN KEY (template_id) REFERENCES templates(id)
);
CREATE TRIGGER template_versions_append_only BEFORE DELETE OR UPDATE ON template_versions
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER template_versions_no_truncate BEFORE TRUNCATE ON template_versions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- A fair's copies of templates.
create table customizations (
  fair_id uuid not null,
  template_id uuid not null,
  -- Text that staff entered for this fair, by merge field; the other fields come from the fair.
  field_values jsonb not null default '{}'::jsonb,
  -- Offered for download on the fair's public page.
  published boolean not null default false,
  version integer not null default 1,
  updated_by_name text not null,
  updated_at timestamp with time zone not null default now(),
  constraint customizations_pkey PRIMARY KEY (fair_id, template_id),
  constraint customizations_fair_id_fkey FOREIGN KEY (fair_id) REFERENCES fairs(id) ON DELETE CASCADE,
  constraint customizations_template_id_fkey FOREIGN KEY (template_id) REFERENCES templates(id)
);
CREATE INDEX customizations_template_idx ON customizations USING btree (template_id) WHERE published;

-- PDF made from a customization, kept until its content changes.
create table documents (
  fair_id uuid not null,
  template_id uuid not null,
  -- Hash of everything that the document shows: the version of the template and every text.
  made_from bytea not null,
  pdf bytea storage external not null,
  pages integer not null,
  made_at timestamp with time zone not null default now(),
  constraint documents_pkey PRIMARY KEY (fair_id, template_id),
  constraint documents_fair_id_template_id_fkey FOREIGN KEY (fair_id, template_id) REFERENCES customizations(fair_id, template_id) ON DELETE CASCADE
);

-- Titles from a fair's inventory that its public page features, in the order that staff gave.
create table featured_titles (
  fair_id uuid not null,
  title_id uuid not null,
  sort integer not null,
  constraint featured_titles_pkey PRIMARY KEY (fair_id, title_id),
  constraint featured_titles_fair_id_title_id_fkey FOREIGN KEY (fair_id, title_id) REFERENCES fair_lines(fair_id, title_id) ON DELETE CASCADE
);

-- 0009_operations ---------------------------------------------------------------------------------

-- One row: every constant that the owner may change (domain 3.15).
create table settings (
  id boolean not null default true,
  company_name text not null default 'POS Admin'::text,
  support_email text not null default ''::text,
  support_phone text not null default ''::text,
  public_base_url text not null default ''::text,
  default_time_zone text not null default 'America/New_York'::text,
  receipt_footer text not null default ''::text,
  ewallet_min_top_up_cents bigint not null default 1000,
  ewallet_max_balance_cents bigint not null default 50000,
  ewallet_leftover_policy text not null default 'carry_forward'::text,
  profit_cash_ppm integer not null default 250000,
  profit_ave_dollar_ppm integer not null default 400000,
  max_check_overage_cents bigint not null default 2000,
  last_copy_threshold integer not null default 1,
  low_stock_threshold integer not null default 3,
  device_stale_hours integer not null default 2,
  warranty_warn_days integer not null default 30,
  session_idle_hours integer not null default 12,
  -- Name of a source in SYNC_SOURCE or SYNC_SOURCES, never its address; empty for the first one
  -- listed.
  sync_source text not null default ''::text,
  sync_schedule text not null default 'off'::text,
  sync_hour integer not null default 2,
  -- Admin who set the schedule; owner of the syncs that it starts.
  sync_scheduled_by uuid,
  -- Time at which the schedule was set; no sync is due before it.
  sync_scheduled_at timestamp with time zone,
  -- Steps of the first-run setup that were postponed.
  skipped_steps text[] not null default '{}'::text[],
  version integer not null default 1,
  updated_at timestamp with time zone not null default now(),
  -- Months after a student's last activity at which the names are erased; 0: never by itself.
  student_retention_months integer not null default 0,
  round_cash boolean not null default false,
  -- Share of a line above which a discount at a register needs an approval.
  max_discount_percent smallint not null default 20,
  -- Hours without a network after which selling on at a register needs an approval.
  max_offline_hours smallint not null default 24,
  -- Days from the close-out to the day by which a school pays, unless its own terms name others.
  statement_due_days smallint not null default 30,
  -- Day from which everybody needs a second factor.
  factor_required_from date,
  access_log_months integer not null default 24,
  constraint settings_pkey PRIMARY KEY (id),
  constraint settings_access_log_months_check CHECK (((access_log_months >= 6) AND (access_log_months <= 120))),
  constraint settings_approvals_check CHECK ((((max_discount_percent >= 0) AND (max_discount_percent <= 100)) AND ((max_offline_hours >= 1) AND (max_offline_hours <= 168)))) NOT VALID,
  constraint settings_ewallet_leftover_policy_check CHECK ((ewallet_leftover_policy = ANY (ARRAY['carry_forward'::text, 'refund'::text]))),
  constraint settings_id_check CHECK (id),
  constraint settings_session_idle_hours_check CHECK (((session_idle_hours >= 1) AND (session_idle_hours <= 168))),
  constraint settings_statement_due_days_check CHECK (((statement_due_days >= 0) AND (statement_due_days <= 365))) NOT VALID,
  constraint settings_student_retention_check CHECK (((student_retention_months >= 0) AND (student_retention_months <= 120))),
  constraint settings_sync_hour_check CHECK (((sync_hour >= 0) AND (sync_hour <= 23))),
  constraint settings_sync_schedule_check CHECK ((sync_schedule = ANY (ARRAY['off'::text, 'hourly'::text, 'daily'::text]))),
  constraint settings_sync_source_check CHECK ((length(sync_source) <= 40)),
  constraint settings_sync_scheduled_by_fkey FOREIGN KEY (sync_scheduled_by) REFERENCES admins(id)
);
CREATE TRIGGER settings_announced_update AFTER UPDATE ON settings
  REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_any('settings');

-- Queue of background work: jobs that somebody started or scheduled, with their outcome, and
-- tasks.
create table jobs (
  id uuid not null,
  kind text not null,
  -- null for a task, such as an email, which is deleted once done.
  owner_id uuid,
  status text not null default 'queued'::text,
  progress integer not null default 0,
  params jsonb not null default '{}'::jsonb,
  -- File that the job reads; kept until the job ends.
  input bytea,
  result jsonb,
  errors jsonb not null default '[]'::jsonb,
  -- A small finished file (at most a few MB), such as the rejected rows of an upload.
  file bytea,
  file_name text,
  -- Name of a large finished file in the folder "files" of the data folder; null once deleted.
  stored_file text,
  -- Renewed while a process works on the job; after it the job is run again.
  lease_until timestamp with time zone,
  -- Number of starts; also tells a process that lost its lease from the one that took over.
  attempts integer not null default 0,
  created_at timestamp with time zone not null default now(),
  finished_at timestamp with time zone,
  -- Time from which a waiting job is due.
  run_at timestamp with time zone not null default now(),
  -- Lower ones run first.
  priority integer not null default 0,
  max_attempts integer not null default 5,
  -- One row per recurring task, which waits for its next time.
  recurring boolean not null default false,
  constraint jobs_pkey PRIMARY KEY (id),
  constraint jobs_progress_check CHECK (((progress >= 0) AND (progress <= 100))),
  constraint jobs_recurring_check CHECK (((NOT recurring) OR (owner_id IS NULL))),
  constraint jobs_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'running'::text, 'succeeded'::text, 'partial'::text, 'failed'::text]))),
  constraint jobs_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES admins(id)
);
CREATE UNIQUE INDEX jobs_one_at_work_key ON jobs USING btree (kind, owner_id) WHERE (status = 'running'::text);
CREATE UNIQUE INDEX jobs_one_sync_key ON jobs USING btree (kind) WHERE ((kind = 'sync'::text) AND (status = ANY (ARRAY['queued'::text, 'running'::text])));
CREATE INDEX jobs_owner_idx ON jobs USING btree (owner_id, created_at DESC);
CREATE UNIQUE INDEX jobs_recurring_key ON jobs USING btree (kind) WHERE recurring;
CREATE INDEX jobs_waiting_idx ON jobs USING btree (priority, run_at, id) WHERE (status = 'queued'::text);
CREATE TRIGGER jobs_announced_insert AFTER INSERT ON jobs
  REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_new_jobs();
CREATE TRIGGER jobs_announced_update AFTER UPDATE ON jobs
  REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_jobs();

-- Tickets with which a browser downloads the file of a job once without an access token.
create table job_tickets (
  -- SHA-256 of the ticket, which is not stored; the row is deleted when the ticket is used.
  token_hash bytea not null,
  job_id uuid not null,
  -- Session that asked for the ticket; once it has ended, the ticket is refused.
  session_id uuid not null,
  expires_at timestamp with time zone not null,
  constraint job_tickets_pkey PRIMARY KEY (token_hash),
  constraint job_tickets_job_id_fkey FOREIGN KEY (job_id) REFERENCES jobs(id) ON DELETE CASCADE,
  constraint job_tickets_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE
);
CREATE INDEX job_tickets_expires_idx ON job_tickets USING btree (expires_at);

-- Every spreadsheet that was uploaded: by whom, which file, with what result (domain 10.1).
create table uploads (
  -- Also the ID of the job, for a commit that wrote anything.
  id uuid not null,
  kind text not null,
  mode text not null,
  admin_id uuid not null,
  -- null once the fair that the upload created was undone.
  fair_id uuid,
  file_name text not null,
  sha256 bytea not null,
  size_bytes integer not null,
  result jsonb not null,
  -- Records that a commit wrote, in the form that undoing its kind of upload needs; null if it
  -- wrote nothing.
  made jsonb,
  at timestamp with time zone not null default now(),
  undone_at timestamp with time zone,
  constraint uploads_pkey PRIMARY KEY (id),
  constraint uploads_mode_check CHECK ((mode = ANY (ARRAY['check'::text, 'commit'::text]))),
  constraint uploads_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES admins(id),
  constraint uploads_fair_id_fkey FOREIGN KEY (fair_id) REFERENCES fairs(id) ON DELETE SET NULL
);

-- Answer to each call that was sent with an Idempotency-Key, kept for 24 hours; status is null
-- while the call is running.
create table idempotency_keys (
  principal text not null,
  route text not null,
  key text not null,
  request_hash bytea not null,
  status integer,
  body jsonb,
  created_at timestamp with time zone not null default now(),
  constraint idempotency_keys_pkey PRIMARY KEY (principal, route, key)
);

-- Append only: who changed what, from what to what, when, from where. Written in the transaction
-- of the change.
create table activity (
  id uuid not null,
  at timestamp with time zone not null default now(),
  actor_type text not null,
  actor_id uuid,
  actor_name text not null,
  action text not null,
  entity text not null,
  entity_id uuid not null,
  -- {field: {from, to}}: changed fields only, with secrets masked.
  changes jsonb not null default '{}'::jsonb,
  ip text,
  request_id text,
  seq bigint not null generated always as identity,
  constraint activity_pkey PRIMARY KEY (id),
  constraint activity_actor_type_check CHECK ((actor_type = ANY (ARRAY['admin'::text, 'device'::text, 'system'::text])))
);
CREATE INDEX activity_actor_idx ON activity USING btree (actor_id, seq DESC);
CREATE INDEX activity_entity_idx ON activity USING btree (entity, entity_id, seq DESC);
CREATE UNIQUE INDEX activity_seq_key ON activity USING btree (seq);
CREATE TRIGGER activity_append_only BEFORE DELETE OR UPDATE ON activity
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER activity_no_truncate BEFORE TRUNCATE ON activity
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Bytes of an activity entry that are sealed: every column, regardless of the session's time
-- zone.
CREATE OR REPLACE FUNCTION activity_line(entry activity)
 RETURNS bytea
 LANGUAGE sql
 STABLE
AS $function$
  select convert_to(
    json_build_array(
      entry.seq, entry.id, (extract(epoch from entry.at) * 1000000)::bigint, entry.actor_type,
      entry.actor_id, entry.actor_name, entry.action, entry.entity, entry.entity_id,
      entry.changes::text, entry.ip, entry.request_id
    )::text,
    'UTF8'
  )
$function$;

-- Append only: a hash chain over activity that reveals changed, removed or inserted entries
-- (trust.md T33). Each entry is sealed once, in order and without gaps, after its transaction.
create table activity_seals (
  position bigint not null,
  activity_id uuid not null,
  -- SHA-256 of the previous hash (nothing for the first) followed by activity_line of the entry.
  hash bytea not null,
  sealed_at timestamp with time zone not null default now(),
  constraint activity_seals_pkey PRIMARY KEY ("position"),
  constraint activity_seals_activity_id_key UNIQUE (activity_id),
  constraint activity_seals_position_check CHECK (("position" > 0)),
  constraint activity_seals_activity_id_fkey FOREIGN KEY (activity_id) REFERENCES activity(id)
);
CREATE TRIGGER activity_seals_append_only BEFORE DELETE OR UPDATE ON activity_seals
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER activity_seals_no_truncate BEFORE TRUNCATE ON activity_seals
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Notifications of each admin, pruned after 90 days. They hold kinds, IDs and names of fairs and
-- registers; no names of people and no amounts.
create table notifications (
  id uuid not null,
  admin_id uuid not null,
  at timestamp with time zone not null default now(),
  subject jsonb not null,
  -- Repeats within the hour are counted in the same row, which becomes unread again.
  group_key text,
  count integer not null default 1,
  read_at timestamp with time zone,
  constraint notifications_pkey PRIMARY KEY (id),
  constraint notifications_admin_id_group_key_key UNIQUE (admin_id, group_key),
  constraint notifications_count_check CHECK ((count > 0)),
  constraint notifications_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES admins(id)
);
CREATE INDEX notifications_at_idx ON notifications USING btree (at);
CREATE INDEX notifications_newest_idx ON notifications USING btree (admin_id, at DESC, id DESC);
CREATE TRIGGER notifications_announced_insert AFTER INSERT ON notifications
  REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_notifications();
CREATE TRIGGER notifications_announced_update AFTER UPDATE ON notifications
  REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_notifications();

-- Outbox that is pruned after an hour. It holds only kinds and IDs: no names, no amounts.
create table live_events (
  id bigint not null generated always as identity,
  -- Writing transaction. A reader keeps its snapshot and takes the rows that were not visible in
  -- it, so the order of commits does not matter.
  xid xid8 not null default pg_current_xact_id(),
  at timestamp with time zone not null default clock_timestamp(),
  kinds text[] not null,
  fair_id uuid,
  -- Records of the first kind, at most 200; empty if there are more, or if the fair is enough.
  ids uuid[] not null default '{}'::uuid[],
  -- Only recipient; null: everybody who may read the kind.
  admin_id uuid,
  constraint live_events_pkey PRIMARY KEY (id)
);
CREATE INDEX live_events_xid_idx ON live_events USING btree (xid);

-- Writes a live event and notifies readers at commit. Each kind is written once per transaction
-- for a fair or an admin, unless it names records.
CREATE OR REPLACE FUNCTION announce(said_kinds text[], fair uuid, said_ids uuid[], admin uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  said  text := coalesce(current_setting('live.said', true), '');
  place text := '@' || coalesce(fair::text, '') || '/' || coalesce(admin::text, '') || ' ';
  fresh text[];
begin
  select array_agg(kind order by n) into fresh
  from unnest(said_kinds) with ordinality k (kind, n)
  where (n = 1 and cardinality(said_ids) > 0) or strpos(said, kind || place) = 0;
  if fresh is null then return; end if;
  perform set_config('live.said', said || array_to_string(fresh, place) || place, true);
  insert into live_events (kinds, fair_id, ids, admin_id) values (fresh, fair, said_ids, admin);
  perform pg_notify('live_events', '');
end $function$;

-- Returns the IDs, or none if there are more than 200.
CREATE OR REPLACE FUNCTION few(ids uuid[])
 RETURNS uuid[]
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case when cardinality(ids) <= 200 then ids else '{}' end
$function$;

-- Announces rows that have a fair; arguments are the kinds.
CREATE OR REPLACE FUNCTION announce_fairs()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform announce(tg_argv, fair_id, '{}', null)
  from (select distinct fair_id from changed) fairs;
  return null;
end $function$;

-- Announces orders and held orders with their IDs. A sale also moves payments, stock, the sums of
-- the fair and the register; one row covers all of them.
CREATE OR REPLACE FUNCTION announce_orders()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform announce(tg_argv, fair_id, few(ids), null)
  from (select fair_id, array_agg(id) as ids from changed group by fair_id) fairs;
  return null;
end $function$;

-- Announces the orders of changed lines.
CREATE OR REPLACE FUNCTION announce_order_lines()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform announce(tg_argv, fair_id, few(ids), null)
  from (
    select o.fair_id, array_agg(distinct o.id) as ids
    from changed
    join orders o on o.id = changed.order_id
    group by o.fair_id
  ) fairs;
  return null;
end $function$;

-- Announces fairs themselves.
CREATE OR REPLACE FUNCTION announce_fair_rows()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform announce(tg_argv, id, '{}', null) from changed;
  return null;
end $function$;

-- Announces rows without a fair; arguments are the kinds.
CREATE OR REPLACE FUNCTION announce_any()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from changed) then perform announce(tg_argv, null, '{}', null); end if;
  return null;
end $function$;

-- Announces devices whose page changed; a heartbeat alone announces nothing.
CREATE OR REPLACE FUNCTION announce_devices()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform announce(array['devices'], fair, '{}', null)
  from (
    select distinct c.current_fair_id as fair
    from changed c
    join before b using (id)
    where (
      c.device_id, c.name, c.model, c.admin_id, c.status, c.locked_until, c.last_sync_at,
      c.unsent_orders, c.current_fair_id, c.version, c.device_key_hash, c.pairing_code_expires_at
    ) is distinct from (
      b.device_id, b.name, b.model, b.admin_id, b.status, b.locked_until, b.last_sync_at,
      b.unsent_orders, b.current_fair_id, b.version, b.device_key_hash, b.pairing_code_expires_at
    )
  ) devices;
  return null;
end $function$;

-- Announces a job's status or progress to its owner.
CREATE OR REPLACE FUNCTION announce_jobs()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform announce(array['jobs'], null, array[c.id], c.owner_id)
  from changed c
  left join before b using (id)
  where c.owner_id is not null and (c.status, c.progress) is distinct from (b.status, b.progress);
  return null;
end $function$;

-- Announces a new job to its owner.
CREATE OR REPLACE FUNCTION announce_new_jobs()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform announce(array['jobs'], null, array[id], owner_id) from changed where owner_id is not null;
  return null;
end $function$;

-- Announces changed users. An admin whose role, status or tokens changed is told too, so that
-- open event streams are checked again.
CREATE OR REPLACE FUNCTION announce_admins()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform announce(array['rights'], null, '{}', c.id)
  from changed c
  join before b using (id)
  where (c.role_id, c.status, c.token_epoch, c.email_verified, c.deleted_at, c.is_limited)
    is distinct from
    (b.role_id, b.status, b.token_epoch, b.email_verified, b.deleted_at, b.is_limited);
  perform announce(array['users'], null, '{}', null)
  where exists (
    select
    from changed c
    join before b using (id)
    where (c.role_id, c.status, c.email_verified, c.mail_refusal, c.deleted_at, c.version)
      is distinct from
      (b.role_id, b.status, b.email_verified, b.mail_refusal, b.deleted_at, b.version)
  );
  return null;
end $function$;

-- Announces changed rights to every admin of the role.
CREATE OR REPLACE FUNCTION announce_role_rights()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform announce(array['rights'], null, '{}', a.id)
  from admins a
  where a.role_id in (select role_id from changed)
    and a.deleted_at is null;
  return null;
end $function$;

-- Announces revoked sessions to their admin.
CREATE OR REPLACE FUNCTION announce_sessions()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform announce(array['rights'], null, '{}', admin_id)
  from (
    select distinct c.admin_id
    from changed c
    join before b using (id)
    where c.revoked_at is distinct from b.revoked_at
  ) ended;
  return null;
end $function$;

-- Announces notifications to their admin.
CREATE OR REPLACE FUNCTION announce_notifications()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform announce(array['notifications'], null, '{}', admin_id)
  from (select distinct admin_id from changed) told;
  return null;
end $function$;

-- 0010_totals -------------------------------------------------------------------------------------

-- A set of payment methods as one number: bit 0 for method 1, bit 5 for method 6.
CREATE OR REPLACE FUNCTION method_bits(methods smallint[])
 RETURNS smallint
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select coalesce(bit_or((1 << (method - 1))::smallint), 0::smallint) from unnest(methods) as method
$function$;

-- True if an order counts in reports (domain 9.1).
CREATE OR REPLACE FUNCTION is_reported(status text, voided_by_reset_id uuid)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select status in ('completed', 'partially_refunded', 'refunded') and voided_by_reset_id is null
$function$;

-- Number of students by school and status, kept by the triggers of students; a sale changes none.
create table student_counts (
  school_id uuid not null,
  status text not null,
  students bigint not null,
  constraint student_counts_pkey PRIMARY KEY (school_id, status),
  constraint student_counts_school_id_fkey FOREIGN KEY (school_id) REFERENCES schools(id)
);

-- Adds new students to student_counts.
CREATE OR REPLACE FUNCTION count_new_students()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into student_counts as c (school_id, status, students)
  select school_id, status, count(*)
  from new_rows
  group by 1, 2
  order by 1, 2
  on conflict (school_id, status) do update set students = c.students + excluded.students;
  return null;
end $function$;

-- Moves students whose school or status changed in student_counts.
CREATE OR REPLACE FUNCTION count_changed_students()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into student_counts as c (school_id, status, students)
  select school_id, status, sum(sign)
  from (
    select 1 as sign, school_id, status from new_rows
    union all
    select -1, school_id, status from old_rows
  ) moved
  group by 1, 2
  having sum(sign) <> 0
  order by 1, 2
  on conflict (school_id, status) do update set students = c.students + excluded.students;
  return null;
end $function$;

-- Takes deleted students out of student_counts.
CREATE OR REPLACE FUNCTION count_gone_students()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into student_counts as c (school_id, status, students)
  select school_id, status, -count(*)
  from old_rows
  group by 1, 2
  order by 1, 2
  on conflict (school_id, status) do update set students = c.students + excluded.students;
  return null;
end $function$;

-- Rebuilds student_counts.
CREATE OR REPLACE FUNCTION recount_students()
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  lock table students in share row exclusive mode;
  truncate student_counts;
  insert into student_counts (school_id, status, students)
  select school_id, status, count(*) from students group by 1, 2;
end $function$;

-- 0014_exemption_certificates ---------------------------------------------------------------------

-- The tax exemption certificate of each school, rewritten from the upload; a new one replaces it.
create table school_certificates (
  school_id uuid not null,
  file_name text not null,
  pdf bytea storage external not null,
  sha256 bytea not null,
  uploaded_by uuid not null,
  uploaded_at timestamp with time zone not null default now(),
  constraint school_certificates_pkey PRIMARY KEY (school_id),
  constraint school_certificates_school_id_fkey FOREIGN KEY (school_id) REFERENCES schools(id),
  constraint school_certificates_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES admins(id)
);

-- 0016_desk_top_ups -------------------------------------------------------------------------------

-- Top-ups that the office accepted: the receipt of each payment, and its reversal if it has one.
create table desk_top_ups (
  payment_id uuid not null,
  receipt_number bigint not null generated always as identity,
  -- Day in the default time zone of the settings, on which the money was taken; reversed_day too.
  office_day date not null,
  taken_by uuid not null,
  reversal_reason text,
  reversal_note text,
  reversed_day date,
  reversed_by uuid,
  reversed_at timestamp with time zone,
  -- Part of a returned check or disputed card payment that the eWallet had spent.
  uncollected_cents bigint not null default 0,
  constraint desk_top_ups_pkey PRIMARY KEY (payment_id),
  constraint desk_top_ups_receipt_key UNIQUE (receipt_number),
  constraint desk_top_ups_reversal_check CHECK (((num_nulls(reversal_reason, reversal_note, reversed_day, reversed_by, reversed_at) = ANY (ARRAY[0, 5])) AND ((reversed_at IS NOT NULL) OR (uncollected_cents = 0)))),
  constraint desk_top_ups_reversal_reason_check CHECK ((reversal_reason = ANY (ARRAY['check_returned'::text, 'card_disputed'::text, 'mistake'::text]))),
  constraint desk_top_ups_uncollected_cents_check CHECK ((uncollected_cents >= 0)),
  constraint desk_top_ups_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  constraint desk_top_ups_reversed_by_fkey FOREIGN KEY (reversed_by) REFERENCES admins(id),
  constraint desk_top_ups_taken_by_fkey FOREIGN KEY (taken_by) REFERENCES admins(id)
);
CREATE INDEX desk_top_ups_day_idx ON desk_top_ups USING btree (office_day);
CREATE INDEX desk_top_ups_reversed_idx ON desk_top_ups USING btree (reversed_day) WHERE (reversed_day IS NOT NULL);

-- 0018_title_records ------------------------------------------------------------------------------

-- Picture of a title's cover: a JPEG re-encoded from the upload. A new picture has a new ID, so
-- caches may keep each.
create table title_pictures (
  id uuid not null,
  title_id uuid not null,
  image bytea not null,
  file_name text not null,
  uploaded_by uuid not null,
  uploaded_at timestamp with time zone not null default clock_timestamp(),
  constraint title_pictures_pkey PRIMARY KEY (id),
  constraint title_pictures_title_key UNIQUE (title_id),
  constraint title_pictures_title_id_fkey FOREIGN KEY (title_id) REFERENCES titles(id) ON DELETE CASCADE,
  constraint title_pictures_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES admins(id)
);

-- 0021_promotions ---------------------------------------------------------------------------------

-- Promotions of students, each with all that its undo restores.
create table promotions (
  id uuid not null,
  school_id uuid not null,
  last_grade text not null,
  promoted integer not null,
  graduated integer not null,
  -- Of each student: ID, grade and status before, and the version after. No names.
  made jsonb not null,
  actor text not null,
  at timestamp with time zone not null default clock_timestamp(),
  undone_at timestamp with time zone,
  constraint promotions_pkey PRIMARY KEY (id),
  constraint promotions_school_id_fkey FOREIGN KEY (school_id) REFERENCES schools(id)
);
CREATE INDEX promotions_school_idx ON promotions USING btree (school_id, at DESC);

-- 0022_packages -----------------------------------------------------------------------------------

-- Code of the season of a day: 2026-fall. Spring is January to June.
CREATE OR REPLACE FUNCTION season_of(day date)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select to_char(day, 'YYYY') || case when extract(month from day) > 6 then '-fall' else '-spring' end
$function$;

-- Price of a title at fairs that start in a season. Titles without one have the price of the
-- catalog. Lines that a fair has keep their price.
create table season_prices (
  title_id uuid not null,
  season text not null,
  price_cents bigint not null,
  constraint season_prices_pkey PRIMARY KEY (title_id, season),
  constraint season_prices_price_cents_check CHECK (((price_cents >= 1) AND (price_cents <= 99999))),
  constraint season_prices_season_check CHECK ((season ~ '^[1-9]\d{3}-(spring|fall)$'::text)),
  constraint season_prices_title_id_fkey FOREIGN KEY (title_id) REFERENCES titles(id) ON DELETE CASCADE
);

-- The content list of a package in one season.
create table package_lists (
  id uuid not null,
  season text not null,
  package_option smallint not null,
  version integer not null default 1,
  updated_by text not null,
  updated_at timestamp with time zone not null default now(),
  constraint package_lists_pkey PRIMARY KEY (id),
  constraint package_lists_key UNIQUE (season, package_option),
  constraint package_lists_package_option_check CHECK (((package_option >= 1) AND (package_option <= 12))),
  constraint package_lists_season_check CHECK ((season ~ '^[1-9]\d{3}-(spring|fall)$'::text))
);

-- Titles of a package in one season, in units.
create table package_titles (
  list_id uuid not null,
  title_id uuid not null,
  qty integer not null,
  constraint package_titles_pkey PRIMARY KEY (list_id, title_id),
  constraint package_titles_qty_check CHECK (((qty >= 1) AND (qty <= 9999))),
  constraint package_titles_list_id_fkey FOREIGN KEY (list_id) REFERENCES package_lists(id) ON DELETE CASCADE,
  constraint package_titles_title_id_fkey FOREIGN KEY (title_id) REFERENCES titles(id)
);
CREATE INDEX package_titles_title_idx ON package_titles USING btree (title_id);

-- Packing lists that were made from a package. The ID is that of the import that sent the units,
-- which is deleted earlier.
create table packing_lists (
  id uuid not null,
  fair_id uuid not null,
  season text not null,
  package_option smallint not null,
  units integer not null,
  made_by text not null,
  made_at timestamp with time zone not null default now(),
  constraint packing_lists_pkey PRIMARY KEY (id),
  constraint packing_lists_fair_id_fkey FOREIGN KEY (fair_id) REFERENCES fairs(id)
);
CREATE INDEX packing_lists_fair_idx ON packing_lists USING btree (fair_id);

-- Append only: units of a title that were packed instead of another one that was short; without
-- title_id, units that were left out.
create table packing_substitutes (
  packing_list_id uuid not null,
  instead_of_id uuid not null,
  title_id uuid,
  qty integer not null,
  constraint packing_substitutes_pkey PRIMARY KEY (packing_list_id, instead_of_id),
  constraint packing_substitutes_qty_check CHECK ((qty > 0)),
  constraint packing_substitutes_instead_of_id_fkey FOREIGN KEY (instead_of_id) REFERENCES titles(id),
  constraint packing_substitutes_packing_list_id_fkey FOREIGN KEY (packing_list_id) REFERENCES packing_lists(id),
  constraint packing_substitutes_title_id_fkey FOREIGN KEY (title_id) REFERENCES titles(id)
);
CREATE TRIGGER packing_substitutes_append_only BEFORE DELETE OR UPDATE ON packing_substitutes
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- 0023_report_schedules ---------------------------------------------------------------------------

-- Reports that are sent by email: the question, the weekdays and time, and who saved it last.
create table report_schedules (
  id uuid not null,
  -- The report runs in the name of this admin, who must still have the right to read Reports.
  saved_by uuid not null,
  question jsonb not null,
  period text not null,
  -- Monday is 1, Sunday is 7.
  weekdays smallint[] not null,
  -- HH:MM by the clock of time_zone.
  time_of_day text not null,
  time_zone text not null,
  to_coordinator boolean not null,
  status text not null default 'active'::text,
  -- Next time of sending. Moved on in the transaction that plans the emails of this one.
  next_due_at timestamp with time zone not null,
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint report_schedules_pkey PRIMARY KEY (id),
  constraint report_schedules_period_check CHECK ((period = ANY (ARRAY['whole_fair'::text, 'yesterday'::text, 'last_7_days'::text, 'last_30_days'::text, 'last_month'::text, 'season_to_date'::text, 'same_days'::text]))),
  constraint report_schedules_status_check CHECK ((status = ANY (ARRAY['active'::text, 'paused'::text]))),
  constraint report_schedules_time_of_day_check CHECK ((time_of_day ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'::text)),
  constraint report_schedules_weekdays_check CHECK ((((cardinality(weekdays) >= 1) AND (cardinality(weekdays) <= 7)) AND (weekdays <@ '{1,2,3,4,5,6,7}'::smallint[]))),
  constraint report_schedules_saved_by_fkey FOREIGN KEY (saved_by) REFERENCES admins(id)
);
CREATE INDEX report_schedules_due_idx ON report_schedules USING btree (next_due_at) WHERE (status = 'active'::text);

-- Recipients of scheduled reports: admins, or the coordinator of the school (admin_id is null).
create table report_recipients (
  schedule_id uuid not null,
  admin_id uuid,
  unsubscribed_at timestamp with time zone,
  -- Address that unsubscribed. A new coordinator of the school has another one and gets the report.
  unsubscribed_email text,
  constraint report_recipients_key UNIQUE NULLS NOT DISTINCT (schedule_id, admin_id),
  constraint report_recipients_unsubscribed_check CHECK (((unsubscribed_at IS NULL) = (unsubscribed_email IS NULL))),
  constraint report_recipients_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES admins(id),
  constraint report_recipients_schedule_id_fkey FOREIGN KEY (schedule_id) REFERENCES report_schedules(id) ON DELETE CASCADE
);

-- Emails of scheduled reports, one per recipient and due time: queue and history.
create table report_sends (
  id uuid not null,
  schedule_id uuid not null,
  admin_id uuid,
  due_at timestamp with time zone not null,
  is_by_hand boolean not null default false,
  status text not null default 'waiting'::text,
  recipient text not null default ''::text,
  email text,
  is_late boolean not null default false,
  attempts integer not null default 0,
  -- Time of the next try. A process that takes the email moves it ahead, so that no other does.
  try_at timestamp with time zone not null default now(),
  reason text,
  ended_at timestamp with time zone,
  constraint report_sends_pkey PRIMARY KEY (id),
  constraint report_sends_key UNIQUE NULLS NOT DISTINCT (schedule_id, admin_id, due_at),
  constraint report_sends_ended_check CHECK (((status = 'waiting'::text) = (ended_at IS NULL))),
  constraint report_sends_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'sent'::text, 'skipped'::text, 'failed'::text]))),
  constraint report_sends_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES admins(id),
  constraint report_sends_schedule_id_fkey FOREIGN KEY (schedule_id) REFERENCES report_schedules(id) ON DELETE CASCADE
);
CREATE INDEX report_sends_schedule_idx ON report_sends USING btree (schedule_id, due_at DESC, id DESC);
CREATE INDEX report_sends_waiting_idx ON report_sends USING btree (try_at) WHERE (status = 'waiting'::text);

-- 0025_payouts ------------------------------------------------------------------------------------

-- Append only: leftover money paid out at the office in cash or by check, each with its receipt.
create table payouts (
  id uuid not null,
  payout_number bigint not null generated always as identity,
  student_id uuid not null,
  method smallint not null,
  amount_cents bigint not null,
  check_number text,
  -- Day in the default time zone of the settings, on which the money was handed over.
  office_day date not null,
  paid_by uuid not null,
  at timestamp with time zone not null default clock_timestamp(),
  constraint payouts_pkey PRIMARY KEY (id),
  constraint payouts_number_key UNIQUE (payout_number),
  constraint payouts_amount_cents_check CHECK ((amount_cents > 0)),
  constraint payouts_check_number_check CHECK (((method = 2) = (check_number IS NOT NULL))),
  constraint payouts_method_check CHECK ((method = ANY (ARRAY[2, 3]))),
  constraint payouts_paid_by_fkey FOREIGN KEY (paid_by) REFERENCES admins(id),
  constraint payouts_student_id_fkey FOREIGN KEY (student_id) REFERENCES students(id)
);
CREATE INDEX payouts_day_idx ON payouts USING btree (office_day);
CREATE INDEX payouts_student_idx ON payouts USING btree (student_id);
CREATE TRIGGER payouts_append_only BEFORE DELETE OR UPDATE ON payouts
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER payouts_no_truncate BEFORE TRUNCATE ON payouts
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- 0026_stored_files -------------------------------------------------------------------------------

-- Finished files of exports and reports, unless FILES_DIR names a folder for them.
create table stored_files (
  -- Job, attempt and format, as in jobs.stored_file.
  name text not null,
  -- Null while the file is being written.
  size_bytes bigint,
  created_at timestamp with time zone not null default now(),
  constraint stored_files_pkey PRIMARY KEY (name),
  constraint stored_files_size_bytes_check CHECK ((size_bytes >= 0))
);

-- Content of the stored files, in pieces of equal size.
create table stored_file_chunks (
  file_name text not null,
  position integer not null,
  bytes bytea storage external not null,
  constraint stored_file_chunks_pkey PRIMARY KEY (file_name, "position"),
  constraint stored_file_chunks_position_check CHECK (("position" >= 0)),
  constraint stored_file_chunks_file_name_fkey FOREIGN KEY (file_name) REFERENCES stored_files(name) ON DELETE CASCADE
);

-- One row, written by the first process: what SECRET_KEY and FILES_DIR of all others must match.
create table shared_setup (
  singleton boolean not null default true,
  -- Derived from the secret key, which cannot be derived from it.
  key_check text not null,
  -- Content of the marker in the folder of files. Null: files are stored in stored_files.
  files_id uuid,
  -- Path of that folder where it was chosen.
  files_place text,
  constraint shared_setup_pkey PRIMARY KEY (singleton),
  constraint shared_setup_check CHECK (((files_id IS NULL) = (files_place IS NULL))),
  constraint shared_setup_singleton_check CHECK (singleton)
);

-- 0027_cached_report_figures ----------------------------------------------------------------------

-- Rows of ITEM_SALES: a title at a price, or a category without a title. Numbers are shorter than
-- the keys, of which a season has a million.
create table report_items (
  id integer not null generated always as identity,
  -- ID of the title, else the SKU in lower case, else the category.
  item text not null,
  unnumbered boolean not null,
  title_id uuid,
  unit_price_cents bigint,
  constraint report_items_pkey PRIMARY KEY (id),
  constraint report_items_key UNIQUE NULLS NOT DISTINCT (item, unnumbered, title_id, unit_price_cents),
  constraint report_items_title_id_fkey FOREIGN KEY (title_id) REFERENCES titles(id)
);
CREATE INDEX report_items_title_idx ON report_items USING btree (title_id);

-- 0028_student_data -------------------------------------------------------------------------------

-- Erasures of all students of a school, or of those whom the retention rule reached. Never
-- changed once done.
create table student_erasures (
  id uuid not null,
  school_id uuid not null,
  kind text not null,
  -- Rule that was in effect; null for a whole school.
  months integer,
  asked_by uuid,
  asked_by_name text not null,
  reason text not null default ''::text,
  asked_at timestamp with time zone not null default now(),
  phase text not null default 'students'::text,
  progress integer not null default 0,
  -- Students up to this ID are done.
  last_student uuid,
  total integer not null,
  erased integer not null default 0,
  -- Students skipped because something stood in the way.
  left integer not null default 0,
  -- Changed rows by table.
  counts jsonb not null default '{}'::jsonb,
  -- What was searched after it, and the places that still hold an erased name.
  scan jsonb,
  -- The proof as a PDF.
  proof bytea storage external,
  finished_at timestamp with time zone,
  constraint student_erasures_pkey PRIMARY KEY (id),
  constraint student_erasures_done_check CHECK ((((phase = 'done'::text) = (finished_at IS NOT NULL)) AND ((phase = 'done'::text) = (proof IS NOT NULL)))),
  constraint student_erasures_kind_check CHECK ((kind = ANY (ARRAY['school'::text, 'retention'::text]))),
  constraint student_erasures_phase_check CHECK ((phase = ANY (ARRAY['students'::text, 'texts'::text, 'scan'::text, 'done'::text]))),
  constraint student_erasures_progress_check CHECK (((progress >= 0) AND (progress <= 100))),
  constraint student_erasures_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES admins(id),
  constraint student_erasures_school_id_fkey FOREIGN KEY (school_id) REFERENCES schools(id)
);
CREATE UNIQUE INDEX student_erasures_open_key ON student_erasures USING btree (school_id) WHERE (finished_at IS NULL);
CREATE INDEX student_erasures_school_idx ON student_erasures USING btree (school_id, asked_at DESC);
CREATE TRIGGER student_erasures_kept BEFORE UPDATE ON student_erasures
  FOR EACH ROW WHEN ((old.finished_at IS NOT NULL)) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER student_erasures_no_delete BEFORE DELETE ON student_erasures
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER student_erasures_no_truncate BEFORE TRUNCATE ON student_erasures
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Names that a running erasure looks for. Deleted by its last step.
create table student_erasure_names (
  erasure_id uuid not null,
  name text not null,
  constraint student_erasure_names_pkey PRIMARY KEY (erasure_id, name),
  constraint student_erasure_names_erasure_id_fkey FOREIGN KEY (erasure_id) REFERENCES student_erasures(id)
);

-- 0029_admin_changes ------------------------------------------------------------------------------

-- Last change of each admin; written only if processes read from a replica.
create table admin_changes (
  admin_id uuid not null,
  -- End of the write-ahead log after its commit, which a replica must have replayed.
  lsn pg_lsn not null,
  -- Time after its commit. A replica in use is at most some seconds behind, so older rows say
  -- nothing.
  changed_at timestamp with time zone not null,
  constraint admin_changes_pkey PRIMARY KEY (admin_id),
  constraint admin_changes_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES admins(id)
);

-- 0030_payout_reversals ---------------------------------------------------------------------------

-- Append only: payouts whose money went back into the eWallet, each at most once and whole.
create table payout_reversals (
  payout_id uuid not null,
  reason text not null,
  note text not null,
  -- Day in the default time zone of the settings, on which the cash came back or the check was
  -- voided.
  office_day date not null,
  reversed_by uuid not null,
  at timestamp with time zone not null default clock_timestamp(),
  constraint payout_reversals_pkey PRIMARY KEY (payout_id),
  constraint payout_reversals_reason_check CHECK ((reason = ANY (ARRAY['mistake'::text, 'cash_returned'::text, 'check_voided'::text]))),
  constraint payout_reversals_payout_id_fkey FOREIGN KEY (payout_id) REFERENCES payouts(id),
  constraint payout_reversals_reversed_by_fkey FOREIGN KEY (reversed_by) REFERENCES admins(id)
);
CREATE INDEX payout_reversals_day_idx ON payout_reversals USING btree (office_day);
CREATE TRIGGER payout_reversals_append_only BEFORE DELETE OR UPDATE ON payout_reversals
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER payout_reversals_no_truncate BEFORE TRUNCATE ON payout_reversals
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- 0036_search_text --------------------------------------------------------------------------------

CREATE OR REPLACE FUNCTION search_text(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (octet_length(value) = length(value)) THEN lower(replace(replace(value, ''''::text, ''::text), '`'::text, ''::text)) ELSE replace(replace(replace(lower(translate(regexp_replace(NORMALIZE(replace(value, '´'::text, ''::text), NFKD), '[̀-ͯ­​-‏‪-‮⁠-⁤⁦-⁯﻿]'::text, ''::text, 'g'::text), '‐‑‒–—―−ØøĐđÐðŁłĦħıÆŒẞ‘’‚‛ʼʹ′`'''::text, '-------OoDdDdLlHhiæœß'::text)), 'æ'::text, 'ae'::text), 'œ'::text, 'oe'::text), 'ß'::text, 'ss'::text) END;

-- 0048_cashiers -----------------------------------------------------------------------------------

-- Cashiers of one fair: volunteers without an account, who sell there and do nothing else (domain
-- 3.21). Removed ones stay for the orders that name them.
create table cashiers (
  id uuid not null,
  fair_id uuid not null,
  name text not null,
  -- Argon2id with a pepper of the 4-digit code; null once removed.
  secret_code_hash text,
  -- Salt and PBKDF2 hash of the code, for registers without a network, encrypted with a key that is
  -- not in the database (trust T38).
  code_check bytea,
  status text not null default 'active'::text,
  wrong_codes integer not null default 0,
  wrong_codes_since timestamp with time zone,
  code_locked_until timestamp with time zone,
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone,
  constraint cashiers_pkey PRIMARY KEY (id),
  constraint cashiers_name_check CHECK (((char_length(name) >= 2) AND (char_length(name) <= 50))),
  constraint cashiers_status_check CHECK ((status = ANY (ARRAY['active'::text, 'inactive'::text]))),
  constraint cashiers_fair_id_fkey FOREIGN KEY (fair_id) REFERENCES fairs(id)
);
CREATE UNIQUE INDEX cashiers_name_key ON cashiers USING btree (fair_id, lower(name)) WHERE (deleted_at IS NULL);
CREATE TRIGGER cashiers_announced_insert AFTER INSERT ON cashiers
  REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_fairs('fairs');
CREATE TRIGGER cashiers_announced_update AFTER UPDATE ON cashiers
  REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_fairs('fairs');

-- 0049_fair_days ----------------------------------------------------------------------------------

-- Days of fairs whose figures were not made again since a change, which wrote them in its own
-- transaction, as new rows: no sale waits for another.
create table fair_days_touched (
  -- All zeros for what has no fair: top-ups elsewhere, and the entries of eWallets.
  fair_id uuid not null,
  day date not null,
  at timestamp with time zone not null default now()
);
CREATE INDEX fair_days_touched_day_idx ON fair_days_touched USING btree (day, fair_id);

-- One of the figures; 0 if they do not have it.
CREATE OR REPLACE FUNCTION figure(figures jsonb, name text)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select coalesce((figures ->> name)::bigint, 0)
$function$;

-- Figures of each fair and day, and of all fairs by day (fair_id null), as made last.
create table fair_days (
  fair_id uuid,
  day date not null,
  -- Those of sales_figures, without zeros.
  sales jsonb not null,
  -- Those of part_figures, without zeros; none for all fairs.
  parts jsonb not null,
  orders bigint not null generated always as (figure(sales, 'orders'::text)) stored,
  net_cents bigint not null generated always as (((figure(sales, 'grossCents'::text) - figure(sales, 'discountCents'::text)) - figure(sales, 'refundNetCents'::text))) stored,
  refunds_cents bigint not null generated always as (figure(sales, 'refundNetCents'::text)) stored,
  constraint fair_days_key UNIQUE NULLS NOT DISTINCT (fair_id, day) INCLUDE (orders, net_cents, refunds_cents)
);
CREATE INDEX fair_days_day_fair_idx ON fair_days USING btree (day, fair_id);

-- Orders of each fair and day, and of all fairs by day, by status and set of methods
-- (method_bits): each order counts once. Voided orders are in none.
create table fair_day_orders (
  fair_id uuid,
  day date not null,
  status text not null,
  methods smallint not null,
  orders bigint not null,
  net_cents bigint not null,
  refunded_net_cents bigint not null,
  constraint fair_day_orders_key UNIQUE NULLS NOT DISTINCT (fair_id, day, status, methods)
);
CREATE INDEX fair_day_orders_day_idx ON fair_day_orders USING btree (day);

-- Payments, as fair_day_orders.
create table fair_day_payments (
  fair_id uuid,
  day date not null,
  purpose text not null,
  method smallint not null,
  status text not null,
  payments bigint not null,
  amount_cents bigint not null,
  refunded_cents bigint not null,
  constraint fair_day_payments_key UNIQUE NULLS NOT DISTINCT (fair_id, day, purpose, method, status)
);
CREATE INDEX fair_day_payments_day_idx ON fair_day_payments USING btree (day);

-- Sales of all fairs by day and row of ITEM_SALES, as made last. Those of one fair are few enough
-- to be read from its lines.
create table day_items (
  day date not null,
  item_id integer not null,
  -- The last line, which names the item.
  last_line_id uuid not null,
  quantity_sold bigint not null,
  quantity_refunded bigint not null,
  gross_cents bigint not null,
  discount_cents bigint not null,
  refund_net_cents bigint not null,
  tax_cents bigint not null,
  constraint day_items_pkey PRIMARY KEY (day, item_id) INCLUDE (quantity_sold, quantity_refunded),
  constraint day_items_item_id_fkey FOREIGN KEY (item_id) REFERENCES report_items(id)
);
CREATE INDEX day_items_item_idx ON day_items USING btree (item_id);

-- True if a payment that counts as money of the sale has the method.
CREATE OR REPLACE FUNCTION has_tender(of_order uuid, of_method smallint)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (
    select
    from payments p
    where p.order_id = of_order
      and p.method = of_method
      and p.purpose = 'sale'
      and p.status in ('completed', 'under_review', 'refunded'))
$function$;

-- Sales, tenders and money in the drawers by fair and day (domain 8.2, 9.4): figures of a tender
-- begin with the number of its method. walletCents are what eWallets gained, without a fair.
CREATE OR REPLACE FUNCTION sales_figures(fairs uuid[], from_day date, to_day date, of_method smallint)
 RETURNS TABLE(fair_id uuid, day date, figure text, amount bigint)
 LANGUAGE sql
 STABLE
AS $function$
  select moved.fair_id, moved.day, moved.figure, sum(moved.amount)::bigint
  from (
    select o.fair_id, o.business_day as day, f.figure, f.amount
    from orders o
    cross join lateral (values
      ('orders', 1::bigint),
      ('unitsSold', o.units),
      ('grossCents', o.gross_cents),
      ('discountCents', o.discount_cents),
      ('taxCollectedCents', o.tax_cents),
      ('uncollectedCents', o.uncollected_cents),
      ('overpaidCents', o.overpaid_cents)
    ) f (figure, amount)
    where o.fair_id = any(fairs)
      and o.business_day between from_day and to_day
      and is_reported(o.status, o.voided_by_reset_id)
      and (of_method is null or has_tender(o.id, of_method))
    union all
    -- Cash counts in the drawers as applied, a check at its face value with the change from the cash.
    select p.fair_id, p.business_day, f.figure, f.amount
    from payments p
    join orders o on o.id = p.order_id
    cross join lateral (values
      (p.method || '.count', 1::bigint),
      (p.method || '.salesCents', p.amount_cents),
      (p.method || '.underReviewCents', case p.status when 'under_review' then p.amount_cents end),
      ('expectedCashCents', case p.method
        when 3 then p.amount_cents + p.rounding_cents when 2 then -p.change_cents end),
      ('cashRoundingCents', p.rounding_cents),
      ('expectedChecksCents', case p.method when 2 then p.amount_cents + p.change_cents end),
      ('expectedCheckCount', case p.method when 2 then 1 end),
      ('checkChangeCents', case p.method when 2 then p.change_cents end)
    ) f (figure, amount)
    where p.fair_id = any(fairs)
      and p.business_day between from_day and to_day
      and p.purpose = 'sale'
      and p.status in ('completed', 'under_review', 'refunded')
      and is_reported(o.status, o.voided_by_reset_id)
      and (of_method is null or has_tender(o.id, of_method))
    union all
    -- What was never given back had never been collected.
    select r.fair_id, r.business_day, f.figure, f.amount
    from refunds r
    join orders o on o.id = r.order_id
    cross join lateral (values
      ('unitsRefunded', r.units::bigint),
      ('refundNetCents', r.net_cents),
      ('taxRefundedCents', r.tax_cents),
      ('uncollectedCents', -r.total_cents),
      ('expectedCashCents', -r.rounding_cents),
      ('cashRoundingCents', -r.rounding_cents)
    ) f (figure, amount)
    where r.fair_id = any(fairs)
      and r.business_day between from_day and to_day
      and is_reported(o.status, o.voided_by_reset_id)
      and (of_method is null or has_tender(o.id, of_method))
    union all
    select r.fair_id, r.business_day, f.figure, f.amount
    from refunds r
    join orders o on o.id = r.order_id
    join refund_tenders t on t.refund_id = r.id
    cross join lateral (values
      (t.method || '.refundsCents', t.amount_cents),
      ('uncollectedCents', t.amount_cents),
      ('expectedCashCents', case t.paid_out_as when 3 then -t.amount_cents end),
      ('otherCashRefundCents', case when t.paid_out_as = 3 and t.method <> 3 then t.amount_cents end)
    ) f (figure, amount)
    where r.fair_id = any(fairs)
      and r.business_day between from_day and to_day
      and is_reported(o.status, o.voided_by_reset_id)
      and (of_method is null or has_tender(o.id, of_method))
    union all
    -- Top-ups by cash and check until the close-out: later ones are not part of its settlement.
    select p.fair_id, p.business_day, f.figure, f.amount
    from payments p
    cross join lateral (values
      ('topUpsHeldCents', p.amount_cents),
      ('cashTopUpCents', case p.method when 3 then p.amount_cents end),
      ('expectedCashCents', case p.method when 3 then p.amount_cents else -p.change_cents end),
      ('expectedChecksCents', case p.method when 2 then p.amount_cents + p.change_cents end),
      ('expectedCheckCount', case p.method when 2 then 1 end),
      ('checkChangeCents', case p.method when 2 then p.change_cents end)
    ) f (figure, amount)
    where p.fair_id = any(fairs)
      and p.business_day between from_day and to_day
      and p.purpose = 'wallet_top_up'
      and p.method in (2, 3)
      and p.status in ('completed', 'under_review', 'refunded')
      and not exists (
        select
        from standing_close_outs c
        where c.fair_id = p.fair_id and c.finished_at < p.created_at)
    union all
    -- Their payouts, on their own day.
    select p.fair_id, e.business_day, f.figure, f.amount
    from payments p
    join wallet_entries e on e.payment_id = p.id
    cross join lateral (values
      ('expectedCashCents', e.amount_cents),
      ('topUpsHeldCents', e.amount_cents),
      ('topUpPayoutCents', -e.amount_cents)
    ) f (figure, amount)
    where p.fair_id = any(fairs)
      and e.business_day between from_day and to_day
      and p.purpose = 'wallet_top_up'
      and p.method in (2, 3)
      and p.status in ('completed', 'under_review', 'refunded')
      and e.type in ('refund', 'payout')
      and e.amount_cents < 0
      and not exists (
        select
        from standing_close_outs c
        where c.fair_id = p.fair_id and c.finished_at < e.at)
    union all
    select no_fair, e.business_day, 'walletCents', e.amount_cents
    from unnest(fairs) no_fair
    join wallet_entries e on no_fair = '00000000-0000-0000-0000-000000000000'
    where e.business_day between from_day and to_day
  ) moved
  where moved.amount <> 0
  group by moved.fair_id, moved.day, moved.figure
  having sum(moved.amount) <> 0
$function$;

-- Figures of the sales summary that only orders, lines and payments tell, by fair and day: net
-- sales by type of line, orders by customers. and taxRates., net that earns a profit (not with a
-- method), totals by lines and by payments, and what differs. within orders.
CREATE OR REPLACE FUNCTION part_figures(fairs uuid[], from_day date, to_day date, of_method smallint)
 RETURNS TABLE(fair_id uuid, day date, figure text, amount bigint)
 LANGUAGE sql
 STABLE
AS $function$
  with sold as materialized (
    select o.fair_id, o.business_day as day, o.id, o.order_number, o.business_day, o.customer_type,
      o.tax_rate_ppm, o.tax_exempt, o.exempt_reason, o.gross_cents, o.discount_cents,
      o.subtotal_cents, o.tax_cents, o.total_cents, o.refunded_net_cents, o.refunded_tax_cents,
      o.uncollected_cents
    from orders o
    where o.fair_id = any(fairs)
      and o.business_day between from_day and to_day
      and is_reported(o.status, o.voided_by_reset_id)
      and (of_method is null or has_tender(o.id, of_method))
  ),
  returned as materialized (
    select r.fair_id, r.business_day as day, r.id as refund_id, r.net_cents as back_net_cents,
      r.tax_cents as back_tax_cents, r.total_cents as back_total_cents, o.id, o.order_number,
      o.business_day, o.tax_exempt, o.exempt_reason, o.subtotal_cents, o.total_cents,
      o.uncollected_cents
    from refunds r
    join orders o on o.id = r.order_id
    where r.fair_id = any(fairs)
      and r.business_day between from_day and to_day
      and is_reported(o.status, o.voided_by_reset_id)
      and (of_method is null or has_tender(o.id, of_method))
  ),
  lines as (
    select o.fair_id, o.day, o.tax_exempt, o.exempt_reason, l.taxable, l.fulfilment,
      l.net_cents as net, l.tax_cents as tax, l.quantity
    from sold o
    join order_lines l on l.order_id = o.id
    union all
    select r.fair_id, r.day, r.tax_exempt, r.exempt_reason, l.taxable, l.fulfilment, -x.net_cents,
      -x.tax_cents, -x.quantity
    from returned r
    join refund_lines x on x.refund_id = r.refund_id
    join order_lines l on l.id = x.order_line_id
  ),
  -- Net of an order that earns a profit (domain 8.7), at the end of a day and of the day before.
  moments as (
    select o.fair_id, o.day, m.sign, o.uncollected_cents - back.untendered as uncollected,
      o.subtotal_cents - back.net as net, o.total_cents - back.total as total,
      paid.ave_dollars - back.ave_dollars as ave_dollars
    from (
      select fair_id, day, id, business_day, subtotal_cents, total_cents, uncollected_cents
      from sold
      union
      select fair_id, day, id, business_day, subtotal_cents, total_cents, uncollected_cents
      from returned) o
    join (values (1, 0), (-1, 1)) m (sign, days_before) on o.business_day <= o.day - m.days_before
    cross join lateral (
      select coalesce(sum(p.amount_cents), 0)::bigint as ave_dollars
      from payments p
      where p.order_id = o.id
        and p.method = 6
        and p.purpose = 'sale'
        and p.status in ('completed', 'under_review', 'refunded')) paid
    cross join lateral (
      select coalesce(sum(r.net_cents), 0)::bigint as net,
        coalesce(sum(r.total_cents), 0)::bigint as total,
        coalesce(sum(t.ave_dollars), 0)::bigint as ave_dollars,
        coalesce(sum(r.total_cents - t.given_back), 0)::bigint as untendered
      from refunds r
      cross join lateral (
        select coalesce(sum(t.amount_cents), 0)::bigint as given_back,
          coalesce(sum(t.amount_cents) filter (where t.method = 6), 0)::bigint as ave_dollars
        from refund_tenders t
        where t.refund_id = r.id) t
      where r.order_id = o.id and r.business_day <= o.day - m.days_before) back
    where of_method is null
  )
  select moved.fair_id, moved.day, moved.figure, sum(moved.amount)::bigint
  from (
    select l.fair_id, l.day, f.figure, f.amount
    from lines l
    cross join lateral (values
      (case
        when l.tax_exempt then 'exemptNetCents'
        when l.taxable then 'taxableNetCents'
        else 'nonTaxableNetCents'
      end, l.net),
      (case
        when not l.tax_exempt then null
        when l.exempt_reason = 'school_purchase' then 'schoolPurchaseCents'
        when l.exempt_reason = 'organization' then 'organizationCents'
        when l.exempt_reason = 'other' then 'otherCents'
        else 'notGivenCents'
      end, l.net),
      ('shipToSchoolNetCents', case l.fulfilment when 'ship_to_school' then l.net end),
      ('shipToSchoolUnits', case l.fulfilment when 'ship_to_school' then l.quantity end),
      ('byLinesCents', l.net + l.tax)
    ) f (figure, amount)
    union all
    -- Each order against its lines, payments and refunds. None of both totals uses a figure of it,
    -- except for what was not collected.
    select o.fair_id, o.day, f.figure, f.amount
    from sold o
    cross join lateral (
      select coalesce(sum(gross_cents), 0) as gross, coalesce(sum(discount_cents), 0) as discount,
        coalesce(sum(net_cents), 0) as net, coalesce(sum(tax_cents), 0) as tax
      from order_lines
      where order_id = o.id) l
    cross join lateral (
      select coalesce(sum(p.amount_cents), 0) as amount
      from payments p
      where p.order_id = o.id
        and p.purpose = 'sale'
        and p.status in ('completed', 'under_review', 'refunded')) paid
    cross join lateral (
      select coalesce(sum(total_cents), 0) as total
      from refunds
      where order_id = o.id) back
    cross join lateral (values
      ('customers.' || o.customer_type, 1::numeric),
      ('taxRates.' || o.tax_rate_ppm, case when not o.tax_exempt then 1 end),
      ('byPaymentsCents', paid.amount + o.uncollected_cents),
      ('differs.' || o.order_number, greatest(
        abs(o.gross_cents - l.gross), abs(o.discount_cents - l.discount),
        abs(o.subtotal_cents - l.net), abs(o.tax_cents - l.tax),
        abs(o.total_cents - o.uncollected_cents - paid.amount),
        abs(o.refunded_net_cents + o.refunded_tax_cents - back.total)))
    ) f (figure, amount)
    union all
    -- Each refund against its lines, and what it gave back.
    select r.fair_id, r.day, f.figure, f.amount
    from returned r
    cross join lateral (
      select coalesce(sum(net_cents), 0) as net, coalesce(sum(tax_cents), 0) as tax
      from refund_lines
      where refund_id = r.refund_id) l
    cross join lateral (
      select coalesce(sum(amount_cents), 0) as amount
      from refund_tenders
      where refund_id = r.refund_id) t
    cross join lateral (values
      ('byPaymentsCents', -r.back_total_cents::numeric),
      ('differs.' || r.order_number, greatest(
        abs(r.back_net_cents - l.net), abs(r.back_tax_cents - l.tax),
        t.amount - r.back_total_cents, r.back_total_cents - t.amount - r.uncollected_cents))
    ) f (figure, amount)
    union all
    select fair_id, day, 'eligibleNetCents',
      sign * (
        net - uncollected - case
          when total > 0 then (2 * net * ave_dollars + total) / (2 * total)
          else 0
        end)
    from moments
  ) moved
  where moved.amount <> 0 and moved.figure is not null
  group by moved.fair_id, moved.day, moved.figure
  having sum(moved.amount) <> 0
$function$;

-- Each line that was sold or refunded, by its row of ITEM_SALES: a title at a price, or a
-- category without a title.
CREATE OR REPLACE FUNCTION item_moves(fairs uuid[], from_day date, to_day date, of_method smallint)
 RETURNS TABLE(fair_id uuid, day date, item text, unnumbered boolean, title_id uuid, unit_price_cents bigint, last_line_id uuid, quantity_sold integer, quantity_refunded integer, gross_cents bigint, discount_cents bigint, refund_net_cents bigint, tax_cents bigint)
 LANGUAGE sql
 STABLE
AS $function$
  select o.fair_id, o.business_day, coalesce(l.title_id::text, lower(l.sku), l.category),
    l.sku is null, l.title_id, case when l.sku is not null then l.unit_price_cents end, l.id,
    l.quantity, 0, l.gross_cents, l.discount_cents, 0::bigint, l.tax_cents
  from orders o
  join order_lines l on l.order_id = o.id
  where o.fair_id = any(fairs)
    and o.business_day between from_day and to_day
    and is_reported(o.status, o.voided_by_reset_id)
    and (of_method is null or has_tender(o.id, of_method))
  union all
  select r.fair_id, r.business_day, coalesce(l.title_id::text, lower(l.sku), l.category),
    l.sku is null, l.title_id, case when l.sku is not null then l.unit_price_cents end, l.id,
    0, x.quantity, 0::bigint, 0::bigint, x.net_cents, -x.tax_cents
  from refunds r
  join orders o on o.id = r.order_id
  join refund_lines x on x.refund_id = r.id
  join order_lines l on l.id = x.order_line_id
  where r.fair_id = any(fairs)
    and r.business_day between from_day and to_day
    and is_reported(o.status, o.voided_by_reset_id)
    and (of_method is null or has_tender(o.id, of_method))
$function$;

-- Figures of a fair and day, from rows.
CREATE OR REPLACE FUNCTION count_fair_day(of_fair uuid, of_day date)
 RETURNS TABLE(sales jsonb, parts jsonb)
 LANGUAGE sql
 STABLE
AS $function$
  -- Offset 0: a reader of the sales alone does not count the parts.
  select
    coalesce((
      select jsonb_object_agg(figure, amount)
      from sales_figures(array[of_fair], of_day, of_day, null)), '{}'),
    coalesce((
      select jsonb_object_agg(figure, amount)
      from part_figures(array[of_fair], of_day, of_day, null)), '{}')
  offset 0
$function$;

-- Orders of a fair and day, from rows.
CREATE OR REPLACE FUNCTION count_fair_day_orders(of_fair uuid, of_day date)
 RETURNS TABLE(status text, methods smallint, orders bigint, net_cents bigint, refunded_net_cents bigint)
 LANGUAGE sql
 STABLE
AS $function$
  -- Offset 0: the bits of methods are told once a set, not once an order.
  select status, method_bits(methods), sum(orders)::bigint, sum(net_cents)::bigint,
    sum(refunded_net_cents)::bigint
  from (
    select status, methods, count(*) as orders, sum(gross_cents - discount_cents) as net_cents,
      sum(refunded_net_cents) as refunded_net_cents
    from orders
    where fair_id = of_fair and business_day = of_day and voided_by_reset_id is null
    group by 1, 2
    offset 0) sold
  group by 1, 2
$function$;

-- Payments of a fair and day, from rows.
CREATE OR REPLACE FUNCTION count_fair_day_payments(of_fair uuid, of_day date)
 RETURNS TABLE(purpose text, method smallint, status text, payments bigint, amount_cents bigint, refunded_cents bigint)
 LANGUAGE sql
 STABLE
AS $function$
  select purpose, method, status, count(*), sum(amount_cents)::bigint, sum(refunded_cents)::bigint
  from payments
  where voided_by_reset_id is null
    and (
      (fair_id = of_fair and business_day = of_day)
        or (fair_id is null and business_day = of_day
          and of_fair = '00000000-0000-0000-0000-000000000000'))
  group by 1, 2, 3
$function$;

-- fair_days of each fair at this moment.
create view fair_days_now as
 SELECT d.fair_id,
    d.day,
    d.sales,
    d.parts,
    d.orders,
    d.net_cents,
    d.refunds_cents
   FROM fair_days d
  WHERE d.fair_id IS NOT NULL AND NOT (EXISTS ( SELECT
           FROM fair_days_touched t
          WHERE t.day = d.day AND t.fair_id = d.fair_id))
UNION ALL
 SELECT t.fair_id,
    t.day,
    c.sales,
    c.parts,
    figure(c.sales, 'orders'::text) AS orders,
    figure(c.sales, 'grossCents'::text) - figure(c.sales, 'discountCents'::text) - figure(c.sales, 'refundNetCents'::text) AS net_cents,
    figure(c.sales, 'refundNetCents'::text) AS refunds_cents
   FROM ( SELECT DISTINCT fair_days_touched.fair_id,
            fair_days_touched.day
           FROM fair_days_touched) t
     CROSS JOIN LATERAL count_fair_day(t.fair_id, t.day) c(sales, parts);

-- fair_day_orders of each fair at this moment.
create view fair_day_orders_now as
 SELECT d.fair_id,
    d.day,
    d.status,
    d.methods,
    d.orders,
    d.net_cents,
    d.refunded_net_cents
   FROM fair_day_orders d
  WHERE d.fair_id IS NOT NULL AND NOT (EXISTS ( SELECT
           FROM fair_days_touched t
          WHERE t.day = d.day AND t.fair_id = d.fair_id))
UNION ALL
 SELECT t.fair_id,
    t.day,
    c.status,
    c.methods,
    c.orders,
    c.net_cents,
    c.refunded_net_cents
   FROM ( SELECT DISTINCT fair_days_touched.fair_id,
            fair_days_touched.day
           FROM fair_days_touched) t
     CROSS JOIN LATERAL count_fair_day_orders(t.fair_id, t.day) c(status, methods, orders, net_cents, refunded_net_cents);

-- fair_day_payments of each fair at this moment.
create view fair_day_payments_now as
 SELECT d.fair_id,
    d.day,
    d.purpose,
    d.method,
    d.status,
    d.payments,
    d.amount_cents,
    d.refunded_cents
   FROM fair_day_payments d
  WHERE d.fair_id IS NOT NULL AND NOT (EXISTS ( SELECT
           FROM fair_days_touched t
          WHERE t.day = d.day AND t.fair_id = d.fair_id))
UNION ALL
 SELECT t.fair_id,
    t.day,
    c.purpose,
    c.method,
    c.status,
    c.payments,
    c.amount_cents,
    c.refunded_cents
   FROM ( SELECT DISTINCT fair_days_touched.fair_id,
            fair_days_touched.day
           FROM fair_days_touched) t
     CROSS JOIN LATERAL count_fair_day_payments(t.fair_id, t.day) c(purpose, method, status, payments, amount_cents, refunded_cents);

-- Touched days that readers of all fairs count: none if more than 64 fairs were touched or have
-- sold on these days.
create view fair_days_to_count as
 WITH touched AS MATERIALIZED (
         SELECT DISTINCT fair_days_touched.fair_id,
            fair_days_touched.day
           FROM fair_days_touched
        )
 SELECT fair_id,
    day
   FROM touched
  WHERE (( SELECT count(*) AS count
           FROM touched touched_1)) <= 64 AND (( SELECT count(*) AS count
           FROM ( SELECT
                   FROM fair_days
                  WHERE (fair_days.day = ANY ((ARRAY( SELECT touched_1.day
                           FROM touched touched_1)))) AND fair_days.fair_id IS NOT NULL
                 LIMIT 65) sold)) <= 64;

-- fair_days of each fair for readers of all fairs.
create view recent_fair_days as
 SELECT d.fair_id,
    d.day,
    d.sales,
    d.orders,
    d.net_cents,
    d.refunds_cents
   FROM fair_days d
  WHERE d.fair_id IS NOT NULL AND NOT (EXISTS ( SELECT
           FROM fair_days_to_count t
          WHERE t.day = d.day AND t.fair_id = d.fair_id))
UNION ALL
 SELECT t.fair_id,
    t.day,
    c.sales,
    figure(c.sales, 'orders'::text) AS orders,
    figure(c.sales, 'grossCents'::text) - figure(c.sales, 'discountCents'::text) - figure(c.sales, 'refundNetCents'::text) AS net_cents,
    figure(c.sales, 'refundNetCents'::text) AS refunds_cents
   FROM fair_days_to_count t
     CROSS JOIN LATERAL count_fair_day(t.fair_id, t.day) c(sales, parts);

-- Days of all fairs; add them up. Of a touched day each fair has a row.
create view all_days_now as
 SELECT d.day,
    d.sales
   FROM fair_days d
  WHERE limited_person() IS NULL AND d.fair_id IS NULL AND NOT (EXISTS ( SELECT
           FROM fair_days_to_count t
          WHERE t.day = d.day))
UNION ALL
 SELECT r.day,
    r.sales
   FROM recent_fair_days r
  WHERE limited_person() IS NULL AND (r.day = ANY ((ARRAY( SELECT fair_days_to_count.day
           FROM fair_days_to_count))))
UNION ALL
 SELECT f.day,
    f.sales
   FROM fair_days_now f
  WHERE limited_person() IS NOT NULL;

-- Orders of all fairs, as all_days_now.
create view all_day_orders_now as
 SELECT d.day,
    d.status,
    d.methods,
    d.orders,
    d.net_cents,
    d.refunded_net_cents
   FROM fair_day_orders d
  WHERE limited_person() IS NULL AND d.fair_id IS NULL AND NOT (EXISTS ( SELECT
           FROM fair_days_to_count t
          WHERE t.day = d.day))
UNION ALL
 SELECT d.day,
    d.status,
    d.methods,
    d.orders,
    d.net_cents,
    d.refunded_net_cents
   FROM fair_day_orders d
  WHERE limited_person() IS NULL AND d.fair_id IS NOT NULL AND (d.day = ANY ((ARRAY( SELECT fair_days_to_count.day
           FROM fair_days_to_count)))) AND NOT (EXISTS ( SELECT
           FROM fair_days_to_count t
          WHERE t.day = d.day AND t.fair_id = d.fair_id))
UNION ALL
 SELECT t.day,
    c.status,
    c.methods,
    c.orders,
    c.net_cents,
    c.refunded_net_cents
   FROM fair_days_to_count t
     CROSS JOIN LATERAL count_fair_day_orders(t.fair_id, t.day) c(status, methods, orders, net_cents, refunded_net_cents)
  WHERE limited_person() IS NULL
UNION ALL
 SELECT f.day,
    f.status,
    f.methods,
    f.orders,
    f.net_cents,
    f.refunded_net_cents
   FROM fair_day_orders_now f
  WHERE limited_person() IS NOT NULL;

-- Payments of all fairs, as all_days_now.
create view all_day_payments_now as
 SELECT d.day,
    d.purpose,
    d.method,
    d.status,
    d.payments,
    d.amount_cents,
    d.refunded_cents
   FROM fair_day_payments d
  WHERE limited_person() IS NULL AND d.fair_id IS NULL AND NOT (EXISTS ( SELECT
           FROM fair_days_to_count t
          WHERE t.day = d.day))
UNION ALL
 SELECT d.day,
    d.purpose,
    d.method,
    d.status,
    d.payments,
    d.amount_cents,
    d.refunded_cents
   FROM fair_day_payments d
  WHERE limited_person() IS NULL AND d.fair_id IS NOT NULL AND (d.day = ANY ((ARRAY( SELECT fair_days_to_count.day
           FROM fair_days_to_count)))) AND NOT (EXISTS ( SELECT
           FROM fair_days_to_count t
          WHERE t.day = d.day AND t.fair_id = d.fair_id))
UNION ALL
 SELECT t.day,
    c.purpose,
    c.method,
    c.status,
    c.payments,
    c.amount_cents,
    c.refunded_cents
   FROM fair_days_to_count t
     CROSS JOIN LATERAL count_fair_day_payments(t.fair_id, t.day) c(purpose, method, status, payments, amount_cents, refunded_cents)
  WHERE limited_person() IS NULL
UNION ALL
 SELECT f.day,
    f.purpose,
    f.method,
    f.status,
    f.payments,
    f.amount_cents,
    f.refunded_cents
   FROM fair_day_payments_now f
  WHERE limited_person() IS NOT NULL
UNION ALL
 SELECT payments.business_day AS day,
    payments.purpose,
    payments.method,
    payments.status,
    count(*) AS payments,
    sum(payments.amount_cents)::bigint AS amount_cents,
    sum(payments.refunded_cents)::bigint AS refunded_cents
   FROM payments
  WHERE limited_person() IS NOT NULL AND payments.fair_id IS NULL AND payments.voided_by_reset_id IS NULL
  GROUP BY payments.business_day, payments.purpose, payments.method, payments.status;

-- Lines of all fairs on touched days, in place of the day_items of these days.
create view touched_item_moves as
 SELECT m.fair_id,
    m.day,
    m.item,
    m.unnumbered,
    m.title_id,
    m.unit_price_cents,
    m.last_line_id,
    m.quantity_sold,
    m.quantity_refunded,
    m.gross_cents,
    m.discount_cents,
    m.refund_net_cents,
    m.tax_cents
   FROM ( SELECT fair_days.fair_id,
            fair_days.day
           FROM fair_days
          WHERE fair_days.fair_id IS NOT NULL AND (fair_days.day = ANY ((ARRAY( SELECT fair_days_to_count.day
                   FROM fair_days_to_count))))
        UNION
         SELECT fair_days_to_count.fair_id,
            fair_days_to_count.day
           FROM fair_days_to_count
        UNION
         SELECT fair_days.fair_id,
            fair_days.day
           FROM fair_days
          WHERE limited_person() IS NOT NULL AND fair_days.fair_id IS NOT NULL
        UNION
         SELECT fair_days_touched.fair_id,
            fair_days_touched.day
           FROM fair_days_touched
          WHERE limited_person() IS NOT NULL) t
     CROSS JOIN LATERAL item_moves(ARRAY[t.fair_id], t.day, t.day, NULL::smallint) m(fair_id, day, item, unnumbered, title_id, unit_price_cents, last_line_id, quantity_sold, quantity_refunded, gross_cents, discount_cents, refund_net_cents, tax_cents);

-- Touches the days of orders, payments, refunds or order lines, and those of the refunds of their
-- orders. Lines and tenders come with their order or refund.
CREATE OR REPLACE FUNCTION touch_days()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_table_name <> 'order_lines' then
    insert into fair_days_touched (fair_id, day)
    select distinct coalesce(fair_id, '00000000-0000-0000-0000-000000000000'), business_day
    from new_rows;
    if tg_op = 'UPDATE' then
      insert into fair_days_touched (fair_id, day)
      select distinct coalesce(fair_id, '00000000-0000-0000-0000-000000000000'), business_day
      from old_rows;
    end if;
  end if;
  -- An order takes its refunds along, and they change what it is worth on each day after them.
  if tg_table_name = 'orders' and tg_op = 'UPDATE' then
    insert into fair_days_touched (fair_id, day)
    select distinct r.fair_id, r.business_day
    from new_rows n
    join refunds r on r.order_id = n.id;
  elsif tg_table_name = 'refunds' or tg_table_name <> 'orders' and tg_op = 'UPDATE' then
    insert into fair_days_touched (fair_id, day)
    select o.fair_id, o.business_day
    from new_rows n
    join orders o on o.id = n.order_id
    union
    select r.fair_id, r.business_day
    from new_rows n
    join refunds r on r.order_id = n.order_id;
  end if;
  return null;
end $function$;

-- Touches the days of new eWallet entries, which never change, and at the fairs of their top-ups.
CREATE OR REPLACE FUNCTION touch_days_of_wallets()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into fair_days_touched (fair_id, day)
  select '00000000-0000-0000-0000-000000000000', business_day
  from new_rows
  union
  select p.fair_id, e.business_day
  from new_rows e
  join payments p on p.id = e.payment_id
  where p.purpose = 'wallet_top_up' and p.fair_id is not null;
  return null;
end $function$;

-- Touches every day of the fairs of new close-outs and reversals, which decide about late
-- top-ups.
CREATE OR REPLACE FUNCTION touch_days_of_close_outs()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  fairs uuid[];
begin
  if tg_table_name = 'close_outs' then
    fairs := array(select fair_id from new_rows);
  else
    fairs := array(
      select c.fair_id from new_rows r join close_outs c on c.id = r.close_out_id);
  end if;
  -- A day that is touched already may be about to be made from what was before.
  insert into fair_days_touched (fair_id, day)
  select fair_id, day from fair_days where fair_id = any(fairs)
  union
  select fair_id, day from fair_days_touched where fair_id = any(fairs);
  return null;
end $function$;

-- Makes the figures of the touched days anew, and returns how many there were. Each statement
-- sees what was committed before it.
CREATE OR REPLACE FUNCTION make_fair_days()
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  fairs uuid[];
  fair_day date[];
  days date[];
begin
  -- One at a time; a second one leaves it to the first.
  if not pg_try_advisory_xact_lock(hashtextextended('make fair days', 0)) then return 0; end if;
  -- First: what commits from here on touches its day again, whether it is counted below or not.
  with gone as (
    delete from fair_days_touched returning fair_id, day
  )
  select array_agg(t.fair_id), array_agg(t.day)
  into fairs, fair_day
  from (select distinct g.fair_id, g.day from gone g) t;
  if fairs is null then return 0; end if;
  days := array(select distinct unnest(fair_day));

  delete from fair_days d
  using unnest(fairs, fair_day) t (fair_id, day)
  where d.fair_id = t.fair_id and d.day = t.day;
  insert into fair_days (fair_id, day, sales, parts)
  select t.fair_id, t.day, c.sales, c.parts
  from unnest(fairs, fair_day) t (fair_id, day)
  cross join lateral count_fair_day(t.fair_id, t.day) c
  where c.sales <> '{}' or c.parts <> '{}';
  delete from fair_days d where d.fair_id is null and d.day = any(days);
  insert into fair_days (day, sales, parts)
  select summed.day, jsonb_object_agg(summed.figure, summed.amount), '{}'
  from (
    select d.day, f.key as figure, sum(f.value::bigint)::bigint as amount
    from fair_days d
    cross join lateral jsonb_each_text(d.sales) f
    where d.day = any(days)
    group by 1, 2
    having sum(f.value::bigint) <> 0) summed
  group by summed.day;

  delete from fair_day_orders d
  using unnest(fairs, fair_day) t (fair_id, day)
  where d.fair_id = t.fair_id and d.day = t.day;
  insert into fair_day_orders
  select t.fair_id, t.day, c.*
  from unnest(fairs, fair_day) t (fair_id, day)
  cross join lateral count_fair_day_orders(t.fair_id, t.day) c;
  delete from fair_day_orders d where d.fair_id is null and d.day = any(days);
  insert into fair_day_orders
  select null, d.day, d.status, d.methods, sum(d.orders), sum(d.net_cents),
    sum(d.refunded_net_cents)
  from fair_day_orders d
  where d.day = any(days)
  group by 2, 3, 4;

  delete from fair_day_payments d
  using unnest(fairs, fair_day) t (fair_id, day)
  where d.fair_id = t.fair_id and d.day = t.day;
  insert into fair_day_payments
  select t.fair_id, t.day, c.*
  from unnest(fairs, fair_day) t (fair_id, day)
  cross join lateral count_fair_day_payments(t.fair_id, t.day) c;
  delete from fair_day_payments d where d.fair_id is null and d.day = any(days);
  insert into fair_day_payments
  select null, d.day, d.purpose, d.method, d.status, sum(d.payments), sum(d.amount_cents),
    sum(d.refunded_cents)
  from fair_day_payments d
  where d.day = any(days)
  group by 2, 3, 4, 5;

  perform make_day_items(days);
  return cardinality(fairs);
end $function$;

-- Makes day_items of the days anew.
CREATE OR REPLACE FUNCTION make_day_items(days date[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  with moved as materialized (
    select m.day, m.item, m.unnumbered, m.title_id, m.unit_price_cents,
      max(m.last_line_id::text collate "C")::uuid as last_line_id,
      sum(m.quantity_sold) as quantity_sold, sum(m.quantity_refunded) as quantity_refunded,
      sum(m.gross_cents) as gross_cents, sum(m.discount_cents) as discount_cents,
      sum(m.refund_net_cents) as refund_net_cents, sum(m.tax_cents) as tax_cents
    from fair_days d
    cross join lateral item_moves(array[d.fair_id], d.day, d.day, null) m
    where d.fair_id is not null and d.day = any(days)
    group by 1, 2, 3, 4, 5
  ),
  added as (
    insert into report_items (item, unnumbered, title_id, unit_price_cents)
    select distinct item, unnumbered, title_id, unit_price_cents from moved
    on conflict on constraint report_items_key do nothing
    returning id, item, unnumbered, title_id, unit_price_cents
  ),
  items as (
    select id, item, unnumbered, title_id, unit_price_cents from report_items
    union all
    select id, item, unnumbered, title_id, unit_price_cents from added
  ),
  made as materialized (
    select m.day, i.id as item_id, m.last_line_id, m.quantity_sold, m.quantity_refunded,
      m.gross_cents, m.discount_cents, m.refund_net_cents, m.tax_cents
    from moved m
    join items i on i.item = m.item and i.unnumbered = m.unnumbered
      and i.title_id is not distinct from m.title_id
      and i.unit_price_cents is not distinct from m.unit_price_cents
  ),
  gone as (
    delete from day_items d
    where d.day = any(days)
      and not exists (select from made where made.day = d.day and made.item_id = d.item_id)
  )
  -- Of thousands of items a round changes a few.
  insert into day_items as d
  select * from made
  on conflict (day, item_id) do update set
    last_line_id = excluded.last_line_id,
    quantity_sold = excluded.quantity_sold,
    quantity_refunded = excluded.quantity_refunded,
    gross_cents = excluded.gross_cents,
    discount_cents = excluded.discount_cents,
    refund_net_cents = excluded.refund_net_cents,
    tax_cents = excluded.tax_cents
  where d is distinct from excluded;
end $function$;

-- Makes the figures of every day anew, also of tables that were filled with triggers disabled.
CREATE OR REPLACE FUNCTION recount_figures()
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_advisory_xact_lock(hashtextextended('make fair days', 0));
  insert into fair_days_touched (fair_id, day)
  select fair_id, business_day from orders
  union
  select coalesce(fair_id, '00000000-0000-0000-0000-000000000000'), business_day from payments
  union
  select fair_id, business_day from refunds
  union
  select '00000000-0000-0000-0000-000000000000', business_day from wallet_entries
  union
  select p.fair_id, e.business_day
  from payments p
  join wallet_entries e on e.payment_id = p.id
  where p.purpose = 'wallet_top_up' and p.fair_id is not null
  union
  select fair_id, day from fair_days where fair_id is not null
  union
  select fair_id, day from fair_day_orders where fair_id is not null
  union
  select fair_id, day from fair_day_payments where fair_id is not null;
  perform make_fair_days();
end $function$;

-- 0053_drawers ------------------------------------------------------------------------------------

-- Append only: money put into and taken out of a register's drawer beside sales, and its counts.
-- The last count of a drawer and day stands.
create table drawer_entries (
  -- ID made by the register, so that a repeat is known.
  id uuid not null,
  fair_id uuid not null,
  device_id uuid not null,
  business_day date not null,
  kind text not null,
  -- Amount moved; of a count the cash counted.
  amount_cents bigint not null,
  pieces jsonb,
  check_cents bigint,
  checks integer,
  -- Of a count: the cash that the register expected at that moment.
  expected_cents bigint,
  expected_check_cents bigint,
  second_person text,
  reason text not null,
  entered_by text not null,
  at timestamp with time zone not null,
  received_at timestamp with time zone not null default now(),
  -- Close-out in force when it was received: the entry counts in no figure while that one stands.
  close_out_id uuid,
  seq bigint not null generated always as identity,
  body_hash bytea not null,
  constraint drawer_entries_pkey PRIMARY KEY (id),
  constraint drawer_entries_amount_cents_check CHECK (((amount_cents >= 0) AND (amount_cents <= 100000000))),
  constraint drawer_entries_check_cents_check CHECK (((check_cents >= 0) AND (check_cents <= 100000000))),
  constraint drawer_entries_checks_check CHECK (((checks >= 0) AND (checks <= 100000))),
  constraint drawer_entries_count_check CHECK (
CASE
    WHEN (kind = 'count'::text) THEN (((((check_cents + checks) + expected_cents) + expected_check_cents) IS NOT NULL) AND (second_person IS NOT NULL))
    ELSE ((COALESCE(check_cents, (checks)::bigint, expected_cents, expected_check_cents) IS NULL) AND (COALESCE(second_person, (pieces)::text) IS NULL) AND (amount_cents > 0))
END),
  constraint drawer_entries_kind_check CHECK ((kind = ANY (ARRAY['float_in'::text, 'float_out'::text, 'to_safe'::text, 'pay_out'::text, 'count'::text]))),
  constraint drawer_entries_close_out_id_fkey FOREIGN KEY (close_out_id) REFERENCES close_outs(id),
  constraint drawer_entries_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id),
  constraint drawer_entries_fair_id_fkey FOREIGN KEY (fair_id) REFERENCES fairs(id)
);
CREATE INDEX drawer_entries_day_idx ON drawer_entries USING btree (fair_id, business_day);
CREATE TRIGGER drawer_entries_announced_insert AFTER INSERT ON drawer_entries
  REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_fairs('fairs');
CREATE TRIGGER drawer_entries_append_only BEFORE DELETE OR UPDATE ON drawer_entries
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER drawer_entries_no_truncate BEFORE TRUNCATE ON drawer_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Entries that figures count: none from before a reset, none received after the close-out in
-- force.
create view standing_drawer_entries as
 SELECT d.id,
    d.fair_id,
    d.device_id,
    d.business_day,
    d.kind,
    d.amount_cents,
    d.pieces,
    d.check_cents,
    d.checks,
    d.expected_cents,
    d.expected_check_cents,
    d.second_person,
    d.reason,
    d.entered_by,
    d.at,
    d.received_at,
    d.close_out_id,
    d.seq,
    d.body_hash
   FROM drawer_entries d
     JOIN fairs f ON f.id = d.fair_id
  WHERE (f.reset_at IS NULL OR d.at > f.reset_at) AND NOT (EXISTS ( SELECT
           FROM standing_close_outs c
          WHERE c.id = d.close_out_id));

-- 0054_approvals ----------------------------------------------------------------------------------

-- What people with the duty approved at registers, for one sale or refund each.
create table approvals (
  id uuid not null,
  fair_id uuid not null,
  device_id uuid not null,
  kinds text[] not null,
  client_order_id uuid not null,
  client_refund_id uuid,
  -- The most that it gives away: the discount of the sale, or the money given back.
  amount_cents bigint not null default 0,
  admin_id uuid not null,
  -- True if the server checked the code of the person; false for one given without a network.
  is_checked boolean not null,
  approved_at timestamp with time zone not null default now(),
  -- Order that it was used for; null until the sale or refund is booked.
  order_id uuid,
  constraint approvals_pkey PRIMARY KEY (id),
  constraint approvals_amount_cents_check CHECK ((amount_cents >= 0)),
  constraint approvals_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES admins(id),
  constraint approvals_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id),
  constraint approvals_fair_id_fkey FOREIGN KEY (fair_id) REFERENCES fairs(id),
  constraint approvals_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id)
);
CREATE INDEX approvals_order_idx ON approvals USING btree (order_id) WHERE (order_id IS NOT NULL);

-- 0056_receipt_emails -----------------------------------------------------------------------------

-- Receipts that registers had emailed within a day; no address is kept (trust T40).
create table receipt_emails (
  id uuid not null,
  order_id uuid not null,
  device_id uuid not null,
  at timestamp with time zone not null default now(),
  constraint receipt_emails_pkey PRIMARY KEY (id),
  constraint receipt_emails_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id),
  constraint receipt_emails_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id)
);
CREATE INDEX receipt_emails_device_idx ON receipt_emails USING btree (device_id, at);
CREATE INDEX receipt_emails_order_idx ON receipt_emails USING btree (order_id);

-- 0058_carton_corrections -------------------------------------------------------------------------

-- Carton codes scanned at a fair that has no such carton (domain 4.6).
create table found_cartons (
  id uuid not null,
  code text not null,
  -- Fair at which it was scanned.
  fair_id uuid not null,
  stage text not null,
  found_by text not null,
  found_at timestamp with time zone not null default now(),
  -- claimed: scanned by its own fair; dismissed by a person.
  resolution text,
  resolved_by text,
  resolved_at timestamp with time zone,
  constraint found_cartons_pkey PRIMARY KEY (id),
  constraint found_cartons_resolution_check CHECK ((resolution = ANY (ARRAY['claimed'::text, 'dismissed'::text]))),
  constraint found_cartons_resolved_check CHECK ((num_nulls(resolution, resolved_by, resolved_at) = ANY (ARRAY[0, 3]))),
  constraint found_cartons_stage_check CHECK ((stage = ANY (ARRAY['delivery'::text, 'return'::text]))),
  constraint found_cartons_fair_id_fkey FOREIGN KEY (fair_id) REFERENCES fairs(id)
);
CREATE INDEX found_cartons_fair_idx ON found_cartons USING btree (fair_id);
CREATE UNIQUE INDEX found_cartons_open_key ON found_cartons USING btree (lower(code), fair_id) WHERE (resolved_at IS NULL);

-- 0059_stock_documents ----------------------------------------------------------------------------

-- Documents that change the stock of the warehouse, numbered without gaps by kind.
create table stock_documents (
  id uuid not null,
  kind text not null,
  number integer not null,
  state text not null default 'open'::text,
  fair_id uuid,
  opened_by text not null,
  opened_by_id uuid,
  opened_at timestamp with time zone not null default now(),
  closed_by text,
  -- Booked, received or discarded; the document is never edited afterward.
  closed_at timestamp with time zone,
  constraint stock_documents_pkey PRIMARY KEY (id),
  constraint stock_documents_number_key UNIQUE (kind, number),
  constraint stock_documents_check CHECK (((closed_by IS NULL) = (closed_at IS NULL))),
  constraint stock_documents_kind_check CHECK ((kind = ANY (ARRAY['receipt'::text, 'count'::text, 'shipment'::text]))),
  constraint stock_documents_number_check CHECK ((number > 0)),
  constraint stock_documents_fair_id_fkey FOREIGN KEY (fair_id) REFERENCES fairs(id),
  constraint stock_documents_opened_by_id_fkey FOREIGN KEY (opened_by_id) REFERENCES admins(id)
);
CREATE INDEX stock_documents_fair_idx ON stock_documents USING btree (fair_id) WHERE (fair_id IS NOT NULL);
CREATE INDEX stock_documents_state_idx ON stock_documents USING btree (kind, state);
CREATE TRIGGER stock_documents_announced_insert AFTER INSERT ON stock_documents
  REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_documents('warehouse');
CREATE TRIGGER stock_documents_announced_update AFTER UPDATE ON stock_documents
  REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_documents('warehouse');

-- Deliveries to the warehouse, and its opening stock (domain 13.2).
create table receipts (
  document_id uuid not null,
  is_opening boolean not null default false,
  supplier text not null default ''::text,
  -- Number of the invoice or purchase order.
  reference text not null default ''::text,
  received_on date not null,
  -- Earlier receipt of which this one receives what was still to come.
  continues_id uuid,
  rest_closed_by text,
  -- Nothing that was short is still to come, because somebody said so.
  rest_closed_at timestamp with time zone,
  reversed_by text,
  reversed_at timestamp with time zone,
  constraint receipts_pkey PRIMARY KEY (document_id),
  constraint receipts_check CHECK (((rest_closed_by IS NULL) = (rest_closed_at IS NULL))),
  constraint receipts_check1 CHECK (((reversed_by IS NULL) = (reversed_at IS NULL))),
  constraint receipts_continues_id_fkey FOREIGN KEY (continues_id) REFERENCES receipts(document_id),
  constraint receipts_document_id_fkey FOREIGN KEY (document_id) REFERENCES stock_documents(id)
);
CREATE INDEX receipts_continues_idx ON receipts USING btree (continues_id) WHERE (continues_id IS NOT NULL);
CREATE TRIGGER receipts_announced_update AFTER UPDATE ON receipts
  REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_document_parts('warehouse');

-- Units of each title of a receipt: the sums of its scans.
create table receipt_lines (
  document_id uuid not null,
  title_id uuid not null,
  -- Units that the supplier listed; null if the title was not listed.
  expected_qty bigint,
  good_qty bigint not null default 0,
  damaged_qty bigint not null default 0,
  -- Cost of one unit; shown only with the duty see_costs.
  cost_cents bigint,
  changed_at timestamp with time zone not null default now(),
  constraint receipt_lines_pkey PRIMARY KEY (document_id, title_id),
  constraint receipt_lines_cost_cents_check CHECK ((cost_cents >= 0)),
  constraint receipt_lines_damaged_qty_check CHECK ((damaged_qty >= 0)),
  constraint receipt_lines_expected_qty_check CHECK ((expected_qty > 0)),
  constraint receipt_lines_good_qty_check CHECK ((good_qty >= 0)),
  constraint receipt_lines_document_id_fkey FOREIGN KEY (document_id) REFERENCES receipts(document_id),
  constraint receipt_lines_title_id_fkey FOREIGN KEY (title_id) REFERENCES titles(id)
);
CREATE INDEX receipt_lines_title_idx ON receipt_lines USING btree (title_id);
CREATE TRIGGER receipt_lines_announced_insert AFTER INSERT ON receipt_lines
  REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_document_parts('warehouse');
CREATE TRIGGER receipt_lines_announced_update AFTER UPDATE ON receipt_lines
  REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_document_parts('warehouse');

-- Append only: units that people added to a line of a receipt or took from it. The ID is the
-- client's, so that a scan sent twice counts once.
create table receipt_scans (
  id uuid not null,
  document_id uuid not null,
  title_id uuid not null,
  good_qty bigint not null,
  damaged_qty bigint not null,
  source text not null,
  scanned_by text not null,
  at timestamp with time zone not null default now(),
  constraint receipt_scans_pkey PRIMARY KEY (id),
  constraint receipt_scans_source_check CHECK ((source = ANY (ARRAY['scan'::text, 'typed'::text, 'sheet'::text, 'rest'::text]))),
  constraint receipt_scans_document_id_title_id_fkey FOREIGN KEY (document_id, title_id) REFERENCES receipt_lines(document_id, title_id)
);
CREATE INDEX receipt_scans_line_idx ON receipt_scans USING btree (document_id, title_id);
CREATE TRIGGER receipt_scans_append_only BEFORE DELETE OR UPDATE ON receipt_scans
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER receipt_scans_no_truncate BEFORE TRUNCATE ON receipt_scans
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Announces documents of the warehouse with their IDs.
CREATE OR REPLACE FUNCTION announce_documents()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform announce(tg_argv, null, few(array_agg(distinct id)), null)
  from changed
  having count(*) > 0;
  return null;
end $function$;

-- Announces the documents of the warehouse that changed rows belong to.
CREATE OR REPLACE FUNCTION announce_document_parts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform announce(tg_argv, null, few(array_agg(distinct document_id)), null)
  from changed
  having count(*) > 0;
  return null;
end $function$;

-- 0060_counts -------------------------------------------------------------------------------------

-- Counts of the warehouse, beside their rows of stock_documents (domain 13.3).
create table counts (
  document_id uuid not null,
  scope text not null,
  categories text[] not null default '{}'::text[],
  note text not null default ''::text,
  -- Above 1 while titles are counted again, or once they were.
  round integer not null default 1,
  version integer not null default 1,
  updated_at timestamp with time zone not null default now(),
  constraint counts_pkey PRIMARY KEY (document_id),
  constraint counts_check CHECK (((scope = 'category'::text) = (cardinality(categories) > 0))),
  constraint counts_scope_check CHECK ((scope = ANY (ARRAY['warehouse'::text, 'category'::text, 'titles'::text, 'scanned'::text]))),
  constraint counts_document_id_fkey FOREIGN KEY (document_id) REFERENCES stock_documents(id)
);
CREATE TRIGGER counts_announced_update AFTER UPDATE ON counts
  REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_document_parts('warehouse');

-- Titles of counts with the units counted.
create table count_lines (
  id uuid not null,
  document_id uuid not null,
  title_id uuid not null,
  -- Round in which the title was, or is to be, counted last.
  round integer not null,
  -- Sum of the scans of the round; null until it is counted in it.
  counted_qty bigint,
  -- Warehouse quantity at the first scan of the round, read under the lock of the title.
  first_record_qty bigint,
  -- Warehouse quantity at the last scan of the round. The difference is judged against it; if it is
  -- not first_record_qty, the stock moved during the count.
  on_record_qty bigint,
  counted_at timestamp with time zone,
  counted_by text[] not null default '{}'::text[],
  -- Result of the round before, if counted again.
  earlier_qty bigint,
  earlier_on_record_qty bigint,
  constraint count_lines_pkey PRIMARY KEY (id),
  constraint count_lines_title_key UNIQUE (document_id, title_id),
  constraint count_lines_check CHECK (((counted_qty IS NULL) = (on_record_qty IS NULL))),
  constraint count_lines_check1 CHECK (((counted_qty IS NULL) = (first_record_qty IS NULL))),
  constraint count_lines_check2 CHECK (((earlier_qty IS NULL) = (earlier_on_record_qty IS NULL))),
  constraint count_lines_counted_qty_check CHECK ((counted_qty >= 0)),
  constraint count_lines_document_id_fkey FOREIGN KEY (document_id) REFERENCES counts(document_id),
  constraint count_lines_title_id_fkey FOREIGN KEY (title_id) REFERENCES titles(id)
);
CREATE TRIGGER count_lines_announced_insert AFTER INSERT ON count_lines
  REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_document_parts('warehouse');
CREATE TRIGGER count_lines_announced_update AFTER UPDATE ON count_lines
  REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_document_parts('warehouse');

-- Each scan or typed number of a count, by the ID that its client made: sent twice, it counts
-- once.
create table count_scans (
  id uuid not null,
  seq bigint not null generated always as identity,
  document_id uuid not null,
  title_id uuid not null,
  round integer not null,
  -- units: adds them. total: the title has so many altogether. confirmed: none, because nobody
  -- scanned it and somebody confirmed that.
  kind text not null,
  -- Change of the units counted; below 0 if a total was less than counted before.
  qty bigint not null,
  on_record_qty bigint not null,
  admin_id uuid not null,
  admin_name text not null,
  at timestamp with time zone not null default now(),
  undone_at timestamp with time zone,
  undone_by text,
  constraint count_scans_pkey PRIMARY KEY (id),
  constraint count_scans_check CHECK (((undone_at IS NULL) = (undone_by IS NULL))),
  constraint count_scans_kind_check CHECK ((kind = ANY (ARRAY['units'::text, 'total'::text, 'confirmed'::text]))),
  constraint count_scans_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES admins(id),
  constraint count_scans_document_id_fkey FOREIGN KEY (document_id) REFERENCES counts(document_id),
  constraint count_scans_title_id_fkey FOREIGN KEY (title_id) REFERENCES titles(id)
);
CREATE INDEX count_scans_admin_idx ON count_scans USING btree (document_id, admin_id, seq);
CREATE INDEX count_scans_title_idx ON count_scans USING btree (document_id, title_id);

-- Append only: differences that counts have booked, each with its movement of ref_type count.
create table count_differences (
  id uuid not null,
  document_id uuid not null,
  title_id uuid not null,
  counted_qty bigint not null,
  on_record_qty bigint not null,
  difference bigint not null,
  -- Catalog price when it was booked.
  price_cents bigint not null,
  reason text not null,
  note text not null default ''::text,
  constraint count_differences_pkey PRIMARY KEY (id),
  constraint count_differences_title_key UNIQUE (document_id, title_id),
  constraint count_differences_check CHECK (((difference <> 0) AND (difference = (counted_qty - on_record_qty)))),
  constraint count_differences_document_id_fkey FOREIGN KEY (document_id) REFERENCES counts(document_id),
  constraint count_differences_title_id_fkey FOREIGN KEY (title_id) REFERENCES titles(id)
);
CREATE INDEX count_differences_title_idx ON count_differences USING btree (title_id);
CREATE TRIGGER count_differences_append_only BEFORE DELETE OR UPDATE ON count_differences
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER count_differences_no_truncate BEFORE TRUNCATE ON count_differences
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- 0061_put_away -----------------------------------------------------------------------------------

-- Returns of fairs that were begun to be put away. Booking makes the scans the return count.
create table put_aways (
  fair_id uuid not null,
  state text not null default 'open'::text,
  opened_by text not null,
  opened_at timestamp with time zone not null default now(),
  booked_by text,
  booked_at timestamp with time zone,
  constraint put_aways_pkey PRIMARY KEY (fair_id),
  constraint put_aways_booked_check CHECK ((((state = 'booked'::text) = (booked_by IS NOT NULL)) AND ((booked_by IS NULL) = (booked_at IS NULL)))),
  constraint put_aways_state_check CHECK ((state = ANY (ARRAY['open'::text, 'booked'::text]))),
  constraint put_aways_fair_id_fkey FOREIGN KEY (fair_id) REFERENCES fairs(id)
);
CREATE TRIGGER put_aways_announced_insert AFTER INSERT ON put_aways
  REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_fairs('warehouse');
CREATE TRIGGER put_aways_announced_update AFTER UPDATE ON put_aways
  REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_fairs('warehouse');

-- Append only: units that came back, or were taken off again. The ID is the client's, so that a
-- scan sent twice counts once.
create table put_away_scans (
  id uuid not null,
  fair_id uuid not null,
  title_id uuid,
  -- Carton that the unit came in, if one was named.
  carton_id uuid,
  kind text not null,
  -- Code of what is not ours.
  code text not null default ''::text,
  qty bigint not null,
  note text not null default ''::text,
  scanned_by text not null,
  at timestamp with time zone not null default now(),
  constraint put_away_scans_pkey PRIMARY KEY (id),
  constraint put_away_scans_kind_check CHECK ((kind = ANY (ARRAY['good'::text, 'damaged'::text, 'not_ours'::text]))),
  constraint put_away_scans_qty_check CHECK ((qty <> 0)),
  constraint put_away_scans_title_check CHECK (((kind = 'not_ours'::text) OR (title_id IS NOT NULL))),
  constraint put_away_scans_carton_id_fkey FOREIGN KEY (carton_id) REFERENCES cartons(id),
  constraint put_away_scans_fair_id_fkey FOREIGN KEY (fair_id) REFERENCES put_aways(fair_id),
  constraint put_away_scans_title_id_fkey FOREIGN KEY (title_id) REFERENCES titles(id)
);
CREATE INDEX put_away_scans_fair_idx ON put_away_scans USING btree (fair_id);
CREATE TRIGGER put_away_scans_announced_insert AFTER INSERT ON put_away_scans
  REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_fairs('warehouse');
CREATE TRIGGER put_away_scans_append_only BEFORE DELETE OR UPDATE ON put_away_scans
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER put_away_scans_no_truncate BEFORE TRUNCATE ON put_away_scans
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- 0063_second_factors -----------------------------------------------------------------------------

-- Secrets of authenticator apps (RFC 6238), encrypted with a key that is not in the database.
create table authenticators (
  admin_id uuid not null,
  secret bytea,
  -- Shown to its owner and not confirmed by a code yet.
  pending_secret bytea,
  -- Step of the last accepted code, so that no code works twice.
  last_step bigint not null default 0,
  set_up_at timestamp with time zone,
  constraint authenticators_pkey PRIMARY KEY (admin_id),
  constraint authenticators_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES admins(id) ON DELETE CASCADE
);

-- Codes that each replace a lost factor once.
create table recovery_codes (
  admin_id uuid not null,
  code_hash bytea not null,
  used_at timestamp with time zone,
  constraint recovery_codes_pkey PRIMARY KEY (admin_id, code_hash),
  constraint recovery_codes_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES admins(id) ON DELETE CASCADE
);

-- Public keys of passkeys (WebAuthn).
create table passkeys (
  id uuid not null,
  admin_id uuid not null,
  credential_id text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamp with time zone not null default now(),
  last_used_at timestamp with time zone,
  constraint passkeys_pkey PRIMARY KEY (id),
  constraint passkeys_credential_id_key UNIQUE (credential_id),
  constraint passkeys_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES admins(id) ON DELETE CASCADE
);
CREATE INDEX passkeys_admin_idx ON passkeys USING btree (admin_id);

-- Challenges of passkeys that were answered, so that no answer works twice.
create table used_challenges (
  id uuid not null,
  used_at timestamp with time zone not null default now(),
  constraint used_challenges_pkey PRIMARY KEY (id)
);

-- Removals of lost factors that wait for a second administrator.
create table factor_resets (
  admin_id uuid not null,
  asked_by uuid not null,
  asked_at timestamp with time zone not null default now(),
  constraint factor_resets_pkey PRIMARY KEY (admin_id),
  constraint factor_resets_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES admins(id) ON DELETE CASCADE,
  constraint factor_resets_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES admins(id)
);

-- 0064_shipments ----------------------------------------------------------------------------------

-- Restock shipments to fairs (domain 13.4).
create table shipments (
  document_id uuid not null,
  packed_by text,
  packed_at timestamp with time zone,
  sent_by text,
  sent_at timestamp with time zone,
  constraint shipments_pkey PRIMARY KEY (document_id),
  constraint shipments_check CHECK (((packed_by IS NULL) = (packed_at IS NULL))),
  constraint shipments_check1 CHECK (((sent_by IS NULL) = (sent_at IS NULL))),
  constraint shipments_document_id_fkey FOREIGN KEY (document_id) REFERENCES stock_documents(id)
);
CREATE TRIGGER shipments_announced_update AFTER UPDATE ON shipments
  REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_document_parts('warehouse');

-- Units of each title in each carton of a shipment.
create table shipment_lines (
  document_id uuid not null,
  carton smallint not null,
  title_id uuid not null,
  qty integer not null,
  constraint shipment_lines_pkey PRIMARY KEY (document_id, carton, title_id),
  constraint shipment_lines_carton_check CHECK (((carton >= 1) AND (carton <= 99))),
  constraint shipment_lines_qty_check CHECK (((qty >= 1) AND (qty <= 9999))),
  constraint shipment_lines_document_id_fkey FOREIGN KEY (document_id) REFERENCES shipments(document_id),
  constraint shipment_lines_title_id_fkey FOREIGN KEY (title_id) REFERENCES titles(id)
);
CREATE INDEX shipment_lines_title_idx ON shipment_lines USING btree (title_id);
CREATE TRIGGER shipment_lines_announced_delete AFTER DELETE ON shipment_lines
  REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_document_parts('warehouse');
CREATE TRIGGER shipment_lines_announced_insert AFTER INSERT ON shipment_lines
  REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_document_parts('warehouse');
CREATE TRIGGER shipment_lines_announced_update AFTER UPDATE ON shipment_lines
  REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_document_parts('warehouse');

-- Cartons of a packed shipment. They become cartons of the fair, with the same ID, when it is
-- sent.
create table shipment_cartons (
  id uuid not null,
  document_id uuid not null,
  number smallint not null,
  code text not null,
  constraint shipment_cartons_pkey PRIMARY KEY (id),
  constraint shipment_cartons_document_id_number_key UNIQUE (document_id, number),
  constraint shipment_cartons_document_id_fkey FOREIGN KEY (document_id) REFERENCES shipments(document_id)
);

-- A sent shipment is received once none of its cartons is awaited, in part while one is missing.
CREATE OR REPLACE FUNCTION settle_shipments()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update stock_documents d
  set state = s.state, closed_by = s.by, closed_at = s.at
  from (
    select c.shipment_id,
      case
        when bool_or(c.status = 'packed') then 'sent'
        when bool_or(c.status = 'missing_at_delivery') then 'received_in_part'
        else 'received'
      end as state,
      (array_agg(coalesce(c.scanned_in_by, c.scanned_back_by)
        order by coalesce(c.scanned_in_at, c.scanned_back_at) desc nulls last))[1] as by,
      max(coalesce(c.scanned_in_at, c.scanned_back_at)) as at
    from cartons c
    where c.shipment_id in (
      select shipment_id
      from changed
      where shipment_id is not null)
    group by c.shipment_id) s
  where d.id = s.shipment_id and d.state in ('sent', 'received', 'received_in_part')
    and d.state <> s.state;
  return null;
end $function$;

-- 0066_company_sign_in ----------------------------------------------------------------------------

-- One row while people may sign in by the company's identity provider.
create table company_sign_in (
  id boolean not null default true,
  name text not null,
  issuer text not null,
  client_id text not null,
  -- Encrypted with a key that is not in the database.
  client_secret bytea not null,
  groups_claim text not null,
  -- False: passwords and passkeys alone sign in nobody but break-glass owners.
  allows_passwords boolean not null default true,
  updated_at timestamp with time zone not null default now(),
  constraint company_sign_in_pkey PRIMARY KEY (id),
  constraint company_sign_in_id_check CHECK (id)
);

-- Role of the people in a group of the provider. The first group that a person is in counts.
create table company_groups (
  position smallint not null,
  group_name text not null,
  role_id uuid not null,
  constraint company_groups_pkey PRIMARY KEY ("position"),
  constraint company_groups_group_name_key UNIQUE (group_name),
  constraint company_groups_role_id_fkey FOREIGN KEY (role_id) REFERENCES roles(id)
);

-- Sign-ins by the provider: what is needed to check and end them there.
create table company_sessions (
  id uuid not null,
  admin_id uuid not null,
  -- Null until the second factor has come.
  session_id uuid,
  -- ID of the session at the provider (sid).
  provider_session text,
  -- Tokens of the provider, encrypted with a key that is not in the database.
  sealed_tokens bytea not null,
  has_provider_factor boolean not null,
  -- Last time that the person proved who they are to the provider.
  proved_at timestamp with time zone,
  checked_at timestamp with time zone not null default now(),
  -- One process at a time asks the provider.
  checking_until timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  constraint company_sessions_pkey PRIMARY KEY (id),
  constraint company_sessions_session_id_key UNIQUE (session_id),
  constraint company_sessions_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES admins(id),
  constraint company_sessions_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE
);
CREATE INDEX company_sessions_admin_idx ON company_sessions USING btree (admin_id);

-- 0067_access_log ---------------------------------------------------------------------------------

-- Sign-ins, refusals and reads of children's names (domain 3.22). Deleted after
-- settings.access_log_months.
create table access_log (
  id uuid not null,
  at timestamp with time zone not null default now(),
  actor_type text not null,
  actor_id uuid,
  actor_name text not null,
  action text not null,
  entity text not null,
  entity_id uuid not null,
  changes jsonb not null default '{}'::jsonb,
  ip text,
  request_id text,
  constraint access_log_pkey PRIMARY KEY (id),
  constraint access_log_actor_type_check CHECK ((actor_type = ANY (ARRAY['admin'::text, 'device'::text, 'system'::text])))
);
CREATE INDEX access_log_at_idx ON access_log USING btree (at);
CREATE INDEX access_log_entity_idx ON access_log USING btree (entity, entity_id, at DESC);
CREATE TRIGGER access_log_append_only BEFORE UPDATE ON access_log
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- 0068_places -------------------------------------------------------------------------------------

-- Places that limited admins work in.
create table admin_places (
  id uuid not null,
  admin_id uuid not null,
  region text,
  school_id uuid,
  fair_id uuid,
  constraint admin_places_pkey PRIMARY KEY (id),
  constraint admin_places_admin_id_region_school_id_fair_id_key UNIQUE NULLS NOT DISTINCT (admin_id, region, school_id, fair_id),
  constraint admin_places_check CHECK ((num_nonnulls(region, school_id, fair_id) = 1)),
  constraint admin_places_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES admins(id),
  constraint admin_places_fair_id_fkey FOREIGN KEY (fair_id) REFERENCES fairs(id) ON DELETE CASCADE,
  constraint admin_places_school_id_fkey FOREIGN KEY (school_id) REFERENCES schools(id)
);
CREATE INDEX admin_places_fair_idx ON admin_places USING btree (fair_id);
CREATE INDEX admin_places_school_idx ON admin_places USING btree (school_id);

-- The limited admin whose connection this is; null on all others.
CREATE OR REPLACE FUNCTION limited_person()
 RETURNS uuid
 LANGUAGE sql
 STABLE
AS $function$
  select nullif(current_setting('app.person', true), '')::uuid
$function$;

-- Schools that a limited admin works at, with all of their fairs.
CREATE OR REPLACE FUNCTION person_schools(person uuid)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  regions text[];
  named uuid[];
begin
  select array_agg(p.region) filter (where p.region is not null),
    array_agg(p.school_id) filter (where p.school_id is not null)
  into regions, named
  from admin_places p
  where p.admin_id = person;
  if regions is null and named is null then return '{}'; end if;
  named := array(select coalesce(s.merged_into, s.id) from schools s where s.id = any (named));
  return array(
    select s.id from schools s where s.region = any (regions)
    union
    select s.id from schools s where s.id = any (named)
    union
    select s.id from schools s where s.merged_into = any (named));
end
$function$;

-- Fairs that a limited admin works at.
CREATE OR REPLACE FUNCTION person_fairs(person uuid)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  known uuid[] := array(
    select p.fair_id from admin_places p where p.admin_id = person and p.fair_id is not null);
  schools uuid[] := person_schools(person);
begin
  if schools = '{}' then return known; end if;
  return array(
    select f.id from fairs f where f.school_id = any (schools)
    union
    select unnest(known));
end
$function$;

-- Fairs that the limited admin of this connection works at.
CREATE OR REPLACE FUNCTION visible_fairs()
 RETURNS uuid[]
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(nullif(current_setting('app.fairs', true), ''), '{}')::uuid[]
$function$;

-- Schools that the limited admin of this connection works at, or at a fair of theirs.
CREATE OR REPLACE FUNCTION visible_schools()
 RETURNS uuid[]
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(nullif(current_setting('app.schools', true), ''), '{}')::uuid[]
$function$;

create view placed_ids as
 SELECT fairs.id
   FROM fairs
UNION ALL
 SELECT schools.id
   FROM schools
UNION ALL
 SELECT students.id
   FROM students
UNION ALL
 SELECT orders.id
   FROM orders
UNION ALL
 SELECT payments.id
   FROM payments
UNION ALL
 SELECT refunds.id
   FROM refunds
UNION ALL
 SELECT order_lines.id
   FROM order_lines
UNION ALL
 SELECT cartons.id
   FROM cartons
UNION ALL
 SELECT cashiers.id
   FROM cashiers
UNION ALL
 SELECT close_outs.id
   FROM close_outs
UNION ALL
 SELECT devices.id
   FROM devices
UNION ALL
 SELECT drawer_entries.id
   FROM drawer_entries
UNION ALL
 SELECT fair_lines.id
   FROM fair_lines
UNION ALL
 SELECT found_cartons.id
   FROM found_cartons
UNION ALL
 SELECT held_orders.id
   FROM held_orders
UNION ALL
 SELECT held_refunds.id
   FROM held_refunds
UNION ALL
 SELECT packing_lists.id
   FROM packing_lists
UNION ALL
 SELECT parents.id
   FROM parents
UNION ALL
 SELECT payouts.id
   FROM payouts
UNION ALL
 SELECT promotions.id
   FROM promotions
UNION ALL
 SELECT report_schedules.id
   FROM report_schedules
UNION ALL
 SELECT stock_documents.id
   FROM stock_documents
UNION ALL
 SELECT student_erasures.id
   FROM student_erasures
UNION ALL
 SELECT uploads.id
   FROM uploads
UNION ALL
 SELECT wallets.id
   FROM wallets;

-- Those of the IDs that belong to places, also to places that this connection does not see.
CREATE OR REPLACE FUNCTION placed_among(given uuid[])
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  return array(select id from placed_ids where id = any (given));
end
$function$;

-- 0069_places_since -------------------------------------------------------------------------------

-- Time from which the limited admin of this connection has these places.
CREATE OR REPLACE FUNCTION person_since()
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(max(places_changed_at), '-infinity') from admins where id = limited_person()
$function$;

-- 0070_places_by_index ----------------------------------------------------------------------------

-- Those of the IDs, and of the identifiers in lower case, whose records this connection does not
-- see.
CREATE OR REPLACE FUNCTION other_places(ids uuid[], identifiers text[])
 RETURNS SETOF text
 LANGUAGE plpgsql
 STABLE
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  return query
    select placed.id::text
    from unnest(placed_among(ids)) placed(id)
    where placed.id not in (select seen.id from placed_ids seen where seen.id = any (ids))
    union all
    select given.name
    from unnest(identifiers) given(name)
    where not exists (select from schools s where lower(s.identifier) = given.name)
      and not exists (select from fairs f where lower(f.identifier) = given.name);
end
$function$;

-- 0071_put_away_lines -----------------------------------------------------------------------------

-- Titles that a booked put-away counted, with the units that were on hand at the fair then.
create table put_away_lines (
  fair_id uuid not null,
  title_id uuid not null,
  -- Units.
  expected_qty bigint not null,
  constraint put_away_lines_pkey PRIMARY KEY (fair_id, title_id),
  constraint put_away_lines_expected_qty_check CHECK ((expected_qty >= 0)),
  constraint put_away_lines_fair_id_fkey FOREIGN KEY (fair_id) REFERENCES put_aways(fair_id),
  constraint put_away_lines_title_id_fkey FOREIGN KEY (title_id) REFERENCES titles(id)
);

-- 0072_places_in_steps ----------------------------------------------------------------------------

-- Fairs that a limited admin works at, and schools at which or at a fair of which they do.
CREATE OR REPLACE FUNCTION person_places(person uuid, OUT fairs uuid[], OUT schools uuid[])
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
begin
  fairs := person_fairs(person);
  schools := array(
    select unnest(person_schools(person))
    union
    select f.school_id
    from admin_places p
    join fairs f on f.id = p.fair_id
    where p.admin_id = person);
end
$function$;

-- 0076_seen_titles --------------------------------------------------------------------------------

-- Units and net cents by title, and the last line, of those of the fairs that this connection
-- sees.
CREATE OR REPLACE FUNCTION seen_titles(fairs uuid[], from_day date, to_day date)
 RETURNS TABLE(title_id uuid, units bigint, net_cents bigint, last_line_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
  select m.title_id, sum(m.quantity_sold - m.quantity_refunded),
    sum(m.gross_cents - m.discount_cents - m.refund_net_cents)::bigint,
    max(m.last_line_id::text collate "C")::uuid
  from item_moves(
    case
      when limited_person() is null then fairs
      else array(select unnest(fairs) intersect select unnest(visible_fairs()))
    end, from_day, to_day, null) m
  where m.title_id is not null
  group by m.title_id
$function$;
