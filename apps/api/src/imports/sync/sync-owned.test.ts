import { copyFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { SCHOOL_SOURCE_FIELDS } from '@pos/contract/fairs/schools';
import { STUDENT_SOURCE_FIELDS } from '@pos/contract/students/students';
import { TITLE_SOURCE_FIELDS } from '@pos/contract/stock/titles';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { expectErrors } from '#testing/calls/expectations.ts';
import { openSyncDesk } from '#testing/selling/sync-desk.ts';

/** Example files, which have every column. */
const EXAMPLES = fileURLToPath(new URL('../../../../../docs/sync/', import.meta.url));

describe('records that the source system owns', async () => {
  const ids = { school: '', title: '', student: '' };
  const desk = await openSyncDesk();
  const { test, sync } = desk;
  for (const name of await readdir(EXAMPLES))
    await copyFile(path.join(EXAMPLES, name), path.join(desk.source.path, name));
  const counts = async () => {
    const { rows } = await sql`
      select (select count(*) from schools) as schools, (select count(*) from titles) as titles,
        (select count(*) from students) as students`.execute(test.db);
    return rows;
  };
  /** Returns a hash of every row of the tables that a sync writes. */
  const everything = async () => {
    const records = ['schools', 'titles', 'students', 'parents', 'student_parents', 'wallets'];
    const entries = ['wallet_entries', 'payments', 'stock_movements', 'season_prices'];
    const tables = [...records, ...entries];
    const hashes = await Promise.all(
      tables.map((table) =>
        sql`select md5(string_agg(t::text, '|' order by t::text)) as hash
          from ${sql.table(table)} t`.execute(test.db),
      ),
    );
    return hashes.map(({ rows }, index) => [tables[index], rows[0]]);
  };

  it('added by hand before are the same records, and a second sync changes nothing', async () => {
    const school = {
      identifier: 'OakRidge',
      name: 'By hand',
      address: '1 Oak St',
      city: 'Ely',
      state: 'MN',
      zip: '55731',
      notes: 'Dock B',
    } as const;
    ids.school = (await test.ask.schools.add({ body: school })).id;
    const title = {
      sku: 'hand-1',
      isbn13: '9780439023481',
      upc: '042100005264',
      title: 'By hand',
      category: 'Other',
      priceCents: 100,
      format: 'Paperback',
    } as const;
    ids.title = (await test.ask.titles.add({ body: title })).id;
    await test.owner.titles.setSeasonPrice({
      params: { id: ids.title },
      body: { season: '2027-fall', priceCents: 799 },
    });
    const student = {
      schoolId: ids.school,
      studentNumber: 's1001',
      firstName: 'Hand',
      lastName: 'Written',
    };
    ids.student = (await test.ask.studentRecords.add({ body: student })).id;
    const { files } = await sync();
    expect(files.map(({ created, updated, rejected }) => [created, updated, rejected])).toEqual([
      [1, 1, 0],
      [2, 1, 0],
      [2, 1, 0],
      [2, 0, 0],
    ]);
    expect(await counts()).toEqual([{ schools: 2, titles: 3, students: 3 }]);
    const before = await everything();
    const none = { created: 0, updated: 0, deactivated: 0, rejected: 0 };
    expect((await sync()).files).toMatchObject([none, none, none, none]);
    expect(await everything()).toEqual(before);
  });

  /** Sends a change of each field on its own, and expects that it is refused on that field. */
  async function refusesEach(
    labels: Readonly<Record<string, string>>,
    values: Readonly<Record<string, unknown>>,
    update: (body: object) => Promise<unknown>,
  ): Promise<void> {
    expect(Object.keys(values)).toEqual(Object.keys(labels));
    for (const [field, label] of Object.entries(labels)) {
      const comes = field === 'parents' ? 'come' : 'comes';
      const sentence = `${label} ${comes} from the source system. Change it there.`;
      await expectErrors(update({ [field]: values[field] }), { [field]: sentence });
    }
  }

  it('refuse each field of a school, and take the others, which the next sync keeps', async () => {
    const params = { id: ids.school };
    const { data: school } = await test.owner.schools.getById({ params });
    expect(school.sourceFields.toSorted()).toEqual(Object.keys(SCHOOL_SOURCE_FIELDS).toSorted());
    expect(school).toMatchObject({ identifier: 'OakRidge', name: 'Oak Ridge School' });
    const others = {
      identifier: 'OTHER-9',
      name: 'Other School',
      address: '9 Other St',
      city: 'Lowell',
      state: 'MN',
      zip: '55555',
      phone: '555-0199',
      timeZone: 'America/Chicago',
      enrollment: 9,
      taxExempt: !school.taxExempt,
      factsEnabled: !school.factsEnabled,
      coordinatorName: 'Someone Else',
      coordinatorEmail: 'else@example.org',
    };
    await refusesEach(SCHOOL_SOURCE_FIELDS, others, (body) =>
      test.owner.schools.update({ params, body: { ...body, version: school.version } }),
    );
    expect(await test.ask.schools.getById({ params })).toEqual(school);
    const body = { version: school.version, city: school.city, region: 'West' };
    const own = { region: 'West', notes: 'Dock B', city: school.city };
    expect(await test.ask.schools.update({ params, body })).toMatchObject(own);
    expect((await sync('schools')).files).toMatchObject([{ updated: 0 }]);
    expect(await test.ask.schools.getById({ params })).toMatchObject(own);
  });

  it('refuse each field of a title, and take the others', async () => {
    const params = { id: ids.title };
    const { data: title } = await test.owner.titles.getById({ params });
    expect(title.sourceFields.toSorted()).toEqual(Object.keys(TITLE_SOURCE_FIELDS).toSorted());
    const others = {
      sku: 'OTHER-9',
      isbn13: '9780306406157',
      upc: '025192251344',
      title: 'Other',
      author: 'Someone Else',
      category: 'Faith',
      priceCents: 101,
      taxable: !title.taxable,
    };
    const { version } = title;
    await refusesEach(TITLE_SOURCE_FIELDS, others, (body) =>
      test.owner.titles.update({ params, body: { ...body, version } }),
    );
    const body = { version, format: 'Hardcover' } as const;
    const own = await test.ask.titles.update({ params, body });
    expect(own).toMatchObject({ format: 'Hardcover', sku: 'hand-1', title: 'The Hunger Games' });
    expect(own.seasonPrices).toEqual([{ season: '2027-fall', priceCents: 799 }]);
  });

  it('refuse each field of a student, and keep it as it is', async () => {
    const params = { id: ids.student };
    const { data: student } = await test.owner.students.getById({ params });
    expect(student.sourceFields.toSorted()).toEqual(Object.keys(STUDENT_SOURCE_FIELDS).toSorted());
    expect(student).toMatchObject({ studentNumber: 's1001', firstName: 'Quin' });
    const others = {
      studentNumber: 'OTHER-9',
      firstName: 'Other',
      lastName: 'Other',
      grade: '9',
      teacher: 'Someone Else',
      factsFamilyId: 'F-9',
      parents: [{ name: 'Someone Else' }],
    };
    await refusesEach(STUDENT_SOURCE_FIELDS, others, (body) =>
      test.owner.studentRecords.update({ params, body: { ...body, version: student.version } }),
    );
    expect(await test.ask.students.getById({ params })).toEqual(student);
  });
});
