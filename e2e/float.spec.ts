import { expect } from '@playwright/test';
import { barriers } from './support/barriers.ts';
import { fairAtItsEnd, typeInto } from './support/close-outs.ts';
import { test } from './support/office.ts';
import { signIn } from './support/sign-in.ts';

test('a float is counted in on a phone, and expected cash is explained line by line', async ({
  page,
}) => {
  const { sell, address } = await fairAtItsEnd('FLOAT');
  await sell();
  await sell({
    payments: [{ method: 2, checkNumber: '44', tenderedCents: 1_000, changeCents: 27 }],
  });
  await signIn(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${address}&step=count`);
  await page
    .getByRole('button', { name: /^Float: / })
    .last()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Save float' }).click();
  await expect(
    dialog.getByText('Enter the float counted, 0 if there is none.').first(),
  ).toBeVisible();
  await dialog.getByLabel('Amount').fill('50');
  await dialog.getByLabel('Second person').fill('Robin Vale');
  expect(await barriers(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save float' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Float $50.00 in')).toBeVisible();
  await page
    .getByRole('button', { name: /^Count: / })
    .last()
    .click();
  await dialog.getByLabel('Cash', { exact: true }).fill('59.46');
  await dialog.getByLabel('Checks', { exact: true }).fill('10');
  await dialog.getByLabel('Number of checks').fill('1');
  await dialog.getByLabel('Second person').fill('Robin Vale');
  await dialog.getByRole('button', { name: 'Save count' }).click();
  await expect(dialog).toBeHidden();
  const counts = page.getByRole('list', { name: 'Evening counts' });
  await expect(counts).toContainText('Matches');
  await counts.getByText('How expected cash adds up').press('Enter');
  for (const text of [
    'Cash, net$9.73',
    'Change given on checks−$0.27',
    'Expected cash$9.46',
    'Float counted in$50.00',
    'In the drawers$59.46',
  ]) {
    await expect(counts).toContainText(text);
  }
  expect(await barriers(page)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${address}&step=count`);
  const row = page.getByRole('region', { name: 'Evening counts, table' }).getByRole('row').nth(-2);
  await expect(row.getByRole('cell').nth(0)).toContainText('$9.46');
  await expect(row.getByRole('cell').nth(1)).toContainText('$9.46');
  await expect(row.getByRole('cell').nth(1)).toContainText('and $50.00 float');
  await page.goto(`${address}&step=count`);
  await expect(
    page.getByText(
      'A float of $50.00 was counted in and not out. Enter the counted cash without it.',
    ),
  ).toBeVisible();
  await typeInto(page, 'Counted cash', '9.46');
  await expect(page.getByRole('group', { name: 'Cash', exact: true })).toContainText('Matches');
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await barriers(page)).toEqual([]);
});
