import { expect, type Locator, type Page } from '@playwright/test';
import { barriers, readableAt } from '../support/barriers.ts';
import { paste, scan } from '../support/keyboard.ts';
import { pick, test, visit } from '../support/office.ts';
import { ARENA, stockedFair } from '../support/stocked-fair.ts';
import { signIn } from '../support/sign-in.ts';

const BELOW_ZERO = 'Updated Quantity should not make the Total New Qty less than 0.';
const findToast = (page: Page, text: string): Locator =>
  page.getByRole('status').filter({ hasText: text });

test.beforeEach(async ({ page }) => {
  await signIn(page);
});

test('stock is adjusted by keyboard with a live total, refused below 0 or outdated, and undone; cells alike', async ({
  page,
}) => {
  const stock = await stockedFair('STKEY');
  await visit(page, `/fair-inventory?fairId=${stock.fair.id}`);
  await expect(page.getByText(/Stock as of \d\d:\d\d [AP]M/)).toBeVisible();
  await readableAt(page, 'fair inventory', 320, 1440);
  await page.getByRole('button', { name: 'Adjust The Arena' }).press('Enter');
  const panel = page.getByRole('complementary', { name: 'Adjust The Arena' });
  await expect(panel.getByRole('heading', { name: 'Adjust The Arena' })).toBeFocused();
  await expect(panel.getByRole('list', { name: 'Last movements' })).toContainText(
    /^Sent to the fair.*\+14$/,
  );
  const quantity = panel.getByLabel('Updated Quantity');
  await panel.getByRole('radio', { name: 'Remove' }).focus();
  await page.keyboard.press('Tab');
  await expect(quantity).toBeFocused();
  await page.keyboard.type('20');
  await expect(panel.getByRole('status')).toHaveAccessibleName(
    'On hand 14 minus 20, new on hand −6',
  );
  await page.keyboard.press('Control+s');
  await expect(quantity).toHaveAccessibleDescription(BELOW_ZERO);
  await expect(panel.getByLabel('Reason')).toHaveAccessibleDescription('Choose a reason.');
  await readableAt(page, 'adjusting', 320, 1440);
  await quantity.fill('3');
  await panel.getByLabel('Reason').selectOption({ label: 'Damaged' });
  await stock.sell(ARENA, 1, 899);
  await panel.getByRole('button', { name: 'Remove 3' }).click();
  await expect(findToast(page, 'The Arena: removed 3 units')).toContainText(
    'On hand 13 − 3 = 10. From 11 to 10: 1 was sold or taken off in the meantime',
  );
  await expect(panel).toBeHidden();
  await expect(page.getByRole('button', { name: 'Adjust The Arena' })).toBeFocused();
  await expect(page.getByRole('row', { name: /The Arena/ })).toContainText('10');
  await findToast(page, 'The Arena: removed 3 units').getByRole('button', { name: 'Undo' }).click();
  await expect(findToast(page, 'Adjustment undone')).toBeVisible();
  expect(await stock.line(ARENA)).toMatchObject({ onHand: 13, adjustQty: 0 });

  await page.getByRole('button', { name: 'Edit price of Map of STKEY' }).press('F2');
  await page.keyboard.type('3.75');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  const priced = findToast(page, 'Map of STKEY: price changed');
  await expect(priced).toContainText('From $4.50 to $3.75');
  await priced.getByRole('button', { name: 'Undo' }).click();
  await expect(findToast(page, 'Price changed back')).toBeVisible();
  expect(await stock.line('STKEY-MAP')).toMatchObject({ priceCents: 450 });

  await page.getByRole('button', { name: 'Adjust Map of STKEY' }).click();
  const map = page.getByRole('complementary', { name: 'Adjust Map of STKEY' });
  await map.getByLabel('Updated Quantity').fill('5');
  await map.getByLabel('Reason').selectOption({ label: 'Theft' });
  await stock.sell('STKEY-MAP', 4, 450);
  await map.getByRole('button', { name: 'Remove 5' }).click();
  await expect(map.getByRole('alert')).toContainText(`${BELOW_ZERO} On hand is now 2.`);
  await expect(map.getByRole('status')).toHaveAccessibleName('On hand 2 minus 5, new on hand −3');
  await map.getByLabel('Updated Quantity').fill('2');
  await map.getByRole('button', { name: 'Remove 2' }).click();
  await expect(findToast(page, 'removed 2 units')).toBeVisible();
  expect(await stock.line('STKEY-MAP')).toMatchObject({ onHand: 0, adjustQty: -2 });

  await page.getByRole('button', { name: 'Edit on hand of The Arena' }).click();
  await page.keyboard.type('11');
  await stock.sell(ARENA, 1, 899);
  await page.keyboard.press('Enter');
  await expect(findToast(page, 'The Arena: removed 2 units')).toContainText(
    'From 11 to 10: 1 was sold or taken off in the meantime',
  );
});

test('shelves are counted by scanner on a phone; unknown codes are ignored; differences apply', async ({
  page,
}) => {
  const stock = await stockedFair('STSCAN');
  await visit(page, `/fair-inventory?fairId=${stock.fair.id}`);
  await page.getByRole('link', { name: 'Quick count' }).click();
  const count = page.getByRole('dialog', { name: 'Quick count' });
  const counted = (title: string) => count.getByLabel(`Counted of ${title}`);
  const apply = (name: string) =>
    page.getByRole('dialog', { name }).getByRole('button', { name, exact: true });

  await test.step('a column of counts is pasted, with what was not understood, and taken back', async () => {
    await count.getByLabel('Count of Map of STSCAN').fill('5');
    await page.keyboard.press('Enter');
    await expect(count.getByLabel('Count of Pen of STSCAN')).toBeFocused();
    await paste(page, '8\n13\n2');
    const pasted = count.getByRole('status', { name: 'Pasted counts' });
    await expect(pasted).toContainText('2 counts pasted, 1 line not understood');
    await expect(pasted).toContainText('Line 3: 2, no field is left for it');
    await expect(counted('Pen of STSCAN')).toHaveValue('8');
    await readableAt(page, 'pasted counts', 1440, 320);
    await pasted.getByRole('button', { name: 'Undo' }).click();
    await expect(count.getByText('1 of 3 titles counted')).toBeVisible();
    await count.getByRole('button', { name: 'Remove Map of STSCAN from the count' }).click();
  });

  await test.step('by hand, by scanner and by steps', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const left = count.getByRole('list', { name: 'Not counted yet' });
    await left.getByRole('button', { name: 'Count one of Map of STSCAN' }).click();
    await expect(counted('Map of STSCAN')).toHaveValue('1');
    await expect(left.getByRole('listitem')).toHaveCount(2);
    await count.getByRole('button', { name: 'Remove Map of STSCAN from the count' }).click();
    // A scanner types into the focused element; here that is the close button.
    await count.getByRole('button', { name: 'Close' }).last().focus();
    for (let copy = 0; copy < 12; copy++) await scan(page, ARENA);
    await scan(page, 'STSCAN-PEN');
    await expect(count.getByText('2 of 3 titles counted')).toBeVisible();
    await expect(counted('The Arena')).toHaveValue('12');
    await scan(page, '9780000000002');
    await expect(count.getByRole('status')).toContainText(
      "is not in this fair's inventory. Nothing was counted.",
    );
    const more = count.getByRole('button', { name: 'One more of Pen of STSCAN' });
    const box = await more.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(42);
    await more.click();
    await scan(page, 'STSCAN-PEN');
    await expect(counted('Pen of STSCAN')).toHaveValue('3');
    await counted('Pen of STSCAN').fill('9');
  });

  await test.step('a count survives a reload, and is not left by accident', async () => {
    await page.reload();
    await expect(counted('The Arena')).toHaveValue('12');
    expect(await barriers(page), 'count').toEqual([]);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog', { name: 'Leave the count?' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog', { name: 'Leave the count?' })).toBeHidden();
  });

  await test.step('stock that moved meanwhile is not overwritten', async () => {
    await count.getByRole('button', { name: 'Apply 1 difference' }).click();
    await expect(page.getByRole('dialog', { name: 'Apply 1 difference' })).toContainText(
      'The Arena (from 14 to 12)',
    );
    await stock.sell(ARENA, 1, 899);
    await apply('Apply 1 difference').click();
    const report = page.getByRole('dialog', { name: 'Nothing was changed' });
    await expect(report).toContainText(
      'On hand is now 13, not 14, because stock moved in the meantime. Count again.',
    );
    await report.getByRole('button', { name: 'Close' }).click();
    await count.getByRole('button', { name: 'Apply 1 difference' }).click();
    await apply('Apply 1 difference').click();
    await expect(findToast(page, '1 title counted')).toBeVisible();
    expect(await stock.line(ARENA)).toMatchObject({ onHand: 12, adjustQty: -1 });
  });
});

test('titles are transferred, deactivated, deleted or refused, and a scan never presses a button', async ({
  page,
}) => {
  const [stock, other] = [await stockedFair('STGIVE'), await stockedFair('STTAKE')];
  await stock.sell(ARENA, 1, 899);
  await visit(page, `/fair-inventory?fairId=${stock.fair.id}`);
  const act = async (title: string, action: string) => {
    await page.getByRole('button', { name: `Actions for ${title}` }).click();
    await page.getByRole('menuitem', { name: action, exact: true }).click();
  };

  await test.step('units are transferred to another fair and back', async () => {
    await act('The Arena', 'Transfer to another fair');
    const dialog = page.getByRole('dialog', { name: 'Transfer The Arena' });
    await dialog.getByRole('button', { name: 'Transfer' }).click();
    await expect(dialog.getByRole('alert')).toContainText('Choose a fair.');
    await pick(page, 'To fair', 'STTAKE Book Fair');
    await dialog.getByLabel('Updated Quantity').fill('4');
    await dialog.getByRole('button', { name: 'Transfer', exact: true }).click();
    await expect(findToast(page, '4 units of The Arena moved to STTAKE Book Fair')).toContainText(
      'On hand 13 − 4 = 9',
    );
    expect(await other.line(ARENA)).toMatchObject({ onHand: 18, adjustQty: 4 });
    await findToast(page, 'moved to').getByRole('button', { name: 'Undo' }).click();
    await expect(findToast(page, 'Transfer undone')).toBeVisible();
    expect([(await stock.line(ARENA)).onHand, (await other.line(ARENA)).onHand]).toEqual([13, 14]);
  });

  await test.step('a scan anywhere finds the title and never presses the focused element', async () => {
    await page.getByRole('button', { name: 'Actions for Map of STGIVE' }).focus();
    await scan(page, 'STGIVE-PEN');
    await expect(page).toHaveURL(/search=STGIVE-PEN/);
    await expect(page.getByRole('row', { name: /Pen of STGIVE/ })).toBeVisible();
    await expect(page.getByRole('menu')).toBeHidden();
    await act('Pen of STGIVE', 'Delete');
    const dialog = page.getByRole('dialog', { name: 'Delete Pen of STGIVE from this fair?' });
    await dialog.getByRole('button', { name: 'Delete title' }).focus();
    await scan(page, ARENA);
    await expect(dialog).toBeVisible();
    expect(await stock.line('STGIVE-PEN')).toMatchObject({ onHand: 9 });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  });

  await test.step('a sold title can only be deactivated; the others are deleted in bulk', async () => {
    await visit(page, `/fair-inventory?fairId=${stock.fair.id}`);
    await page.getByRole('button', { name: 'Actions for The Arena' }).click();
    await expect(page.getByRole('menuitem', { name: /Delete/ })).toContainText(
      'It was sold at this fair. Deactivate it instead',
    );
    await page.getByRole('menuitem', { name: 'Deactivate', exact: true }).click();
    await findToast(page, 'Title deactivated').getByRole('button', { name: 'Undo' }).click();
    await expect(findToast(page, 'Title activated')).toBeVisible();
    await page.getByRole('checkbox', { name: 'Select this page' }).check();
    await page.getByRole('button', { name: 'Delete…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete 3 titles from this fair' });
    await dialog.getByRole('button', { name: 'Delete 3 titles' }).click();
    await expect(dialog.getByLabel('Type DELETE')).toHaveAccessibleDescription(
      'Type DELETE to continue.',
    );
    await dialog.getByLabel('Type DELETE').fill('delete');
    await dialog.getByRole('button', { name: 'Delete 3 titles' }).click();
    const report = page.getByRole('dialog', { name: '2 titles deleted, 1 not' });
    await expect(report).toContainText('"The Arena" was sold at this fair. Deactivate it instead.');
    await report.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByRole('row')).toHaveCount(2);
  });
});
