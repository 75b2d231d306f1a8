import { describe, expect, it } from 'vitest';
import { type Cells, told, uploadDesk } from '#testing/selling/inventory-file.ts';
import { expectRefusal } from '#testing/calls/expectations.ts';
import { HUNGER, openFair } from '#testing/selling/sales-floor.ts';
import { startTestApp } from '#testing/app/test-app.ts';

const OAK: Cells = { Title: 'The Oak', Price: '$8.99' };

describe('an upload of titles', async () => {
  const test = await startTestApp();
  const { upload, check, undo } = uploadDesk(test, 'titles');
  const find = async (sku: string) => {
    const { results } = await test.ask.inventory.allInventory({ query: { search: sku } });
    const row = results.find((title) => title.sku === sku);
    return row && (await test.ask.titles.getById({ params: { id: row.id } }));
  };

  it('adds new titles, changes known ones by any code, and leaves the same file unchanged', async () => {
    const floor = await openFair(test);
    const { priceCents } = await floor.line(HUNGER);
    const codes = { ISBN: '0-306-40615-2', UPC: 36_000_291_452 };
    const rows: Cells[] = [
      { ...OAK, ...codes, Author: 'A. Corn', Category: 'picture', Taxable: 'no' },
      { ISBN: HUNGER, Price: 12.5, Title: 'The Hunger Games' },
    ];
    const fixes = [{ row: 2, column: 'UPC', value: '036000291452' }];
    const counts = { created: 1, updated: 1, rejected: 0, titles: 1 };
    expect(await upload(rows, { mode: 'check', fixes })).toMatchObject(counts);
    expect(await find('9780306406157')).toBeUndefined();
    expect(await upload(rows, { fixes })).toMatchObject({ created: 1, updated: 1 });
    expect(await find('9780306406157')).toMatchObject({
      title: 'The Oak',
      isbn13: '9780306406157',
      upc: '036000291452',
      author: 'A. Corn',
      category: 'Picture',
      priceCents: 899,
      taxable: false,
    });
    expect(await find(HUNGER)).toMatchObject({ priceCents: 1_250 });
    expect((await floor.line(HUNGER)).priceCents).toBe(priceCents);
    const byUpc = { UPC: '036000291452', Title: 'The Oak', Price: '8.99' };
    expect(await upload([byUpc])).toMatchObject({ created: 0, updated: 0, unchanged: 1 });
  });

  it('rejects wrong cells with the words of the form, and takes corrected ones', async () => {
    await upload([{ ...OAK, SKU: 'OTHER-1', UPC: '042100005264' }]);
    const rows: Cells[] = [
      { ...OAK, ISBN: '9780306406158' },
      { ...OAK, UPC: 12_345_678_905 },
      { SKU: 'BAD-3' },
      { ...OAK },
      { ...OAK, SKU: 'BAD-5', UPC: '042100005264' },
      { ...OAK, SKU: 'BAD-6', Category: 'Poems' },
      { ...OAK, SKU: 'bad-6' },
    ];
    const { errors, rejected } = await check(...rows);
    expect(rejected).toBe(6);
    expect(told(errors)).toEqual([
      [2, 'ISBN', 'Enter an ISBN with a right check digit.'],
      [3, 'UPC', 'Enter a UPC of 12 digits with a right check digit.'],
      [4, 'Title', 'Title is required for a new title.'],
      [4, 'Price', 'Price is required for a new title.'],
      [5, 'SKU', 'Enter a SKU, an ISBN or a UPC.'],
      [7, 'Category', 'Choose a category of the list, such as Picture.'],
      [8, 'SKU', 'Duplicate of row 7.'],
    ]);
    expect(errors[1]).toMatchObject({ suggestion: '012345678905' });
    const fixes = [{ row: 3, column: 'UPC', value: '012345678905' }];
    const fixed = await upload(rows, { onlyValidRows: 'true', fixes });
    expect(fixed).toMatchObject({ created: 1, updated: 1, rejected: 5 });
    expect(await find('BAD-5')).toMatchObject({ upc: '042100005264' });
    expect(await find('012345678905')).toMatchObject({ title: 'The Oak' });
  });

  it('is refused where the source owns the field, and where codes are of two titles', async () => {
    const upc = '025192251344';
    await upload([
      { ...OAK, SKU: 'OWNED-1' },
      { ...OAK, SKU: 'SECOND-1', UPC: upc },
    ]);
    await test.db
      .updateTable('titles')
      .set({ inSource: true, sourceFields: ['sku', 'priceCents'] })
      .where('sku', '=', 'OWNED-1')
      .execute();
    const { errors } = await check(
      { SKU: 'owned-1', Title: 'The Oak', Price: 1, Author: 'Me' },
      { SKU: 'OWNED-1', Title: 'The Oak', UPC: upc },
    );
    expect(told(errors)).toEqual([
      [2, 'Price', 'Price comes from the source system. Change it there.'],
      [3, 'SKU', 'Duplicate of row 2.'],
      [3, 'UPC', 'This is the code of "The Oak".'],
    ]);
  });

  it('is not undone in part: not at all once a title was used or changed', async () => {
    await upload([{ ...OAK, SKU: 'UNDO-1' }]);
    const rows = [
      { SKU: 'UNDO-1', Title: 'The Elm', Price: 5 },
      { ...OAK, SKU: 'UNDO-2' },
    ];
    const second = await upload(rows);
    const { id, version } = (await find('UNDO-2'))!;
    await test.owner.titles.update({ params: { id }, body: { author: 'Used', version } });
    await expectRefusal(undo(second), 'IN_USE', {
      reasons: [{ code: 'TITLE_USED', text: 'The Oak is in use or was changed since.' }],
    });
    expect(await find('UNDO-1')).toMatchObject({ title: 'The Elm' });
  });
});
