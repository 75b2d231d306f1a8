import { rm } from 'node:fs/promises';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { Deployment, getBuildParts } from './support/builds.ts';
import { test } from './support/office.ts';
import { settled } from './support/settled.ts';
import { fillIn } from './support/sign-in.ts';

let deployment: Deployment;
let first: string;
let second: string;

test.beforeAll(async () => {
  deployment = await Deployment.begin();
  first = await deployment.build();
  second = await deployment.build('-2');
});
test.afterAll(() => deployment.end());

/**
 * Signs in on the first build; the returned list counts every document that the page loads from
 * then on.
 */
async function begin(page: Page): Promise<string[]> {
  await deployment.serve(first);
  // Not through the dashboard: its links to reports prefetch if they happen to be under the
  // pointer.
  await page.goto(`${deployment.url}/devices`);
  await fillIn(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Devices' })).toBeVisible();
  await settled(page);
  const loads: string[] = [];
  page.on('load', () => loads.push(page.url()));
  return loads;
}

test('a page without unsaved work reloads once when a new version is deployed', async ({
  page,
}) => {
  const loads = await begin(page);
  await deployment.serve(second);
  const [part] = await getBuildParts(first, 'reports-page');
  const gone = await page.request.get(`${deployment.url}/assets/${part}`);
  expect([gone.status(), gone.headers()['content-type']]).toEqual([
    404,
    expect.not.stringContaining('html'),
  ]);
  await page.getByRole('link', { name: 'Reports', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible();
  await expect(page).toHaveURL(`${deployment.url}/reports`);
  await page.getByRole('link', { name: 'Orders', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible();
  expect(loads).toEqual([`${deployment.url}/reports`]);
});

test('a page with an unsaved form announces a new version, and nothing is lost', async ({
  page,
}) => {
  page.on('dialog', (dialog) => void dialog.accept());
  const loads = await begin(page);
  await page.getByRole('link', { name: 'Add device' }).click();
  await expect(page.getByLabel('Device ID')).toBeVisible();
  await settled(page);
  await page.getByLabel('Device ID').fill('DEPLOY-1');
  await deployment.serve(second);
  await page.getByRole('link', { name: 'Reports', exact: true }).hover();
  await expect(page.getByText('A new version is ready.')).toBeVisible();
  await page.getByRole('link', { name: 'Reports', exact: true }).click();
  await page
    .getByRole('dialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: 'Stay' })
    .click();
  await expect(page.getByLabel('Device ID')).toHaveValue('DEPLOY-1');
  expect(loads).toEqual([]);
  await page.getByRole('button', { name: 'Reload when you are done' }).click();
  await page
    .getByRole('region', { name: 'Unsaved draft' })
    .getByRole('button', { name: 'Restore' })
    .click();
  await expect(page.getByLabel('Device ID')).toHaveValue('DEPLOY-1');
  expect(loads).toEqual([`${deployment.url}/add-device`]);
});

test('a chunk that stays missing leads to the error page, not to endless reloads', async ({
  page,
}) => {
  const loads = await begin(page);
  const broken = await deployment.build('-3');
  for (const part of await getBuildParts(broken, 'reports-page'))
    await rm(path.join(broken, 'assets', part));
  await deployment.serve(broken);
  await page.getByRole('link', { name: 'Reports', exact: true }).click();
  await expect(
    page.getByRole('heading', { level: 1, name: 'Unexpected Application Error!' }),
  ).toBeVisible();
  await expect(page.getByText('A part of the app could not be loaded.')).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(
    page.getByRole('heading', { level: 1, name: 'Unexpected Application Error!' }),
  ).toBeVisible();
  expect(loads).toEqual([`${deployment.url}/reports`]);
});

test('a page never opened before reports being offline without reloading; Try again loads it', async ({
  page,
  context,
}) => {
  const loads = await begin(page);
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Reports', exact: true }).click();
  await expect(page.getByText('You are offline. Try again when you are connected.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reload' })).toBeHidden();
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible();
  expect(loads).toEqual([]);
});
