import type { SyncCounts } from '@pos/contract/imports/settings';
import type { JobError } from '@pos/contract/staff/jobs';
import type { z } from 'zod';
import { isRefusedValue } from '#api/db/database-errors.ts';
import { inTransaction, type Db, type Tx } from '#api/db/db.ts';
import type { Actor } from '#api/http/access/identity.ts';
import { readCsv, type CsvRow } from './csv-rows.ts';

/** A valid row of a source file. */
export type Numbered<Row> = { row: number; value: Row };
export type RowProblem = { row: number; column: string; message: string };
/** Result of a portion of valid rows. A rejected row is counted only as rejected. */
export type Applied = {
  created: number;
  updated: number;
  unchanged: number;
  rejected: RowProblem[];
  /** Cells that were stored, and what is wrong with them. */
  doubtful?: RowProblem[];
};

/** Rules to read and apply one file of the source. */
export type FileRules<Row> = {
  name: string;
  /** Known columns. A file without the required ones is refused. */
  columns: { required: readonly string[]; optional: readonly string[] };
  /** One record by column name (blank cells as '', missing columns left out). */
  schema: z.ZodType<Row>;
  /**
   * Key of a record, ignoring case; undefined if the key is missing. A second record with the same
   * key is rejected.
   */
  toKey(cells: ReadonlyMap<string, string>): string | undefined;
  rowsAtOnce: number;
  apply(tx: Tx, rows: readonly Numbered<Row>[], context: SyncContext): Promise<Applied>;
  /**
   * Called after the whole file was read: deactivates records that are in no row (by `toKey`).
   * Returns how many.
   */
  finish?(tx: Tx, keys: ReadonlySet<string>, context: SyncContext): Promise<number>;
};
export type SyncContext = { actor: Actor; jobId: string; defaultTimeZone: string };

export type FileOutcome = { counts: SyncCounts; errors: JobError[] };

/**
 * Applies a file in portions, each in its own transaction. An invalid row is reported and does not
 * stop the rest.
 */
export async function syncFile<Row>(
  db: Db,
  file: string,
  rules: FileRules<Row>,
  context: SyncContext,
  progress: (share: number) => Promise<void>,
): Promise<FileOutcome> {
  const counts: SyncCounts = {
    file: rules.name,
    state: 'read',
    rows: 0,
    created: 0,
    updated: 0,
    unchanged: 0,
    deactivated: 0,
    rejected: 0,
  };
  const errors: JobError[] = [];
  const reject = (row: number, column: string | null, message: string) => {
    counts.rejected++;
    errors.push({ file: rules.name, row, column, message });
  };
  const { rows, share } = await readCsv(file, rules.columns);
  const keys = new Map<string, number>();
  let everyKeyIsKnown = true;
  let portion: Numbered<Row>[] = [];
  const flush = async () => {
    if (portion.length === 0) return;
    const applied = await applyPortion(db, rules, portion, context);
    addCounts(counts, applied);
    for (const { row, column, message } of applied.rejected) reject(row, column, message);
    for (const problem of applied.doubtful ?? []) errors.push({ file: rules.name, ...problem });
    portion = [];
    await progress(share());
  };
  for await (const record of rows) {
    counts.rows++;
    const key = 'cells' in record ? rules.toKey(record.cells)?.toLowerCase() : undefined;
    const earlier = key === undefined ? undefined : keys.get(key);
    if (key === undefined) everyKeyIsKnown = false;
    else keys.set(key, earlier ?? record.row);
    const read = readRow(rules, record);
    if ('message' in read) reject(record.row, read.column, read.message);
    else if (earlier !== undefined) reject(record.row, null, `Duplicate of row ${earlier}.`);
    else portion.push({ row: record.row, value: read.value });
    if (portion.length >= rules.rowsAtOnce) await flush();
  }
  await flush();
  if (rules.finish && counts.rows > 0 && everyKeyIsKnown) {
    const { finish } = rules;
    counts.deactivated = await inTransaction(db, (tx) => finish(tx, new Set(keys.keys()), context));
  }
  errors.sort((one, other) => (one.row ?? 0) - (other.row ?? 0));
  return { counts, errors };
}

function readRow<Row>(
  { schema }: FileRules<Row>,
  record: CsvRow,
): { value: Row } | { column: string | null; message: string } {
  if ('problem' in record) return { column: null, message: record.problem };
  const parsed = schema.safeParse(Object.fromEntries(record.cells));
  if (parsed.success) return { value: parsed.data };
  const issue = parsed.error.issues[0];
  return {
    column: issue?.path.join('.') || null,
    message: issue?.message ?? 'This row is invalid.',
  };
}

/**
 * Retries rows one by one, so that a value that only the database refuses does not reject the rest
 * of its portion.
 */
async function applyPortion<Row>(
  db: Db,
  rules: FileRules<Row>,
  portion: readonly Numbered<Row>[],
  context: SyncContext,
): Promise<Applied> {
  try {
    return await inTransaction(db, (tx) => rules.apply(tx, portion, context));
  } catch (error) {
    if (!isRefusedValue(error)) throw error;
    if (portion.length === 1)
      return {
        created: 0,
        updated: 0,
        unchanged: 0,
        rejected: [
          {
            row: portion[0]!.row,
            column: '',
            message: 'The values of this row conflict with stored data.',
          },
        ],
      };
    const sum: Applied = { created: 0, updated: 0, unchanged: 0, rejected: [] };
    for (const row of portion) {
      const one = await applyPortion(db, rules, [row], context);
      addCounts(sum, one);
      sum.rejected.push(...one.rejected);
      sum.doubtful = [...(sum.doubtful ?? []), ...(one.doubtful ?? [])];
    }
    return sum;
  }
}

type RowCounts = Pick<Applied, 'created' | 'updated' | 'unchanged'>;

/** Adds the counts of a portion to those so far. */
function addCounts(sum: RowCounts, { created, updated, unchanged }: RowCounts): void {
  sum.created += created;
  sum.updated += updated;
  sum.unchanged += unchanged;
}
