import type { TemplateType } from '@pos/contract/templates/templates';
import type { Db, Tx } from '#api/db/db.ts';

type TypeRow = Pick<TemplateType, 'code' | 'name' | 'sort' | 'status'>;

export async function insertTypeRow(
  tx: Tx,
  row: Omit<TypeRow, 'status'> & Partial<TypeRow> & { id: string },
): Promise<void> {
  await tx.insertInto('templateTypes').values(row).execute();
}

/** Changes the given values of a type. */
export async function updateTypeRow(tx: Tx, id: string, changes: Partial<TypeRow>): Promise<void> {
  await tx
    .updateTable('templateTypes')
    .set({ ...changes, updatedAt: new Date().toISOString() })
    .where('id', '=', id)
    .execute();
}

export async function findTypeStatus(
  db: Db,
  id: string,
): Promise<TemplateType['status'] | undefined> {
  const type = await db
    .selectFrom('templateTypes')
    .select('status')
    .where('id', '=', id)
    .executeTakeFirst();
  return type?.status;
}
