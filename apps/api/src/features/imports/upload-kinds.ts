import type { RowMessage, UploadFields, UploadKind } from '@pos/contract/imports';
import type { Tx } from '#api/db/db.ts';
import type { Actor } from '#api/http/identity.ts';
import type { ColumnRule } from '#api/spreadsheets/header.ts';
import type { TableRow } from '#api/spreadsheets/table.ts';
import type { WrittenSheet } from '#api/spreadsheets/writing/written.ts';
import { inventoryUpload } from './inventory-upload.ts';
import type { UploadRow } from './upload-result.ts';

/** What came of judging an upload's rows against the database; nothing is written until `apply`. */
export type JudgedUpload = {
  rows: readonly UploadRow[];
  warnings: readonly RowMessage[];
  titles: number;
  units: number;
  cartons: number;
  /** The fair that the whole file is for. */
  fairId: string | null;
  /** Writes the rows without errors. */
  apply(tx: Tx, upload: { id: string; fileName: string }, actor: Actor): Promise<void>;
};

/** One kind of spreadsheet that may be uploaded. */
export type UploadRules = {
  columns(fields: UploadFields): ColumnRule<string>[];
  /** Reads the rows by themselves, outside any transaction; gives what judges them. In a commit judging locks what it depends on. */
  read(rows: readonly TableRow<string>[]): Promise<(tx: Tx, fields: UploadFields) => Promise<JudgedUpload>>;
  template(): { fileName: string; sheets: readonly WrittenSheet[] };
};

export const UPLOAD_KINDS: Record<UploadKind, UploadRules> = { inventory: inventoryUpload };
