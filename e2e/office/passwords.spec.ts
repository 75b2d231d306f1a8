import { expect, type Page } from '@playwright/test';
import { deafen, office, pick, test } from '../support/office.ts';
import { hire, mailedToken, ownersDesk } from '../support/staff.ts';
import { fillIn, signInAt, signInByForm, signOut, type Credentials } from '../support/sign-in.ts';
import { press, type } from '../support/tabbing.ts';

const email = (page: Page) => page.getByLabel('Email Address');
const password = (page: Page) => page.getByLabel('Password', { exact: true });

async function expectFilledIn(page: Page, who: Credentials): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Welcome to Admin Panel' })).toBeVisible();
  await expect(email(page)).toHaveValue(who.email);
  await expect(password(page)).toHaveValue(who.password);
}

const storedKeys = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).toSorted().join(' '));

test('Remember Me fills the form at any spelling of an address, and after a session ended', async ({
  page,
}) => {
  const robin = await hire(await ownersDesk(), [
    ['Devices', 'read_only'],
    ['Orders', 'read_only'],
  ]);
  await signInByForm(page, robin);
  await signOut(page);
  await expectFilledIn(page, robin);
  for (const spelling of ['/', '/login/', '/LOGIN//?from=/devices']) {
    await page.goto(spelling);
    await expectFilledIn(page, robin);
    expect(new URL(page.url()).pathname).toBe('/login');
  }
  await page.goto('/Devices/');
  await expectFilledIn(page, robin);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(/\/devices$/);

  // A document of another page, in which the session ends; a failed refresh before keeps it.
  await page.route('**/v1/auth/refresh-tokens', (route) => route.abort());
  await deafen(page);
  // Every call of the page is answered, so that the click below makes the first refused one.
  await page.goto('/devices', { waitUntil: 'networkidle' });
  expect(await storedKeys(page)).toContain('admin.session');
  const { client } = await ownersDesk();
  for (const status of ['inactive', 'active'] as const)
    await client.admins.changeStatus({ params: { id: robin.id }, body: { status } });
  await page.getByRole('link', { name: 'Orders', exact: true }).click();
  await expect(page).toHaveURL(/\/login\?.*from=%2Forders/);
  await expect(page.getByText('You were signed out after inactivity.')).toBeVisible();
  await expectFilledIn(page, robin);
  expect(await storedKeys(page)).toBe('admin-browser admin-remembers');
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(/\/orders/);
});

test('without Remember Me the form stays empty, and takes text while a slow server signs out', async ({
  page,
}) => {
  const robin = await hire(await ownersDesk(), [['Devices', 'read_only']]);
  await page.goto('/login');
  await page.getByRole('checkbox', { name: /^Remember Me/ }).uncheck();
  await fillIn(page, robin);
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/v1/auth/logout', async (route) => {
    await held;
    await route.continue().catch(() => undefined);
  });
  await signOut(page);
  await expectFilledIn(page, { email: '', password: '' });
  await email(page).fill('somebody.else@example.com');
  release();
  await page.waitForTimeout(500);
  await expect(email(page)).toHaveValue('somebody.else@example.com');
  await expect(page.getByText(/signed out/)).toBeHidden();
  await page.goto('/devices');
  await expectFilledIn(page, { email: '', password: '' });
});

test('a password reset by keyboard alone claims no email without a mail server, and signs in', async ({
  page,
}) => {
  const robin = await hire(await ownersDesk(), [['Devices', 'read_only']]);
  await page.goto('/login');
  await expect(email(page)).toBeFocused();
  await page.keyboard.type(robin.email);
  await press(page, page.getByRole('link', { name: 'Forgot Password?' }));
  await expect(page.getByRole('heading', { level: 1, name: 'Forgot password' })).toBeVisible();
  await expect(page.getByText(/We send you a link/)).toBeHidden();
  await expect(email(page)).toHaveValue(robin.email);
  await press(page, page.getByRole('button', { name: 'Request a link' }));
  await expect(page.getByText(/^This server sends no email\. If an account exists/)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Ask your administrator' })).toBeVisible();
  await expect(page.getByText(/Check your email|we sent|spam/i)).toBeHidden();
  await page.goto(`/reset-password?token=${await mailedToken(robin.email, 'reset-password')}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Reset password' })).toBeVisible();
  const chosen = 'Keyboard-Only-13';
  await type(page, 'New password', chosen);
  await type(page, 'Confirm password', chosen);
  await page.keyboard.press('Enter');
  await expect(email(page)).toHaveValue(robin.email);
  await expect(password(page)).toBeFocused();
  await page.keyboard.type(chosen);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/devices/);
});

test('without a mail server the setup link can be copied, and sets the password', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { client } = await ownersDesk();
  const role = 'Link reader';
  await client.roles.add({ body: { name: role, description: 'Reads.', rights: [] } });
  await signInAt(page, '/add-user');
  await page.getByLabel('First name').fill('Dana');
  await page.getByLabel('Last name').fill('Whitfield');
  await expect(page.getByText(/email a setup link|The setup link goes there/)).toBeHidden();
  await page.getByLabel('Email', { exact: true }).fill('dana@example.com');
  await page.getByLabel('Phone').fill('5551234567');
  await pick(page, 'Role', role);
  await page.getByLabel('Secret code').fill('0420');
  await page.getByRole('button', { name: 'Add user' }).click();

  const dialog = page.getByRole('dialog', { name: 'Setup link for Dana Whitfield' });
  await expect(dialog.getByText(/Anyone who has it can set the password/)).toBeVisible();
  await expect(page.getByText(/on its way/)).toBeHidden();
  await dialog.getByRole('button', { name: 'Copy setup link' }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/\/setup-password\?token=[\w-]{43}$/);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page).toHaveURL(/\/edit-user\//);

  // The same link again, from the list.
  const menuOfDana = () =>
    page
      .getByRole('row', { name: /Dana Whitfield/ })
      .getByRole('button', { name: /actions/i })
      .click();
  await page.goto('/users?search=dana@example.com');
  await menuOfDana();
  await page.getByRole('menuitem', { name: 'Show setup link' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Setup link' })).toHaveValue(link);

  const other = await context.browser()!.newContext({ baseURL: office.url() });
  const dana = await other.newPage();
  await dana.goto(link);
  await dana.getByLabel('New password').fill('Reading-Corner-88');
  await dana.getByLabel('Confirm password').fill('Reading-Corner-88');
  await dana.getByRole('button', { name: 'Set password' }).click();
  await expect(
    dana.getByText('Your account is ready. Sign in with your new password.'),
  ).toBeVisible();
  await other.close();

  await page.reload();
  await menuOfDana();
  await expect(page.getByRole('menuitem', { name: /Edit|Delete/ }).first()).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Show setup link' })).toBeHidden();
});
