import { expect } from '@playwright/test';
import { openFair } from '@pos/world/fair';
import { HUNGER, PENCIL } from '@pos/world/sale';
import { office, test } from '../support/office.ts';
import { SECRET_CODE } from '../support/paired-register.ts';
import { hire, ownersDesk } from '../support/staff.ts';
import { scan, Tablet } from '@pos/tools/product/tablet.ts';
import { planDevices } from '@pos/tools/office/steps.ts';

test('a tablet sells with and without a network, is killed after a sale, and hands in each sale once', async () => {
  const desk = await ownersDesk();
  const { client } = desk;
  await hire(desk, []);
  const fair = await openFair(client, 'TILL', { salesTaxRate: 6 }, [
    { sku: HUNGER, title: 'The Arena', priceCents: 899, quantity: 20 },
    { sku: PENCIL, title: 'Shiny Pencil', priceCents: 125, quantity: 50 },
  ]);
  const dates = { purchaseDate: '2025-01-01', warrantyDate: '2028-01-01' };
  const { data: device } = await client.devices.add({
    body: { deviceId: 'TILL-1', name: 'Register 1', ...dates, model: 1, adminId: null },
  });
  await planDevices(desk, fair.identifier, [device.id]);
  const { pairingCode } = (await client.devices.pairingCode({ params: { id: device.id } })).data;
  const url = `${office.url()}/register`;
  const tablet = await Tablet.buy();
  try {
    let page = await tablet.start(`${url}#pair=${pairingCode}&device=TILL-1`);
    await expect(page.getByRole('button', { name: 'Connect', exact: true })).toBeFocused();
    await page.keyboard.press('Enter');
    await page.getByRole('radio', { name: 'Robin Reyes' }).first().click();
    for (const digit of SECRET_CODE)
      await page.getByRole('button', { name: digit, exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Scan the first book' })).toBeVisible();

    const sell = async (codes: readonly string[], due: string) => {
      for (const code of codes) await scan(page, code);
      await page.getByRole('button', { name: `Pay ${due}` }).click();
      await page.getByRole('button', { name: /^Cash/ }).click();
      await page.getByRole('button', { name: `Exactly ${due}` }).click();
      await expect(page.getByText(/^Sale \d+ is finished\./).first()).toBeVisible();
    };
    await sell([HUNGER], '$9.53');
    await expect(page.getByText('All sent').first()).toBeVisible();

    // From here on the app and its prices are on the tablet.
    await page.evaluate(() => navigator.serviceWorker.ready);
    await tablet.setOffline(true);
    await sell([HUNGER, PENCIL], '$10.85');
    await sell([PENCIL, PENCIL], '$2.65');
    await scan(page, HUNGER);
    await expect(page.getByRole('button', { name: 'Pay $9.53' })).toBeVisible();
    await tablet.kill();

    page = await tablet.start(url, { isOffline: true });
    await expect(page.getByText('The Arena').first()).toBeVisible();
    await sell([], '$9.53');
    await expect(page.getByText('3 kept here')).toBeVisible();
    // The reader of the camera is on the tablet too, and the page may run it.
    await page.getByRole('button', { name: 'Next customer' }).click();
    await page.getByRole('button', { name: 'Scan with the camera' }).click();
    await expect(page.getByText('Hold the barcode inside the frame.')).toBeVisible();
    await page.getByRole('button', { name: 'Close the camera' }).click();
    await tablet.setOffline(false);
    await expect(page.getByText('All sent').first()).toBeVisible();

    const { data } = await client.orders.list({ query: { fairId: fair.id, limit: 50 } });
    expect(data.results.map(({ totalCents }) => totalCents).sort((a, b) => a - b)).toEqual([
      265, 953, 953, 1085,
    ]);
    const { results } = (await client.devices.list({ query: { search: 'TILL-1' } })).data;
    expect(results).toMatchObject([{ unsentOrders: 0 }]);
    expect(results[0]!.appVersion).toMatch(/^\d+\.\d+\.\d+$/);
  } finally {
    await tablet.remove();
  }
});
