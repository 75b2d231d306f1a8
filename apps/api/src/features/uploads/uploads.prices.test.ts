import { PRICE_COLUMNS, type PriceColumn } from '@pos/contract/title-columns';
import { describe, expect, it } from 'vitest';
import { cellText } from '#api/spreadsheets/cells/text.ts';
import { readSheet } from '#api/spreadsheets/reading/read-sheet.ts';
import { type InventoryUpload, uploadFile } from '#testing/inventory-file.ts';
import { getRefusal } from '#testing/refusals.ts';
import { startTestApp } from '#testing/test-app.ts';
import { workbookOfRows } from '#testing/workbook.ts';

type Cells = Partial<Record<PriceColumn, string | number>>;

describe('an upload of prices', async () => {
  const ids: Record<string, string> = {};
  const test = await startTestApp();
  for (const [sku, isbn13] of [
    ['ELM-1', null],
    ['OAK-1', '9780306406157'],
    ['OLD-1', null],
  ] as const) {
    const { data } = await test.owner.titles.add({
      body: { sku, isbn13, title: `Title ${sku}`, category: 'Picture', priceCents: 500 },
    });
    ids[sku] = data.id;
  }
  await test.owner.inventory.changeTitleStatus({
    params: { id: ids['OLD-1']! },
    body: { status: 'inactive' },
  });
  const send = (file: Buffer, fields: InventoryUpload = {}) =>
    uploadFile(test.owner, 'prices', file, { fileName: 'prices.xlsx', ...fields });
  const upload = async (rows: readonly Cells[], fields: InventoryUpload = {}) =>
    send(
      await workbookOfRows([
        [...PRICE_COLUMNS],
        ...rows.map((row) => PRICE_COLUMNS.map((column) => row[column] ?? null)),
      ]),
      fields,
    );
  const pricesOf = async (sku: string) =>
    (await test.ask.titles.getById({ params: { id: ids[sku]! } })).seasonPrices;
  const priceList = async (season: string) => {
    const answer = await test.send(test.ownerToken)(
      `/v1/fairs/bulk-upload/prices?season=${season}`,
      {},
    );
    expect(answer.headers.get('content-disposition')).toContain(`prices-${season}.xlsx`);
    return Buffer.from(await answer.arrayBuffer());
  };

  it('takes the downloaded price list of a season, changed or not', async () => {
    await test.owner.titles.setSeasonPrice({
      params: { id: ids['OAK-1']! },
      body: { season: '2027-fall', priceCents: 450 },
    });
    const file = await priceList('2027-fall');
    const rows = (await readSheet(file)).rows.map(({ cells }) => cells.map(cellText));
    expect(rows.map((row) => [row[0], row[4], row[5], row[6] ?? ''])).toEqual([
      ['SKU', 'Catalog Price', 'Season', 'Price'],
      ['ELM-1', '5', 'Fall 2027', ''],
      ['OAK-1', '5', 'Fall 2027', '4.5'],
    ]);
    expect(await send(file)).toMatchObject({ unchanged: 2, rejected: 0, warnings: [] });
    const fixes = [
      { row: 2, column: 'Price', value: '$3.99' },
      { row: 3, column: 'Price', value: '4.25' },
    ];
    const done = await send(file, { fixes });
    expect(done).toMatchObject({ created: 1, updated: 1, titles: 2 });
    expect(await pricesOf('ELM-1')).toEqual([{ season: '2027-fall', priceCents: 399 }]);
    expect(await pricesOf('OAK-1')).toEqual([{ season: '2027-fall', priceCents: 425 }]);
    await test.owner.uploads.undo({ params: { id: done.jobId! } });
    expect(await pricesOf('ELM-1')).toEqual([]);
    expect(await pricesOf('OAK-1')).toEqual([{ season: '2027-fall', priceCents: 450 }]);
  });

  it('has a sentence for each wrong cell', async () => {
    const { errors } = await upload(
      [
        { SKU: 'elm-1', Season: 'fall 2028', Price: 4 },
        { SKU: 'ELM-1', Season: '2028-fall', Price: 5 },
        { SKU: 'NOBODY-1', Season: 'Fall 2028', Price: 4 },
        { SKU: 'ELM-1', ISBN: '9780306406157', Season: 'Spring 2028', Price: 4 },
        { Season: 'Winter 2028', Price: 0 },
        { ISBN: '9780306406158', Season: 'Fall 2028', Price: 4 },
        { SKU: 'OAK-1', Price: '4,00' },
      ],
      { mode: 'check' },
    );
    expect(errors.map(({ row, column, message }) => [row, column, message])).toEqual([
      [3, 'Season', "Duplicate of row 2: the title's price of Fall 2028."],
      [4, 'SKU', 'The catalog has no title with this code.'],
      [5, 'ISBN', 'This is the code of "Title OAK-1".'],
      [6, 'Season', 'Season must be such as Fall 2026 or 2026-fall.'],
      [6, 'Price', 'Price must be between 0.01 and 999.99.'],
      [6, 'SKU', 'Enter a SKU, an ISBN or a UPC.'],
      [7, 'ISBN', 'Enter an ISBN with a right check digit.'],
      [8, 'Season', 'Season is required.'],
      [8, 'Price', 'Price is not a valid amount.'],
    ]);
    expect(await pricesOf('ELM-1')).toEqual([]);
  });

  it('is not undone over a price that was changed since', async () => {
    const { jobId } = await upload([{ SKU: 'ELM-1', Season: 'Spring 2027', Price: 4 }]);
    await test.owner.titles.setSeasonPrice({
      params: { id: ids['ELM-1']! },
      body: { season: '2027-spring', priceCents: 410 },
    });
    const refusal = await getRefusal(test.owner.uploads.undo({ params: { id: jobId! } }));
    expect(refusal).toMatchObject({
      code: 'IN_USE',
      reasons: [{ text: 'Title ELM-1: the price of Spring 2027 was changed since.' }],
    });
    expect(await pricesOf('ELM-1')).toEqual([{ season: '2027-spring', priceCents: 410 }]);
  });
});
