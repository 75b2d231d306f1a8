import { expect, type Page } from '@playwright/test';
import { deafen, office, test } from './support/office.ts';
import { hire, mailedToken, ownersDesk } from './support/staff.ts';
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

test('Remember Me fills the form at the root address, a deep link, and after a session ended', async ({
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
  await page.goto('/devices');
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

test('a common password fails the checklist, however strong the meter rates it', async ({
  page,
}) => {
  const robin = await hire(await ownersDesk(), [['Devices', 'read_only']]);
  const rule = page.getByRole('listitem').filter({ hasText: 'Not a common password' });
  const tryPassword = async (password: string) => {
    await page.getByLabel('New password').fill(password);
    await page.getByLabel('Confirm password').fill(password);
  };
  await signInByForm(page, robin);
  await page.goto('/change-password');
  await expect(rule).toHaveText('Not a common password, missing');
  await tryPassword('P@ssw0rd12!');
  await expect(page.getByRole('status', { name: 'Password strength' })).toHaveText('Strong');
  await expect(rule).toHaveText('Not a common password, missing');
  const sent: string[] = [];
  page.on('request', (request) => sent.push(new URL(request.url()).pathname));
  await page.getByLabel('Current password').fill(robin.password);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(
    page.getByText('This password is too common. Choose one that is harder to guess.').first(),
  ).toBeVisible();
  expect(sent).not.toContain('/v1/admins/change-password');
  await tryPassword('Reading-Corner-88');
  await expect(rule).toHaveText('Not a common password, done');

  // The page of an emailed link has the same checklist.
  await fetch(`${office.url()}/v1/auth/forgot-password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: robin.email }),
  });
  await page.goto(`/reset-password?token=${await mailedToken(robin.email, 'reset-password')}`);
  await tryPassword('Sunshine-2026!');
  await expect(rule).toHaveText('Not a common password, missing');
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
