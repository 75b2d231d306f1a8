import type { NewPackageContents } from '@pos/contract/packages';
import { seasonBeside, seasonDays, toSeason } from '@pos/contract/seasons';
import type { NewTitle } from '@pos/contract/titles';
import { describe, expect, it } from 'vitest';
import { uploadFile } from '#testing/inventory-file.ts';
import { plannedFair } from '#testing/planned-fair.ts';
import { getRefusal } from '#testing/refusals.ts';
import { openFair, stockWarehouse } from '#testing/sales-floor.ts';
import { startTestApp } from '#testing/test-app.ts';
import { workbookOfRows } from '#testing/workbook.ts';

const FALL = '2027-fall';

describe('a package', async () => {
  const test = await startTestApp();
  const add = (sku: string, changes: Partial<NewTitle> = {}) =>
    test.ask.titles.add({
      body: { sku, title: `Title ${sku}`, category: 'Picture', priceCents: 500, ...changes },
    });
  const save = (body: Partial<NewPackageContents>) =>
    test.ask.packages.save({
      body: { packageOption: 1, season: FALL, contents: [], version: 0, ...body },
    });
  const read = (packageOption: 1 | 2, season = FALL) =>
    test.ask.packages.contents({ query: { packageOption, season } });
  const proposalOf = (id: string) => test.ask.packages.proposal({ params: { id } });

  it('has a content list per season, in titles, units and retail value of the season', async () => {
    const one = await add('PK-1');
    const two = await add('PK-2', { upc: '042100005264' });
    const contents = [
      { titleId: one.id, qty: 3 },
      { titleId: two.id, qty: 10 },
    ];
    expect(await read(1)).toMatchObject({ contents: [], version: 0, copyFrom: null });
    await test.owner.titles.setSeasonPrice({
      params: { id: two.id },
      body: { season: FALL, priceCents: 450 },
    });
    const saved = await save({ contents });
    expect(saved).toMatchObject({
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
    const { data: found } = await test.owner.packages.findTitles({
      body: { season: FALL, codes: ['pk-1', '0-42100-00526-4', 'NOBODY'] },
    });
    expect(found.map(({ code, sku }) => [code, sku])).toEqual([
      ['0-42100-00526-4', 'PK-2'],
      ['pk-1', 'PK-1'],
    ]);
    const { data: options } = await test.owner.packages.titleOptions({
      query: { season: FALL, search: 'PK1' },
    });
    expect(options).toMatchObject([{ sku: 'PK-1' }]);
  });

  it('is changed as a whole, and not over the change of someone else', async () => {
    const before = await read(1);
    const [first] = before.contents;
    const contents = [{ titleId: first!.titleId, qty: 4 }];
    const saved = await save({ contents, version: before.version });
    expect(saved).toMatchObject({ version: 2, contents: [{ qty: 4 }] });
    const late = await getRefusal(save({ contents, version: before.version }));
    expect(late).toMatchObject({ status: 409, code: 'STALE_VERSION' });
    const twice = [...contents, ...contents];
    expect((await getRefusal(save({ contents: twice, version: 2 }))).errors).toEqual({
      contents: 'A title is listed twice.',
    });
    const retired = await add('PK-RETIRED');
    await test.owner.inventory.changeTitleStatus({
      params: { id: retired.id },
      body: { status: 'inactive' },
    });
    expect(
      (await getRefusal(save({ contents: [{ titleId: retired.id, qty: 1 }], version: 2 }))).errors,
    ).toEqual({ contents: '"Title PK-RETIRED" is inactive and cannot be added.' });
    const wrong = [{ titleId: retired.id, qty: 0 }];
    expect((await getRefusal(save({ contents: wrong, version: 2 }))).errors).toEqual({
      'contents.0.qty': 'Enter a quantity from 1 to 9999.',
    });
    const list = await test.db
      .selectFrom('packageLists')
      .select('id')
      .where('season', '=', FALL)
      .where('packageOption', '=', 1)
      .executeTakeFirstOrThrow();
    const { data: activity } = await test.owner.activity.list({
      query: { entity: 'package', entityId: list.id },
    });
    expect(activity.results).toMatchObject([
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
    await test.owner.titles.setSeasonPrice({
      params: { id: plenty.id },
      body: { season, priceCents: 425 },
    });
    const { packageOption } = fair;
    const { version } = await save({
      packageOption,
      season,
      contents: [
        { titleId: plenty.id, qty: 8 },
        { titleId: short.id, qty: 10 },
      ],
    });
    const proposal = await proposalOf(fair.id);
    expect(proposal.contents).toMatchObject([
      { sku: 'PACK-PLENTY', shortQty: 0, substitutes: [], priceCents: 425 },
      { sku: 'PACK-SHORT', shortQty: 4, substitutes: [{ sku: 'PACK-NEAR', availableQty: 9 }] },
    ]);
    const make = (substitutes: { insteadOfId: string; titleId: string | null; qty: number }[]) =>
      test.ask.packages.makePackingList({
        body: { fairId: fair.id, version, substitutes },
      });
    const tooMany = [{ insteadOfId: short.id, titleId: near.id, qty: 11 }];
    expect((await getRefusal(make(tooMany))).errors).toEqual({
      substitutes: 'More units of "Title PACK-SHORT" are substituted than the package has.',
    });
    const { made } = await make([{ insteadOfId: short.id, titleId: near.id, qty: 4 }]);
    expect(made).toMatchObject([
      {
        units: 18,
        undoneAt: null,
        substitutes: [{ title: 'Title PACK-NEAR', insteadOf: 'Title PACK-SHORT', qty: 4 }],
      },
    ]);
    const sent = async () => {
      const { data } = await test.owner.inventory.fairInventory({ query: { fairId: fair.id } });
      return data.results.map(({ sku, sentQty, priceCents }) => [sku, sentQty, priceCents]);
    };
    const packed = [
      ['PACK-NEAR', 4, 750],
      ['PACK-PLENTY', 8, 425],
      ['PACK-SHORT', 6, 700],
    ];
    expect(await sent()).toEqual(packed);
    const stock = async (sku: string) =>
      (await test.ask.inventory.allInventory({ query: { search: sku } })).results[0]!.warehouseQty;
    expect([
      await stock('PACK-PLENTY'),
      await stock('PACK-SHORT'),
      await stock('PACK-NEAR'),
    ]).toEqual([12, 0, 5]);
    expect(await getRefusal(make([]))).toMatchObject({ code: 'IN_USE' });
    await test.owner.titles.setSeasonPrice({
      params: { id: plenty.id },
      body: { season, priceCents: 999 },
    });
    expect(await sent()).toEqual(packed);
    await test.owner.uploads.undo({ params: { id: made[0]!.jobId! } });
    expect(await sent()).toEqual([]);
    expect([await stock('PACK-SHORT'), await stock('PACK-NEAR')]).toEqual([6, 9]);
    expect((await proposalOf(fair.id)).made[0]!.undoneAt).not.toBeNull();
    const again = await make([{ insteadOfId: short.id, titleId: null, qty: 10 }]);
    expect(again.made[0]).toMatchObject({ units: 8, substitutes: [{ title: null, qty: 10 }] });
  });

  it('is refused without contents, and if it was changed since the proposal', async () => {
    const fair = await plannedFair(test, 'EMPTY-PACK');
    const body = { fairId: fair.id, version: 0, substitutes: [] };
    const season = toSeason(fair.startDate);
    const { version } = await test.ask.packages.contents({
      query: { packageOption: fair.packageOption, season },
    });
    if (version > 0) await save({ packageOption: fair.packageOption, season, version });
    const empty = await getRefusal(
      test.owner.packages.makePackingList({
        body: { ...body, version: version > 0 ? version + 1 : 0 },
      }),
    );
    expect(empty.errors?.['fairId']).toContain('has no titles yet. Enter its contents first.');
    const stale = await getRefusal(
      test.owner.packages.makePackingList({ body: { ...body, version: 77 } }),
    );
    expect(stale).toMatchObject({ status: 409, code: 'STALE_VERSION' });
  });

  it('sends no inactive title, and says which one it is', async () => {
    const fair = await plannedFair(test, 'RETIRED-PACK');
    const season = toSeason(fair.startDate);
    const { packageOption } = fair;
    const kept = await add('RP-KEPT', { category: 'Faith' });
    const retired = await add('RP-RETIRED', { category: 'Faith' });
    await stockWarehouse(test, 'RP-KEPT', 5);
    await stockWarehouse(test, 'RP-RETIRED', 5);
    const { data: before } = await test.owner.packages.contents({
      query: { packageOption, season },
    });
    const { version } = await save({
      packageOption,
      season,
      contents: [
        { titleId: kept.id, qty: 2 },
        { titleId: retired.id, qty: 3 },
      ],
      version: before.version,
    });
    await test.owner.inventory.changeTitleStatus({
      params: { id: retired.id },
      body: { status: 'inactive' },
    });
    expect((await proposalOf(fair.id)).contents).toMatchObject([
      { sku: 'RP-KEPT', shortQty: 0 },
      { sku: 'RP-RETIRED', shortQty: 3, isActive: false },
    ]);
    const make = (substitutes: { insteadOfId: string; titleId: string | null; qty: number }[]) =>
      test.owner.packages.makePackingList({ body: { fairId: fair.id, version, substitutes } });
    const refused = async (...[substitutes]: Parameters<typeof make>) =>
      (await getRefusal(make(substitutes))).errors?.['substitutes'];
    expect(await refused([])).toBe(
      '"Title RP-RETIRED" is inactive and cannot be sent. Leave it out or choose another title.',
    );
    const insteadOfId = retired.id;
    expect(await refused([{ insteadOfId, titleId: fair.id, qty: 3 }])).toBe(
      'A substitute does not exist.',
    );
    expect(
      await refused([
        { insteadOfId, titleId: null, qty: 3 },
        { insteadOfId: kept.id, titleId: null, qty: 2 },
      ]),
    ).toBe('Nothing is left to send.');
    const { data } = await make([{ insteadOfId, titleId: null, qty: 3 }]);
    expect(data.made).toMatchObject([{ units: 2, substitutes: [{ title: null, qty: 3 }] }]);
    await test.db.deleteFrom('uploads').where('id', '=', data.made[0]!.id).execute();
    await test.db.deleteFrom('jobs').where('id', '=', data.made[0]!.id).execute();
    expect((await proposalOf(fair.id)).made).toMatchObject([{ units: 2, jobId: null }]);
  });

  it('keeps a title from being removed by the undo of its import', async () => {
    const file = await workbookOfRows([
      ['SKU', 'Title', 'Price'],
      ['PK-IMPORTED', 'The Imported Oak', 5],
    ]);
    const { jobId } = await uploadFile(test.owner, 'titles', file, { fileName: 'titles.xlsx' });
    const { data } = await test.owner.inventory.allInventory({ query: { search: 'PK-IMPORTED' } });
    const contents = [{ titleId: data.results[0]!.id, qty: 1 }];
    const { version } = await save({ packageOption: 7, contents });
    const undo = () => test.owner.uploads.undo({ params: { id: jobId! } });
    expect(await getRefusal(undo())).toMatchObject({
      code: 'IN_USE',
      reasons: [{ text: 'The Imported Oak is in use or was changed since.' }],
    });
    await save({ packageOption: 7, version });
    await undo();
  });

  it("sells titles that the fair lacks at the season's price, and the fair's lines at their own", async () => {
    const floor = await openFair(test);
    const season = toSeason(floor.fair.startDate);
    const stray = await add('SEASONAL-1', { priceCents: 500 });
    const price = (priceCents: number | null) =>
      test.owner.titles.setSeasonPrice({ params: { id: stray.id }, body: { season, priceCents } });
    const { data } = await price(350);
    expect(data.seasonPrices).toEqual([{ season, priceCents: 350 }]);
    const register = await floor.logIn('REG-SEASON');
    const catalogPrice = async () =>
      (await register.pos.catalog({ query: {} })).data.titles.find(({ sku }) => sku === stray.sku)!
        .priceCents;
    expect(await catalogPrice()).toBe(350);
    const other = seasonBeside(season, 1);
    await test.owner.titles.setSeasonPrice({
      params: { id: stray.id },
      body: { season: other, priceCents: 375 },
    });
    const { cursor } = (await register.pos.catalog({ query: {} })).data;
    const startsOn = async (startDate: string, endDate: string) => {
      const { data: fair } = await test.owner.fairs.getById({ params: { id: floor.fair.id } });
      const { schoolIdentifier, name, address, adminId, packageOption, version } = fair;
      await test.owner.fairs.update({
        params: { id: fair.id },
        body: {
          schoolIdentifier,
          name,
          address,
          adminId,
          packageOption,
          version,
          salesTaxRate: fair.salesTaxRatePpm / 10_000,
          startDate,
          endDate,
        },
      });
    };
    await startsOn(seasonDays(other).startDate, seasonDays(other).startDate);
    const { data: moved } = await register.pos.catalog({ query: { since: cursor } });
    expect(moved.titles.filter(({ sku }) => sku === stray.sku)).toMatchObject([
      { priceCents: 375 },
    ]);
    await startsOn(floor.fair.startDate, floor.fair.endDate);
    await test.owner.titles.setSeasonPrice({
      params: { id: stray.id },
      body: { season: other, priceCents: null },
    });
    const order = register.sold({
      lines: [{ sku: stray.sku, quantity: 1, unitPriceCents: 350 }],
    });
    const { data: answer } = await register.pos.orders({
      body: { orders: [{ ...order, mode: 'offline' }] },
    });
    expect(answer.results).toMatchObject([{ result: 'accepted' }]);
    expect((await floor.line(stray.sku)).priceCents).toBe(350);
    expect((await price(600)).data.seasonPrices).toEqual([{ season, priceCents: 600 }]);
    expect(await catalogPrice()).toBe(350);
    expect((await price(null)).data.seasonPrices).toEqual([]);
    expect((await getRefusal(price(0))).errors).toEqual({
      priceCents: 'Enter a price from 0.01 to 999.99.',
    });
  });
});
