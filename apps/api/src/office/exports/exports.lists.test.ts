import type { Admin } from '@pos/contract/staff/admins';
import type { Device } from '@pos/contract/fairs/devices';
import type { Fair } from '@pos/contract/fairs/fairs';
import type { FairLine, InventoryTitle } from '@pos/contract/stock/inventory';
import type { HeldOrder } from '@pos/contract/sales/held-orders';
import type { OrderRow } from '@pos/contract/sales/orders';
import type { PaymentRow } from '@pos/contract/sales/payments';
import type { SchoolRow } from '@pos/contract/fairs/schools';
import type { StudentRow } from '@pos/contract/students/students';
import type { StockDifference } from '@pos/contract/stock/warehouse/count-booking';
import type { Receipt, ReceiptLine } from '@pos/contract/stock/warehouse/receipts';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { PENCIL } from '#testing/selling/sales-floor.ts';
import { openExportFloor, type WantedExport } from '#testing/selling/export-floor.ts';
import { writtenSheet } from '#testing/files/written-sheet.ts';

describe('an export of a list', async () => {
  const { test, floor, exported } = await openExportFloor();

  type Pages = { results: object[]; totalPages: number };
  /** A list, the sheet of its export, and the values of some columns by row. */
  type Case<Row> = {
    sheet: string;
    wanted: WantedExport;
    list: (call: never) => Promise<Pages>;
    columns: Record<string, (row: Row) => unknown>;
  };
  const of = <Row>(
    sheet: string,
    wanted: WantedExport,
    list: (call: never) => Promise<Pages>,
    columns: Record<string, (row: Row) => unknown>,
  ): Case<Row> => ({ sheet, wanted, list, columns });
  const money = (cents: number) => cents / 100;
  const flag = (is: boolean) => (is ? 'Y' : 'N');
  const { id: fairId, schoolId } = floor.fair;
  const format = 'xlsx';

  // A receipt of 100 units, of which a count finds 98.
  const { titleId } = await floor.line(PENCIL);
  const receivedOn = '2026-11-02';
  const receipt = await test.ask.receipts.open({ body: { supplier: 'Lakeshore', receivedOn } });
  const ofReceipt = { params: { id: receipt.id } };
  const { warehouseQty } = await floor.copies(PENCIL);
  const arrived = { scanId: uuidv7(), titleId, quantity: 100 - warehouseQty };
  await test.ask.receipts.scan({ ...ofReceipt, body: arrived });
  await test.ask.receipts.book(ofReceipt);
  const { id: countId } = await test.ask.counts.add({ body: { scope: 'scanned' } });
  const ofCount = { params: { id: countId } };
  const scan = { scanId: uuidv7(), titleId, total: 98 };
  await test.ask.counts.scan({ ...ofCount, body: scan });
  const { version } = await test.ask.counts.getById(ofCount);
  const finished = await test.ask.counts.finish({ ...ofCount, body: { version } });
  const lost = { version: finished.version, few: { reason: 'lost' as const } };
  await test.ask.counts.book({ ...ofCount, body: lost });

  it.each<Case<never>>([
    of<OrderRow>(
      'Orders',
      { list: 'orders', query: { fairId, sort: 'totalCents' }, format },
      test.ask.orders.list,
      {
        'Order #': (row) => row.orderNumber,
        Subtotal: (row) => money(row.subtotalCents),
        Tax: (row) => money(row.taxCents),
        Total: (row) => money(row.totalCents),
        'Student / teacher': (row) => row.customerName,
      },
    ),
    of<PaymentRow>(
      'Payments',
      { list: 'payments', query: { fairId, sort: '-amountCents', method: [3] }, format },
      test.ask.payments.list,
      {
        Amount: (row) => money(row.amountCents),
        'Order #': (row) => row.orderNumber,
        Tendered: (row) => row.tenderedCents && money(row.tenderedCents),
      },
    ),
    of<HeldOrder>(
      'Held orders',
      { list: 'held-orders', query: { fairId, sort: 'totalCents' }, format },
      test.ask.orders.held,
      {
        Total: (row) => money(row.totalCents),
        'Total if released': (row) => row.booked && money(row.booked.totalCents),
        Units: (row) => row.lines.reduce((sum, { quantity }) => sum + quantity, 0),
      },
    ),
    of<StudentRow>(
      'Students',
      {
        list: 'students',
        query: { schoolId, sort: '-studentNumber', search: 'pupil' },
        format,
        reason: 'Class lists',
      },
      test.ask.students.list,
      {
        'Student number': (row) => row.studentNumber,
        'Last name': (row) => row.lastName,
        eWallet: (row) => money(row.walletBalanceCents),
      },
    ),
    of<Fair>(
      'Fairs',
      { list: 'fairs', query: { status: ['active'], sort: '-name' }, format },
      test.ask.fairs.list,
      {
        Identifier: (row) => row.identifier,
        Tax: (row) => row.salesTaxRatePpm / 1_000_000,
        Orders: (row) => row.orders,
        'Net sales': (row) => money(row.netCents!),
      },
    ),
    of<SchoolRow>(
      'Schools',
      { list: 'schools', query: { status: ['active'], sort: '-name' }, format },
      test.ask.schools.list,
      {
        'School identifier': (row) => row.identifier,
        Fairs: (row) => row.fairs,
        'Tax-exempt': (row) => flag(row.taxExempt),
        AveDollars: (row) => money(row.aveDollarBalanceCents),
      },
    ),
    of<FairLine>(
      'Fair inventory',
      { list: 'fair-inventory', query: { fairId, sort: '-onHand', stock: ['in'] }, format },
      test.ask.inventory.fairInventory,
      {
        SKU: (row) => row.sku,
        ISBN: (row) => row.isbn13,
        Price: (row) => money(row.priceCents),
        Sold: (row) => row.soldQty,
        'On hand': (row) => row.onHand,
      },
    ),
    of<InventoryTitle>(
      'All inventory',
      { list: 'all-inventory', query: { sort: 'sku' }, format },
      test.ask.inventory.allInventory,
      {
        SKU: (row) => row.sku,
        Title: (row) => row.title,
        Available: (row) => row.availableQty,
        'At fairs': (row) => row.atFairsQty,
      },
    ),
    of<Receipt>(
      'Receipts',
      { list: 'receipts', query: { sort: 'number', state: ['booked'] }, format },
      test.ask.receipts.list,
      {
        Number: (row) => row.number,
        Supplier: (row) => row.supplier,
        'Good units': (row) => row.goodQty,
        State: () => 'Booked',
      },
    ),
    of<ReceiptLine>(
      'Receipt',
      { list: 'receipt-lines', query: { receiptId: receipt.id }, format },
      test.ask.receipts.lines,
      { Title: (row) => row.title, Good: (row) => row.goodQty, Damaged: (row) => row.damagedQty },
    ),
    of<StockDifference>(
      'Stock differences',
      { list: 'stock-differences', query: { side: 'few' }, format },
      test.ask.counts.differences,
      {
        Count: (row) => row.number,
        Difference: (row) => row.difference,
        'At retail': (row) => money(row.valueCents),
        Reason: () => 'Lost',
      },
    ),
    of<Admin>('Users', { list: 'users', query: { sort: '-email' }, format }, test.ask.admins.list, {
      Email: (row) => row.email,
      'First name': (row) => row.firstName,
      'Email verified': (row) => flag(row.emailVerified),
      'Fairs assigned': (row) => row.fairs,
    }),
    of<Device>(
      'Devices',
      { list: 'devices', query: { sort: 'deviceId', search: 'REG' }, format },
      test.ask.devices.list,
      {
        'Device ID': (row) => row.deviceId,
        Paired: (row) => flag(row.paired),
        'Unsent orders': (row) => row.unsentOrders,
      },
    ),
  ])(
    '($sheet) has the rows of all its pages, with its order and figures',
    async ({ sheet, wanted, list, columns }) => {
      const listed: object[] = [];
      for (let page = 1, last = 1; page <= last; page++) {
        const query = { ...wanted.query, page, limit: 10 };
        const { results, totalPages } = await list({ query } as never);
        listed.push(...results);
        last = totalPages;
      }
      const { job, name, bytes } = await exported(wanted);
      expect(name).toContain(`filename="${wanted.list}-`);
      expect(name).toMatch(/-\d{4}-\d\d-\d\d\.xlsx"/);
      expect(listed).not.toEqual([]);
      expect(job.result).toMatchObject({ list: wanted.list, format, rows: listed.length });
      const [header = [], ...rows] = await writtenSheet(bytes, sheet);
      const read = Object.values(columns);
      const places = Object.keys(columns).map((column) => header.indexOf(column));
      const exportedRows = rows.map((row) => places.map((place) => row[place]));
      expect(exportedRows).toEqual(listed.map((row) => read.map((value) => value(row as never))));
    },
  );

  it('of selected rows has only those, in the order of the list', async () => {
    const query = { sort: '-title' } as const;
    const { results } = await test.ask.inventory.allInventory({ query });
    const selected = results.filter((_, index) => index % 2 === 0);
    const ids = selected.map(({ id }) => id).toReversed();
    const { bytes } = await exported({ list: 'all-inventory', query, ids, format });
    const [header = [], ...rows] = await writtenSheet(bytes, 'All inventory');
    const titles = rows.map((row) => row[header.indexOf('Title')]);
    expect(titles).toEqual(selected.map(({ title }) => title));
    const head = Object.fromEntries(await writtenSheet(bytes, 'Export'));
    expect(head).toMatchObject({ 'Selected rows': ids.length, Rows: ids.length });
  });
});
