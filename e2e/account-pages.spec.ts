import { api } from '@pos/contract/api';
import { createClient } from '@pos/contract/client';
import { sendTo } from '@pos/tools/office/http.ts';
import { expect, type Page } from '@playwright/test';
import { readable } from './support/barriers.ts';
import { office, test } from './support/office.ts';
import { settled } from './support/settled.ts';
import { hire, mailedToken, ownersDesk } from './support/staff.ts';
import { signInByForm, openSession } from './support/sign-in.ts';

/** Sign-in pages for people who use a screen reader or have no mouse. */

test('account, Access Denied, not-found and error pages are accessible in both themes', async ({
  page,
}) => {
  const desk = await ownersDesk();
  const robin = await hire(desk, [['Devices', 'read_only']]);
  await createClient(api, sendTo(office.url())).auth.forgotPassword({
    body: { email: robin.email },
  });
  const reset = await mailedToken(robin.email, 'reset-password');
  const look = async (path: string, heading: string | RegExp) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await settled(page);
    await readable(page, path);
  };
  await look('/login', 'Welcome to Admin Panel');
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByText('Email address is required.')).toBeVisible();
  await readable(page, 'login with errors');
  await look('/login?ended=draft', 'Welcome to Admin Panel');
  await look('/forgot-password', 'Forgot password');
  await look(`/reset-password?token=${reset}`, 'Reset password');
  await look('/setup-password?token=gone', 'This link has expired');
  await look('/no-such-page', 'Page not found');
  await page.evaluate(
    ({ name, value }) => localStorage.setItem(name, value),
    await openSession(robin),
  );
  await look('/add-device', /you do not have access to/);
  await look('/no-such-page', 'Page not found');
  await expect(page.getByRole('link', { name: 'Go to Devices' })).toBeVisible();
  await page.route('**/assets/reports-page-*.js', (route) => route.abort());
  await page.evaluate(() => localStorage.clear());
  await signInByForm(page);
  await look('/profile', 'Profile');
  await page.evaluate(() => sessionStorage.setItem('reloaded-at', String(Date.now())));
  await look('/reports', 'Unexpected Application Error!');
});

test('a password reset is requested, completed and used to sign in by keyboard alone', async ({
  page,
}) => {
  const robin = await hire(await ownersDesk(), [['Devices', 'read_only']]);
  const go = async (name: string | RegExp) => {
    for (let step = 0; step < 25; step += 1) {
      await page.keyboard.press('Tab');
      if (await isOn(page, name)) return;
    }
    throw new Error(`Tab does not reach ${String(name)}.`);
  };
  await page.goto('/login');
  await expect(page.getByLabel('Email Address')).toBeFocused();
  await page.keyboard.type(robin.email);
  await go('Forgot Password?');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Forgot password' })).toBeVisible();
  await expect(page.getByLabel('Email Address')).toHaveValue(robin.email);
  await go('Request a link');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^This server sends no email\. If an account exists/)).toBeVisible();
  await page.goto(`/reset-password?token=${await mailedToken(robin.email, 'reset-password')}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Reset password' })).toBeVisible();
  const password = 'Keyboard-Only-13';
  await go(/^(New )?password$/i);
  await page.keyboard.type(password);
  await go(/^Confirm/);
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await expect(
    page.getByRole('heading', { level: 1, name: 'Welcome to Admin Panel' }),
  ).toBeVisible();
  await expect(page.getByLabel('Email Address')).toHaveValue(robin.email);
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/devices/);
});

/** True if the focused element has this name: its label, its text or its aria-label. */
function isOn(page: Page, name: string | RegExp): Promise<boolean> {
  return page.evaluate(
    ([source, isPattern]) => {
      const element = document.activeElement;
      const label =
        element instanceof HTMLInputElement
          ? element.labels?.[0]?.textContent
          : (element?.getAttribute('aria-label') ?? element?.textContent);
      const text = (label ?? '').trim();
      return isPattern ? new RegExp(source, 'i').test(text) : text === source;
    },
    [typeof name === 'string' ? name : name.source, typeof name !== 'string'] as const,
  );
}
