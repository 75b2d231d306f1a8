-- The source system that staff chose among those that the operator lists.

alter table settings add column sync_source text not null default '' check (length(sync_source) <= 40);
comment on column settings.sync_source is 'The name of a source in SYNC_SOURCE or SYNC_SOURCES, never its place; empty for the first that is listed.';
