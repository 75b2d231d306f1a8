import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { HOLES, packedRow, packingList, uploadInventory } from '#testing/selling/inventory-file.ts';
import { plannedFair } from '#testing/selling/planned-fair.ts';
import {
  BOOK_ROW,
  SCHOOL_ROW,
  SCHOOLS,
  STUDENT_ROW,
  STUDENTS,
  TITLES,
  TOP_UPS,
} from '#testing/selling/source-folder.ts';
import { openSyncDesk } from '#testing/selling/sync-desk.ts';

describe('stock, top-ups and removals from the source system', async () => {
  const { test, source, sync, titleRow } = await openSyncDesk();

  it('books only the difference from the last delivered quantity, whatever was shipped in the meantime', async () => {
    const deliver = async (figure: number) => {
      await source.write('titles.csv', [TITLES, `${BOOK_ROW},${figure}`]);
      await sync('titles');
      const { warehouseQty, sourceWarehouseQty } = await titleRow(HOLES[0]);
      return { warehouseQty, sourceWarehouseQty };
    };
    expect(await deliver(55)).toEqual({ warehouseQty: 55, sourceWarehouseQty: 55 });
    const fair = await plannedFair(test, 'SHIP');
    const row = packedRow('SHIP-1', [HOLES[0], HOLES[1], null, 'Teen', 7.99], 50);
    await uploadInventory(test.owner, await packingList(row), { fairId: fair.id });
    expect(await deliver(55)).toEqual({ warehouseQty: 5, sourceWarehouseQty: 55 });
    expect(await deliver(60)).toEqual({ warehouseQty: 10, sourceWarehouseQty: 60 });
    expect(await deliver(40)).toEqual({ warehouseQty: 0, sourceWarehouseQty: 40 });
    const moved = await test.db
      .selectFrom('stockMovements')
      .innerJoin('titles', 'titles.id', 'titleId')
      .select(['fromPlace', 'toPlace', 'reason', 'qty'])
      .where('sku', '=', HOLES[0])
      .orderBy('stockMovements.id')
      .execute();
    expect(moved).toEqual([
      { fromPlace: 'supplier', toPlace: 'warehouse', reason: 'sync', qty: 55 },
      { fromPlace: 'warehouse', toPlace: 'fair', reason: 'sent', qty: 50 },
      { fromPlace: 'supplier', toPlace: 'warehouse', reason: 'sync', qty: 5 },
      { fromPlace: 'supplier', toPlace: 'warehouse', reason: 'correction', qty: 10 },
      { fromPlace: 'warehouse', toPlace: 'supplier', reason: 'sync', qty: 20 },
    ]);
  });

  it('leaves the prices of fairs unchanged when the catalog changes', async () => {
    await source.write('titles.csv', [TITLES, BOOK_ROW.replace(',899,', ',1299,') + ',40']);
    expect((await sync('titles')).files).toMatchObject([{ updated: 1 }]);
    expect(await titleRow(HOLES[0])).toMatchObject({ priceCents: 1299 });
    expect(await test.db.selectFrom('fairLines').select('priceCents').execute()).toEqual([
      { priceCents: 799 },
    ]);
  });

  it('stores grades in one spelling, and names the first row of one that no rule knows', async () => {
    await source.write('schools.csv', [SCHOOLS, SCHOOL_ROW]);
    const graded = (number: string, grade: string) =>
      `MI01,${number},Ada,Quill,${grade},Ms. Oak,,,`;
    await source.write('students.csv', [
      STUDENTS,
      graded('G1', '01'),
      graded('G2', 'EC'),
      graded('G3', 'EC'),
      graded('G4', 'Pre-K'),
    ]);
    const run = await sync();
    expect(run.files.find(({ file }) => file === 'students.csv')).toMatchObject({ rejected: 0 });
    expect(run.errors).toMatchObject([
      {
        row: 3,
        column: 'grade',
        message:
          'Grade "EC" is not PK3, PK4, K or 1 to 12. It is stored, but filters and lists do not know it.',
      },
    ]);
    const grades = await test.db
      .selectFrom('students')
      .select('grade')
      .where('studentNumber', 'like', 'G_')
      .orderBy('studentNumber')
      .execute();
    expect(grades.map(({ grade }) => grade)).toEqual(['1', 'EC', 'EC', 'PK4']);
  });

  it('credits each top-up once, shows when it was paid, and reports unknown students', async () => {
    await source.write('schools.csv', [SCHOOLS, SCHOOL_ROW]);
    await source.write('students.csv', [STUDENTS, STUDENT_ROW]);
    const id = '0b1f6a3e-9c38-4f4e-8f57-6b8f0c1d2e3f';
    const rows = [
      TOP_UPS,
      `${id},MI01,S1,100,1,2026-10-10T02:30:00.000Z`,
      'paper-17,mi01,S1,2000000,3,2026-10-09T18:00:00+02:00',
      'x,MI01,S9,100,1,2026-10-09T18:00:00Z',
      'y,MI01,S1,0,1,2026-10-09T18:00:00Z',
      'z,MI01,S1,100,4,2026-10-09T18:00:00Z',
      'w,MI01,S1,100,1,yesterday',
    ];
    await source.write('wallet-top-ups.csv', rows);
    const run = await sync();
    expect(run.files.at(-1)).toMatchObject({ rows: 6, created: 2, rejected: 4 });
    expect(run.errors).toMatchObject([
      { row: 4, column: 'studentNumber' },
      { row: 5, column: 'amountCents' },
      { row: 6, column: 'method' },
      { row: 7, column: 'paidAt' },
    ]);
    const found = await test.ask.students.list({ query: { search: 'S1' } });
    const params = { id: found.results[0]!.id };
    const student = await test.ask.students.getById({ params });
    expect(student.walletBalanceCents).toBe(2_000_100);
    const payment = {
      purpose: 'wallet_top_up',
      method: 1,
      type: 1,
      status: 'completed',
      amountCents: 100,
      fairId: null,
      businessDay: '2026-10-09',
    };
    const payments = test.db.selectFrom('payments').selectAll().where('clientPaymentId', '=', id);
    expect(await payments.execute()).toMatchObject([payment]);
    expect(student.ledger.map(({ at, amountCents }) => [at, amountCents])).toEqual([
      ['2026-10-09T16:00:00.000Z', 2_000_000],
      ['2026-10-10T02:30:00.000Z', 100],
    ]);
    expect(student.ledger.every(({ at, bookedAt }) => bookedAt > at)).toBe(true);
    const again = `${id},MI01,S1,100,1,2026-10-10T02:30:00.000Z`;
    await source.write('wallet-top-ups.csv', [...rows.slice(0, 3), again]);
    const counts = { created: 0, unchanged: 2, rejected: 1 };
    expect((await sync('wallet-top-ups')).files).toMatchObject([counts]);
    await source.write('wallet-top-ups.csv', [TOP_UPS, again.replace(',100,', ',999,')]);
    expect((await sync('wallet-top-ups')).errors).toEqual([
      {
        file: 'wallet-top-ups.csv',
        row: 2,
        column: 'externalId',
        message: 'This top-up was already credited for a different student or amount.',
      },
    ]);
    expect((await test.ask.students.getById({ params })).walletBalanceCents).toBe(2_000_100);
  });

  it('deactivates records that disappear, unless in use, and reactivates them when they return', async () => {
    const more = [
      `MI07,Gone School,1 Rd,Ada,MI,49301,,,`,
      `MI08,School with a fair,1 Rd,Ada,MI,49301,,,`,
    ];
    await source.write('schools.csv', [SCHOOLS, SCHOOL_ROW, ...more]);
    await source.write('titles.csv', [TITLES, `${BOOK_ROW},40`, 'GONE-1,,Gone,,Other,100,Y,3']);
    await source.write('students.csv', [
      STUDENTS,
      STUDENT_ROW,
      'MI01,S5,Gone,Child,3,T,,,',
      'MI01,S6,Staying,Child,3,T,,,',
    ]);
    await sync();
    const fair = {
      schoolIdentifier: 'MI08',
      name: 'Open fair',
      address: 'x',
      startDate: '2027-01-01',
      endDate: '2027-01-02',
      salesTaxRate: 0,
      adminId: test.ownerId,
      packageOption: 1 as const,
    };
    await test.owner.fairs.add({ body: fair });

    await source.write('schools.csv', [SCHOOLS, SCHOOL_ROW]);
    await source.write('titles.csv', [TITLES, 'OTHER-1,,Other,,Other,100,Y,3']);
    const [gone, staying] = ['MI01,S5,Gone,Child,3,T,,,', 'MI01,S6,Staying,Child,3,T,,,'];
    await source.write('students.csv', [STUDENTS, staying]);
    const run = await sync();
    const statuses = async (table: 'schools' | 'titles' | 'students', column: string) => {
      const { rows } = await sql<{ key: string; status: string }>`
        select ${sql.ref(column)} as key, status from ${sql.table(table)}`.execute(test.db);
      return Object.fromEntries(rows.map(({ key, status }) => [key, status]));
    };
    expect(await statuses('schools', 'identifier')).toMatchObject({
      MI07: 'inactive',
      MI08: 'active',
      SHIP: 'active',
    });
    expect(await statuses('titles', 'sku')).toMatchObject({
      'GONE-1': 'inactive',
      [HOLES[0]]: 'active',
    });
    expect(await statuses('students', 'student_number')).toMatchObject({
      S5: 'inactive',
      S1: 'active',
    });
    expect(run.files.map(({ deactivated }) => deactivated)).toEqual([1, 1, 1, 0]);

    await source.write('students.csv', [STUDENTS, gone, staying]);
    expect((await sync('students')).files).toMatchObject([{ updated: 1, unchanged: 1 }]);
    expect(await statuses('students', 'student_number')).toMatchObject({ S5: 'active' });
  });

  it('deactivates nothing for a file that is empty, truncated or has an unidentified row', async () => {
    const students = () =>
      test.db
        .selectFrom('students')
        .select((eb) => eb.fn.countAll().as('active'))
        .where('status', '=', 'active')
        .executeTakeFirstOrThrow();
    const before = await students();
    const message = 'The file cannot be read as CSV from row 2 on: a quotation mark is not closed.';
    for (const [rows, outcome] of [
      [[], { status: 'succeeded', files: [{ rows: 0, deactivated: 0 }] }],
      [['MI01,,No,Number,3,T,,,'], { status: 'partial', files: [{ rejected: 1, deactivated: 0 }] }],
      [['MI01,S6,"Staying,Child,3,T,,,'], { status: 'failed', errors: [{ message }] }],
    ] as const) {
      await source.write('students.csv', [STUDENTS, ...rows]);
      expect(await sync('students')).toMatchObject(outcome);
    }
    expect(await students()).toEqual(before);
  });

  it('moves a child to another parent, and gives it two if the source names two', async () => {
    const header =
      'schoolIdentifier,studentNumber,firstName,lastName,grade,teacher,parentName,parentEmail,secondParentName,secondParentEmail';
    const deliver = async (parents: string) => {
      await source.write('students.csv', [header, `MI01,S6,Staying,Child,3,T,${parents}`]);
      const { files } = await sync('students');
      const rows = await test.db
        .selectFrom('studentParents')
        .innerJoin('parents', 'parents.id', 'parentId')
        .innerJoin('students', 'students.id', 'studentId')
        .select('parents.name')
        .where('studentNumber', '=', 'S6')
        .orderBy('parents.name')
        .execute();
      const { updated, unchanged } = files[0]!;
      return { updated, unchanged, parents: rows.map(({ name }) => name) };
    };
    const changed = { updated: 1, unchanged: 0 };
    await deliver('New Parent,new@example.org,,');
    const newer = { ...changed, parents: ['Newer Parent'] };
    expect(await deliver('Newer Parent,newer@example.org,,')).toEqual(newer);
    const both = 'Newer Parent,newer@example.org,Other Parent,other@example.org';
    const parents = ['Newer Parent', 'Other Parent'];
    expect(await deliver(both)).toEqual({ ...changed, parents });
    expect(await deliver(both)).toEqual({ updated: 0, unchanged: 1, parents });
    expect(await deliver('Newer Parent,newer@example.org,,')).toEqual(newer);
  });
});
