import { expect, type Page } from '@playwright/test';
import { deafen, test } from './support/office.ts';
import { hire, ownersDesk } from './support/staff.ts';
import { signInByForm, fillIn } from './support/sign-in.ts';

const login = { name: 'Welcome to Admin Panel' };

async function expectFilledIn(
  page: Page,
  { email, password }: { email: string; password: string },
) {
  await expect(page.getByRole('heading', login)).toBeVisible();
  await expect(page.getByLabel('Email Address')).toHaveValue(email);
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(password);
}

test('Remember Me fills the form at any spelling of an address, and after a session ended', async ({
  page,
}) => {
  const robin = await hire(await ownersDesk(), [
    ['Devices', 'read_only'],
    ['Orders', 'read_only'],
  ]);
  await signInByForm(page, robin);
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expectFilledIn(page, robin);
  await page.goto('/');
  await expectFilledIn(page, robin);
  for (const spelling of ['/login/', '/Login', '/LOGIN//?from=/devices']) {
    await page.goto(spelling);
    await expectFilledIn(page, robin);
    expect(new URL(page.url()).pathname).toBe('/login');
  }
  await page.goto('/Devices/');
  await expectFilledIn(page, robin);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(/\/devices$/);

  // A document of another page, in which the session ends.
  await page.goto('/devices');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await deafen(page);
  // Every call of the page is answered, so that the click below makes the first refused one.
  await page.reload({ waitUntil: 'networkidle' });
  const { client } = await ownersDesk();
  await client.admins.changeStatus({ params: { id: robin.id }, body: { status: 'inactive' } });
  await client.admins.changeStatus({ params: { id: robin.id }, body: { status: 'active' } });
  await page.getByRole('link', { name: 'Orders', exact: true }).click();
  await expect(page.getByText('You were signed out after inactivity.')).toBeVisible();
  await expectFilledIn(page, robin);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(/\/orders/);
});

test('without Remember Me the form stays empty', async ({ page }) => {
  const robin = await hire(await ownersDesk(), [['Devices', 'read_only']]);
  await page.goto('/login');
  await page.getByRole('checkbox', { name: /^Remember Me/ }).uncheck();
  await fillIn(page, robin);
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expectFilledIn(page, { email: '', password: '' });
  await page.goto('/devices');
  await expectFilledIn(page, { email: '', password: '' });
});

test('field errors of a refusal stand at their fields when its message alone carries them', async ({
  page,
}) => {
  const robin = await hire(await ownersDesk(), [['Devices', 'read_only']]);
  await signInByForm(page, robin);
  await page.goto('/change-password');
  let message = '';
  await page.route('**/v1/admins/change-password', async (route) => {
    const response = await route.fetch();
    const { errors: _copy, ...refusal } = (await response.json()) as {
      message: string;
      errors: unknown;
    };
    ({ message } = refusal);
    await route.fulfill({ response, json: refusal });
  });
  await page.getByLabel('Current password').fill('Not-My-Own-11');
  await page.getByLabel('New password', { exact: true }).fill('Something-Else-22');
  await page.getByLabel('Confirm password').fill('Something-Else-22');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByLabel('Current password')).toHaveAccessibleDescription(
    /The current password is wrong\./,
  );
  await expect(page.getByLabel('Current password')).toBeFocused();
  expect(JSON.parse(message)).toEqual({ currentPassword: 'The current password is wrong.' });
  await expect(page.getByRole('main')).not.toContainText('{"');
});
