import type { Db } from '#api/db/db.ts';

/** What the records behind the filters are called, by id. */
export async function findFilterNames(db: Db, { fairId, schoolId, deviceId }: Record<string, unknown>): Promise<Map<unknown, string>> {
  const names = new Map<unknown, string>();
  const keep = (row: { id: string; name: string } | undefined) => row && names.set(row.id, row.name);
  if (typeof fairId === 'string') keep(await db.selectFrom('fairs').select(['id', 'name']).where('id', '=', fairId).executeTakeFirst());
  if (typeof schoolId === 'string') keep(await db.selectFrom('schools').select(['id', 'name']).where('id', '=', schoolId).executeTakeFirst());
  if (typeof deviceId === 'string') keep(await db.selectFrom('devices').select(['id', 'deviceId as name']).where('id', '=', deviceId).executeTakeFirst());
  return names;
}
