import { expect } from '@playwright/test';
import { deafen, office, test } from './support/office.ts';
import { hire, ownersDesk } from './support/staff.ts';
import { signInByForm, fillIn, openSession } from './support/sign-in.ts';

/** Redirect rules of the specification (sections 2 and 4), each as a user meets it. */

const login = { name: 'Welcome to Admin Panel' };

test('the root address leads to the login', async ({ page }) => {
  await page.goto('/');
  await expect(page).toHaveURL(`${office.url()}/login`);
  await expect(page.getByRole('heading', login)).toBeVisible();
});

test('without a token, pages lead to the login and back; public pages stay; others are not found', async ({
  page,
}) => {
  for (const [path, heading] of [
    ['/forgot-password', 'Forgot password'],
    ['/reset-password?token=x', 'This link has expired'],
    ['/setup-password?token=x', 'This link has expired'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    expect(page.url()).toBe(`${office.url()}${path}`);
  }
  await page.goto('/no-such-page');
  await expect(page).toHaveTitle('POS Admin - Page not found');
  await expect(
    page.getByRole('main').getByRole('link', { name: 'Login', exact: true }),
  ).toBeVisible();
  await expect(page.getByRole('navigation')).toBeHidden();
  await page.goto('/verify-account');
  await expect(page).toHaveURL(`${office.url()}/login`);
  await page.goto('/devices?status=active');
  await expect(page.getByRole('heading', login)).toBeVisible();
  await fillIn(page);
  await expect(page).toHaveURL(`${office.url()}/devices?status=active`);
  await page.goto('/no-such-page');
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
});

test('signing in replaces the login in the history, and never leads to another site', async ({
  page,
}) => {
  await page.goto('/forgot-password');
  await page.goto('/login?from=//elsewhere.example/devices');
  await fillIn(page);
  await expect(page).not.toHaveURL(/\/login/);
  expect(new URL(page.url()).origin).toBe(office.url());
  await page.goBack();
  await expect(page).toHaveURL(/\/forgot-password$/);
});

test('signing in leads to the dashboard, or to the first menu page for users without it', async ({
  page,
}) => {
  const robin = await hire(await ownersDesk(), [
    ['Orders', 'read_only'],
    ['Devices', 'read_only'],
  ]);
  await signInByForm(page, robin);
  await expect(page).toHaveURL(`${office.url()}/devices`);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    "The page you're looking for, you do not have access to.",
  );
});

test('with a token, the login and verification pages lead to the start page', async ({ page }) => {
  await signInByForm(page);
  const start = `${office.url()}/dashboard`;
  await expect(page).toHaveURL(start);
  for (const path of ['/login', '/', '/verify-account']) {
    await page.goto(path);
    await expect(page).toHaveURL(start);
  }
});

test('an unverified email leads to verification; visiting the login then clears the token', async ({
  page,
}) => {
  const desk = await ownersDesk();
  const robin = await hire(desk, [['Devices', 'read_only']]);
  const { data: admin } = await desk.client.admins.getById({ params: { id: robin.id } });
  const { firstName, lastName, phone, roleId, version } = admin;
  const email = `new-${robin.email}`;
  await desk.client.admins.update({
    params: { id: robin.id },
    body: {
      firstName,
      lastName,
      email,
      countryCode: '+1',
      phone: phone ?? '',
      roleId,
      secretCode: '****',
      version,
    },
  });
  await page.goto('/devices');
  await fillIn(page, { ...robin, email });
  await expect(page).toHaveURL(/\/verify-account\?from=/);
  await expect(page.getByRole('heading', { level: 1, name: /^Check n•*/ })).toBeVisible();
  await page.goto('/devices');
  await expect(page).toHaveURL(/\/verify-account\?from=/);
  await page.goto('/login');
  await expect(page.getByRole('heading', login)).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('admin.session'))).toBeNull();
});

test('an unknown token leads to the login, and a failed refresh keeps the session', async ({
  page,
}) => {
  await signInByForm(page);
  await page.route('**/v1/auth/refresh-tokens', (route) => route.abort());
  await deafen(page);
  // Every call of the page is answered, so that the click below makes the first refused one.
  await page.goto('/devices', { waitUntil: 'networkidle' });
  expect(await page.evaluate(() => localStorage.getItem('admin.session'))).not.toBeNull();
  await (
    await ownersDesk()
  ).client.auth.endOtherSessions({ body: { currentPassword: office.password() } });
  await page.getByRole('link', { name: 'Orders', exact: true }).click();
  await expect(page).toHaveURL(/\/login\?.*from=%2Forders/);
  await expect(page.getByText('You were signed out after inactivity.')).toBeVisible();
  expect(
    await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('admin.'))),
  ).toEqual([]);
});

test('Access Denied shows its two sentences in the layout, and leads to the login without a token', async ({
  page,
}) => {
  const robin = await hire(await ownersDesk(), [['Devices', 'read_only']]);
  const session = await openSession(robin);
  await page.goto('/login');
  await page.evaluate(({ name, value }) => localStorage.setItem(name, value), session);
  await page.goto('/add-device');
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1 })).toHaveText(
    "The page you're looking for, you do not have access to.",
  );
  await expect(main).toContainText('Please contact Admin.');
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await expect(page.getByRole('heading', login)).toBeVisible();
});
