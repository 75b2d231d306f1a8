import type { NewPackageContents } from '@pos/contract/imports/fair-packages';
import { seasonBeside, seasonDays, toSeason } from '@pos/contract/fairs/seasons';
import type { NewTitle } from '@pos/contract/stock/titles';
import { describe, expect, it } from 'vitest';
import { uploadDesk } from '#testing/selling/inventory-file.ts';
import { plannedFair } from '#testing/selling/planned-fair.ts';
import { changeFair } from '#testing/calls/records.ts';
import { readActivity } from '#testing/calls/reading.ts';
import { expectErrors, expectRefusal } from '#testing/calls/expectations.ts';
import { getRefusal } from '#testing/calls/refusals.ts';
import { openFair, stockWarehouse } from '#testing/selling/sales-floor.ts';
import { stockDesk } from '#testing/selling/stock-desk.ts';
import { startTestApp } from '#testing/app/test-app.ts';

const FALL = '2027-fall';

describe('a package', async () => {
  const test = await startTestApp();
  const { setTitleStatus, warehouseQty } = stockDesk(test);
  const add = (sku: string, changes: Partial<NewTitle> = {}) =>
    test.ask.titles.add({
      body: { sku, title: `Title ${sku}`, category: 'Picture', priceCents: 500, ...changes },
    });
  const save = (body: Partial<NewPackageContents>) =>
    test.ask.packages.save({
      body: { packageOption: 1, season: FALL, contents: [], version: 0, ...body },
    });
  const read = (packageOption: number, season = FALL) =>
    test.ask.packages.contents({ query: { packageOption: packageOption as 1, season } });
  const readProposal = (id: string) => test.ask.packages.proposal({ params: { id } });
  const setPrice = (id: string, season: string, priceCents: number | null) =>
    test.ask.titles.setSeasonPrice({ params: { id }, body: { season, priceCents } });
  type Substitute = { insteadOfId: string; titleId: string | null; qty: number };
  const make = (fairId: string, version: number, ...substitutes: Substitute[]) =>
    test.ask.packages.makePackingList({ body: { fairId, version, substitutes } });

  it('has a content list per season, in titles, units and retail value of the season', async () => {
    const one = await add('PK-1');
    const two = await add('PK-2', { upc: '042100005264' });
    const contents = [
      { titleId: one.id, qty: 3 },
      { titleId: two.id, qty: 10 },
    ];
    expect(await read(1)).toMatchObject({ contents: [], version: 0, copyFrom: null });
    await setPrice(two.id, FALL, 450);
    expect(await save({ contents })).toMatchObject({
      version: 1,
      contents: [
        { sku: 'PK-1', qty: 3, priceCents: 500 },
        { sku: 'PK-2', qty: 10, priceCents: 450 },
      ],
    });
    const { data: rows } = await test.owner.packages.list({ query: { season: FALL } });
    expect(rows).toHaveLength(12);
    expect(rows[0]).toMatchObject({ packageOption: 1, titles: 2, units: 13, retailCents: 6_000 });
    expect(rows[1]).toMatchObject({ packageOption: 2, titles: 0, units: 0, retailCents: 0 });
    const next = seasonBeside(FALL, 2);
    expect(next).toBe('2028-fall');
    expect(await read(1, next)).toMatchObject({ contents: [], copyFrom: FALL });
    const codes = ['pk-1', '0-42100-00526-4', 'NOBODY'];
    const found = await test.ask.packages.findTitles({ body: { season: FALL, codes } });
    expect(found).toMatchObject([
      { code: '0-42100-00526-4', sku: 'PK-2' },
      { code: 'pk-1', sku: 'PK-1' },
    ]);
    const query = { season: FALL, search: 'PK1' };
    expect(await test.ask.packages.titleOptions({ query })).toMatchObject([{ sku: 'PK-1' }]);
  });

  it('is changed as a whole, by active titles listed once', async () => {
    const before = await read(1);
    const [first] = before.contents;
    const contents = [{ titleId: first!.titleId, qty: 4 }];
    const saved = await save({ contents, version: before.version });
    expect(saved).toMatchObject({ version: 2, contents: [{ qty: 4 }] });
    const retired = await add('PK-RETIRED');
    await setTitleStatus(retired.id, 'inactive');
    for (const [wrong, errors] of [
      [[...contents, ...contents], { contents: 'A title is listed twice.' }],
      [
        [{ titleId: retired.id, qty: 1 }],
        { contents: '"Title PK-RETIRED" is inactive and cannot be added.' },
      ],
      [[{ titleId: retired.id, qty: 0 }], { 'contents.0.qty': 'Enter a quantity from 1 to 9999.' }],
    ] as const)
      await expectErrors(save({ contents: [...wrong], version: 2 }), errors);
    const list = await test.db
      .selectFrom('packageLists')
      .select('id')
      .where('season', '=', FALL)
      .where('packageOption', '=', 1)
      .executeTakeFirstOrThrow();
    expect(await readActivity(test, 'package', list.id)).toMatchObject([
      {
        action: 'package.updated',
        changes: { units: { from: 13, to: 4 }, removed: { from: ['10 × Title PK-2'], to: null } },
      },
      { action: 'package.added' },
    ]);
  });

  it("becomes a fair's packing list, with substitutes for short titles, and is undone", async () => {
    const fair = await plannedFair(test, 'PACKED');
    const season = toSeason(fair.startDate);
    const plenty = await add('PACK-PLENTY', { category: 'Teen' });
    const short = await add('PACK-SHORT', { category: 'Teen', priceCents: 700 });
    const near = await add('PACK-NEAR', { category: 'Teen', priceCents: 750 });
    await add('PACK-NONE', { category: 'Teen', priceCents: 700 });
    await stockWarehouse(test, 'PACK-PLENTY', 20);
    await stockWarehouse(test, 'PACK-SHORT', 6);
    await stockWarehouse(test, 'PACK-NEAR', 9);
    await setPrice(plenty.id, season, 425);
    const { packageOption } = fair;
    const { version } = await save({
      packageOption,
      season,
      contents: [
        { titleId: plenty.id, qty: 8 },
        { titleId: short.id, qty: 10 },
      ],
    });
    const proposal = await readProposal(fair.id);
    expect(proposal.contents).toMatchObject([
      { sku: 'PACK-PLENTY', shortQty: 0, substitutes: [], priceCents: 425 },
      { sku: 'PACK-SHORT', shortQty: 4, substitutes: [{ sku: 'PACK-NEAR', availableQty: 9 }] },
    ]);
    const substitute = { insteadOfId: short.id, titleId: near.id };
    await expectErrors(make(fair.id, version, { ...substitute, qty: 11 }), {
      substitutes: 'More units of "Title PACK-SHORT" are substituted than the package has.',
    });
    const { made } = await make(fair.id, version, { ...substitute, qty: 4 });
    const shown = { title: 'Title PACK-NEAR', insteadOf: 'Title PACK-SHORT', qty: 4 };
    expect(made).toMatchObject([{ units: 18, undoneAt: null, substitutes: [shown] }]);
    const sent = async () => {
      const { results } = await test.ask.inventory.fairInventory({ query: { fairId: fair.id } });
      return results.map(({ sku, sentQty, priceCents }) => [sku, sentQty, priceCents]);
    };
    const packed = [
      ['PACK-NEAR', 4, 750],
      ['PACK-PLENTY', 8, 425],
      ['PACK-SHORT', 6, 700],
    ];
    expect(await sent()).toEqual(packed);
    const stock = () => Promise.all(['PACK-PLENTY', 'PACK-SHORT', 'PACK-NEAR'].map(warehouseQty));
    expect(await stock()).toEqual([12, 0, 5]);
    await expectRefusal(make(fair.id, version), 'IN_USE');
    await setPrice(plenty.id, season, 999);
    expect(await sent()).toEqual(packed);
    await test.owner.uploads.undo({ params: { id: made[0]!.jobId! } });
    expect(await sent()).toEqual([]);
    expect(await stock()).toEqual([20, 6, 9]);
    expect((await readProposal(fair.id)).made[0]!.undoneAt).not.toBeNull();
    const again = await make(fair.id, version, { ...substitute, titleId: null, qty: 10 });
    expect(again.made[0]).toMatchObject({ units: 8, substitutes: [{ title: null, qty: 10 }] });
  });

  it('is refused without contents, and if it was changed since the proposal', async () => {
    const fair = await plannedFair(test, 'EMPTY-PACK');
    const { packageOption } = fair;
    const season = toSeason(fair.startDate);
    const { version } = await read(packageOption, season);
    if (version > 0) await save({ packageOption, season, version });
    const empty = await getRefusal(make(fair.id, version > 0 ? version + 1 : 0));
    expect(empty.errors?.['fairId']).toContain('has no titles yet. Enter its contents first.');
    await expectRefusal(make(fair.id, 77), 'STALE_VERSION');
  });

  it('sends no inactive title, and says which one it is', async () => {
    const fair = await plannedFair(test, 'RETIRED-PACK');
    const season = toSeason(fair.startDate);
    const { packageOption } = fair;
    const kept = await add('RP-KEPT', { category: 'Faith' });
    const retired = await add('RP-RETIRED', { category: 'Faith' });
    await stockWarehouse(test, 'RP-KEPT', 5);
    await stockWarehouse(test, 'RP-RETIRED', 5);
    const before = await read(packageOption, season);
    const { version } = await save({
      packageOption,
      season,
      contents: [
        { titleId: kept.id, qty: 2 },
        { titleId: retired.id, qty: 3 },
      ],
      version: before.version,
    });
    await setTitleStatus(retired.id, 'inactive');
    expect((await readProposal(fair.id)).contents).toMatchObject([
      { sku: 'RP-KEPT', shortQty: 0 },
      { sku: 'RP-RETIRED', shortQty: 3, isActive: false },
    ]);
    const leaveOut = { insteadOfId: retired.id, titleId: null, qty: 3 };
    for (const [substitutes, sentence] of [
      [
        [],
        '"Title RP-RETIRED" is inactive and cannot be sent. Leave it out or choose another title.',
      ],
      [[{ ...leaveOut, titleId: fair.id }], 'A substitute does not exist.'],
      [[leaveOut, { insteadOfId: kept.id, titleId: null, qty: 2 }], 'Nothing is left to send.'],
    ] as const)
      await expectErrors(make(fair.id, version, ...substitutes), { substitutes: sentence });
    const { made } = await make(fair.id, version, leaveOut);
    expect(made).toMatchObject([{ units: 2, substitutes: [{ title: null, qty: 3 }] }]);
    await test.db.deleteFrom('uploads').where('id', '=', made[0]!.id).execute();
    await test.db.deleteFrom('jobs').where('id', '=', made[0]!.id).execute();
    expect((await readProposal(fair.id)).made).toMatchObject([{ units: 2, jobId: null }]);
  });

  it('keeps a title from being removed by the undo of its import', async () => {
    const titles = uploadDesk(test, 'titles');
    const row = { SKU: 'PK-IMPORTED', Title: 'The Imported Oak', Price: 5 };
    const uploaded = await titles.upload([row]);
    const query = { search: row.SKU };
    const { results } = await test.ask.inventory.allInventory({ query });
    const contents = [{ titleId: results[0]!.id, qty: 1 }];
    const { version } = await save({ packageOption: 7, contents });
    await expectRefusal(titles.undo(uploaded), 'IN_USE', {
      reasons: [{ text: 'The Imported Oak is in use or was changed since.' }],
    });
    await save({ packageOption: 7, version });
    await titles.undo(uploaded);
  });

  it("sells titles that the fair lacks at the season's price, and the fair's lines at their own", async () => {
    const floor = await openFair(test);
    const { startDate, endDate } = floor.fair;
    const season = toSeason(startDate);
    const { id, sku } = await add('SEASONAL-1', { priceCents: 500 });
    const price = (priceCents: number | null) => setPrice(id, season, priceCents);
    expect((await price(350)).seasonPrices).toEqual([{ season, priceCents: 350 }]);
    const register = await floor.logIn('REG-SEASON');
    const catalog = async (since?: string) => {
      const { data } = await register.pos.catalog({ query: { ...(since && { since }) } });
      return { cursor: data.cursor, found: data.titles.filter((title) => title.sku === sku) };
    };
    expect((await catalog()).found).toMatchObject([{ priceCents: 350 }]);
    const other = seasonBeside(season, 1);
    await setPrice(id, other, 375);
    const { cursor } = await catalog();
    const start = seasonDays(other).startDate;
    await changeFair(test, floor.fair, { startDate: start, endDate: start });
    expect((await catalog(cursor)).found).toMatchObject([{ priceCents: 375 }]);
    await changeFair(test, floor.fair, { startDate, endDate });
    await setPrice(id, other, null);
    await register.book({ mode: 'offline', lines: [{ sku, unitPriceCents: 350 }] });
    expect((await floor.line(sku)).priceCents).toBe(350);
    expect((await price(600)).seasonPrices).toEqual([{ season, priceCents: 600 }]);
    expect((await catalog()).found).toMatchObject([{ priceCents: 350 }]);
    expect((await price(null)).seasonPrices).toEqual([]);
    await expectErrors(price(0), { priceCents: 'Enter a price from 0.01 to 999.99.' });
  });
});
