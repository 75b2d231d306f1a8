import type { ApprovalKind } from '@pos/contract/sales/approvals/register-approvals';
import type { Insertable } from 'kysely';
import { sql } from 'kysely';
import { insertRows } from '#api/db/insert-rows.ts';
import type { Schema } from '#api/db/schema.generated.ts';
import type { Db, Tx } from '#api/db/db.ts';
import { approvesNow } from './register-duties.ts';

/** An approval that the server checked. */
export type GivenApproval = {
  id: string;
  fairId: string;
  kinds: ApprovalKind[];
  clientOrderId: string;
  clientRefundId: string | null;
  amountCents: number;
  adminId: string;
  name: string;
};
/** Returns the names of those of the people who may approve at registers now, by ID. */
export async function findApprovers(
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('admins')
    .innerJoin('roles', 'roles.id', 'admins.roleId')
    .select(['admins.id', sql<string>`admins.first_name || ' ' || admins.last_name`.as('name')])
    .where('admins.id', '=', sql<string>`any(${[...new Set(ids)]}::uuid[])`)
    .where('admins.status', '=', 'active')
    .where('admins.deletedAt', 'is', null)
    .where(approvesNow)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Returns approvals that were given with a checked code, by ID. */
export async function findApprovals(
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, GivenApproval>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('approvals')
    .innerJoin('admins', 'admins.id', 'approvals.adminId')
    .select([
      'approvals.id',
      'approvals.fairId',
      'approvals.kinds',
      'approvals.clientOrderId',
      'approvals.clientRefundId',
      'approvals.amountCents',
      'approvals.adminId',
      sql<string>`admins.first_name || ' ' || admins.last_name`.as('name'),
    ])
    .where('approvals.id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('approvals.isChecked', '=', true)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

export async function insertApprovalRow(
  tx: Tx,
  row: Insertable<Schema['approvals']>,
): Promise<void> {
  await insertRows(tx, 'approvals', [row]);
}

/** Notes the order that an approval was used for. */
export async function noteApprovedOrderRow(tx: Tx, id: string, orderId: string): Promise<void> {
  await tx.updateTable('approvals').set({ orderId }).where('id', '=', id).execute();
}

/** Flags an order of which something was not approved by anybody. */
export async function flagUnapprovedRow(tx: Tx, orderId: string): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ flags: sql`array_append(flags, 'unapproved')` })
    .where('id', '=', orderId)
    .where(sql<boolean>`not 'unapproved' = any(flags)`)
    .execute();
}

export async function findAdminName(db: Db, id: string): Promise<string> {
  const { name } = await db
    .selectFrom('admins')
    .select(sql<string>`first_name || ' ' || last_name`.as('name'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return name;
}
