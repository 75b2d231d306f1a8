import type { ReturnedTitle } from '@pos/contract/close-out';
import type { Db } from '#api/db/db.ts';
import { returnedTitleRows } from './fair-return.queries.ts';

/** A title of a fair as its return is judged; `titleId` is not for the snapshot. */
export type ReturnLine = ReturnedTitle & { titleId: string };

/** Every title of one fair with what is expected back and what was counted, as FAIR_RETURN_REPORT has it. */
export async function returnedTitles(db: Db, fairId: string): Promise<ReturnLine[]> {
  return (await returnedTitleRows(db, [fairId])).map(
    ({ fairIdentifier: _, fairName: __, ...line }) => line,
  );
}
