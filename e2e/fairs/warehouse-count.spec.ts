import { openFair } from '@pos/world/fair';
import { expect } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { readableAt } from '../support/barriers.ts';
import { scan } from '../support/keyboard.ts';
import { test, visit } from '../support/office.ts';
import { signIn } from '../support/sign-in.ts';
import { ownersDesk } from '../support/staff.ts';

const LANTERN = { sku: 'WH-LANTERN', title: 'The Warehouse Lantern', priceCents: 800 };
const PENCIL = { sku: 'WH-PENCIL', title: 'Warehouse Pencil', priceCents: 125 };

/** Adds both titles and brings 20 and 10 units of them into the warehouse, by a count. */
async function stocked() {
  const { client } = await ownersDesk();
  for (const title of [LANTERN, PENCIL])
    await client.titles.add({ body: { ...title, category: 'Other' } });
  const { data } = await client.counts.add({ body: { scope: 'scanned' } });
  const params = { id: data.id };
  const version = async () => (await client.counts.getById({ params })).data.version;
  const count = async () => {
    for (const [code, total] of [
      [LANTERN.sku, 20],
      [PENCIL.sku, 10],
    ] as const)
      await client.counts.scan({ params, body: { scanId: randomUUID(), code, total } });
    await client.counts.finish({ params, body: { version: await version() } });
  };
  await count();
  await client.counts.reopen({ params, body: { version: await version(), again: true } });
  await count();
  const many = { reason: 'record_wrong' } as const;
  await client.counts.book({ params, body: { version: await version(), many } });
  const onRecord = async (search: string) =>
    (await client.inventory.allInventory({ query: { search } })).data.results[0]!.warehouseQty;
  return { client, onRecord };
}

test('the warehouse is counted on a phone while a fair is packed, and the differences are booked', async ({
  page,
}) => {
  const { client, onRecord } = await stocked();
  expect([await onRecord(LANTERN.sku), await onRecord(PENCIL.sku)]).toEqual([20, 10]);
  await signIn(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await visit(page, '/warehouse/counts');
  await page.getByRole('button', { name: 'New count' }).click();
  const form = page.getByRole('dialog', { name: 'New count' });
  await form.getByLabel('Titles to count').selectOption({ label: 'What is scanned' });
  await form.getByRole('button', { name: 'Open count' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^C-\d{4}$/);

  const last = page.getByRole('region', { name: 'Last scan' });
  await scan(page, LANTERN.sku);
  await expect(last).toContainText(LANTERN.title);
  await last.getByRole('button', { name: 'Type total' }).click();
  const total = page.getByRole('dialog', { name: LANTERN.title });
  await total.getByLabel('Units altogether').fill('18');
  await total.getByRole('button', { name: 'Set total' }).click();
  await expect(last).toContainText('18');
  await openFair(client, 'WH-PACKED', {}, [{ ...LANTERN, quantity: 5 }]);
  expect(await onRecord(LANTERN.sku)).toBe(15);

  await scan(page, 'warehouse pencil');
  await page.getByRole('button', { name: 'Warehouse Pencil (WH-PENCIL)' }).click();
  await expect(last).toContainText(PENCIL.title);
  for (let units = 2; units <= 12; units++) await scan(page, PENCIL.sku);
  await expect(last).toContainText('12');
  await last.getByRole('button', { name: 'Undo' }).click();
  await expect(last).toContainText('11');
  await readableAt(page, 'the counting', 390, 1440);
  await expect(page.getByRole('main')).not.toContainText('On record');

  await page.getByRole('button', { name: 'Finish counting' }).click();
  await expect(page.getByText('2 units of 1 title, at retail')).toBeVisible();
  await readableAt(page, 'the differences', 390, 1440);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Book count' }).click();
  const booking = page.getByRole('dialog', { name: /^Book C-/ });
  await booking.getByRole('button', { name: 'Book differences' }).click();
  await expect(booking.getByText('Choose a reason.').first()).toBeVisible();
  await booking.getByLabel('Reason of too few').selectOption({ label: 'Theft' });
  await booking.getByLabel('Reason of too many').selectOption({ label: 'Found' });
  await booking.getByRole('button', { name: 'Book differences' }).click();
  await expect(page.getByText('Booked', { exact: true })).toBeVisible();
  expect([await onRecord(LANTERN.sku), await onRecord(PENCIL.sku)]).toEqual([13, 11]);

  await visit(page, '/warehouse/differences');
  const row = page.getByRole('row', { name: /The Warehouse Lantern .*C-0002/ });
  await expect(row).toContainText('−2');
  await expect(row).toContainText('Theft');
});
