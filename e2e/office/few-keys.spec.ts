import { HUNGER } from '@pos/world/sale';
import { PaymentMethod } from '@pos/contract/sales/payment-methods';
import { expect, type Locator, type Page } from '@playwright/test';
import { readable } from '../support/barriers.ts';
import { test, visit } from '../support/office.ts';
import { sellingFair } from '../support/selling-fair.ts';
import { hire, ownersDesk } from '../support/staff.ts';
import { signInAt } from '../support/sign-in.ts';
import { deliverStudents } from '../support/students.ts';
import { button, find as choose, said } from '../support/tabbing.ts';

/** Maximum number of keys of a task after what was typed to find its record. */
const MAX_KEYS = 12;

/** Counts the keys that a task takes; typed text does not count. */
function getKeyboard(page: Page) {
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
  const keyboard = getKeyboard(page);
  await keyboard.press('Enter');
  await keyboard.reach(page.getByRole('button', { name: 'Approve $9.73' }));
  await expect(page.getByRole('status').filter({ hasText: 'Payment approved' })).toBeVisible();
  expect(keyboard.count()).toBeLessThanOrEqual(MAX_KEYS);
});

test('a student is found and one book refunded in 12 keys', async ({ page }) => {
  const desk = await ownersDesk();
  const { fair, sell } = await sellingFair(desk);
  const number = `S-${fair.identifier}`;
  await deliverStudents(desk, fair.schoolIdentifier, [
    [number, 'Olive', 'Woodward', '3', 'Ms. Oak'],
  ]);
  const { orderNumber } = await sell({
    studentNumber: number,
    customerType: 'student',
    customerName: 'Olive Woodward',
    lines: [{ sku: HUNGER, quantity: 2 }],
  });
  await signInAt(page, '/');
  await find(page, 'Woodward', /Woodward/);
  const keyboard = getKeyboard(page);
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
  await expect(page.getByRole('status').filter({ hasText: 'Refunded' })).toBeVisible();
  expect(keyboard.count()).toBeLessThanOrEqual(MAX_KEYS);
});

test('every key after the first Ctrl+K of a page arrives in order, however slowly the parts load', async ({
  page,
}) => {
  const { sell } = await sellingFair(await ownersDesk());
  const { orderNumber } = await sell({});
  await signInAt(page, '/devices');
  // At once, and so late that all keys come before the field.
  for (const lateMs of [0, 600]) {
    for (const part of ['frame', 'top-tools', 'palette'])
      await page.route(`**/assets/${part}-*.js`, async (route) => {
        await new Promise((resolve) => setTimeout(resolve, lateMs));
        await route.continue();
      });
    await page.goto('/devices');
    await page.keyboard.press('Control+k');
    // Some keys come before, some while and some after the field appears.
    await page.keyboard.type(orderNumber, { delay: 60 });
    await expect(page.getByRole('combobox', { name: 'Search and commands' })).toHaveValue(
      orderNumber,
    );
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/orders\?order=/);
    await page.unrouteAll({ behavior: 'wait' });
  }
});

test('people become SUPER_ADMIN only after a question that names them', async ({ page }) => {
  const { client: desk } = await ownersDesk();
  const robin = await hire(await ownersDesk(), [['Orders', 'read_only']], 'Packers');
  await signInAt(page, '/add-user');
  const readRole = async (id: string) =>
    (await desk.admins.getById({ params: { id } })).data.roleName;
  const question = (name: string) => page.getByRole('dialog', { name });

  await page.getByLabel('First name').fill('Wanda');
  await page.getByLabel('Last name').fill('House');
  await page.getByLabel('Email').fill('wanda.house@example.com');
  await page.getByLabel('Phone').fill('6165550188');
  await page.getByLabel(/^Secret code/).fill('1357');
  await page.getByLabel('Role', { exact: true }).click();
  await expect(page.getByRole('option', { name: 'SUPER_ADMIN' })).toBeVisible();
  // Typed and entered before the search has answered.
  await page.keyboard.type('SUPER');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ControlOrMeta+s');
  const added = question('Make Wanda House a SUPER_ADMIN?');
  await expect(added).toContainText('see and change everything');
  await readable(page, 'the question before somebody becomes SUPER_ADMIN');
  await added.getByRole('button', { name: 'Cancel' }).click();
  await expect(added).toHaveCount(0);
  expect((await desk.admins.list({ query: { search: 'wanda.house' } })).data.totalResults).toBe(0);
  await page.getByLabel('Role', { exact: true }).click();
  await page.keyboard.type('Packers');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(said(page, 'User added')).toBeVisible();
  const [wanda] = (await desk.admins.list({ query: { search: 'wanda.house' } })).data.results;
  expect(wanda?.roleName).toBe('Packers');

  await visit(page, `/edit-user/${robin.id}`);
  await choose(page, 'Role', 'SUPER_ADMIN');
  await page.keyboard.press('ControlOrMeta+s');
  await question('Make Robin Reyes a SUPER_ADMIN?').getByRole('button', { name: 'Cancel' }).click();
  expect(await readRole(robin.id)).toBe('Packers');

  await visit(page, '/users?search=wanda.house');
  await page.getByLabel('Select Wanda House').check();
  await button(page, 'Change role').click();
  await choose(page, 'New role', 'SUPER_ADMIN');
  await button(page, 'Change 1 user').click();
  await button(page, 'Make Wanda House SUPER_ADMIN').click();
  await expect(said(page, 'Role of 1 user changed')).toBeVisible();
  expect(await readRole(wanda?.id ?? '')).toBe('SUPER_ADMIN');

  await visit(page, `/edit-role/${robin.roleId}`);
  await button(page, 'More actions').click();
  await page.getByRole('menuitem', { name: /^Move/ }).click();
  await choose(page, 'New role', 'SUPER_ADMIN');
  await button(page, 'Move 1 person').click();
  await question('Make Robin Reyes a SUPER_ADMIN?').getByRole('button', { name: 'Cancel' }).click();
  expect(await readRole(robin.id)).toBe('Packers');
});
