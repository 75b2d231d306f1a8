import type { ReturnedTitle } from '@pos/contract/close-out/close-out-snapshot';
import type { Db } from '#api/db/db.ts';
import { returnedTitleRows } from './fair-return/fair-return.queries.ts';

/** A title of a fair with its return. `titleId` is not for the snapshot. */
export type ReturnLine = ReturnedTitle & { titleId: string };

/** Returns every title of one fair with expected and counted return, as in FAIR_RETURN_REPORT. */
export async function returnedTitles(db: Db, fairId: string): Promise<ReturnLine[]> {
  return (await returnedTitleRows(db, [fairId])).map(
    ({ fairIdentifier: _, fairName: __, ...line }) => line,
  );
}
