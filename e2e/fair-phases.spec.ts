import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { today } from '@pos/contract/values/clock';
import { addDays } from '@pos/contract/values/days';
import type { Office } from '@pos/tools/office/session.ts';
import { readable } from './support/barriers.ts';
import { test } from './support/office.ts';
import { sellingFair } from './support/selling-fair.ts';
import { ownersDesk } from './support/staff.ts';
import { addSchool } from '@pos/world/fair';
import { signIn, signInAt } from './support/sign-in.ts';

const DAY = today('America/Detroit');

/** Plans a fair at its own school, from and to a number of days from today. */
async function plan({ client }: Office, from: number, to: number) {
  const identifier = `PHASE${randomUUID().slice(0, 6).toUpperCase()}`;
  await addSchool(client, identifier);
  const [admin] = (await client.admins.getAdmins({ query: {} })).data;
  const body = {
    schoolIdentifier: identifier,
    name: `${identifier} Fair`,
    address: '3 Elm St, Ada',
    startDate: addDays(DAY, from),
    endDate: addDays(DAY, to),
    salesTaxRate: 6,
    adminId: admin!.value,
    packageOption: 7,
  } as const;
  return (await client.fairs.add({ body })).data;
}

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
  await signIn(page);

  await test.step('upcoming: countdown and readiness, no sales', async () => {
    const { id } = await plan(desk, 8, 12);
    await page.goto(`/fair-details/${id}`);
    await expect(page.getByText('Upcoming in 8 days')).toBeVisible();
    expect(await leading(page)).toEqual(['Set hours']);
    await expect(page.getByText('8 days', { exact: true })).toBeVisible();
    await expect(part(page, 'Readiness')).toContainText('2 of 7 done');
    await expect(page.getByText('$0.00')).toHaveCount(0);
    await expect(part(page, 'Needs attention')).toHaveCount(0);
    await readable(page, 'an upcoming fair');
  });

  await test.step("live: today's numbers and what needs a person", async () => {
    const { fair, sell } = await sellingFair(desk, { name: 'PHASES' });
    await sell();
    await page.goto(`/fair-details/${fair.id}`);
    await expect(page.getByText('Live, day 2 of 5')).toBeVisible();
    expect(await leading(page)).toEqual(['Edit', "Today's sheet"]);
    const numbers = page.locator('[data-part=key-numbers]');
    await expect(numbers).toContainText('Net sales today$8.99');
    await expect(numbers).toContainText('Orders today1');
    const tabs = page.getByRole('navigation', { name: 'Parts of this fair' });
    await expect(tabs.getByRole('link', { name: 'Payments' })).toContainText('1');
    await page.goto(`/fair-details/${fair.id}?tab=payments`);
    await expect(page.getByText('1–1 of 1')).toBeVisible();
  });

  const ended = await plan(desk, -9, -5);
  await test.step('ended: one way to the close-out, and what it needs', async () => {
    await page.goto(`/fair-details/${ended.id}`);
    await expect(page.getByText('Needs close-out, 5 days')).toBeVisible();
    expect(await leading(page)).toEqual(['Sales summary', 'Close out']);
    await expect(part(page, 'Before the close-out')).toContainText(
      'Ended 5 days ago. Nothing blocks the close-out.',
    );
    await expect(part(page, 'Readiness')).toHaveCount(0);
    await readable(page, 'a fair that has ended');
    await page.getByRole('link', { name: 'Close out', exact: true }).click();
    await expect(page).toHaveURL(/tab=close-out/);
  });

  await test.step('closed out: the figures of the statement', async () => {
    const { reviewed } = (await desk.client.closeOut.getById({ params: { id: ended.id } })).data;
    await desk.client.closeOut.finishOrRevert({
      body: { fairId: ended.id, action: 'finish', profitOption: 'cash', reviewed, confirm: true },
    });
    await page.goto(`/fair-details/${ended.id}`);
    await expect(page.getByText('Closed out', { exact: true })).toBeVisible();
    expect(await leading(page)).toEqual(['Sales summary', 'Statement']);
    for (const label of ["School's profit", 'Due from school', 'Cash variance'])
      await expect(page.getByText(label, { exact: true })).toBeVisible();
    await expect(part(page, 'Readiness')).toHaveCount(0);
    await expect(part(page, 'Close-out')).toContainText('v1');
    await readable(page, 'a closed-out fair');
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Statement' }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/\.pdf$/);
  });
});

test('a note is added on the overview by keyboard, and the button takes the focus back', async ({
  page,
}) => {
  const { id } = await plan(await ownersDesk(), 8, 12);
  await signInAt(page, `/fair-details/${id}`);
  const notes = part(page, 'Notes for the team');
  await expect(notes).toContainText('No notes yet.');
  const opener = notes.getByRole('button', { name: 'New note' });
  await opener.press('Enter');
  await expect(notes.getByRole('textbox', { name: 'Note' })).toBeFocused();
  await page.keyboard.type('The gym is free from noon.');
  await notes.getByRole('button', { name: 'Add note' }).press('Enter');
  await expect(notes.getByRole('listitem')).toContainText('The gym is free from noon.');
  await expect(opener).toBeFocused();
  await page.goto(`/fair-details/${id}?tab=activity`);
  await expect(page.getByRole('region', { name: 'Activity' })).toContainText(
    'The gym is free from noon.',
  );
});
