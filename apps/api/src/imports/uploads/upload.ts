import type { RowMessage, UploadFields, UploadResult } from '@pos/contract/imports/uploads';
import type { Tx } from '#api/db/db.ts';
import type { Actor } from '#api/http/access/identity.ts';
import type { Table, TableRow } from '#api/spreadsheets/table.ts';
import type { ReadRow } from './row-messages.ts';
import type { Steps } from './time-slices.ts';

/** Effect of a row of an upload. */
export type Outcome = UploadResult['preview'][number]['outcome'];

/** A checked row of any kind of upload. */
export type UploadRow = {
  number: number;
  values: Readonly<Record<string, string>>;
  outcome: Outcome;
  /** Title of the catalog that the row means. */
  found?: string | undefined;
  errors: readonly RowMessage[];
  warnings: readonly RowMessage[];
  notes?: readonly RowMessage[];
};

/** Result of checking an upload's rows against the database. Nothing is written until `apply`. */
export type JudgedUpload<Made extends object = object> = {
  rows: readonly UploadRow[];
  warnings?: readonly RowMessage[];
  titles?: number;
  units?: number;
  cartons?: number;
  schools?: number;
  /** Fair that the whole file is for. */
  fairId?: string | null;
  /**
   * Writes the rows without errors. Returns what it wrote, in the form that `undo` of the same kind
   * needs.
   */
  apply(tx: Tx, upload: { id: string; fileName: string }, actor: Actor): Promise<Made>;
};

/** An import as stored in the upload log. */
export type MadeUpload<Made = unknown> = { id: string; fileName: string; made: Made };

/**
 * A kind of spreadsheet that can be uploaded. Its rules are synchronous and know no database: they
 * read a row of the table, and judge the rows against the state. `driver.ts` runs them.
 */
export type UploadRules<Row extends ReadRow<string>, State, Made extends object> = {
  /** Reads one row on its own. */
  readRow(row: TableRow<string>, table: Pick<Table<string>, 'date1904'>): Row;
  /** Reads what the rows refer to. In a commit it first locks everything they depend on. */
  findState(tx: Tx, rows: readonly Row[], fields: UploadFields): Promise<State>;
  /** Judges the rows in their order. May add messages to them. */
  judge(rows: readonly Row[], state: State): Steps<JudgedUpload<Made>>;
  /** Undoes `apply`. Refuses (IN_USE, FAIR_FINISHED) once something depends on it. */
  undo(tx: Tx, upload: MadeUpload<Made>, actor: Actor): Promise<void>;
};
