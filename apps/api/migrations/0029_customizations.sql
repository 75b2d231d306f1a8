-- One fair's copies of templates, and the documents that were made from them (domain 3.14, 5).

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
comment on column customizations.field_values is 'What staff typed for this fair, by merge field; the rest is the fair''s own.';
comment on column customizations.published is 'Offered for download on the fair''s page.';
create index customizations_template_idx on customizations (template_id) where published;

create table documents (
  fair_id     uuid not null,
  template_id uuid not null,
  made_from   bytea not null,
  pdf         bytea not null,
  pages       integer not null,
  made_at     timestamptz not null default now(),
  primary key (fair_id, template_id),
  foreign key (fair_id, template_id) references customizations on delete cascade
);
comment on column documents.made_from is 'Tells all that the document shows: the template''s version and every text. A file is made once for each.';
alter table documents alter column pdf set storage external;
