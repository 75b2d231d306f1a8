import { plainPng } from '@pos/api/testing/artwork.ts';
import { expect, type Locator } from '@playwright/test';
import { barriers } from './support/barriers.ts';
import { test } from './support/office.ts';
import { sellingFair } from './support/selling-fair.ts';
import { ownersDesk } from './support/staff.ts';
import { signInAt } from './support/sign-in.ts';

/** Colors and shapes of the first cover inside an element. */
const coverIn = (place: Locator): Promise<string> =>
  place
    .locator('svg[viewBox="0 0 28 40"]')
    .first()
    .evaluate((cover) =>
      [...cover.children]
        .map((part) => `${part.getAttribute('fill')} ${part.getAttribute('d')}`)
        .join('; '),
    );

test('a title has the same cover in stock, orders and on the dashboard', async ({ page }) => {
  const desk = await ownersDesk();
  const { fair, sell } = await sellingFair(desk, { name: 'COVER' });
  const { orderNumber } = await sell();
  const [line] = (await desk.client.inventory.fairInventory({ query: { fairId: fair.id } })).data
    .results;

  await signInAt(page, `/fair-inventory?fairId=${fair.id}`);
  const row = page.getByRole('row', { name: /The Arena/ });
  const cover = await coverIn(row);
  expect(cover).toMatch(/^#[\da-f]{6} null; #[\da-f]{6} M/);
  // Two lines of text decide the height, not the cover.
  expect((await row.boundingBox())!.height).toBeLessThanOrEqual(45);
  await row.getByRole('button', { name: 'Adjust The Arena' }).click();
  const panel = page.getByRole('complementary', { name: 'Adjust The Arena' });
  expect(await coverIn(panel)).toBe(cover);
  expect(await barriers(page)).toEqual([]);

  await page.goto(`/inventory?search=${line!.sku}`);
  expect(await coverIn(page.getByRole('row', { name: /The Arena/ }))).toBe(cover);
  await page.goto(`/dashboard?fairId=${fair.id}`);
  expect(await coverIn(page.getByRole('region', { name: 'Top titles' }))).toBe(cover);
  await page.goto(`/orders?fairId=${fair.id}`);
  await page.getByRole('link', { name: orderNumber }).click();
  expect(await coverIn(page.getByRole('table', { name: 'Items' }))).toBe(cover);

  const picture = await plainPng(30, 40);
  const { data: title } = await desk.client.titles.uploadPicture({
    params: { id: line!.titleId },
    body: {},
    file: new Blob([new Uint8Array(picture)]),
    fileName: 'arena.png',
  });
  for (const [address, place] of [
    [`/fair-inventory?fairId=${fair.id}`, page.getByRole('row', { name: /The Arena/ })],
    [`/inventory?search=${line!.sku}`, page.getByRole('row', { name: /The Arena/ })],
    [`/dashboard?fairId=${fair.id}`, page.getByRole('region', { name: 'Top titles' })],
    [`/orders?search=${orderNumber}`, page.getByRole('table', { name: 'Items' })],
  ] as const) {
    await page.goto(address);
    if (address.startsWith('/orders')) await page.getByRole('link', { name: orderNumber }).click();
    const image = place.locator(`img[src$="${title.pictureId}"]`).first();
    await expect
      .poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth), {
        message: address,
      })
      .toBe(30);
  }
});
