import { randomUUID } from 'node:crypto';
import { EDITABLE_MODULES, MODULES } from '@pos/contract/permissions';
import { limitToPlaces } from '@pos/world/places';
import { ensureAdmin } from '../../office/steps.ts';
import { type Office, signIn } from '../../office/session.ts';
import { TRIAL_OWNER } from '../../product/product.ts';
import type { BenchServer } from './bench-server.ts';

/**
 * Creates a user with every right who works at `count` fairs, and signs in: at every n-th fair of
 * the season, as the manager of a region does, beginning with the newest; or at the `newest`, all of
 * which sell in the same days.
 */
export async function openLimitedOffice(
  { client, url }: Pick<BenchServer, 'client' | 'url'>,
  count: number,
  which: 'region' | 'newest',
): Promise<Office> {
  const office = await signIn(url, TRIAL_OWNER);
  const name = `Some fairs ${randomUUID().slice(0, 8)}`;
  const rights = MODULES.map((module) => ({
    name: module,
    read_only: true,
    edit: EDITABLE_MODULES.includes(module),
  }));
  const { data: role } = await office.client.roles.add({
    body: { name, description: name, rights },
  });
  const email = `${randomUUID()}@example.com`;
  const person = { firstName: 'Robin', lastName: 'Reyes', phone: '3125550142' };
  const adminId = await ensureAdmin(office, {
    ...person,
    email,
    roleId: role.id,
    secretCode: '2468',
  });
  await client.query(
    `
      update admins
      set email_verified = true,
        password_hash = (select password_hash from admins where email = $2)
      where id = $1`,
    [adminId, TRIAL_OWNER.email],
  );
  const { rows } = await client.query<{ id: string }>(
    `
      select id
      from (
        select id, end_date, row_number() over (order by end_date desc, id) - 1 as place,
          count(*) over () as count
        from fairs
        where order_count > 0) sold
      where $2 or place % greatest(count / $1, 1) = 0
      order by place
      limit $1`,
    [count, which === 'newest'],
  );
  await limitToPlaces(office.client, adminId, { fairIds: rows.map(({ id }) => id) });
  return signIn(url, { email, password: TRIAL_OWNER.password });
}
