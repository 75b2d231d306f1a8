import { expect, type Page } from '@playwright/test';
import type { ServiceState } from '@pos/contract/staff/service-state';
import { readableAt } from '../support/barriers.ts';
import { test } from '../support/office.ts';
import { hire, ownersDesk } from '../support/staff.ts';
import { signInAt } from '../support/sign-in.ts';

const FULL = 'The storage is full. Nothing can be saved until space is freed.';
const LOW = 'The storage is almost full. Free up space before saving stops.';

/** Answers for a server in this state: a disk is not filled up for a journey. */
async function pretend(page: Page, state: ServiceState): Promise<void> {
  await page.unroute('**/v1/service-state');
  await page.route('**/v1/service-state', (route) => route.fulfill({ json: { data: state } }));
  await page.reload();
}

test('administrators read in a banner that storage runs low, and everybody that it is full', async ({
  page,
}) => {
  const robin = await hire(await ownersDesk(), [['Devices', 'read_only']]);
  const banner = (text: string) => page.getByRole('main').getByText(text);
  await signInAt(page, '/devices');
  await expect(page.getByRole('main').getByText(/storage/)).toBeHidden();
  await pretend(page, { database: 'ok', storage: 'low' });
  await expect(banner(LOW)).toBeVisible();
  await pretend(page, { database: 'ok', storage: 'full' });
  await expect(page.getByRole('alert').filter({ hasText: FULL })).toBeVisible();
  await readableAt(page, 'the banner that storage is full', 390, 1440);
  await signInAt(page, '/devices', robin);
  await expect(page.getByRole('alert').filter({ hasText: FULL })).toBeVisible();
  await pretend(page, { database: 'ok', storage: 'low' });
  await expect(page.getByRole('heading', { level: 1, name: 'Devices' })).toBeVisible();
  await expect(banner(LOW)).toBeHidden();

  await test.step('gone with the first save that succeeds', async () => {
    await signInAt(page, '/add-device');
    await pretend(page, { database: 'ok', storage: 'full' });
    await expect(banner(FULL)).toBeVisible();
    await page.getByLabel('Device ID').fill('ROOM-1');
    await page.getByLabel(/^Name/).fill('Gym tablet');
    await page.getByLabel('Model').selectOption({ label: 'iPad Air' });
    await page.getByLabel('Purchase date').fill('01/15/2028');
    await page.getByLabel('Warranty date').fill('01/15/2030');
    await expect(banner(FULL)).toBeVisible();
    await page.unroute('**/v1/service-state');
    await page.getByRole('button', { name: 'Add device' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Device added' })).toBeVisible();
    await expect(banner(FULL)).toBeHidden();
  });
});
