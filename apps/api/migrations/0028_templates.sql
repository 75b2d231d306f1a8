-- Master templates: artwork with placed fields, in types, published in versions (domain 3.14).

create table template_types (
  id         uuid primary key,
  code       text not null unique,
  name       text not null check (char_length(name) between 2 and 40),
  sort       integer not null,
  status     text not null default 'active' check (status in ('active', 'inactive')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
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
  pdf         bytea not null,
  sha256      bytea not null,
  pages       jsonb not null,
  uploaded_by uuid references admins,
  uploaded_at timestamptz not null default now()
);
comment on table artworks is 'Never changed: other artwork is another row.';
comment on column artworks.pdf is 'Rewritten from what was uploaded: no scripts, links, forms or attachments.';
comment on column artworks.pages is 'The size of each page in points: [{"width": 612, "height": 792}].';
alter table artworks alter column pdf set storage external;

create table templates (
  id               uuid primary key,
  name             text not null check (char_length(name) between 2 and 80),
  template_type_id uuid not null references template_types,
  status           text not null default 'active' check (status in ('active', 'inactive')),
  artwork_id       uuid not null references artworks,
  fields           jsonb not null default '[]',
  published_number integer,
  version          integer not null default 1,
  created_at       timestamptz not null default now(),
  updated_at       timestamptz not null default now(),
  updated_by_name  text not null
);
comment on column templates.fields is 'The draft''s placed fields, as the contract has them; so is artwork_id.';
comment on column templates.published_number is 'The version that fairs get.';

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
comment on table template_versions is 'Append only: what was published, so that it can be restored.';
create trigger template_versions_append_only before update or delete on template_versions for each row execute function refuse_change();
create trigger template_versions_no_truncate before truncate on template_versions for each statement execute function refuse_change();
alter table templates add constraint templates_published_fkey foreign key (id, published_number) references template_versions (template_id, number);
