import { signAccessToken } from '@pos/api/features/auth/access-tokens.ts';
import type { Secrets } from '@pos/api/secrets.ts';
import type pg from 'pg';
import { TRIAL_OWNER } from '../../product/product.ts';

/** A user of the panel with a session. */
type Colleague = { id: string; sessionId: string; epoch: number; email: string };

/** Adds `count` users with the owner's role to the season, unless it has them, and signs them in. */
export async function openColleagues(client: pg.Client, count: number): Promise<Colleague[]> {
  await client.query(
    `
      insert into admins (id, first_name, last_name, email, email_verified, role_id)
      select gen_random_uuid(), 'Colleague', n::text, 'colleague-' || n || '@example.com', true,
        (select role_id from admins where lower(email) = lower($2))
      from generate_series(1, $1::int) n
      on conflict do nothing`,
    [count, TRIAL_OWNER.email],
  );
  const { rows } = await client.query<Colleague>(
    `
      with opened as (
        insert into sessions (id, admin_id, ends_at)
        select gen_random_uuid(), id, now() + interval '1 day'
        from admins
        where email like 'colleague-%@example.com'
        order by email
        limit $1
        returning id, admin_id)
      select a.id, o.id as "sessionId", a.token_epoch as epoch, a.email
      from opened o
      join admins a on a.id = o.admin_id`,
    [count],
  );
  return rows;
}

/** Returns a new token of each colleague, valid for 15 minutes. */
export function signTokens(
  colleagues: readonly Colleague[],
  { accessTokenKey }: Pick<Secrets, 'accessTokenKey'>,
): Promise<string[]> {
  return Promise.all(
    colleagues.map(async ({ id, sessionId, epoch, email }) => {
      const claims = { sub: id, sid: sessionId, epoch };
      const user = { email, email_verified: true, role: { role: '' }, name: '', is_super: false };
      return (await signAccessToken(accessTokenKey, claims, user)).token;
    }),
  );
}
