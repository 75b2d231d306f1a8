-- Why the last email to a user could not be delivered, for the people who can correct the address.
-- expands

alter table admins add column mail_refusal text;
comment on column admins.mail_refusal is
  'Reason why the last email could not be delivered; null if it was.';

create or replace function announce_admins() returns trigger language plpgsql as $$
begin
  perform announce(array['rights'], null, '{}', c.id)
  from changed c
  join before b using (id)
  where (c.role_id, c.status, c.token_epoch, c.email_verified, c.deleted_at)
    is distinct from (b.role_id, b.status, b.token_epoch, b.email_verified, b.deleted_at);
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
end $$;
