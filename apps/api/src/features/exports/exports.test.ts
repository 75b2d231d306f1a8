import { readdir, utimes } from 'node:fs/promises';
import path from 'node:path';
import type { Admin } from '@pos/contract/admins';
import type { Device } from '@pos/contract/devices';
import { EXPORT_MODULES, type NewExport } from '@pos/contract/exports';
import type { Fair } from '@pos/contract/fairs';
import type { FairLine, InventoryTitle } from '@pos/contract/inventory';
import type { HeldOrder } from '@pos/contract/held-orders';
import type { PaymentRow } from '@pos/contract/payments';
import type { StudentRow } from '@pos/contract/students';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { openSessionFor } from '#api/features/auth/auth.service.ts';
import { jobTasks } from '#api/job-tasks.ts';
import { startJobs } from '#api/jobs/run-jobs.ts';
import { forgetOldFiles } from '#api/jobs/stored-files.ts';
import { openPackage } from '#api/spreadsheets/reading/package.ts';
import { READ_LIMITS } from '#api/spreadsheets/sheet.ts';
import { makePersonas, type Persona, signedInWith } from '#testing/personas.ts';
import { refusalOf } from '#testing/refusals.ts';
import {
  addStudent,
  bookOrder,
  handIn,
  HUNGER,
  logIn,
  openFair,
  type SalesFloor,
  type TestRegister,
} from '#testing/sales-floor.ts';
import { startTestApp, type ApiClient, type TestApp } from '#testing/test-app.ts';
import { writtenSheet } from '#testing/written-sheet.ts';

type Wanted = z.input<typeof NewExport>;

describe('an export', () => {
  let test: TestApp;
  let floor: SalesFloor;
  let register: TestRegister;
  let personas: Persona[];
  beforeAll(async () => {
    test = await startTestApp();
    const jobs = await startJobs({
      connectionString: test.url,
      db: test.db,
      tasks: jobTasks(test.db, { dataDir: test.dataDir }),
      log: console,
    });
    test.atEnd(() => jobs.stop());
    floor = await openFair(test);
    register = await logIn(floor, 'REG-01');
    personas = await makePersonas(test);
    await addStudent(floor, register, 'S-1', 5_000);
    for (let count = 2; count < 15; count++) await addStudent(floor, register, `S-${count}`);
    for (const cents of [1, 2]) await handIn(register, { ...register.sold(), totalCents: cents });
    await bookOrder(floor, register, {
      customerType: 'student',
      studentNumber: 'S-1',
      payments: [{ method: 5 }],
    });
    for (let count = 0; count < 24; count++)
      await bookOrder(floor, register, {
        customerType: 'parent',
        customerName: '=1+1',
        payments: [{ method: 3 }],
      });
    const elsewhere = await openFair(test, {}, floor.cashierId);
    await bookOrder(elsewhere, await logIn(elsewhere, 'REG-ELSEWHERE'), {
      payments: [{ method: 3 }],
    });
  });

  const holding = (right: string) => ({
    token: personas.find(({ name }) => name === right)!.token!,
  });
  const fileOf = (id: string, token: string) => test.send(token)(`/v1/jobs/${id}/file`, {});
  async function exported(
    body: Wanted,
    client: ApiClient = test.owner,
    token: string = test.ownerToken,
  ) {
    const { data } = await client.exports.add({ body });
    const job = await vi.waitFor(
      async () => {
        const { data: now } = await client.jobs.getById({ params: { id: data.jobId } });
        expect(now.status).toBe('succeeded');
        return now;
      },
      { timeout: 20_000, interval: 50 },
    );
    const response = await fileOf(job.id, token);
    expect(response.status).toBe(200);
    return {
      job,
      name: response.headers.get('content-disposition'),
      bytes: Buffer.from(await response.arrayBuffer()),
    };
  }
  /** Runs `work` while the table is locked, which delays readers as a large table would. */
  async function whileLocked<Result>(table: string, work: () => Promise<Result>): Promise<Result> {
    return test.db.transaction().execute(async (tx) => {
      await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(tx);
      return work();
    });
  }
  /** Reads every order of the list page by page, as the screen does. */
  async function onScreen(fairId: string) {
    const pages = await Promise.all(
      [1, 2, 3].map((page) =>
        test.owner.orders.list({ query: { fairId, sort: 'totalCents', page, limit: 10 } }),
      ),
    );
    return pages.flatMap(({ data }) => data.results);
  }

  it('of orders has exactly the rows of the filtered list, with its order and figures', async () => {
    const { job, name, bytes } = await exported({
      list: 'orders',
      query: { fairId: floor.fair.id, sort: 'totalCents' },
      format: 'xlsx',
    });
    expect(job.result).toMatchObject({ list: 'orders', format: 'xlsx', rows: 25 });
    expect(name).toMatch(/filename="orders-\d{4}-\d\d-\d\d\.xlsx"/);
    const [header, ...rows] = await writtenSheet(bytes, 'Orders');
    const at = (title: string) => header!.indexOf(title);
    const listed = await onScreen(floor.fair.id);
    expect(listed).toHaveLength(25);
    expect(
      rows.map((row) => [
        row[at('Order number')],
        row[at('Net')],
        row[at('Tax')],
        row[at('Total')],
        row[at('Customer')],
      ]),
    ).toEqual(
      listed.map((order) => [
        order.orderNumber,
        order.subtotalCents / 100,
        order.taxCents / 100,
        order.totalCents / 100,
        order.customerName,
      ]),
    );
  });

  it('of every other list has the rows of all its pages, with its order and figures', async () => {
    const { fair } = floor;
    const [money, flag] = [(cents: number) => cents / 100, (is: boolean) => (is ? 'Y' : 'N')];
    const each: {
      wanted: Wanted;
      sheet: string;
      list(page: {
        page: number;
        limit: 10;
      }): Promise<{ data: { results: object[]; totalPages: number } }>;
      columns: Record<string, (row: never) => unknown>;
    }[] = [
      {
        wanted: {
          list: 'payments',
          query: { fairId: fair.id, sort: '-amountCents', method: [3] },
          format: 'xlsx',
        },
        sheet: 'Payments',
        list: (page) =>
          test.owner.payments.list({
            query: { fairId: fair.id, sort: '-amountCents', method: [3], ...page },
          }),
        columns: {
          Amount: (row: PaymentRow) => money(row.amountCents),
          'Order number': (row: PaymentRow) => row.orderNumber,
          Tendered: (row: PaymentRow) => row.tenderedCents && money(row.tenderedCents),
        },
      },
      {
        wanted: {
          list: 'held-orders',
          query: { fairId: fair.id, sort: 'totalCents' },
          format: 'xlsx',
        },
        sheet: 'Held orders',
        list: (page) =>
          test.owner.orders.held({ query: { fairId: fair.id, sort: 'totalCents', ...page } }),
        columns: {
          'Total as sold': (row: HeldOrder) => money(row.totalCents),
          'Total if released': (row: HeldOrder) => row.booked && money(row.booked.totalCents),
          Units: (row: HeldOrder) => row.lines.reduce((sum, { quantity }) => sum + quantity, 0),
        },
      },
      {
        wanted: {
          list: 'students',
          query: { schoolId: fair.schoolId, sort: '-studentNumber', search: 'pupil' },
          format: 'xlsx',
          reason: 'Class lists',
        },
        sheet: 'Students',
        list: (page) =>
          test.owner.students.list({
            query: { schoolId: fair.schoolId, sort: '-studentNumber', search: 'pupil', ...page },
          }),
        columns: {
          'Student number': (row: StudentRow) => row.studentNumber,
          'Last name': (row: StudentRow) => row.lastName,
          'EWallet balance': (row: StudentRow) => money(row.walletBalanceCents),
        },
      },
      {
        wanted: { list: 'fairs', query: { status: ['active'], sort: '-name' }, format: 'xlsx' },
        sheet: 'Fairs',
        list: (page) =>
          test.owner.fairs.list({ query: { status: ['active'], sort: '-name', ...page } }),
        columns: {
          Identifier: (row: Fair) => row.identifier,
          'Sales tax': (row: Fair) => row.salesTaxRatePpm / 1_000_000,
          Orders: (row: Fair) => row.orders,
          'Net sales': (row: Fair) => money(row.netCents),
        },
      },
      {
        wanted: {
          list: 'fair-inventory',
          query: { fairId: fair.id, sort: '-onHand', stock: ['in'] },
          format: 'xlsx',
        },
        sheet: 'Fair inventory',
        list: (page) =>
          test.owner.inventory.fairInventory({
            query: { fairId: fair.id, sort: '-onHand', stock: ['in'], ...page },
          }),
        columns: {
          SKU: (row: FairLine) => row.sku,
          ISBN: (row: FairLine) => row.isbn13,
          Price: (row: FairLine) => money(row.priceCents),
          Sold: (row: FairLine) => row.soldQty,
          'On hand': (row: FairLine) => row.onHand,
        },
      },
      {
        wanted: { list: 'all-inventory', query: { sort: 'sku' }, format: 'xlsx' },
        sheet: 'All inventory',
        list: (page) => test.owner.inventory.allInventory({ query: { sort: 'sku', ...page } }),
        columns: {
          SKU: (row: InventoryTitle) => row.sku,
          Title: (row: InventoryTitle) => row.title,
          Available: (row: InventoryTitle) => row.availableQty,
          'Out at fairs': (row: InventoryTitle) => row.atFairsQty,
        },
      },
      {
        wanted: { list: 'users', query: { sort: '-email' }, format: 'xlsx' },
        sheet: 'Users',
        list: (page) => test.owner.admins.list({ query: { sort: '-email', ...page } }),
        columns: {
          Email: (row: Admin) => row.email,
          'First name': (row: Admin) => row.firstName,
          'Email verified': (row: Admin) => flag(row.emailVerified),
          Fairs: (row: Admin) => row.fairs,
        },
      },
      {
        wanted: { list: 'devices', query: { sort: 'deviceId', search: 'REG' }, format: 'xlsx' },
        sheet: 'Devices',
        list: (page) =>
          test.owner.devices.list({ query: { sort: 'deviceId', search: 'REG', ...page } }),
        columns: {
          'Device ID': (row: Device) => row.deviceId,
          Paired: (row: Device) => flag(row.paired),
          'Unsent orders': (row: Device) => row.unsentOrders,
        },
      },
    ];
    for (const { wanted, sheet, list, columns } of each) {
      const listed: object[] = [];
      for (let page = 1, last = 1; page <= last; page++) {
        const { data } = await list({ page, limit: 10 });
        listed.push(...data.results);
        last = data.totalPages;
      }
      const { job, bytes } = await exported(wanted);
      const [header = [], ...rows] = await writtenSheet(bytes, sheet);
      expect(listed.length, sheet).toBeGreaterThan(0);
      expect(job.result, sheet).toMatchObject({ list: wanted.list, rows: listed.length });
      expect(
        rows.map((row) => Object.keys(columns).map((column) => row[header.indexOf(column)])),
        sheet,
      ).toEqual(listed.map((row) => Object.values(columns).map((value) => value(row as never))));
    }
  }, 60_000);

  it('of selected rows has only those, in the order of the list', async () => {
    const { data } = await test.owner.inventory.allInventory({ query: { sort: '-title' } });
    const ids = data.results.filter((_, index) => index % 2 === 0).map(({ id }) => id);
    const { bytes } = await exported({
      list: 'all-inventory',
      query: { sort: '-title' },
      ids: ids.toReversed(),
      format: 'xlsx',
    });
    const [header = [], ...rows] = await writtenSheet(bytes, 'All inventory');
    expect(rows.map((row) => row[header.indexOf('Title')])).toEqual(
      data.results.filter(({ id }) => ids.includes(id)).map(({ title }) => title),
    );
    expect(Object.fromEntries(await writtenSheet(bytes, 'Export'))).toMatchObject({
      'Selected rows': ids.length,
      Rows: ids.length,
    });
  });

  it('of students requires a reason, recorded with the person, the time and the row count', async () => {
    const wanted = {
      list: 'students',
      query: { schoolId: floor.fair.schoolId },
      format: 'csv',
    } as const;
    for (const reason of [undefined, ' ', 'x'])
      expect(
        (await refusalOf(test.owner.exports.add({ body: { ...wanted, reason } as Wanted }))).errors,
      ).toEqual({ reason: 'Enter the purpose of the list.' });
    const { job, bytes } = await exported({ ...wanted, reason: 'Seating plan of the spring fair' });
    const rows = bytes.toString('utf8').trimEnd().split('\r\n').length - 1;
    const activity = await test.db
      .selectFrom('activity')
      .select(['action', 'actorId', 'changes'])
      .where('entityId', '=', job.id)
      .orderBy('seq')
      .execute();
    expect(activity).toEqual([
      {
        action: 'students.export_asked',
        actorId: test.ownerId,
        changes: { reason: { from: null, to: 'Seating plan of the spring fair' } },
      },
      {
        action: 'students.exported',
        actorId: test.ownerId,
        changes: {
          reason: { from: null, to: 'Seating plan of the spring fair' },
          rows: { from: null, to: rows },
        },
      },
    ]);
    expect(rows).toBe((await test.owner.students.list({ query: wanted.query })).data.totalResults);
    expect(bytes.toString('utf8')).not.toMatch(/@|birth/i);
  });

  it('shows filters, requester, time and row count on its first sheet', async () => {
    const { bytes } = await exported({
      list: 'orders',
      query: { fairId: floor.fair.id, method: [5] },
      format: 'xlsx',
    });
    const head = Object.fromEntries(
      (await writtenSheet(bytes, 'Export')).map(([parameter, value]) => [parameter, value]),
    );
    expect(head).toMatchObject({
      List: 'Orders',
      Fair: floor.fair.name,
      Method: 'EWallet',
      Rows: 1,
      'Sorted by': '-soldAt',
      'Exported by': expect.any(String),
      'Exported at (UTC)': expect.anything(),
    });
  });

  it('of payments adds up to the totals of the list', async () => {
    const { bytes } = await exported({
      list: 'payments',
      query: { fairId: floor.fair.id },
      format: 'xlsx',
    });
    const [header, ...rows] = await writtenSheet(bytes, 'Payments');
    const cents = rows.reduce(
      (sum, row) => sum + Math.round(Number(row[header!.indexOf('Amount')]) * 100),
      0,
    );
    const { data: totals } = await test.owner.payments.totals({ query: { fairId: floor.fair.id } });
    expect([rows.length, cents]).toEqual([
      totals.reduce((sum, { count }) => sum + count, 0),
      totals.reduce((sum, { amountCents }) => sum + amountCents, 0),
    ]);
  });

  it('as CSV contains no live formula', async () => {
    const { bytes } = await exported({
      list: 'orders',
      query: { fairId: floor.fair.id, method: [3] },
      format: 'csv',
    });
    const [header, ...lines] = bytes.toString('utf8').trimEnd().split('\r\n');
    expect(header).toMatch(/^\uFEFFOrder number,Sold at,/);
    expect(lines).toHaveLength(24);
    for (const line of lines) expect(line).toContain(",'=1+1,");
  });

  it('as xlsx has text cells for formulas, ISBNs and phone numbers, and numbers for amounts and days', async () => {
    await test.db
      .updateTable('titles')
      .set({ author: '=HYPERLINK("http://evil.example","Open")' })
      .where('sku', '=', HUNGER)
      .execute();
    const { bytes } = await exported({
      list: 'fair-inventory',
      query: { fairId: floor.fair.id, search: HUNGER },
      format: 'xlsx',
    });
    const [header = [], row = []] = await writtenSheet(bytes, 'Fair inventory');
    expect(
      ['SKU', 'ISBN', 'Author', 'Price', 'Sent'].map((column) => row[header.indexOf(column)]),
    ).toEqual([HUNGER, HUNGER, '=HYPERLINK("http://evil.example","Open")', 8.99, 20]);
    const zip = await openPackage(bytes, READ_LIMITS);
    for (const part of zip.names) {
      let xml = '';
      for await (const chunk of zip.open(part)) xml += chunk.toString('utf8');
      expect(xml, part).not.toMatch(/<f[ >]/);
    }
    zip.close();
    const users = await exported({ list: 'users', query: {}, format: 'csv' });
    expect(users.bytes.toString('utf8')).toContain(",'+1 (555) 123-4567,");
  });

  it('that is canceled leaves no file behind and cannot be canceled twice', async () => {
    const {
      data: { jobId },
    } = await whileLocked('orders', async () => {
      const asked = await test.owner.exports.add({
        body: { list: 'orders', query: {}, format: 'csv' },
      });
      await vi.waitFor(
        async () =>
          expect(
            (await test.owner.jobs.getById({ params: { id: asked.data.jobId } })).data.status,
          ).toBe('running'),
        { timeout: 10_000, interval: 20 },
      );
      await test.owner.jobs.cancel({ params: { id: asked.data.jobId } });
      return asked;
    });
    const { data: job } = await test.owner.jobs.getById({ params: { id: jobId } });
    expect(job).toMatchObject({ status: 'failed', errors: [{ message: 'It was canceled.' }] });
    await exported({ list: 'orders', query: {}, format: 'csv' });
    await vi.waitFor(
      async () =>
        expect(
          (await readdir(path.join(test.dataDir, 'files'))).filter((name) =>
            name.startsWith(jobId),
          ),
        ).toEqual([]),
      { timeout: 10_000, interval: 50 },
    );
    expect(await refusalOf(test.owner.jobs.cancel({ params: { id: jobId } }))).toMatchObject({
      status: 409,
      code: 'INVALID_TRANSITION',
    });
    expect(
      await refusalOf(
        test.client(holding('read Orders').token).jobs.cancel({ params: { id: jobId } }),
      ),
    ).toMatchObject({ status: 404 });
  });

  it('names no student without the right to read Students', async () => {
    const { token } = holding('read Orders');
    const { bytes } = await exported(
      { list: 'orders', query: { fairId: floor.fair.id, method: [5] }, format: 'csv' },
      test.client(token),
      token,
    );
    expect(bytes.toString('utf8')).not.toMatch(/Robin|S-1/);
    expect(
      (
        await exported({
          list: 'orders',
          query: { fairId: floor.fair.id, method: [5] },
          format: 'csv',
        })
      ).bytes.toString('utf8'),
    ).toContain('Robin Pupil S-1,S-1');
  });

  it('requires the right to read the list, and belongs only to its owner', async () => {
    for (const [list, module] of Object.entries(EXPORT_MODULES)) {
      const body = {
        list,
        query: list === 'fair-inventory' ? { fairId: floor.fair.id } : {},
        format: 'csv',
        reason: 'Class lists',
      } as Wanted;
      const { token } = holding(module === 'Devices' ? 'read Users' : 'read Devices');
      expect(await refusalOf(test.client(token).exports.add({ body })), list).toMatchObject({
        code: 'FORBIDDEN',
        message: `You need the right: read ${module}.`,
      });
      await exported(
        body,
        test.client(holding(`read ${module}`).token),
        holding(`read ${module}`).token,
      );
    }
    const { token } = holding('read Payments');
    const { job } = await exported({ list: 'payments', query: {}, format: 'csv' });
    expect((await fileOf(job.id, token)).status).toBe(404);
  });

  it('can no longer be downloaded after losing a right that it was made with', async () => {
    const { id, roleId, client } = await signedInWith(test, [
      ['Orders', 'read_only'],
      ['Students', 'read_only'],
    ]);
    const { access } = await openSessionFor(test.db, test.secrets, id);
    const { job } = await exported(
      { list: 'orders', query: { fairId: floor.fair.id }, format: 'csv' },
      client,
      access.token,
    );
    await test.db
      .updateTable('roleRights')
      .set({ readOnly: false })
      .where('roleId', '=', roleId)
      .where('module', '=', 'Students')
      .execute();
    expect(await (await fileOf(job.id, access.token)).json()).toMatchObject({
      code: 'FORBIDDEN',
      message: 'You need the right: read Students.',
    });
    expect(await refusalOf(client.jobs.ticket({ params: { id: job.id } }))).toMatchObject({
      code: 'FORBIDDEN',
    });
  });

  it('of an inventory requires a fair that exists', async () => {
    expect(
      await refusalOf(
        test.owner.exports.add({
          body: { list: 'fair-inventory', query: { fairId: uuidv7() }, format: 'csv' },
        }),
      ),
    ).toMatchObject({ status: 404 });
    expect(
      (
        await refusalOf(
          test.owner.exports.add({
            body: { list: 'fair-inventory', query: {}, format: 'csv' } as Wanted,
          }),
        )
      ).errors,
    ).toEqual({ 'query.fairId': 'Choose a fair.' });
  });

  it('is refused with a filter that the list does not have', async () => {
    expect(
      await refusalOf(
        test.owner.exports.add({
          body: { list: 'orders', query: { page: 2 }, format: 'pdf' } as unknown as Wanted,
        }),
      ),
    ).toMatchObject({ code: 'VALIDATION_FAILED' });
  });

  it('is deleted after 7 days, and no sooner', async () => {
    const { job } = await exported({ list: 'payments', query: {}, format: 'csv' });
    const folder = path.join(test.dataDir, 'files');
    await forgetOldFiles(test.db, test.dataDir);
    expect((await fileOf(job.id, test.ownerToken)).status).toBe(200);
    const eightDaysAgo = new Date(Date.now() - 8 * 86_400_000);
    for (const name of await readdir(folder))
      await utimes(path.join(folder, name), eightDaysAgo, eightDaysAgo);
    await test.db
      .updateTable('jobs')
      .set({ finishedAt: eightDaysAgo.toISOString() })
      .where('kind', '=', 'export')
      .execute();
    await forgetOldFiles(test.db, test.dataDir);
    expect(await readdir(folder)).toEqual([]);
    expect((await fileOf(job.id, test.ownerToken)).status).toBe(404);
  });
});
