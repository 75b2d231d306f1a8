import { expect } from '@playwright/test';
import { readable } from './support/barriers.ts';
import { signIn, test } from './support/office.ts';
import { settled } from './support/settled.ts';

const SCREENS = ['/dashboard', '/users', '/add-user', '/roles', '/add-role', '/devices', '/add-device', '/fairs', '/add-fair', '/orders', '/reports', '/students', '/fair-inventory', '/inventory', '/master-template', '/profile', '/change-password', '/settings'];
const WIDE = { width: 1440, height: 900 };
const SMALL = { width: 320, height: 700 };

test('every screen can be read by everybody in both themes, and fits a phone of 320 px without scrolling sideways', async ({ page }) => {
  await page.goto('/login');
  await expect(page.getByRole('heading', { name: 'Welcome to Admin Panel' })).toBeVisible();
  await readable(page, 'login');
  await signIn(page);
  for (const path of SCREENS) {
    await page.setViewportSize(WIDE);
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await settled(page);
    await readable(page, path);
    await page.setViewportSize(SMALL);
    await settled(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth), path).toBeLessThanOrEqual(0);
  }
});
