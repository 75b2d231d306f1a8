import type { Db } from '#api/db/db.ts';

export async function fairExists(db: Db, id: string): Promise<boolean> {
  return (
    (await db.selectFrom('fairs').select('id').where('id', '=', id).executeTakeFirst()) !==
    undefined
  );
}
