import type { UploadFields } from '@pos/contract/imports/uploads';
import type { Tx } from '#api/db/db.ts';
import type { Actor } from '#api/http/access/identity.ts';
import type { Table } from '#api/spreadsheets/table.ts';
import type { ReadRow } from './row-messages.ts';
import { forEach, runInSlices } from './time-slices.ts';
import type { JudgedUpload, MadeUpload, UploadRules } from './upload.ts';

/** A kind of upload as the service uses it. */
export type DrivenUpload = {
  undo(tx: Tx, upload: MadeUpload, actor: Actor): Promise<void>;
  /**
   * Reads the rows outside any transaction. Returns a function that judges them against the
   * database.
   */
  read(table: Table<string>): Promise<(tx: Tx, fields: UploadFields) => Promise<JudgedUpload>>;
};

/** Runs the rules of one kind in slices, so that the process answers other requests in between. */
export function driveUpload<Row extends ReadRow<string>, State, Made extends object>({
  readRow,
  findState,
  judge,
  undo,
}: UploadRules<Row, State, Made>): DrivenUpload {
  return {
    undo: (tx, upload, actor) => undo(tx, upload as MadeUpload<Made>, actor),
    async read(table) {
      const rows: Row[] = [];
      await runInSlices(forEach(table.rows, (row) => rows.push(readRow(row, table))));
      return async (tx, fields) => {
        const state = await findState(tx, rows, fields);
        // A retried transaction judges the same rows again, so each judge gets its own messages.
        const fresh: Row[] = [];
        await runInSlices(
          forEach(rows, (row) =>
            fresh.push({ ...row, errors: [...row.errors], warnings: [...row.warnings] }),
          ),
        );
        return runInSlices(judge(fresh, state));
      };
    },
  };
}
