import { searchText } from '@pos/contract/values/search-text';
import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { HUNGER, startSelling } from '#testing/selling/sales-floor.ts';

/** Names as they are stored, and texts that find them. */
const NAMES: [name: readonly [first: string, last: string], ...texts: string[]][] = [
  [['José', 'Muñoz'], 'jose', 'MUNOZ', 'Mun\u0303oz', 'José Muñoz', 'Munoz, Jose'],
  [['Sean', "O'Brien"], 'o’brien', "O'BRIEN", 'obrien', 'O`Brien, Sean'],
  [['Siobhán', 'O’Connor'], "o'connor", 'O’Connor', 'siobhan'],
  [['Anh', 'Nguyễn'], 'nguyen', 'Nguy\u200bễn', '\u202anguyen\u202c'],
  [['Mary', 'Van der Berg'], 'Van der Berg, Mary', 'mary van der berg'],
  [['Søren', 'Łuczak‑Weiß'], 'soren', 'luczak-weiss', 'Łuczak\u2013Weiß'],
];
const PLACES: [name: string, ...texts: string[]][] = [
  ['École Saint‑Rémy', 'ecole', 'saint-remy', 'Saint\u2010Rémy', 'E\u0301cole'],
  ["Café L'Étoile", 'cafe', 'l’etoile', "l'étoile", '\ufeffletoile'],
];

describe('a search', async () => {
  const { test, floor, register } = await startSelling();
  await register.addStudent('ST-1');
  await register.book({
    customerType: 'student',
    studentNumber: 'ST-1',
    payments: [{ method: 2, checkNumber: '88123' }],
  });
  await register.book({ customerName: 'Somebody' });

  const search = async (text: string): Promise<Record<string, number>> => {
    const { ask, owner } = test;
    const query = { search: text };
    const ofFair = { query: { ...query, fairId: floor.fair.id } };
    const lists = {
      orders: ask.orders.list,
      payments: ask.payments.list,
      students: ask.students.list,
      schools: ask.schools.list,
      fairs: ask.fairs.list,
      titles: ask.inventory.allInventory,
      devices: ask.devices.list,
      users: ask.admins.list,
      roles: ask.roles.list,
    };
    const options = {
      'school options': ask.schools.getSchools,
      'regions of schools': ask.schools.getRegions,
      'fair options': ask.fairs.getFairOptions,
      'user options': ask.admins.getAdmins,
      'device options': ask.devices.getDevices,
      'role options': ask.roles.getRoles,
      parents: ask.students.parentsOptions,
      teachers: ask.students.teachersOptions,
    };
    const found: Record<string, number> = {
      'fair lines': (await ask.inventory.fairInventory(ofFair)).totalResults,
      'register students': (await register.pos.students({ query })).data.length,
      'title options': (await ask.customizations.getTitleOptions(ofFair)).length,
    };
    for (const [name, list] of Object.entries(lists))
      found[name] = (await list({ query })).totalResults;
    for (const [name, list] of Object.entries(options))
      found[name] = (await list({ query })).length;
    const groups = (await owner.search.find({ query: { q: text } })).data;
    const palette = groups.map(({ kind, hits }) => [`${kind} in the palette`, hits.length]);
    return { ...found, ...Object.fromEntries(palette) };
  };
  /** Searches that find `text`. */
  const found = async (text: string) =>
    Object.entries(await search(text))
      .filter(([, count]) => count > 0)
      .map(([name]) => name)
      .toSorted();

  it.each(NAMES)('finds the name %j however it is typed', async ([first, last], ...texts) => {
    const whole = `${first} ${last}`;
    await sql`update students set first_name = ${first}, last_name = ${last}, teacher = ${whole}`.execute(
      test.db,
    );
    await sql`
      update orders set customer_name = ${whole} where customer_name is not null`.execute(test.db);
    await sql`update admins set first_name = ${first}, last_name = ${last}`.execute(test.db);
    await sql`update devices set admin_id = (select id from admins limit 1)`.execute(test.db);
    await sql`delete from parents`.execute(test.db);
    await sql`
      insert into parents (id, name) values (gen_random_uuid(), ${whole})`.execute(test.db);
    await sql`update titles set author = ${whole}`.execute(test.db);
    for (const text of texts)
      expect(await found(text), text).toEqual([
        'devices',
        'fair lines',
        'orders',
        'parents',
        'payments',
        'register students',
        'student in the palette',
        'students',
        'teachers',
        'title in the palette',
        'title options',
        'titles',
        'user in the palette',
        'user options',
        'users',
      ]);
    expect(await found(`${last}x`)).toEqual([]);
  });

  it.each(PLACES)('finds a school, title or device called %s', async (name, ...texts) => {
    for (const table of ['schools', 'fairs', 'devices'])
      await sql`update ${sql.table(table)} set name = ${name}`.execute(test.db);
    await sql`update schools set region = ${name}, city = ''`.execute(test.db);
    await sql`update roles set name = ${name} where id = (select id from roles limit 1)`.execute(
      test.db,
    );
    await sql`update titles set title = ${name} where sku = ${HUNGER}`.execute(test.db);
    const item = { sku: null, category: 'Merchandise' as const, title: name };
    await register.book({ lines: [item] });
    for (const text of texts)
      expect(await found(text), text).toEqual([
        'device in the palette',
        'device options',
        'devices',
        'fair in the palette',
        'fair lines',
        'fair options',
        'fairs',
        'orders',
        'regions of schools',
        'role options',
        'roles',
        'school in the palette',
        'school options',
        'schools',
        'title in the palette',
        'title options',
        'titles',
      ]);
  });

  it('compares texts in the database as the web app does', async () => {
    const letter = fc.oneof(
      fc.constantFrom(
        ..."aZ1 -'`’‘ʼ‑–—éÉñŁøßÆœđıḱễ\u0303\u0301\u200b\u202a\u00ad\u00b4\ufeff".split(''),
      ),
      fc.constantFrom('ﬁ', 'Ｏ', '％', '½', '中', 'д', 'λ', '가', '😀', '\u2032', '\u2212'),
    );
    const texts = fc.array(fc.string({ unit: letter, maxLength: 12 }), { minLength: 200 });
    await fc.assert(
      fc.asyncProperty(texts, async (given) => {
        const { rows } = await sql<{ folded: string }>`
          select search_text(text) as folded
          from unnest(${given}::text[]) with ordinality as given (text, place)
          order by place`.execute(test.db);
        expect(rows.map(({ folded }) => folded)).toEqual(given.map(searchText));
      }),
      { numRuns: 5 },
    );
  });
});
