import { expect, type Page } from '@playwright/test';
import { HUNGER } from '@pos/world/sale';
import { textOfPdf } from '@pos/api/testing/files/pdf-pages.ts';
import { reportFile } from '@pos/api/testing/files/report-file.ts';
import { totalsInCsv, totalsInWorkbook } from '@pos/api/testing/files/report-forms.ts';
import type { ReportDescription } from '@pos/contract/reports/description';
import { REPORTS, type ReportType } from '@pos/contract/reports/list';
import { addDays } from '@pos/contract/values/days';
import { randomUUID } from 'node:crypto';
import { readableAt } from '../support/barriers.ts';
import { downloaded } from '../support/downloaded.ts';
import { office, test, visit } from '../support/office.ts';
import { sellingFair } from '../support/selling-fair.ts';
import { ownersDesk } from '../support/staff.ts';
import { signIn } from '../support/sign-in.ts';

/** Totals on the screen by their labels: the lines of a statement, or the foot of the table. */
async function totalsOnScreen(page: Page, isStatement: boolean): Promise<[string, string][]> {
  if (isStatement) {
    const lines = await page.locator('[data-part=statements] tbody tr').all();
    return Promise.all(
      lines.map(async (line): Promise<[string, string]> => [
        (await line.locator('th').textContent()) ?? '',
        (await line.locator('td').last().textContent()) ?? '',
      ]),
    );
  }
  const more = page.getByRole('button', { name: / more columns?$/ }).first();
  if (await more.isVisible()) await more.click();
  const table = page.locator('[data-part=figure-table]').first();
  const labels = await table.locator('thead th').allTextContents();
  const totals = await table.locator('tfoot tr > *').allTextContents();
  return labels.map((label, index) => [label, totals[index] ?? '']);
}

/** Parses `−$1,234.50` and `20` as numbers; undefined for any other text. */
function toNumber(text: string): number | undefined {
  const plain = text.replace('−', '-').replace(/[$,]/g, '');
  return /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : undefined;
}

/** Lines that only the screen has. */
const ON_SCREEN_ONLY = /^Number of checks/;

/** Checks that each label and total on the screen is in every file, with the same sign. */
async function expectSameInFiles(
  page: Page,
  fileAs: (format: 'xlsx' | 'csv' | 'pdf') => Promise<Buffer>,
  isStatement: boolean,
): Promise<void> {
  const files = {
    xlsx: await totalsInWorkbook(await fileAs('xlsx'), isStatement),
    csv: totalsInCsv((await fileAs('csv')).toString('utf8'), isStatement),
  };
  const pdf = (await textOfPdf(await fileAs('pdf'))).join(' ');
  for (const [label, shown] of await totalsOnScreen(page, isStatement)) {
    if (ON_SCREEN_ONLY.test(label)) continue;
    const total = toNumber(shown);
    for (const [format, totals] of Object.entries(files)) {
      expect([...totals.keys()], format).toContain(label);
      if (total !== undefined) expect(totals.get(label), `${label} as ${format}`).toBe(total);
    }
    for (const word of label.split(' ')) expect(pdf).toContain(word);
    if (shown.includes('$')) expect(pdf).toContain(shown);
  }
}

test('each report has a link, labels and totals of its files, and lines that open orders', async ({
  page,
}) => {
  const desk = await ownersDesk();
  const { fair, pos, sell } = await sellingFair(desk);
  const sold = await sell({ lines: [{ sku: HUNGER, quantity: 19, discountCents: 150 }] });
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
  const range = {
    schoolIdentifier: fair.schoolIdentifier,
    startDate: addDays(fair.startDate, -5),
    endDate: addDays(fair.endDate, 5),
  };
  const address = (query: Record<string, string>) =>
    `/reports?${new URLSearchParams(query).toString()}`;
  const linkTo = (reportType: ReportType) => address({ reportType, ...range });

  for (const reportType of Object.keys(REPORTS) as ReportType[]) {
    const { title, hasBlocks, isOfStock }: ReportDescription = REPORTS[reportType];
    const isStatement = hasBlocks === true;
    await test.step(title, async () => {
      await visit(page, linkTo(reportType));
      await expect(page.getByRole('heading', { level: 2, name: title })).toBeVisible();
      // A report of stock has no cents.
      await expect(page.getByText('Ties out to the cent')).toHaveCount(isOfStock ? 0 : 1);
      await expect(
        page.locator(isStatement ? '[data-part=statements]' : '[data-part=figure-table]').first(),
      ).toBeVisible();
      const fileAs = (format: 'xlsx' | 'csv' | 'pdf') =>
        reportFile(desk.send, { reportType, ...range, format });
      await expectSameInFiles(page, fileAs, isStatement);
    });
  }

  await test.step('days by register follow the daily table, and all schools have a line per fair', async () => {
    await visit(page, `${linkTo('DAILY_SALES')}&byDevice=true`);
    const registers = page.getByRole('table', { name: 'By register' });
    await expect(registers.locator('tfoot')).toContainText('2');
    expect(await registers.locator('tfoot td[data-label="Net sales"]').innerText()).toBe(
      await page
        .locator('[data-part=figure-table]')
        .first()
        .locator('tfoot td[data-label="Net sales"]')
        .innerText(),
    );
    const { startDate, endDate } = fair;
    await visit(
      page,
      address({ reportType: 'SALES_SUMMARY', schoolIdentifier: '*', startDate, endDate }),
    );
    await expect(
      page
        .getByRole('table', { name: 'Fair by fair' })
        .getByRole('row')
        .filter({ hasText: fair.identifier }),
    ).toBeVisible();
    await expect(page.locator('[data-part=report-bar]')).toContainText('All schools');
    await expect(page.getByRole('table', { name: 'School by school' })).toContainText(
      fair.schoolName,
    );
    const past = { startDate: '2020-01-01', endDate: '2020-01-02' };
    await visit(page, address({ reportType: 'ITEM_SALES', ...range, ...past }));
    await expect(page.getByText('This school has no fair in this date range.')).toBeVisible();
  });

  await test.step('the pages work in both themes and on a phone, where rows are cards', async () => {
    for (const reportType of ['SHIP_TO_SCHOOL', 'SALES_ORDER_PER_ITEM'] as const) {
      await visit(page, linkTo(reportType));
      await expect(
        page.getByRole('heading', { level: 2, name: REPORTS[reportType].title }),
      ).toBeVisible();
      await readableAt(page, reportType, 390, 1440);
    }
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
    const csv = await downloaded(page.getByRole('button', { name: 'Download CSV' }));
    expect(csv.name).toContain('sales-order-per-item');

    // The file was ready too soon to see: the same job, as it is shown while it is made.
    await page.route(`${office.url()}/v1/jobs?*`, async (route) => {
      const response = await route.fetch();
      const json = (await response.json()) as { data: { results: object[] } };
      const atWork = { status: 'running', progress: 42, finishedAt: null };
      json.data.results = json.data.results.map((job) => ({ ...job, ...atWork }));
      await route.fulfill({ response, json });
    });
    await page.goto(linkTo('SALES_ORDER_PER_ITEM'));
    await expect(page.getByText(/^42% done/)).toBeVisible();
    await page.getByRole('button', { name: 'Cancel CSV' }).press('Enter');
    await expect(page.getByText('This report has already ended.')).toBeVisible();
    await page.unrouteAll({ behavior: 'wait' });
  });

  await page.goto(linkTo('SALES_ORDER_PER_ITEM'));
  await page.getByRole('link', { name: sold.orderNumber }).first().click();
  await expect(page.locator('[data-part=panel]')).toContainText(sold.orderNumber);
});

test('reports open with results, run with each choice, and fold their groups by keyboard', async ({
  page,
}) => {
  const { fair, sell } = await sellingFair(await ownersDesk());
  await sell({ lines: [{ sku: HUNGER, quantity: 2 }] });
  await signIn(page);
  const bar = page.locator('[data-part=report-bar]');
  const report = (name: string) => page.getByRole('heading', { level: 2, name });

  await visit(page, `/reports?fairId=${fair.id}`);
  await expect(report('Sales summary')).toBeVisible();
  await expect(bar).toContainText(fair.name);

  await bar.getByRole('button', { name: /^Report:/ }).click();
  await page.getByRole('menuitemradio', { name: /^Item sales/ }).click();
  await expect(report('Item sales')).toBeVisible();
  await expect(page).toHaveURL(/reportType=ITEM_SALES/);

  const title = page.getByRole('rowheader', { name: /The Arena/ });
  await expect(title).toBeVisible();
  await page.getByRole('button', { name: 'Collapse all' }).click();
  await expect(title).toHaveCount(0);
  const group = page.locator('[data-part=figure-table] button[aria-expanded]').first();
  await group.focus();
  await page.keyboard.press('Enter');
  await expect(group).toHaveAttribute('aria-expanded', 'true');
  await expect(title).toBeVisible();

  await page.getByRole('button', { name: 'Change' }).click();
  await expect(page.getByLabel('School and fair')).toBeFocused();
  await page.getByRole('button', { name: /^Dates/ }).click();
  await page.getByRole('button', { name: /^Yesterday/ }).click();
  await expect(page.getByText(/^No sales/)).toBeVisible();
  await page.getByRole('button', { name: /^Dates/ }).click();
  await page.getByRole('button', { name: /^This fair/ }).click();
  await expect(title).toBeVisible();
  await page.getByRole('button', { name: 'Run report' }).click();
  await expect(bar.getByRole('button', { name: 'Change' })).toBeFocused();

  await visit(page, '/reports');
  await expect(report('Item sales')).toBeVisible();
  await expect(bar).toContainText(fair.name);
});
