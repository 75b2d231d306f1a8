import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { HUNGER } from '@pos/api/testing/sold-order.ts';
import { readSheet } from '@pos/api/spreadsheets/reading/read-sheet.ts';
import type { Cell } from '@pos/api/spreadsheets/sheet.ts';
import { addDays } from '@pos/api/time/days.ts';
import { REPORTS } from '@pos/contract/reports/list';
import type { ReportType } from '@pos/contract/report-query';
import { randomUUID } from 'node:crypto';
import { barriers } from './support/barriers.ts';
import { office, signIn, test } from './support/office.ts';
import { sellingFair } from './support/selling-fair.ts';
import { ownersDesk } from './support/staff.ts';

/** Columns with totals, named alike on the screen and in the file. */
const TOTALS: Record<Exclude<ReportType, 'SALES_SUMMARY'>, readonly string[]> = {
  ITEM_SALES: ['Net sales', 'Tax (net)', 'Total'],
  DAILY_SALES: ['Discounts', 'Refunds', 'Net sales', 'Tax', 'Total', 'Cash'],
  SHIP_TO_SCHOOL: ['Qty', 'Line net', 'Tax', 'Total'],
  LAST_COPY: ['Sold', 'Ship-to-school units ordered after'],
  SALES_ORDER_PER_ITEM: ['Qty', 'Net', 'Tax', 'Total'],
  FAIR_RETURN_REPORT: ['Sent', 'Sold in person', 'Expected return'],
};

const textOf = (cell: Cell | undefined) => (cell?.kind === 'text' ? cell.text : '');
/** Parses `−$1,234.50` and `20` as numbers. */
const numberOf = (text: string) => Number(text.replace('−', '-').replace(/[$,]/g, ''));

async function fileOf(page: Page, path: string) {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'XLSX' }).click(),
  ]);
  await download.saveAs(path);
  return (await readSheet(await readFile(path))).rows;
}

test('each report has a link, its totals match its file, and its lines open orders', async ({
  page,
}, info) => {
  const { fair, pos, sell } = await sellingFair(await ownersDesk());
  const sold = await sell({ lines: [{ sku: HUNGER, quantity: 19 }] });
  await sell({
    lines: [
      { sku: HUNGER, quantity: 2, fulfilment: 'ship_to_school' },
      { sku: HUNGER, quantity: 1 },
    ],
    payments: [{ method: 1 }],
  });
  await pos.refunds({
    body: {
      refunds: [
        {
          clientRefundId: randomUUID(),
          clientOrderId: sold.order.clientOrderId,
          refundedAt: new Date().toISOString(),
          reason: 'Torn',
          lines: [{ lineNo: 1, quantity: 1, restock: true }],
        },
      ],
    },
  });
  await signIn(page);
  const linkTo = (reportType: ReportType) =>
    `/reports?${new URLSearchParams({ reportType, schoolIdentifier: fair.schoolIdentifier, startDate: addDays(fair.startDate, -5), endDate: addDays(fair.endDate, 5) }).toString()}`;

  for (const [reportType, { title }] of Object.entries(REPORTS) as [
    ReportType,
    (typeof REPORTS)[ReportType],
  ][]) {
    await test.step(title, async () => {
      await page.goto(linkTo(reportType));
      await expect(page.getByRole('heading', { level: 2, name: title })).toBeVisible();
      await expect(page.getByText('Ties out to the cent')).toBeVisible();
      const rows = await fileOf(page, info.outputPath(`${reportType}.xlsx`));
      if (reportType === 'SALES_SUMMARY') {
        for (const label of ['Net sales', 'Net tax', 'Total']) {
          const cell = rows.findLast((row) => textOf(row.cells[0]) === label)?.cells.at(-1);
          const shown = await page
            .getByRole('row')
            .filter({ has: page.getByRole('rowheader', { name: label, exact: true }) })
            .first()
            .getByRole('cell')
            .last()
            .innerText();
          expect(cell?.kind === 'number' && cell.number, label).toBe(numberOf(shown));
        }
        return;
      }
      const header = rows.find((row) => row.cells.length > 3)?.cells.map(textOf) ?? [];
      for (const label of TOTALS[reportType]) {
        const cell = rows.at(-1)?.cells[header.indexOf(label)];
        const shown = await page
          .locator('.figures')
          .first()
          .locator(`tfoot td[data-label="${label}"]`)
          .innerText();
        expect(cell?.kind === 'number' && cell.number, `${title}, ${label}`).toBe(numberOf(shown));
      }
    });
  }

  await test.step('days by register follow the daily table, and a season of all schools has a line per fair', async () => {
    await page.goto(`${linkTo('DAILY_SALES')}&byDevice=true`);
    const registers = page.getByRole('region', { name: 'By register, table' });
    await expect(registers.locator('tfoot')).toContainText('2');
    expect(await registers.locator('tfoot td[data-label="Net sales"]').innerText()).toBe(
      await page
        .locator('.figures')
        .first()
        .locator('tfoot td[data-label="Net sales"]')
        .innerText(),
    );
    await page.goto(
      `/reports?${new URLSearchParams({ reportType: 'SALES_SUMMARY', schoolIdentifier: '*', startDate: fair.startDate, endDate: fair.endDate }).toString()}`,
    );
    await expect(
      page
        .getByRole('region', { name: 'Fair by fair, table' })
        .getByRole('row')
        .filter({ hasText: fair.identifier }),
    ).toBeVisible();
    await expect(page.getByLabel('School', { exact: true })).toHaveValue('All schools');
    await page.goto(
      `${linkTo('ITEM_SALES').replace(/startDate=.*/, '')}startDate=2020-01-01&endDate=2020-01-02`,
    );
    await expect(page.getByText('This school has no fair in this date range.')).toBeVisible();
    await page.goto(linkTo('SALES_SUMMARY'));
    await page.getByRole('button', { name: 'View as table' }).click();
    await expect(page.getByRole('table', { name: 'Paid by method' })).toContainText('Credit Card');
  });

  await test.step('the pages work in both themes and on a phone, where rows are cards', async () => {
    for (const reportType of ['SHIP_TO_SCHOOL', 'SALES_ORDER_PER_ITEM'] as const) {
      await page.goto(linkTo(reportType));
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width: 1440, height: 900 });
        await expect(
          page.getByRole('heading', { level: 2, name: REPORTS[reportType].title }),
        ).toBeVisible();
        expect(await barriers(page)).toEqual([]);
        await page.setViewportSize({ width: 390, height: 844 });
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
          390,
        );
      }
      expect(await barriers(page)).toEqual([]);
    }
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('a report too long for the screen becomes a file that is still there on the next visit', async () => {
    // Selling ten thousand lines would take minutes, so the refusal is simulated; the job and its
    // file are real.
    const message =
      'Sales order per item has 10,001 lines for this selection, which is too many to show here. Create it as a file, or select fewer days.';
    await page.route(`${office.url()}/v1/reports?*SALES_ORDER_PER_ITEM*`, (route) =>
      route.fulfill({
        status: 409,
        contentType: 'application/json',
        body: JSON.stringify({ code: 'REPORT_TOO_LONG', message, requestId: 'none' }),
      }),
    );
    await page.goto(linkTo('SALES_ORDER_PER_ITEM'));
    await expect(page.getByText(message)).toBeVisible();
    await page.getByRole('button', { name: 'Make CSV' }).click();
    await expect(page.getByRole('button', { name: 'Download CSV' })).toBeVisible({
      timeout: 20_000,
    });
    await page.goto(linkTo('SALES_ORDER_PER_ITEM'));
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toContain('sales-order-per-item');
    await page.unroute(`${office.url()}/v1/reports?*SALES_ORDER_PER_ITEM*`);
  });

  await page.goto(linkTo('SALES_ORDER_PER_ITEM'));
  await page.getByRole('link', { name: sold.orderNumber }).first().click();
  await expect(page.locator('aside.panel')).toContainText(sold.orderNumber);
});
