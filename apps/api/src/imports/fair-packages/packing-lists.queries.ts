import type { PackageOption } from '@pos/contract/fairs/package-options';
import type { MadePackingList, NewPackingList } from '@pos/contract/imports/fair-packages';
import { sql } from 'kysely';
import type { Db, Tx } from '#api/db/db.ts';
import { jsonRows } from '#api/db/json-columns.ts';

export type PackedFair = {
  id: string;
  name: string;
  identifier: string;
  packageOption: PackageOption;
  season: string;
  isClosedOut: boolean;
};

export function findPackedFair(db: Db, fairId: string): Promise<PackedFair | undefined> {
  return db
    .selectFrom('fairs')
    .select(['id', 'name', 'identifier'])
    .select([
      sql<PackageOption>`package_option`.as('packageOption'),
      sql<string>`season_of(start_date)`.as('season'),
      sql<boolean>`close_out_state = 'finished'`.as('isClosedOut'),
    ])
    .where('id', '=', fairId)
    .executeTakeFirst();
}

/** Returns the packing lists that were made for a fair, newest first. */
export async function findMadeLists(db: Db, fairId: string): Promise<MadePackingList[]> {
  const substitutes = jsonRows<MadePackingList['substitutes'][number]>(
    sql`json_build_object('title', t.title, 'insteadOf', i.title, 'qty', s.qty)`,
    sql`
      from packing_substitutes s
      join titles i on i.id = s.instead_of_id
      left join titles t on t.id = s.title_id
      where s.packing_list_id = packing_lists.id`,
    sql`i.title`,
  );
  return db
    .selectFrom('packingLists')
    .leftJoin('uploads', 'uploads.id', 'packingLists.id')
    .leftJoin('jobs', 'jobs.id', 'packingLists.id')
    .select([
      'packingLists.id',
      'packingLists.packageOption',
      'packingLists.season',
      'packingLists.madeAt',
      'packingLists.madeBy',
      'jobs.id as jobId',
      'uploads.undoneAt',
      'packingLists.units',
    ])
    .select(substitutes.as('substitutes'))
    .where('packingLists.fairId', '=', fairId)
    .orderBy('packingLists.madeAt', 'desc')
    .execute();
}

/** Records a packing list and the decisions about titles that were short. */
export async function insertPackingListRows(
  tx: Tx,
  list: { id: string; units: number; madeBy: string; fair: PackedFair },
  substitutes: NewPackingList['substitutes'],
): Promise<void> {
  const { id, units, madeBy, fair } = list;
  const { packageOption, season } = fair;
  await tx
    .insertInto('packingLists')
    .values({ id, units, madeBy, fairId: fair.id, packageOption, season })
    .execute();
  if (substitutes.length > 0)
    await tx
      .insertInto('packingSubstitutes')
      .values(substitutes.map((substitute) => ({ ...substitute, packingListId: id })))
      .execute();
}
