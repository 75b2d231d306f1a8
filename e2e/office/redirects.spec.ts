import { api } from '@pos/contract/api';
import { createClient } from '@pos/contract/client';
import { sendTo } from '@pos/tools/office/http.ts';
import { expect } from '@playwright/test';
import { readable } from '../support/barriers.ts';
import { office, test } from '../support/office.ts';
import { hire, mailedToken, ownersDesk } from '../support/staff.ts';
import { fillIn, signInAt, signInByForm } from '../support/sign-in.ts';

/**
 * Redirect rules of the specification (sections 2 and 4), each as a user meets it. The
 * web app's screens.test.ts has the right of every page.
 */

const login = { level: 1, name: 'Welcome to Admin Panel' };

test('public, not-found, Access Denied and error pages come by the rules, accessible in both themes', async ({
  page,
}) => {
  const robin = await hire(await ownersDesk(), [
    ['Devices', 'read_only'],
    ['Reports', 'read_only'],
  ]);
  await createClient(api, sendTo(office.url())).auth.forgotPassword({
    body: { email: robin.email },
  });
  const reset = await mailedToken(robin.email, 'reset-password');
  const heading = page.getByRole('heading', { level: 1 });
  const main = page.getByRole('main');
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  const look = async (path: string, title: string) => {
    await page.goto(path);
    await expect(heading).toHaveText(title);
    expect(page.url()).toBe(`${office.url()}${path}`);
    await readable(page, path);
  };
  await test.step('without a token', async () => {
    for (const path of ['/', '/verify-account']) {
      await page.goto(path);
      await expect(page).toHaveURL(`${office.url()}/login`);
    }
    await expect(page.getByRole('heading', login)).toBeVisible();
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page.getByText('Email address is required.')).toBeVisible();
    await readable(page, 'login with errors');
    await look('/login?ended=draft', login.name);
    await look('/forgot-password', 'Forgot password');
    await look(`/reset-password?token=${reset}`, 'Reset password');
    await look('/setup-password?token=gone', 'This link has expired');
    await look('/no-such-page', 'Page not found');
    await expect(page).toHaveTitle('POS Admin - Page not found');
    await expect(main.getByRole('link', { name: 'Login', exact: true })).toBeVisible();
    await expect(page.getByRole('navigation')).toBeHidden();
  });
  await test.step('signed in, to the page asked for or the first of the menu', async () => {
    await page.goto('/devices?status=active');
    await fillIn(page, robin);
    await expect(page).toHaveURL(`${office.url()}/devices?status=active`);
    await look('/no-such-page', 'Page not found');
    await expect(menu).toBeVisible();
    await expect(page.getByRole('link', { name: 'Go to Devices' })).toBeVisible();
    await look('/dashboard', "The page you're looking for, you do not have access to.");
    await expect(main).toContainText('Please contact Admin.');
    await expect(menu).toBeVisible();
    await page.evaluate(() => localStorage.clear());
    await page.reload();
    await expect(page.getByRole('heading', login)).toBeVisible();
    await page.goto('/login');
    await fillIn(page, robin);
    await expect(page).toHaveURL(`${office.url()}/devices`);
  });
  await page.route('**/assets/reports-page-*.js', (route) => route.abort());
  await page.evaluate(() => sessionStorage.setItem('reloaded-at', String(Date.now())));
  await look('/reports', 'Unexpected Application Error!');
});

test('signing in replaces the login, never leads to another site, and is not offered again', async ({
  page,
}) => {
  // Without rights to the profile, which is always open.
  await signInByForm(page, await hire(await ownersDesk(), []));
  await expect(page).toHaveURL(`${office.url()}/profile`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Profile');
  await page.evaluate(() => localStorage.clear());
  await page.goto('/forgot-password');
  await page.goto('/login?from=//elsewhere.example/devices');
  await fillIn(page);
  const start = `${office.url()}/dashboard`;
  await expect(page).toHaveURL(start);
  await page.goBack();
  await expect(page).toHaveURL(/\/forgot-password$/);
  for (const path of ['/login', '/', '/verify-account']) {
    await page.goto(path);
    await expect(page).toHaveURL(start);
  }
});

test("changing one's own email requires the password, and leads to verification until verified", async ({
  page,
}) => {
  const robin = await hire(await ownersDesk(), [
    ['Users', 'read_only'],
    ['Users', 'edit'],
  ]);
  await signInAt(page, `/edit-user/${robin.id}`, robin);
  const password = page.getByLabel('Your password');
  await expect(page.getByLabel('First name')).toHaveValue('Robin');
  await expect(password).toBeHidden();
  const email = `new-${robin.email}`;
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Enter your password.').first()).toBeVisible();
  await password.fill(robin.password);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page).toHaveURL(/\/login/);
  await fillIn(page, { ...robin, email });
  await expect(page.getByRole('heading', { level: 1, name: /^Check n•*/ })).toBeVisible();
  await page.goto('/users');
  await expect(page).toHaveURL(/\/verify-account\?from=/);
  // The login clears the token (specification 4).
  await page.goto('/login');
  await expect(page.getByRole('heading', login)).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('admin.session'))).toBeNull();
});
