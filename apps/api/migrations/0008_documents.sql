-- Master templates, the documents that each fair makes from them, and the titles that its public
-- page features (domain 3.14, 5).

create table template_types (
  id         uuid primary key,
  code       text not null unique,
  name       text not null check (char_length(name) between 2 and 40),
  sort       integer not null,
  status     text not null default 'active' check (status in ('active', 'inactive')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table template_types is 'Types of templates: flyer, poster, …; staff may add more.';
create unique index template_types_name_key on template_types (lower(name));
insert into template_types (id, code, name, sort) values
  ('01900000-0000-7000-8000-0000000000f1', 'flyer', 'Flyer', 10),
  ('01900000-0000-7000-8000-0000000000f2', 'poster', 'Poster', 20),
  ('01900000-0000-7000-8000-0000000000f3', 'parent-letter', 'Parent letter', 30),
  ('01900000-0000-7000-8000-0000000000f4', 'ewallet-guide', 'eWallet guide', 40),
  ('01900000-0000-7000-8000-0000000000f5', 'bookmark', 'Bookmark', 50),
  ('01900000-0000-7000-8000-0000000000f6', 'sign', 'Sign', 60);

create table artworks (
  id          uuid primary key,
  file_name   text not null,
  uploaded_as text not null check (uploaded_as in ('pdf', 'png', 'jpeg')),
  pdf         bytea storage external not null,
  sha256      bytea not null,
  pages       jsonb not null,
  uploaded_by uuid references admins,
  uploaded_at timestamptz not null default now()
);
comment on table artworks is 'Artwork of templates. Rows never change: new artwork is a new row.';
comment on column artworks.pdf is
  'Rewritten from the upload: no scripts, links, forms or attachments.';
comment on column artworks.pages is
  'Size of each page in points: [{"width": 612, "height": 792}].';

create table templates (
  id               uuid primary key,
  name             text not null check (char_length(name) between 2 and 80),
  template_type_id uuid not null references template_types,
  status           text not null default 'active' check (status in ('active', 'inactive')),
  page_colour      text check (page_colour ~ '^#[0-9A-Fa-f]{6}$'),
  artwork_id       uuid not null references artworks,
  fields           jsonb not null default '[]',
  published_number integer,
  version          integer not null default 1,
  created_at       timestamptz not null default now(),
  updated_at       timestamptz not null default now(),
  updated_by_name  text not null
);
comment on table templates is 'Master templates: artwork with placed fields. Edits are a draft.';
comment on column templates.page_colour is
  'Color of the hero on public pages that offer this template; applies at once, like the name.';
comment on column templates.artwork_id is 'Artwork of the draft.';
comment on column templates.fields is 'Placed fields of the draft, in the form of the contract.';
comment on column templates.published_number is 'Version that fairs get.';

create table template_versions (
  id                uuid primary key,
  template_id       uuid not null references templates,
  number            integer not null,
  artwork_id        uuid not null references artworks,
  fields            jsonb not null,
  published_at      timestamptz not null default now(),
  published_by_name text not null,
  unique (template_id, number)
);
comment on table template_versions is
  'Append only: published versions, so that each can be restored.';
create trigger template_versions_append_only before update or delete on template_versions
  for each row execute function refuse_change();
create trigger template_versions_no_truncate before truncate on template_versions
  for each statement execute function refuse_change();
alter table templates add constraint templates_published_fkey
  foreign key (id, published_number) references template_versions (template_id, number);

create table customizations (
  fair_id         uuid not null references fairs on delete cascade,
  template_id     uuid not null references templates,
  field_values    jsonb not null default '{}',
  published       boolean not null default false,
  version         integer not null default 1,
  updated_by_name text not null,
  updated_at      timestamptz not null default now(),
  primary key (fair_id, template_id)
);
comment on table customizations is 'A fair''s copies of templates.';
comment on column customizations.field_values is
  'Text that staff entered for this fair, by merge field; the other fields come from the fair.';
comment on column customizations.published is 'Offered for download on the fair''s public page.';
create index customizations_template_idx on customizations (template_id) where published;

create table documents (
  fair_id     uuid not null,
  template_id uuid not null,
  made_from   bytea not null,
  pdf         bytea storage external not null,
  pages       integer not null,
  made_at     timestamptz not null default now(),
  primary key (fair_id, template_id),
  foreign key (fair_id, template_id) references customizations on delete cascade
);
comment on table documents is 'PDF made from a customization, kept until its content changes.';
comment on column documents.made_from is
  'Hash of everything that the document shows: the version of the template and every text.';

create table featured_titles (
  fair_id  uuid not null,
  title_id uuid not null,
  sort     integer not null,
  primary key (fair_id, title_id),
  foreign key (fair_id, title_id) references fair_lines (fair_id, title_id) on delete cascade
);
comment on table featured_titles is
  'Titles from a fair''s inventory that its public page features, in the order that staff gave.';
