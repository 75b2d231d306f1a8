import { expect } from '@playwright/test';
import { barriers } from './support/barriers.ts';
import { office, signIn, test } from './support/office.ts';
import { settled } from './support/settled.ts';

const SCREENS = ['/dashboard', '/users', '/add-user', '/roles', '/add-role', '/devices', '/add-device', '/fairs', '/add-fair', '/orders', '/reports', '/students', '/fair-inventory', '/inventory', '/master-template', '/profile', '/change-password', '/settings'];

for (const theme of ['light', 'dark'] as const) {
  test(`every screen can be read by everybody, ${theme}`, async ({ page, context }) => {
    await context.addCookies([{ name: 'theme', value: theme, url: office.url() }]);
    await page.goto('/login');
    await expect(page.getByRole('heading', { name: 'Welcome to Admin Panel' })).toBeVisible();
    expect(await barriers(page), 'login').toEqual([]);
    await signIn(page);
    for (const path of SCREENS) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await settled(page);
      expect(await barriers(page), path).toEqual([]);
    }
  });
}

test('every screen fits a phone of 320 px without scrolling sideways', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await signIn(page);
  for (const path of SCREENS) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await settled(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth), path).toBeLessThanOrEqual(0);
  }
});
