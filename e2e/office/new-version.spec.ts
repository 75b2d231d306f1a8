import { rm } from 'node:fs/promises';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { Deployment, getBuildParts } from '../support/builds.ts';
import { test } from '../support/office.ts';
import { settled } from '../support/settled.ts';
import { fillIn } from '../support/sign-in.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const menu = (page: Page, name: string) => page.getByRole('link', { name, exact: true });

/** Counts every document that the page loads from now on. */
function getLoads(page: Page): string[] {
  const loads: string[] = [];
  page.on('load', () => loads.push(new URL(page.url()).pathname));
  return loads;
}

test('a deployed version comes by one reload, is announced beside unsaved work, and may lack parts', async ({
  page,
  context,
}) => {
  page.on('dialog', (dialog) => void dialog.accept());
  const deployment = await Deployment.begin();
  try {
    const first = await deployment.build();
    await deployment.serve(first);
    // Not through the dashboard: its links to reports prefetch if they happen to be under the
    // pointer.
    await page.goto(`${deployment.url}/devices`);
    await fillIn(page);
    await expect(heading(page, 'Devices')).toBeVisible();
    await settled(page);
    const loads = getLoads(page);

    await test.step('a page never opened before says that it is offline, without a reload', async () => {
      await context.setOffline(true);
      await menu(page, 'Students').click();
      await expect(
        page.getByText('You are offline. Try again when you are connected.'),
      ).toBeVisible();
      await expect(page.getByRole('button', { name: 'Reload' })).toBeHidden();
      await context.setOffline(false);
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(heading(page, 'Students')).toBeVisible();
      expect(loads).toEqual([]);
    });
    await test.step('a page without unsaved work reloads once', async () => {
      await deployment.serve(await deployment.build('-2'));
      const [part] = await getBuildParts(first, 'reports-page');
      const gone = await page.request.get(`${deployment.url}/assets/${part}`);
      expect(gone.status()).toBe(404);
      expect(gone.headers()['content-type']).not.toContain('html');
      await menu(page, 'Reports').click();
      await expect(heading(page, 'Reports')).toBeVisible();
      await menu(page, 'Orders').click();
      await expect(heading(page, 'Orders')).toBeVisible();
      expect(loads.splice(0)).toEqual(['/reports']);
    });
    await test.step('a page with an unsaved form announces it, and nothing is lost', async () => {
      await menu(page, 'Devices').click();
      await page.getByRole('link', { name: 'Add device' }).click();
      const id = page.getByLabel('Device ID');
      await expect(id).toBeVisible();
      await settled(page);
      await id.fill('DEPLOY-1');
      await deployment.serve(await deployment.build('-3'));
      await menu(page, 'Students').hover();
      await expect(page.getByText('A new version is ready.')).toBeVisible();
      await menu(page, 'Students').click();
      await page
        .getByRole('dialog', { name: 'Leave without saving?' })
        .getByRole('button', { name: 'Stay' })
        .click();
      await expect(id).toHaveValue('DEPLOY-1');
      expect(loads).toEqual([]);
      await page.getByRole('button', { name: 'Reload when you are done' }).click();
      const offer = page.getByRole('region', { name: 'Unsaved draft' });
      await offer.getByRole('button', { name: 'Restore' }).click();
      await expect(id).toHaveValue('DEPLOY-1');
      expect(loads.splice(0)).toEqual(['/add-device']);
    });
    await test.step('a part that stays missing leads to the error page, not to endless reloads', async () => {
      const broken = await deployment.build('-4');
      for (const part of await getBuildParts(broken, 'reports-page'))
        await rm(path.join(broken, 'assets', part));
      await deployment.serve(broken);
      // A reload within seconds of another is not tried.
      await page.evaluate(() => sessionStorage.clear());
      await page.goto(`${deployment.url}/devices`);
      await expect(heading(page, 'Devices')).toBeVisible();
      loads.length = 0;
      const problem = heading(page, 'Unexpected Application Error!');
      await menu(page, 'Reports').click();
      await expect(problem).toBeVisible();
      await expect(page.getByText('A part of the app could not be loaded.')).toBeVisible();
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(problem).toBeVisible();
      expect(loads).toEqual(['/reports']);
    });
  } finally {
    await deployment.end();
  }
});
