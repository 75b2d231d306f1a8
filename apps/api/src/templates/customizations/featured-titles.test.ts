import { MAX_FEATURED_TITLES } from '@pos/contract/templates/customizations';
import type { FairDetails } from '@pos/contract/fairs/fairs';
import type { NewFair } from '@pos/contract/fairs/fair-changes';
import { titleCover } from '@pos/contract/stock/title-cover';
import { today } from '@pos/contract/values/clock';
import { addDays } from '@pos/contract/values/days';
import { describe, expect, it } from 'vitest';
import { packedRow, packingList, uploadInventory } from '#testing/selling/inventory-file.ts';
import { plannedFair } from '#testing/selling/planned-fair.ts';
import { setCloseOut } from '#testing/calls/records.ts';
import { readActivity } from '#testing/calls/reading.ts';
import { expectErrors, expectRefusal } from '#testing/calls/expectations.ts';
import { startTestApp } from '#testing/app/test-app.ts';

const ARENA = { title: 'The Arena', author: 'S. Collins' };
const PENCIL = { title: 'Shiny <b>Pencil</b>', author: '' };
const TIDE = { title: 'Tide & Tower', author: 'J. Reed' };
const FOX = { title: 'A Fox at Night', author: 'M. Hale' };
/** Titles of each fair, from SKU FT-1 on. */
const TITLES = [ARENA, PENCIL, TIDE, FOX];
type Four = [string, string, string, string];

describe("a fair's featured titles", async () => {
  const test = await startTestApp();
  const withTitles = async (identifier: string, changes: Partial<NewFair> = {}) => {
    const fair = await plannedFair(test, identifier, changes);
    const rows = TITLES.map(({ title, author }, at) =>
      packedRow(`${identifier}-1`, [`FT-${at + 1}`, title, author, 'Picture', 8.99], 5),
    );
    await uploadInventory(test.owner, await packingList(...rows), { fairId: fair.id });
    await test.db.updateTable('fairs').set({ published: true }).where('id', '=', fair.id).execute();
    const query = { fairId: fair.id, sort: 'sku' } as const;
    const lines = (await test.ask.inventory.fairInventory({ query })).results;
    const [arena, pencil, tide, fox] = lines.map(({ titleId }) => titleId) as Four;
    const getLine = (id: string) => lines.find(({ titleId }) => titleId === id)!.id;
    const deactivate = (titleId: string) =>
      test.owner.inventory.changeStatus({
        params: { id: getLine(titleId) },
        body: { status: 'inactive' },
      });
    return { fair, arena, pencil, tide, fox, getLine, deactivate };
  };
  const set = async ({ id }: FairDetails, titles: string[], version = 0) => {
    const body = { fairId: id, titles, version };
    return (await test.ask.customizations.setFeaturedTitles({ body })).featured;
  };
  const read = async ({ id }: FairDetails) =>
    (await test.ask.customizations.get({ query: { fairId: id } })).featured;
  const readShown = async (school: string) => {
    const call = { params: { school, fair: `${school}-F` } };
    return (await test.client().publicPages.customizedFair(call)).data.featuredTitles;
  };
  const readHtml = async (school: string) =>
    (await test.app.inject({ method: 'GET', url: `/customized-fair/${school}/${school}-F` })).body;
  const card = { category: 'Picture', pictureId: null };

  it('are shown on its public page in the chosen order, by title, author, category and cover only', async () => {
    const { fair, arena, pencil, tide, fox } = await withTitles('FEATURED');
    expect(await read(fair)).toEqual({ titles: [], version: 0 });
    expect(await set(fair, [tide, pencil, arena])).toEqual({
      titles: [
        { titleId: tide, ...TIDE, shown: true },
        { titleId: pencil, ...PENCIL, shown: true },
        { titleId: arena, ...ARENA, shown: true },
      ],
      version: 1,
    });
    const { titles } = await set(fair, [fox, tide, pencil], 1);
    expect(titles.map(({ titleId }) => titleId)).toEqual([fox, tide, pencil]);
    expect(await readShown('FEATURED')).toEqual(
      [FOX, TIDE, PENCIL].map((title) => ({ ...title, ...card })),
    );
    const html = await readHtml('FEATURED');
    expect(html).toMatch(
      /<h2>Featured titles<\/h2>.*A Fox at Night.*M\. Hale.*Tide &amp; Tower.*Shiny &lt;b&gt;Pencil&lt;\/b&gt;/s,
    );
    const { ground, mark } = titleCover('A Fox at Night', 'Picture');
    expect(html).toContain(`fill="${ground}"/><path d="${mark}"`);
    for (const secret of ['8.99', '$', 'FT-1', fox]) expect(html).not.toContain(secret);
    const toNames = (shown: typeof TITLES) => shown.map(({ title }) => title);
    const change = { from: toNames([TIDE, PENCIL, ARENA]), to: toNames([FOX, TIDE, PENCIL]) };
    expect((await readActivity(test, 'fair', fair.id))[0]).toMatchObject({
      action: 'fair.titles-featured',
      changes: { featuredTitles: change },
    });
    expect((await test.ask.fairs.getById({ params: { id: fair.id } })).version).toBe(fair.version);
  });

  const NOT_HERE = "A selected title is no longer in this fair's inventory. Remove it.";
  it('are refused on the field if too many, repeated or not of this fair, and on a conflicting save', async () => {
    const { fair, arena, tide, fox } = await withTitles('REFUSED');
    const bare = await plannedFair(test, 'BARE');
    const tooMany = Array.from({ length: MAX_FEATURED_TITLES + 1 }, () => crypto.randomUUID());
    await expectErrors(set(bare, [arena]), { titles: NOT_HERE });
    for (const [titles, sentence] of [
      [[arena, arena], 'Choose each title once.'],
      [tooMany, `Choose at most ${MAX_FEATURED_TITLES} titles.`],
    ] as const)
      await expectErrors(set(fair, [...titles]), { titles: sentence });
    await set(fair, [arena]);
    const outcomes = await Promise.allSettled([set(fair, [tide], 1), set(fair, [fox], 1)]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect((await read(fair)).version).toBe(2);
    await setCloseOut(test, fair, 'finished');
    await expectRefusal(set(fair, [], 2), 'FAIR_FINISHED');
    await setCloseOut(test, fair, 'open');
    expect(await set(fair, [], 2)).toEqual({ titles: [], version: 3 });
    expect(await readHtml('REFUSED')).not.toContain('Featured titles');
  });

  it('leave the page while inactive, for good without inventory, and after the fair', async () => {
    const { fair, arena, pencil, tide, getLine, deactivate } = await withTitles('GONE');
    await set(fair, [arena, pencil, tide]);
    await deactivate(arena);
    await test.owner.inventory.delete({ params: { id: getLine(pencil) } });
    expect(await read(fair)).toMatchObject({
      titles: [
        { titleId: arena, shown: false },
        { titleId: tide, shown: true },
      ],
      version: 1,
    });
    expect(await readShown('GONE')).toEqual([{ ...TIDE, ...card }]);
    await expectErrors(set(fair, [pencil], 1), { titles: NOT_HERE });

    const day = today('America/Detroit');
    const over = await withTitles('OVER', {
      startDate: addDays(day, -5),
      endDate: addDays(day, -1),
    });
    await set(over.fair, [over.arena]);
    expect(await readHtml('OVER')).not.toContain('The Arena');
  });

  it("are selected among the fair's active titles by part of title or author, SKU or ISBN", async () => {
    const { fair, arena, deactivate } = await withTitles('OPTIONS');
    const search = async (text: string) => {
      const query = { fairId: fair.id, search: text };
      const options = await test.ask.customizations.getTitleOptions({ query });
      return options.map(({ label, author }) => ({ title: label, author }));
    };
    expect(await search('')).toEqual([FOX, PENCIL, ARENA, TIDE]);
    expect(await search('arena')).toEqual([ARENA]);
    expect(await search('reed')).toEqual([TIDE]);
    expect(await search('ft-4')).toEqual([FOX]);
    expect(await search('100%')).toEqual([]);
    const title = test.db.updateTable('titles').where('id', '=', arena);
    await title.set({ isbn13: '9780439023481' }).execute();
    expect(await search('978-0-439-02348-1')).toEqual([ARENA]);
    await deactivate(arena);
    expect(await search('arena')).toEqual([]);
  });
});
