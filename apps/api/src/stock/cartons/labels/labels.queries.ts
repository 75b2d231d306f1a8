import type { Db } from '#api/db/db.ts';

export async function findCompanyName(db: Db): Promise<string> {
  const { companyName } = await db
    .selectFrom('settings')
    .select('companyName')
    .executeTakeFirstOrThrow();
  return companyName;
}
