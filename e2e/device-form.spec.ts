import { expect } from '@playwright/test';
import { test } from './support/office.ts';
import { ownersDesk } from './support/staff.ts';
import { signInAt } from './support/sign-in.ts';

test('a device gets its warranty by one click, is found in its list, and its ID is taken once', async ({
  page,
}) => {
  const { client } = await ownersDesk();
  const days = { purchaseDate: '2028-01-15', warrantyDate: '2031-01-15' };
  await client.devices.add({ body: { deviceId: 'REG-ZY', name: 'Till', model: 1, ...days } });
  await signInAt(page, '/devices?status=active&sort=-deviceId');
  await page.getByRole('link', { name: 'Add device' }).click();
  await expect(page).toHaveTitle('POS Admin - Add New Device');
  await page.getByLabel('Purchase date').fill('2/29/2028');
  await page.getByLabel('Warranty date').fill('02/28/2028');
  await page.getByLabel(/^Name/).fill('Stage tablet');
  await expect(page.locator('form')).toContainText(
    'Warranty Date should not be less than purchase date.',
  );
  await page.getByRole('button', { name: '1 year after purchase' }).click();
  await expect(page.getByLabel('Warranty date')).toHaveValue('02/28/2029');
  await page.getByLabel('Device ID').fill('reg-zy');
  await page.getByLabel('Model').selectOption({ label: 'iPad Air' });
  await page.keyboard.press('Control+s');
  await expect(page.getByLabel('Device ID')).toHaveAccessibleDescription(
    /This device ID is already in use\./,
  );
  await page.getByRole('link', { name: 'Fairs' }).first().click();
  const leaving = page.getByRole('dialog', { name: 'Leave without saving?' });
  await expect(leaving).toContainText('Device ID');
  await leaving.getByRole('button', { name: 'Stay' }).click();
  await page.getByLabel('Device ID').fill(' REG-ZZ ');
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('status').filter({ hasText: 'Device added' })).toBeVisible();
  await expect(page.getByText('No tablet is paired with REG-ZZ.')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Devices' }).click();
  await expect(page).toHaveURL(/\/devices\?status=active&sort=-deviceId$/);
});
