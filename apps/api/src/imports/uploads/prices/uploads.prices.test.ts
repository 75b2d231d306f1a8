import { uploadsApi } from '@pos/contract/imports/uploads';
import { describe, expect, it } from 'vitest';
import { download } from '#testing/calls/downloads.ts';
import { told, uploadDesk, uploadFile } from '#testing/selling/inventory-file.ts';
import { expectRefusal } from '#testing/calls/expectations.ts';
import { startTestApp } from '#testing/app/test-app.ts';
import { sheetTexts } from '#testing/files/written-sheet.ts';

describe('an upload of prices', async () => {
  const test = await startTestApp();
  const { upload, check, undo } = uploadDesk(test, 'prices');
  const addTitle = async (sku: string, isbn13: string | null = null) => {
    const title = { title: `Title ${sku}`, category: 'Picture', priceCents: 500 } as const;
    return (await test.ask.titles.add({ body: { sku, isbn13, ...title } })).id;
  };
  const [elm, oak] = [await addTitle('ELM-1'), await addTitle('OAK-1', '9780306406157')];
  await test.owner.inventory.changeTitleStatus({
    params: { id: await addTitle('OLD-1') },
    body: { status: 'inactive' },
  });
  const setPrice = (id: string, season: string, priceCents: number) =>
    test.owner.titles.setSeasonPrice({ params: { id }, body: { season, priceCents } });
  const readPrices = async (id: string) =>
    (await test.ask.titles.getById({ params: { id } })).seasonPrices;

  it('takes the downloaded price list of a season, changed or not', async () => {
    const season = '2027-fall';
    await setPrice(oak, season, 450);
    const list = await download(test, uploadsApi.priceList, { query: { season } });
    expect(list.fileName).toBe(`prices-${season}.xlsx`);
    const rows = await sheetTexts(list.bytes);
    expect(rows.map((row) => [row[0], row[4], row[5], row[6] ?? ''])).toEqual([
      ['SKU', 'Catalog Price', 'Season', 'Price'],
      ['ELM-1', '5', 'Fall 2027', ''],
      ['OAK-1', '5', 'Fall 2027', '4.5'],
    ]);
    const unchanged = { unchanged: 2, rejected: 0, warnings: [] };
    expect(await uploadFile(test.owner, 'prices', list.bytes)).toMatchObject(unchanged);
    const fixes = [
      { row: 2, column: 'Price', value: '$3.99' },
      { row: 3, column: 'Price', value: '4.25' },
    ];
    const done = await uploadFile(test.owner, 'prices', list.bytes, { fixes });
    expect(done).toMatchObject({ created: 1, updated: 1, titles: 2 });
    expect(await readPrices(elm)).toEqual([{ season, priceCents: 399 }]);
    expect(await readPrices(oak)).toEqual([{ season, priceCents: 425 }]);
    await undo(done);
    expect(await readPrices(elm)).toEqual([]);
    expect(await readPrices(oak)).toEqual([{ season, priceCents: 450 }]);
  });

  it('has a sentence for each wrong cell', async () => {
    const { errors } = await check(
      { SKU: 'elm-1', Season: 'fall 2028', Price: 4 },
      { SKU: 'ELM-1', Season: '2028-fall', Price: 5 },
      { SKU: 'NOBODY-1', Season: 'Fall 2028', Price: 4 },
      { SKU: 'ELM-1', ISBN: '9780306406157', Season: 'Spring 2028', Price: 4 },
      { Season: 'Winter 2028', Price: 0 },
      { ISBN: '9780306406158', Season: 'Fall 2028', Price: 4 },
      { SKU: 'OAK-1', Price: '4,00' },
    );
    expect(told(errors)).toEqual([
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
    expect(await readPrices(elm)).toEqual([]);
  });

  it('is not undone over a price that was changed since', async () => {
    const result = await upload([{ SKU: 'ELM-1', Season: 'Spring 2027', Price: 4 }]);
    await setPrice(elm, '2027-spring', 410);
    await expectRefusal(undo(result), 'IN_USE', {
      reasons: [{ text: 'Title ELM-1: the price of Spring 2027 was changed since.' }],
    });
    expect(await readPrices(elm)).toEqual([{ season: '2027-spring', priceCents: 410 }]);
  });
});
