import { randomUUID } from 'node:crypto';
import { planFair } from '@pos/world/fair';
import { HUNGER } from '@pos/world/sale';
import { expect, type Page } from '@playwright/test';
import { textOfPdf } from '@pos/api/testing/files/pdf-pages.ts';
import { addDays, formatDay } from '@pos/contract/values/days';
import { readable, readableAt } from '../support/barriers.ts';
import { downloaded } from '../support/downloaded.ts';
import { test, visit } from '../support/office.ts';
import { closeOut, DAY } from '../support/close-outs.ts';
import { sellingFair } from '../support/selling-fair.ts';
import { ownersDesk } from '../support/staff.ts';
import { signIn } from '../support/sign-in.ts';

/** Labels of the leading buttons of a fair's page, without its menu. */
async function leading(page: Page): Promise<string[]> {
  const head = page.locator('[data-part=page-head]');
  await expect(head.getByRole('heading', { level: 1 })).toBeVisible();
  const labels = await head.locator('[data-part=button]').allTextContents();
  return labels.map((label) => label.trim());
}

const part = (page: Page, name: string) => page.getByRole('region', { name });

test('the page of a fair leads with the next step of its phase', async ({ page }) => {
  const desk = await ownersDesk();
  /** Plans a fair from and to a number of days from today. */
  const plan = (from: number, to: number) =>
    planFair(desk.client, `PHASE${randomUUID().slice(0, 6).toUpperCase()}`, {
      startDate: addDays(DAY, from),
      endDate: addDays(DAY, to),
    });
  await signIn(page);

  await test.step('upcoming: countdown, readiness and notes, no sales', async () => {
    const { id } = await plan(8, 12);
    await visit(page, `/fair-details/${id}`);
    await expect(page.getByText('Upcoming in 8 days')).toBeVisible();
    expect(await leading(page)).toEqual(['Set hours']);
    await expect(page.getByText('8 days', { exact: true })).toBeVisible();
    await expect(part(page, 'Readiness')).toContainText('2 of 7 done');
    await expect(page.getByText('$0.00')).toHaveCount(0);
    await expect(part(page, 'Needs attention')).toHaveCount(0);
    const notes = part(page, 'Notes for the team');
    await expect(notes).toContainText('No notes yet.');
    const opener = notes.getByRole('button', { name: 'New note' });
    await opener.press('Enter');
    await expect(notes.getByRole('textbox', { name: 'Note' })).toBeFocused();
    await page.keyboard.type('The gym is free from noon.');
    await notes.getByRole('button', { name: 'Add note' }).press('Enter');
    await expect(notes.getByRole('listitem')).toContainText('The gym is free from noon.');
    await expect(opener).toBeFocused();
    await readable(page, 'an upcoming fair');
  });

  await test.step("live: today's numbers, and a sheet of the day to print and email", async () => {
    const { fair, sell } = await sellingFair(desk, { name: 'PHASES' });
    await sell();
    const preSale = addDays(fair.startDate, -20);
    await sell({ soldAt: `${preSale}T17:00:00.000Z`, lines: [{ sku: HUNGER, quantity: 2 }] });
    await visit(page, `/fair-details/${fair.id}`);
    await expect(page.getByText('Live, day 2 of 5')).toBeVisible();
    expect(await leading(page)).toEqual(['Edit', "Today's sheet"]);
    const numbers = page.locator('[data-part=key-numbers]');
    await expect(numbers).toContainText('Net sales today$8.99');
    await expect(numbers).toContainText('Orders today1');
    const tabs = page.getByRole('navigation', { name: 'Parts of this fair' });
    await expect(tabs.getByRole('link', { name: 'Payments' })).toContainText('2');
    await page.getByRole('button', { name: "Today's sheet" }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('$8.99 of 1 order');
    const previous = dialog.getByRole('button', { name: 'Previous day' });
    await previous.click();
    await expect(dialog).toContainText('$0.00 of 0 orders');
    while (await previous.isEnabled()) await previous.click();
    await expect(dialog).toContainText(formatDay(preSale));
    await expect(dialog).toContainText('$17.98 of 1 order');
    const next = dialog.getByRole('button', { name: 'Next day' });
    while (await next.isEnabled()) await next.click();
    await expect(dialog).toContainText('$8.99 of 1 order');
    const sheet = await downloaded(dialog.getByRole('button', { name: 'Print sheet' }));
    expect(await textOfPdf(sheet.content)).toEqual([expect.stringContaining('$8.99')]);
    await readableAt(page, 'the day sheet', 320, 1440);
    await dialog.getByRole('button', { name: 'Email…' }).click();
    await expect(dialog).toContainText(`${fair.schoolIdentifier.toLowerCase()}@example.com`);
    await dialog.getByRole('button', { name: 'Send email' }).click();
    await expect(page.getByText('Sheet sent')).toBeVisible();
  });

  const ended = await plan(-9, -5);
  await test.step('ended: one way to the close-out, and what it needs', async () => {
    await visit(page, `/fair-details/${ended.id}`);
    await expect(page.getByText('Needs close-out, 5 days')).toBeVisible();
    expect(await leading(page)).toEqual(['Sales summary', 'Close out']);
    await expect(part(page, 'Before the close-out')).toContainText(
      'Ended 5 days ago. Nothing blocks the close-out.',
    );
    await expect(part(page, 'Readiness')).toHaveCount(0);
    await readable(page, 'a fair that has ended');
    await page.getByRole('button', { name: 'More actions' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Day sheet' }).press('Enter');
    await expect(page.getByRole('dialog')).toContainText(formatDay(ended.endDate));
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await page.getByRole('link', { name: 'Close out', exact: true }).click();
    await expect(page).toHaveURL(/tab=close-out/);
  });

  await test.step('closed out: the figures of the statement', async () => {
    await closeOut(desk, ended.id);
    await visit(page, `/fair-details/${ended.id}`);
    await expect(page.getByText('Closed out', { exact: true })).toBeVisible();
    expect(await leading(page)).toEqual(['Sales summary', 'Statement']);
    for (const label of ["School's profit", 'Due from school', 'Cash variance'])
      await expect(page.getByText(label, { exact: true })).toBeVisible();
    await expect(part(page, 'Readiness')).toHaveCount(0);
    await expect(part(page, 'Close-out')).toContainText('v1');
    await readable(page, 'a closed-out fair');
  });
});
