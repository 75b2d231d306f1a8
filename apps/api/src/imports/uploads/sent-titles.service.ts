import type { PackedTitle } from '@pos/contract/imports/fair-packages';
import { UploadFields, type RowMessage } from '@pos/contract/imports/uploads';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '#api/db/db.ts';
import { requireOpenFair } from '#api/fairs/fairs/fairs.service.ts';
import { Failure } from '#api/http/failure.ts';
import type { Actor } from '#api/http/access/identity.ts';
import { inventoryUpload } from './inventory/inventory-upload.ts';
import type { InventoryRow } from './inventory/rows.ts';
import { runInSlices } from './time-slices.ts';
import { uploadResult } from './upload-result.ts';
import { logUpload } from './uploads.service.ts';

const MAX_REASONS = 20;

type Sending = {
  fairId: string;
  /** Name that the fair's activity and its imports show. */
  name: string;
  titles: readonly (Pick<PackedTitle, 'titleId' | 'sku' | 'title'> & {
    qty: number;
  })[];
};

/**
 * Sends titles without a carton to a fair, by the rules of an uploaded packing list, all or none.
 * Lines that the fair has keep their price. Leaves an import that its owner can undo, and returns
 * its ID and the units sent.
 */
export async function sendTitles(
  tx: Tx,
  actor: Actor & { id: string },
  { fairId, name, titles }: Sending,
): Promise<{ id: string; sent: number }> {
  await requireOpenFair(tx, fairId);
  const id = uuidv7();
  const fields = UploadFields.parse({ kind: 'inventory', fairId, mode: 'commit' });
  const rows = titles.map(toRow);
  const state = await inventoryUpload.findState(tx, rows, fields);
  const judged = await runInSlices(inventoryUpload.judge(rows, state));
  const errors = judged.rows.flatMap((row) => row.errors);
  const result = uploadResult('commit', judged, { headers: [], tableWarnings: [], written: true });
  if (errors.length > 0 || result.created === 0) throw notSent(errors);
  const made = await judged.apply(tx, { id, fileName: name }, actor);
  const file = { name, bytes: Buffer.from(JSON.stringify(titles)) };
  await logUpload(tx, { id, fields, file, adminId: actor.id }, result, { fairId, made });
  const sent = judged.rows.reduce(
    (sum, { number, outcome }) => sum + (outcome === 'create' ? titles[number - 1]!.qty : 0),
    0,
  );
  return { id, sent };
}

/** Refusal that names the first title that cannot be sent, or says that all were sent before. */
function notSent(errors: readonly RowMessage[]): Failure {
  const reasons = errors.map(({ code, value, message }) => ({
    code,
    text: `${value}: ${message}`,
  }));
  const more = errors.length > 1 ? ` The same applies to ${errors.length - 1} more.` : '';
  return new Failure(
    'IN_USE',
    reasons[0] ? `${reasons[0].text}${more}` : 'The fair already has all these units.',
    { reasons: reasons.slice(0, MAX_REASONS) },
  );
}

/** A title as a row of a packing list, with its number in the list. */
function toRow(title: Sending['titles'][number], index: number): InventoryRow {
  return {
    number: index + 1,
    values: { 'ISBN/SKU': title.title, Quantity: title.title },
    errors: [],
    warnings: [],
    fair: null,
    carton: null,
    code: title.sku,
    isBook: false,
    title: null,
    author: '',
    category: 'Other',
    format: '',
    // The line's, the season's or the catalog's.
    priceCents: null,
    quantity: title.qty,
    taxable: null,
  };
}
