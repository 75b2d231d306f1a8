import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { packingList, uploadInventory } from '#testing/inventory-file.ts';
import { plannedFair } from '#testing/planned-fair.ts';
import {
  SCHOOLS,
  STUDENTS,
  TITLES,
  TOP_UPS,
  SCHOOL_ROW,
  BOOK_ROW,
  STUDENT_ROW,
} from '#testing/source-folder.ts';
import { openSyncDesk } from '#testing/sync-desk.ts';

describe('stock, top-ups and removals from the source system', async () => {
  const { test, source, sync, titleRow } = await openSyncDesk();

  it('books only the difference from the last delivered quantity, whatever was shipped in the meantime', async () => {
    const deliver = async (figure: number) => {
      await source.write('titles.csv', [TITLES, `${BOOK_ROW},${figure}`]);
      await sync('titles');
      const { warehouseQty, sourceWarehouseQty } = await titleRow('9780439023481');
      return { warehouseQty, sourceWarehouseQty };
    };
    expect(await deliver(55)).toEqual({ warehouseQty: 55, sourceWarehouseQty: 55 });
    const fair = await plannedFair(test, 'SHIP');
    await uploadInventory(
      test.owner,
      await packingList([
        'SHIP-1',
        '9780439023481',
        'The Hunger Games',
        null,
        'Teen',
        7.99,
        50,
        'Y',
      ]),
      { fairId: fair.id },
    );
    expect(await deliver(55)).toEqual({ warehouseQty: 5, sourceWarehouseQty: 55 });
    expect(await deliver(60)).toEqual({ warehouseQty: 10, sourceWarehouseQty: 60 });
    expect(await deliver(40)).toEqual({ warehouseQty: 0, sourceWarehouseQty: 40 });
    const moved = await test.db
      .selectFrom('stockMovements')
      .innerJoin('titles', 'titles.id', 'titleId')
      .select(['fromPlace', 'toPlace', 'reason', 'qty'])
      .where('sku', '=', '9780439023481')
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
    expect(await titleRow('9780439023481')).toMatchObject({ priceCents: 1299 });
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
    expect(run.errors.map(({ row, column, message }) => [row, column, message])).toEqual([
      [
        3,
        'grade',
        'Grade "EC" is not PK3, PK4, K or 1 to 12. It is stored, but filters and lists do not know it.',
      ],
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
    expect(run.errors.map(({ row, column }) => [row, column])).toEqual([
      [4, 'studentNumber'],
      [5, 'amountCents'],
      [6, 'method'],
      [7, 'paidAt'],
    ]);
    const wallet = () =>
      test.db
        .selectFrom('wallets')
        .innerJoin('students', 'students.id', 'studentId')
        .select('balanceCents')
        .where('studentNumber', '=', 'S1')
        .executeTakeFirstOrThrow();
    expect(await wallet()).toEqual({ balanceCents: 2_000_100 });
    expect(
      await test.db
        .selectFrom('payments')
        .select([
          'clientPaymentId',
          'purpose',
          'method',
          'type',
          'status',
          'amountCents',
          'fairId',
          'businessDay',
        ])
        .where('clientPaymentId', '=', id)
        .execute(),
    ).toEqual([
      {
        clientPaymentId: id,
        purpose: 'wallet_top_up',
        method: 1,
        type: 1,
        status: 'completed',
        amountCents: 100,
        fairId: null,
        businessDay: '2026-10-09',
      },
    ]);
    const { data: found } = await test.owner.students.list({ query: { search: 'S1' } });
    const { data: student } = await test.owner.students.getById({
      params: { id: found.results[0]!.id },
    });
    expect(student.ledger.map(({ at, amountCents }) => [at, amountCents])).toEqual([
      ['2026-10-09T16:00:00.000Z', 2_000_000],
      ['2026-10-10T02:30:00.000Z', 100],
    ]);
    expect(student.ledger.every(({ at, bookedAt }) => bookedAt > at)).toBe(true);
    await source.write('wallet-top-ups.csv', [
      ...rows.slice(0, 3),
      `${id},MI01,S1,100,1,2026-10-10T02:30:00.000Z`,
    ]);
    expect((await sync('wallet-top-ups')).files).toMatchObject([
      { created: 0, unchanged: 2, rejected: 1 },
    ]);
    await source.write('wallet-top-ups.csv', [
      TOP_UPS,
      `${id},MI01,S1,999,1,2026-10-10T02:30:00.000Z`,
    ]);
    expect((await sync('wallet-top-ups')).errors).toEqual([
      {
        file: 'wallet-top-ups.csv',
        row: 2,
        column: 'externalId',
        message: 'This top-up was already credited for a different student or amount.',
      },
    ]);
    expect(await wallet()).toEqual({ balanceCents: 2_000_100 });
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
    await test.owner.fairs.add({
      body: {
        schoolIdentifier: 'MI08',
        name: 'Open fair',
        address: 'x',
        startDate: '2027-01-01',
        endDate: '2027-01-02',
        salesTaxRate: 0,
        adminId: test.ownerId,
        packageOption: 1,
      },
    });

    await source.write('schools.csv', [SCHOOLS, SCHOOL_ROW]);
    await source.write('titles.csv', [TITLES, 'OTHER-1,,Other,,Other,100,Y,3']);
    await source.write('students.csv', [STUDENTS, 'MI01,S6,Staying,Child,3,T,,,']);
    const run = await sync();
    const statusOf = async (
      table: 'schools' | 'titles' | 'students',
      column: string,
      value: string,
    ) =>
      (
        await sql<{
          status: string;
        }>`select status from ${sql.table(table)} where ${sql.ref(column)} = ${value}`.execute(
          test.db,
        )
      ).rows[0]?.status;
    expect(await statusOf('schools', 'identifier', 'MI07')).toBe('inactive');
    expect(await statusOf('schools', 'identifier', 'MI08')).toBe('active');
    expect(await statusOf('schools', 'identifier', 'SHIP')).toBe('active');
    expect(await statusOf('titles', 'sku', 'GONE-1')).toBe('inactive');
    expect(await statusOf('titles', 'sku', '9780439023481')).toBe('active');
    expect(await statusOf('students', 'student_number', 'S5')).toBe('inactive');
    expect(await statusOf('students', 'student_number', 'S1')).toBe('active');
    expect(run.files.map(({ deactivated }) => deactivated)).toEqual([1, 1, 1, 0]);

    await source.write('students.csv', [
      STUDENTS,
      'MI01,S5,Gone,Child,3,T,,,',
      'MI01,S6,Staying,Child,3,T,,,',
    ]);
    expect((await sync('students')).files).toMatchObject([{ updated: 1, unchanged: 1 }]);
    expect(await statusOf('students', 'student_number', 'S5')).toBe('active');
  });

  it('deactivates nothing for a file that is empty, truncated or has an unidentified row', async () => {
    const students = () =>
      test.db
        .selectFrom('students')
        .select((eb) => eb.fn.countAll().as('active'))
        .where('status', '=', 'active')
        .executeTakeFirstOrThrow();
    const before = await students();
    await source.write('students.csv', [STUDENTS]);
    expect(await sync('students')).toMatchObject({
      status: 'succeeded',
      files: [{ rows: 0, deactivated: 0 }],
    });
    await source.write('students.csv', [STUDENTS, 'MI01,,No,Number,3,T,,,']);
    expect(await sync('students')).toMatchObject({
      status: 'partial',
      files: [{ rejected: 1, deactivated: 0 }],
    });
    await source.write('students.csv', [STUDENTS, 'MI01,S6,"Staying,Child,3,T,,,']);
    expect(await sync('students')).toMatchObject({
      status: 'failed',
      errors: [
        {
          message: 'The file cannot be read as CSV from row 2 on: a quotation mark is not closed.',
        },
      ],
    });
    expect(await students()).toEqual(before);
  });

  it('moves a child to another parent', async () => {
    await source.write('students.csv', [
      STUDENTS,
      'MI01,S6,Staying,Child,3,T,New Parent,new@example.org,',
    ]);
    expect((await sync('students')).files).toMatchObject([{ updated: 1 }]);
    await source.write('students.csv', [
      STUDENTS,
      'MI01,S6,Staying,Child,3,T,Newer Parent,newer@example.org,',
    ]);
    await sync('students');
    const parents = await test.db
      .selectFrom('studentParents')
      .innerJoin('parents', 'parents.id', 'parentId')
      .innerJoin('students', 'students.id', 'studentId')
      .select('parents.name')
      .where('studentNumber', '=', 'S6')
      .execute();
    expect(parents).toEqual([{ name: 'Newer Parent' }]);
  });

  it('gives a child two parents if the source names two, and takes one away again', async () => {
    const withSecond =
      'schoolIdentifier,studentNumber,firstName,lastName,grade,teacher,parentName,parentEmail,secondParentName,secondParentEmail';
    const parents = async () =>
      (
        await test.db
          .selectFrom('studentParents')
          .innerJoin('parents', 'parents.id', 'parentId')
          .innerJoin('students', 'students.id', 'studentId')
          .select('parents.name')
          .where('studentNumber', '=', 'S6')
          .orderBy('parents.name')
          .execute()
      ).map(({ name }) => name);
    await source.write('students.csv', [
      withSecond,
      'MI01,S6,Staying,Child,3,T,Newer Parent,newer@example.org,Other Parent,other@example.org',
    ]);
    expect((await sync('students')).files).toMatchObject([{ updated: 1, rejected: 0 }]);
    expect(await parents()).toEqual(['Newer Parent', 'Other Parent']);
    expect((await sync('students')).files).toMatchObject([{ unchanged: 1 }]);
    await source.write('students.csv', [
      withSecond,
      'MI01,S6,Staying,Child,3,T,Newer Parent,newer@example.org,,',
    ]);
    await sync('students');
    expect(await parents()).toEqual(['Newer Parent']);
  });
});
