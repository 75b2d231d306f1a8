import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { HUNGER } from '@pos/api/testing/sold-order.ts';
import { PaymentMethod } from '@pos/contract/payment-methods';
import { expect, type Locator, type Page } from '@playwright/test';
import { office, test } from './support/office.ts';
import { sellingFair } from './support/selling-fair.ts';
import { ownersDesk } from './support/staff.ts';
import { signInAt } from './support/sign-in.ts';

/** Maximum number of keys of a task after what was typed to find its record. */
const MAX_KEYS = 12;

/** Counts the keys that a task takes; typed text does not count. */
function keyboardOf(page: Page) {
  let keys = 0;
  const press = async (key: string): Promise<void> => {
    keys += 1;
    await page.keyboard.press(key);
  };
  const moveTo = async (control: Locator): Promise<void> => {
    await expect(control).toBeVisible();
    while (!(await control.evaluate((element) => element === document.activeElement))) {
      if (keys > MAX_KEYS) throw new Error(`${String(control)} is not reached by ${keys} keys.`);
      await press('Tab');
    }
  };
  return {
    count: () => keys,
    press,
    moveTo,
    /** Tabs to the control and presses it. */
    async reach(control: Locator): Promise<void> {
      await moveTo(control);
      await press('Enter');
    },
  };
}

/** Finds a record by typing into the palette, and opens the first option. */
async function find(page: Page, text: string, name: RegExp): Promise<void> {
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  const palette = page.getByRole('dialog', { name: 'Search and commands' });
  await expect(palette).toBeVisible();
  await page.keyboard.type(text);
  await expect(palette.getByRole('option').first()).toContainText(name);
}

test('an order is found by its last four digits and its payment approved in 12 keys', async ({
  page,
}) => {
  const desk = await ownersDesk();
  const { sell } = await sellingFair(desk);
  const { orderNumber } = await sell({
    payments: [{ method: PaymentMethod.creditCard, cardBrand: 'visa', cardLast4: '7319' }],
  });
  const { data } = await desk.client.payments.list({ query: { search: '7319' } });
  await desk.client.payments.putUnderReview({
    params: { id: data.results[0]!.id },
    body: { note: 'The bank called.' },
  });
  await signInAt(page, '/');
  await find(page, '7319', new RegExp(orderNumber));
  const keyboard = keyboardOf(page);
  await keyboard.press('Enter');
  await keyboard.reach(page.getByRole('button', { name: 'Approve $9.73' }));
  await expect(page.getByRole('status').filter({ hasText: 'Payment approved' })).toBeVisible();
  expect(keyboard.count()).toBeLessThanOrEqual(MAX_KEYS);
});

test('a student is found and one book refunded in 12 keys', async ({ page }) => {
  const { fair, sell } = await sellingFair(await ownersDesk());
  const number = await deliverStudent(fair.schoolIdentifier);
  const { orderNumber } = await sell({
    studentNumber: number,
    customerType: 'student',
    customerName: 'Olive Woodward',
    lines: [{ sku: HUNGER, quantity: 2 }],
  });
  await signInAt(page, '/');
  await find(page, 'Woodward', /Woodward/);
  const keyboard = keyboardOf(page);
  await keyboard.press('Enter');
  await keyboard.reach(page.getByRole('link', { name: new RegExp(orderNumber) }));
  await expect(page.getByRole('button', { name: 'Refund…' })).toBeVisible();
  await keyboard.press('r');
  const dialog = page.getByRole('dialog', { name: `Refund ${orderNumber}` });
  await keyboard.moveTo(dialog.getByLabel('Units'));
  await page.keyboard.type('1');
  await keyboard.press('Enter');
  await expect(dialog.getByLabel('Reason')).toBeFocused();
  await page.keyboard.type('Torn page');
  await keyboard.press('ControlOrMeta+s');
  await expect(page.getByRole('status').filter({ hasText: 'Refund booked' })).toBeVisible();
  expect(keyboard.count()).toBeLessThanOrEqual(MAX_KEYS);
});

/** Syncs one student of the school; returns the student number. */
async function deliverStudent(schoolIdentifier: string): Promise<string> {
  const { client } = await ownersDesk();
  const number = `S-${randomUUID().slice(0, 6).toUpperCase()}`;
  const folder = path.join(office.dataDir(), 'source');
  await mkdir(folder, { recursive: true });
  const lines = [
    'schoolIdentifier,studentNumber,firstName,lastName,grade,teacher,parentName,parentEmail,factsFamilyId',
    `${schoolIdentifier},${number},Olive,Woodward,3,Ms. Oak,,,`,
  ];
  await writeFile(path.join(folder, 'students.csv'), `${lines.join('\r\n')}\r\n`);
  const { data } = await client.settings.sync({ body: { scope: 'students' } });
  await expect
    .poll(async () => (await client.jobs.getById({ params: { id: data.jobId } })).data.status)
    .toBe('succeeded');
  return number;
}
