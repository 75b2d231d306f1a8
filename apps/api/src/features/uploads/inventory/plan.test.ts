import { INVENTORY_COLUMNS, type InventoryColumn } from '@pos/contract/uploads';
import { expect, it } from 'vitest';
import { getResult, typedRow } from '#testing/upload-rows.ts';
import { planLoad } from './plan.ts';
import { readInventoryRow } from './rows.ts';
import { lineKey, type LoadableFair, type LoadState } from './state.queries.ts';

const fair: LoadableFair = {
  id: 'fair',
  identifier: 'ADA-26-01',
  finished: false,
  packageOption: 1,
  sentUnits: 0,
};
const other: LoadableFair = { ...fair, id: 'other', identifier: 'BAY-26-01', finished: true };
const mug = {
  id: 'mug',
  sku: 'MUG-1',
  title: 'Mug',
  priceCents: 350,
  taxable: true,
  active: true,
  availableQty: 3,
};
const state = (parts: Partial<LoadState> = {}): LoadState => ({
  fairs: new Map([fair, other].map((one) => [one.identifier.toLowerCase(), one])),
  titles: new Map([['mug-1', mug]]),
  cartons: new Map(),
  lines: new Map(),
  seasonPrices: new Map(),
  ...parts,
});
const plan = (texts: readonly Partial<Record<InventoryColumn, string>>[], known = state()) =>
  getResult(
    planLoad(
      texts.map((given, index) =>
        readInventoryRow(
          typedRow(INVENTORY_COLUMNS, index + 2, {
            'Fair Identifier': 'ADA-26-01',
            Carton: 'C1',
            'ISBN/SKU': 'MUG-1',
            Quantity: '2',
            Price: '4.00',
            ...given,
          }),
        ),
      ),
      known,
      undefined,
    ),
  );
const judged = (...given: Parameters<typeof plan>) =>
  plan(...given).rows.map(({ outcome, errors, warnings }) => [
    outcome,
    ...[...errors, ...warnings].map(({ code }) => code),
  ]);

it('plans a carton, a line and a shipment for a title that the fair does not have', () => {
  const { newCartons, newLines, shipments, newTitles } = plan([{}]);
  expect(newCartons).toMatchObject([{ code: 'C1', fairId: 'fair' }]);
  expect(newLines).toEqual([{ fairId: 'fair', titleId: 'mug', priceCents: 400 }]);
  expect(shipments).toMatchObject([{ fairId: 'fair', titleId: 'mug', qty: 2 }]);
  expect(newTitles).toEqual([]);
});

it('takes a blank price from an earlier row, the fair, its season or the catalog, in this order', () => {
  const blank = { Price: '' };
  const key = lineKey('fair', 'mug');
  const prices = (...given: Parameters<typeof plan>) =>
    plan(...given).newLines.map(({ priceCents }) => priceCents);
  expect(prices([{}, { ...blank, Carton: 'C2' }])).toEqual([400]);
  const seasonPrices = new Map([[key, 375]]);
  expect(prices([blank], state({ seasonPrices }))).toEqual([375]);
  expect(prices([blank])).toEqual([350]);
  expect(judged([blank])).toEqual([['create', 'PRICE_FILLED']]);
  const lines = new Map([[key, { priceCents: 325, looseQty: 0 }]]);
  expect(plan([blank], state({ seasonPrices, lines })).changedPrices).toEqual([]);
  expect(judged([{ ...blank, 'ISBN/SKU': 'CUP-1', Title: 'Cup' }])).toEqual([
    ['reject', 'REQUIRED'],
  ]);
});

it('adds a title once, with the name of its first row', () => {
  const cup = { 'ISBN/SKU': 'CUP-1', Title: 'Cup' };
  const { newTitles, rows } = plan([cup, { ...cup, Carton: 'C2', Title: 'Big cup' }]);
  expect(newTitles).toMatchObject([{ sku: 'CUP-1', title: 'Cup' }]);
  expect(rows[1]?.warnings).toMatchObject([{ code: 'OTHER_TITLE' }]);
});

it('refuses unknown and closed-out fairs and new titles without a name', () => {
  expect(
    judged([
      { 'Fair Identifier': 'NONE' },
      { 'Fair Identifier': 'BAY-26-01' },
      { 'ISBN/SKU': 'CUP-1', Carton: 'C2' },
    ]),
  ).toEqual([
    ['reject', 'FAIR_NOT_FOUND'],
    ['reject', 'FAIR_FINISHED'],
    ['reject', 'REQUIRED'],
  ]);
});

it('refuses an item twice in a carton, and adds up one without a carton', () => {
  expect(judged([{}, {}])).toEqual([['create'], ['reject', 'DUPLICATE']]);
  const loose = { Carton: '', Quantity: '1' };
  expect(plan([loose, loose]).shipments.map(({ qty }) => qty)).toEqual([1, 1]);
});

it('leaves a loaded carton alone and refuses another quantity', () => {
  const carton = {
    id: 'carton',
    code: 'C1',
    fairId: 'fair',
    fairIdentifier: 'ADA-26-01',
    takesRows: false,
    contents: new Map([['mug', 2]]),
  };
  const loaded = state({
    cartons: new Map([['c1', carton]]),
    lines: new Map([[lineKey('fair', 'mug'), { priceCents: 400, looseQty: 0 }]]),
  });
  expect(judged([{}], loaded)).toEqual([['unchanged']]);
  expect(judged([{ Quantity: '3' }], loaded)).toEqual([['reject', 'ALREADY_LOADED']]);
  expect(judged([{ Price: '5.00' }], loaded)).toEqual([['update']]);
});

it('warns of units that the warehouse does not have', () => {
  expect(judged([{ Quantity: '4' }])).toEqual([['create', 'WAREHOUSE_SHORTAGE']]);
});
