import type { Admin } from '@pos/contract/admins';
import type { Device } from '@pos/contract/devices';
import type { Fair } from '@pos/contract/fairs';
import type { FairLine, InventoryTitle } from '@pos/contract/inventory';
import type { HeldOrder } from '@pos/contract/held-orders';
import type { PaymentRow } from '@pos/contract/payments';
import type { SchoolRow } from '@pos/contract/schools';
import type { StudentRow } from '@pos/contract/students';
import { describe, expect, it } from 'vitest';
import { openExportFloor, type WantedExport } from '#testing/export-floor.ts';
import { writtenSheet } from '#testing/written-sheet.ts';

describe('an export of a list', async () => {
  const { test, floor, exported } = await openExportFloor();

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
        row[at('Order #')],
        row[at('Subtotal')],
        row[at('Tax')],
        row[at('Total')],
        row[at('Student / teacher')],
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
      wanted: WantedExport;
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
          'Order #': (row: PaymentRow) => row.orderNumber,
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
          Total: (row: HeldOrder) => money(row.totalCents),
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
          eWallet: (row: StudentRow) => money(row.walletBalanceCents),
        },
      },
      {
        wanted: { list: 'fairs', query: { status: ['active'], sort: '-name' }, format: 'xlsx' },
        sheet: 'Fairs',
        list: (page) =>
          test.owner.fairs.list({ query: { status: ['active'], sort: '-name', ...page } }),
        columns: {
          Identifier: (row: Fair) => row.identifier,
          Tax: (row: Fair) => row.salesTaxRatePpm / 1_000_000,
          Orders: (row: Fair) => row.orders,
          'Net sales': (row: Fair) => money(row.netCents),
        },
      },
      {
        wanted: { list: 'schools', query: { status: ['active'], sort: '-name' }, format: 'xlsx' },
        sheet: 'Schools',
        list: (page) =>
          test.owner.schools.list({ query: { status: ['active'], sort: '-name', ...page } }),
        columns: {
          'School identifier': (row: SchoolRow) => row.identifier,
          Fairs: (row: SchoolRow) => row.fairs,
          'Tax-exempt': (row: SchoolRow) => flag(row.taxExempt),
          AveDollars: (row: SchoolRow) => money(row.aveDollarBalanceCents),
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
          'At fairs': (row: InventoryTitle) => row.atFairsQty,
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
          'Fairs assigned': (row: Admin) => row.fairs,
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
});
