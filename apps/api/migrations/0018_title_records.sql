-- UPC and picture of titles, and the fields that the source system owns.

alter table titles
  add column upc           text check (upc ~ '^\d{12}$'),
  add column source_sku    text,
  add column source_fields text[] not null default '{}';
comment on column titles.upc is
  'UPC-A on the label, besides SKU and ISBN. The form and the import keep it unique.';
comment on column titles.source_sku is
  'SKU of the same title in the source, where it is another one: the title was added by hand and '
  'found by its ISBN or UPC.';
comment on column titles.source_fields is
  'Fields that the last sync delivered, in camelCase. While in_source, only a sync changes them.';

create index titles_upc_idx on titles (upc) where upc is not null;
create unique index titles_source_sku_key on titles (lower(source_sku))
  where source_sku is not null;
drop index titles_search_idx;
create index titles_search_idx on titles using gin (
  (
    title || ' ' || author || ' ' || replace(sku, '-', '') || ' ' || coalesce(isbn13, '') || ' '
    || coalesce(upc, '')
  )
  gin_trgm_ops
);

-- Until the next sync says which columns its file has, the source owns all that it may have.
update titles
set source_fields = '{sku,isbn13,title,author,category,priceCents,taxable}'
where in_source;

create table title_pictures (
  id          uuid primary key,
  title_id    uuid not null references titles on delete cascade,
  image       bytea not null,
  file_name   text not null,
  uploaded_by uuid not null references admins,
  uploaded_at timestamptz not null default clock_timestamp(),
  constraint title_pictures_title_key unique (title_id)
);
comment on table title_pictures is
  'Picture of a title''s cover: a JPEG re-encoded from the upload. A new picture has a new ID, so '
  'caches may keep each.';
