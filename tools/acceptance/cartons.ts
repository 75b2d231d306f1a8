import type { CartonScanAnswer, CartonStatus } from '@pos/contract/cartons';
import type { FairDetails } from '@pos/contract/fairs';
import { xlsxChunks } from '@pos/api/spreadsheets/writing/write-xlsx.ts';
import type { Office } from '../office/session.ts';
import { uploadPackingList } from '../office/steps.ts';
import type { Register } from '../simulator/register.ts';
import { toChecks, type Walked } from './checks.ts';
import { listFairLines, getRefusal, sellOne } from './fair-steps.ts';

/**
 * Walks the delivery before any sale (domain 4.6): scans all cartons but two, whose content becomes
 * missing and leaves the fair. Finds one by scanning its code alone, the other by scanning every
 * code, and repeats that scan. In the end every quantity must be back to its start.
 */
export async function walkDelivery(office: Office, fair: FairDetails): Promise<Walked> {
  const { walked, expect } = toChecks('delivery');
  const cartons = (await office.client.cartons.list({ params: { id: fair.id } })).data;
  const codes = cartons.map(({ code }) => code);
  const [first, second] = cartons.slice(-2);
  if (!first || !second) throw new Error('The fair has fewer than two cartons.');
  const before = await quantities(office, fair);
  const shortBy = (gone: typeof cartons) =>
    before.map(({ titleId, missingQty, onHand, ...line }) => {
      const units = gone
        .flatMap(({ contents }) => contents)
        .filter((content) => content.titleId === titleId)
        .reduce((sum, { qty }) => sum + qty, 0);
      return { titleId, ...line, missingQty: missingQty + units, onHand: onHand - units };
    });
  const state = async () => ({
    lines: await quantities(office, fair),
    states: await states(office, fair),
  });
  const statesWith = (missing: readonly string[]): CartonStatus[] =>
    codes.map((code) => (missing.includes(code) ? 'missing_at_delivery' : 'delivered'));

  const looked = await scan(office, fair, codes.slice(0, -2), false);
  expect(
    'missing before confirming',
    looked.missing.map(({ code }) => code),
    [first.code, second.code],
  );
  expect('nothing has changed', await quantities(office, fair), before);
  await scan(office, fair, codes.slice(0, -2));
  expect('two are missing', await state(), {
    lines: shortBy([first, second]),
    states: statesWith([first.code, second.code]),
  });
  await scan(office, fair, [first.code.toLowerCase()]);
  expect('one is found', await state(), {
    lines: shortBy([second]),
    states: statesWith([second.code]),
  });
  await scan(office, fair, codes);
  expect('the other is found', await state(), { lines: before, states: statesWith([]) });
  await scan(office, fair, codes);
  expect('a second scan of all', await state(), { lines: before, states: statesWith([]) });
  return walked;
}

/**
 * Walks a carton loaded after the first sales: once sold from, it cannot be reported missing. The
 * refusal names its title and changes nothing.
 */
export async function walkLateCarton(
  office: Office,
  fair: FairDetails,
  [register]: readonly Register[],
): Promise<Walked> {
  if (!register) throw new Error('There are no sales at this fair.');
  const { walked, expect } = toChecks('late carton');
  const code = `${fair.identifier}-LATE`;
  const title = 'The Carton That Came Late';
  await uploadPackingList(
    office,
    fair.id,
    await listOf([code, 'LATE-CARTON', title, 5_00, 2, 'Y']),
    'late-carton.xlsx',
  );
  const line = (await listFairLines(office, fair)).find(({ sku }) => sku === 'LATE-CARTON');
  if (!line) throw new Error('The late carton was not loaded.');
  await sellOne(register, fair, line, 'completed');
  const before = await quantities(office, fair);
  const refusal = await getRefusal(scan(office, fair, []));
  expect('refused', refusal?.code, 'STOCK_INSUFFICIENT');
  expect(
    'the sentence',
    refusal?.message,
    `Carton ${code} cannot be missing: it contains 2 of "${title}", but the fair has only 1 left after selling 1.`,
  );
  expect('nothing has changed', await quantities(office, fair), before);
  expect(
    'its state',
    (await states(office, fair)).filter((each) => each !== 'delivered'),
    ['packed'],
  );
  await scan(office, fair, [code]);
  expect(
    'scanned after all',
    {
      lines: await quantities(office, fair),
      others: (await states(office, fair)).filter((each) => each !== 'delivered'),
    },
    { lines: before, others: [] },
  );
  return walked;
}

async function scan(
  { client }: Office,
  { id }: FairDetails,
  codes: string[],
  confirm = true,
): Promise<CartonScanAnswer> {
  return (await client.cartons.scan({ body: { fairId: id, stage: 'delivery', codes, confirm } }))
    .data;
}

async function states({ client }: Office, { id }: FairDetails): Promise<CartonStatus[]> {
  return (await client.cartons.list({ params: { id } })).data.map(({ status }) => status);
}

/** Returns the fair's units of every title. */
async function quantities(office: Office, fair: FairDetails) {
  return (await listFairLines(office, fair)).map(
    ({ titleId, sentQty, missingQty, adjustQty, soldQty, restockedQty, onHand, oversoldQty }) => ({
      titleId,
      sentQty,
      adjustQty,
      soldQty,
      restockedQty,
      oversoldQty,
      missingQty,
      onHand,
    }),
  );
}

/** Builds a packing list of one row: carton, SKU, title, price in cents, quantity, taxable. */
async function listOf(row: (string | number)[]): Promise<Blob> {
  const columns = [
    { header: 'Carton', kind: 'text' },
    { header: 'ISBN/SKU', kind: 'isbn' },
    { header: 'Title', kind: 'text' },
    { header: 'Price', kind: 'money' },
    { header: 'Quantity', kind: 'integer' },
    { header: 'Taxable', kind: 'text' },
  ] as const;
  const chunks: Buffer[] = [];
  for await (const chunk of xlsxChunks([
    { name: 'Packing list', titleLines: [], columns, rows: [row] },
  ]))
    chunks.push(chunk);
  return new Blob([new Uint8Array(Buffer.concat(chunks))]);
}
