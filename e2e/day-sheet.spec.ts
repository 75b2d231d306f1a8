import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { textOfPdf } from '@pos/api/testing/pdf-pages.ts';
import { addDays, formatDay } from '@pos/contract/values/days';
import { HUNGER } from '@pos/world/sale';
import { barriers } from './support/barriers.ts';
import { office, test } from './support/office.ts';
import { sellingFair } from './support/selling-fair.ts';
import { ownersDesk } from './support/staff.ts';
import { signInAt } from './support/sign-in.ts';

async function pdfOf(page: Page, control: Locator, to: string): Promise<string[]> {
  const [download] = await Promise.all([page.waitForEvent('download'), control.click()]);
  await download.saveAs(to);
  return textOfPdf(await readFile(to));
}

test("a day's sheet is printed and emailed from the fair, and a report downloads as a PDF", async ({
  page,
}, info) => {
  const { fair, sell } = await sellingFair(await ownersDesk(), { name: 'SHEET' });
  const coordinatorEmail = `${fair.schoolIdentifier.toLowerCase()}@example.com`;
  await sell({ lines: [{ sku: HUNGER, quantity: 2 }] });
  const preSale = addDays(fair.startDate, -20);
  await sell({ soldAt: `${preSale}T17:00:00.000Z`, lines: [{ sku: HUNGER }] });
  await signInAt(page, `/fair-details/${fair.id}`);
  await page.getByRole('button', { name: "Today's sheet" }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('$17.98 of 1 order');
  expect(await barriers(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Previous day' }).click();
  await expect(dialog).toContainText('$0.00 of 0 orders');
  const previous = dialog.getByRole('button', { name: 'Previous day' });
  while (await previous.isEnabled()) await previous.click();
  await expect(dialog).toContainText(formatDay(preSale));
  await expect(dialog).toContainText('$8.99 of 1 order');
  const next = dialog.getByRole('button', { name: 'Next day' });
  while (await next.isEnabled()) await next.click();
  await expect(dialog).toContainText('$17.98 of 1 order');
  await page.setViewportSize({ width: 320, height: 700 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  // All buttons of the dialog fit on a small phone; the PDF opens in a new tab there.
  for (const name of ['Close', 'Email…', 'Open PDF']) {
    const box = await dialog.getByRole('button', { name, exact: true }).boundingBox();
    expect(box && box.x >= 0 && box.x + box.width <= 320, name).toBe(true);
  }
  await Promise.all([
    page.waitForEvent('popup'),
    dialog.getByRole('button', { name: 'Open PDF' }).click(),
  ]);
  await page.bringToFront();
  await page.setViewportSize({ width: 1440, height: 900 });
  const sheet = await pdfOf(
    page,
    page.getByRole('button', { name: 'Print sheet', exact: true }),
    info.outputPath('sheet.pdf'),
  );
  expect(sheet).toHaveLength(1);
  expect(sheet[0]).toContain('$17.98');
  await dialog.getByRole('button', { name: 'Email…' }).click();
  await expect(dialog).toContainText(coordinatorEmail);
  await dialog.getByRole('button', { name: 'Send email' }).click();
  await expect(page.getByText('Message saved')).toBeVisible();
  await expect
    .poll(() => mailTo(coordinatorEmail), { timeout: 15_000 })
    .toContain('Net sales: $17.98');

  await page.goto(
    `/reports?${new URLSearchParams({ reportType: 'DAILY_SALES', schoolIdentifier: fair.schoolIdentifier, startDate: fair.startDate, endDate: fair.endDate }).toString()}`,
  );
  await expect(page.getByRole('heading', { level: 2, name: 'Daily sales' })).toBeVisible();
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const item = page.getByRole('menuitem', { name: 'PDF', exact: true });
  const report = await pdfOf(page, item, info.outputPath('daily.pdf'));
  expect(report[0]).toContain('Daily sales');
  expect(report[0]).toContain('$17.98');
});

async function mailTo(address: string): Promise<string> {
  const folder = path.join(office.dataDir(), 'mail');
  for (const name of (await readdir(folder).catch(() => [])).toSorted().toReversed()) {
    const raw = await readFile(path.join(folder, name), 'utf8');
    if (raw.includes(`To: ${address}`)) return raw;
  }
  return '';
}
