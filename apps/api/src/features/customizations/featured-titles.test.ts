import { MAX_FEATURED_TITLES } from '@pos/contract/customizations';
import type { FairDetails } from '@pos/contract/fairs';
import type { NewFair } from '@pos/contract/fair-changes';
import { titleCover } from '@pos/contract/title-cover';
import { today } from '@pos/contract/values/clock';
import { addDays } from '@pos/contract/values/days';
import { describe, expect, it } from 'vitest';
import { packingList, uploadInventory } from '#testing/inventory-file.ts';
import { plannedFair } from '#testing/planned-fair.ts';
import { getRefusal } from '#testing/refusals.ts';
import { startTestApp } from '#testing/test-app.ts';

/** SKU, title and author of each fair's titles. */
const TITLES = [
  ['FT-1', 'The Arena', 'S. Collins'],
  ['FT-2', 'Shiny <b>Pencil</b>', ''],
  ['FT-3', 'Tide & Tower', 'J. Reed'],
  ['FT-4', 'A Fox at Night', 'M. Hale'],
] as const;

describe("a fair's featured titles", async () => {
  const test = await startTestApp();
  const withTitles = async (identifier: string, changes: Partial<NewFair> = {}) => {
    const fair = await plannedFair(test, identifier, changes);
    await uploadInventory(
      test.owner,
      await packingList(
        ...TITLES.map(([sku, title, author]) => [
          `${identifier}-1`,
          sku,
          title,
          author,
          'Picture',
          8.99,
          5,
          'Y',
        ]),
      ),
      { fairId: fair.id },
    );
    await test.db.updateTable('fairs').set({ published: true }).where('id', '=', fair.id).execute();
    const lines = (await test.ask.inventory.fairInventory({ query: { fairId: fair.id } })).results;
    const ids = TITLES.map(([sku]) => lines.find((line) => line.sku === sku)!.titleId);
    return {
      fair,
      ids,
      lineOf: (titleId: string) => lines.find((line) => line.titleId === titleId)!.id,
    };
  };
  const set = ({ id }: FairDetails, titles: string[], version = 0) =>
    test.owner.customizations.setFeaturedTitles({ body: { fairId: id, titles, version } });
  const read = async ({ id }: FairDetails) =>
    (await test.ask.customizations.get({ query: { fairId: id } })).featured;
  const shownOf = async (identifier: string) =>
    (
      await test
        .client()
        .publicPages.customizedFair({ params: { school: identifier, fair: `${identifier}-F` } })
    ).data.featuredTitles;
  const htmlOf = async (identifier: string) =>
    (
      await test.app.inject({
        method: 'GET',
        url: `/customized-fair/${identifier}/${identifier}-F`,
      })
    ).body;

  it('are shown on its public page in the chosen order, by title, author, category and cover only', async () => {
    const {
      fair,
      ids: [arena, pencil, tide, fox],
    } = await withTitles('FEATURED');
    expect(await read(fair)).toEqual({ titles: [], version: 0 });
    const { data } = await set(fair, [tide!, pencil!, arena!]);
    expect(data.featured).toEqual({
      titles: [
        { titleId: tide, title: 'Tide & Tower', author: 'J. Reed', shown: true },
        { titleId: pencil, title: 'Shiny <b>Pencil</b>', author: '', shown: true },
        { titleId: arena, title: 'The Arena', author: 'S. Collins', shown: true },
      ],
      version: 1,
    });
    expect(
      (await set(fair, [fox!, tide!, pencil!], 1)).data.featured.titles.map(
        ({ titleId }) => titleId,
      ),
    ).toEqual([fox, tide, pencil]);
    expect(await shownOf('FEATURED')).toEqual([
      { title: 'A Fox at Night', author: 'M. Hale', category: 'Picture', pictureId: null },
      { title: 'Tide & Tower', author: 'J. Reed', category: 'Picture', pictureId: null },
      { title: 'Shiny <b>Pencil</b>', author: '', category: 'Picture', pictureId: null },
    ]);
    const html = await htmlOf('FEATURED');
    expect(html).toMatch(
      /<h2>Featured titles<\/h2>.*A Fox at Night.*M\. Hale.*Tide &amp; Tower.*Shiny &lt;b&gt;Pencil&lt;\/b&gt;/s,
    );
    const { ground, mark } = titleCover('A Fox at Night', 'Picture');
    expect(html).toContain(`fill="${ground}"/><path d="${mark}"`);
    for (const secret of ['8.99', '$', 'FT-1', fox!]) expect(html).not.toContain(secret);
    const [line] = (await test.ask.activity.list({ query: { entity: 'fair', entityId: fair.id } }))
      .results;
    expect(line).toMatchObject({
      action: 'fair.titles-featured',
      changes: {
        featuredTitles: {
          from: ['Tide & Tower', 'Shiny <b>Pencil</b>', 'The Arena'],
          to: ['A Fox at Night', 'Tide & Tower', 'Shiny <b>Pencil</b>'],
        },
      },
    });
    expect((await test.ask.fairs.getById({ params: { id: fair.id } })).version).toBe(fair.version);
  });

  it('are refused on the field if too many, repeated or not of this fair, and on a conflicting save', async () => {
    const { fair, ids } = await withTitles('REFUSED');
    const bare = await plannedFair(test, 'BARE');
    expect((await getRefusal(set(bare, [ids[0]!]))).errors).toEqual({
      titles: "A selected title is no longer in this fair's inventory. Remove it.",
    });
    expect((await getRefusal(set(fair, [ids[0]!, ids[0]!]))).errors).toEqual({
      titles: 'Choose each title once.',
    });
    expect(
      (
        await getRefusal(
          set(
            fair,
            Array.from({ length: MAX_FEATURED_TITLES + 1 }, () => crypto.randomUUID()),
          ),
        )
      ).errors,
    ).toEqual({ titles: `Choose at most ${MAX_FEATURED_TITLES} titles.` });
    await set(fair, [ids[0]!]);
    expect(await getRefusal(set(fair, [ids[1]!]))).toMatchObject({
      status: 409,
      code: 'STALE_VERSION',
      current: { version: 1 },
    });
    const outcomes = await Promise.allSettled([set(fair, [ids[2]!], 1), set(fair, [ids[3]!], 1)]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect((await read(fair)).version).toBe(2);
    await test.db
      .updateTable('fairs')
      .set({ closeOutState: 'finished' })
      .where('id', '=', fair.id)
      .execute();
    expect((await getRefusal(set(fair, [], 2))).code).toBe('FAIR_FINISHED');
    await test.db
      .updateTable('fairs')
      .set({ closeOutState: 'open' })
      .where('id', '=', fair.id)
      .execute();
    expect((await set(fair, [], 2)).data.featured).toEqual({ titles: [], version: 3 });
    expect(await htmlOf('REFUSED')).not.toContain('Featured titles');
  });

  it('leave the page while inactive, for good without inventory, and after the fair', async () => {
    const {
      fair,
      ids: [arena, pencil, tide],
      lineOf,
    } = await withTitles('GONE');
    await set(fair, [arena!, pencil!, tide!]);
    await test.owner.inventory.changeStatus({
      params: { id: lineOf(arena!) },
      body: { status: 'inactive' },
    });
    await test.owner.inventory.delete({ params: { id: lineOf(pencil!) } });
    expect(await read(fair)).toMatchObject({
      titles: [
        { titleId: arena, shown: false },
        { titleId: tide, shown: true },
      ],
      version: 1,
    });
    expect(await shownOf('GONE')).toEqual([
      { title: 'Tide & Tower', author: 'J. Reed', category: 'Picture', pictureId: null },
    ]);
    expect((await getRefusal(set(fair, [pencil!], 1))).errors).toEqual({
      titles: "A selected title is no longer in this fair's inventory. Remove it.",
    });

    const day = today('America/Detroit');
    const over = await withTitles('OVER', {
      startDate: addDays(day, -5),
      endDate: addDays(day, -1),
    });
    await set(over.fair, [over.ids[0]!]);
    expect(await htmlOf('OVER')).not.toContain('The Arena');
  });

  it("are selected among the fair's active titles by part of title or author, SKU or ISBN", async () => {
    const {
      fair,
      ids: [arena],
      lineOf,
    } = await withTitles('OPTIONS');
    const search = async (text: string) =>
      (
        await test.ask.customizations.getTitleOptions({
          query: { fairId: fair.id, search: text },
        })
      ).map(({ label, author }) => [label, author]);
    expect((await search('')).map(([label]) => label)).toEqual([
      'A Fox at Night',
      'Shiny <b>Pencil</b>',
      'The Arena',
      'Tide & Tower',
    ]);
    expect(await search('arena')).toEqual([['The Arena', 'S. Collins']]);
    expect(await search('reed')).toEqual([['Tide & Tower', 'J. Reed']]);
    expect(await search('ft-4')).toEqual([['A Fox at Night', 'M. Hale']]);
    expect(await search('100%')).toEqual([]);
    await test.db
      .updateTable('titles')
      .set({ isbn13: '9780439023481' })
      .where('id', '=', arena!)
      .execute();
    expect(await search('978-0-439-02348-1')).toEqual([['The Arena', 'S. Collins']]);
    await test.owner.inventory.changeStatus({
      params: { id: lineOf(arena!) },
      body: { status: 'inactive' },
    });
    expect(await search('arena')).toEqual([]);
  });
});
