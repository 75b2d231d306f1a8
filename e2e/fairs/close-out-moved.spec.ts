import { expect, type Page } from '@playwright/test';
import { barriers } from '../support/barriers.ts';
import { confirmPoints, fairAtItsEnd, step, typeInto } from '../support/close-outs.ts';
import { press } from '../support/keyboard.ts';
import { test, visit } from '../support/office.ts';
import { signIn } from '../support/sign-in.ts';

const figures = (page: Page) =>
  page.getByRole('region', { name: 'Figures that changed while counting' });

/** Counts $9.63 of the $9.73 expected, with a reason, and stops before signing. */
async function countToReview(page: Page, address: string): Promise<void> {
  await visit(page, `${address}&step=count`);
  await typeInto(page, 'Counted cash', '9.63');
  await typeInto(page, 'Counted checks', '0');
  await typeInto(page, 'Number of checks', '0');
  await typeInto(page, 'Why over or short', 'A dime rolled away.');
  await press(page, 'Continue to returns');
  await press(page, 'Continue to profit');
  await page.getByRole('radio', { name: 'Cash' }).focus();
  await page.keyboard.press('Space');
  await press(page, 'Continue to review and sign');
  await expect(step(page, 'Review and sign')).toBeFocused();
  await confirmPoints(page);
}

test('sales that arrive during the count, announced or not, are reviewed before anything is signed', async ({
  page,
}) => {
  const { client, fair, sell, address } = await fairAtItsEnd('LIVE');
  await sell();
  await signIn(page);
  await countToReview(page, address);
  await sell();
  await expect(step(page, 'Figures changed')).toBeVisible();
  await expect(figures(page).getByRole('row', { name: 'Orders 1 2' })).toBeVisible();
  await expect(
    figures(page).getByRole('row', { name: 'Expected cash $9.73 $19.46' }),
  ).toBeVisible();
  // The evening counts are missing, the count of the close-out is not.
  await expect(page.getByText('The money has not been counted')).toHaveCount(0);
  await press(page, 'I have reviewed the changes');
  await expect(step(page, 'Figures changed')).toBeHidden();
  await expect(step(page, 'Review and sign')).toBeFocused();
  await press(page, 'Finish close-out');
  const why = page.getByLabel('Why over or short');
  await expect(why).toBeFocused();
  await expect(why).toHaveValue('');
  await expect(page.getByText('“A dime rolled away.”')).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await page.keyboard.type('One note is missing.');
  await press(page, 'Review and sign', 'link');
  await expect(page.getByText('Draft saved in this browser')).toBeVisible();
  await page.route('**/v1/events*', (route) => route.abort());
  await page.reload();
  await page
    .getByRole('region', { name: 'Unsaved draft' })
    .getByRole('button', { name: 'Restore' })
    .click();
  await confirmPoints(page);
  await sell({ payments: [{ method: 2, checkNumber: '44' }] });
  await press(page, 'Finish close-out');
  await expect(
    page.getByRole('alert').filter({ hasText: 'The close-out was not finished' }),
  ).toBeVisible();
  await expect(step(page, 'Figures changed')).toBeFocused();
  await expect(
    figures(page).getByRole('row', { name: 'Number of checks expected 0 1' }),
  ).toBeVisible();
  expect((await client.fairs.getById({ params: { id: fair.id } })).data.closeOutState).toBe('open');
  await press(page, 'I have reviewed the changes');
  await press(page, 'Finish close-out');
  await expect(why).toBeFocused();
  await page.keyboard.type('A check is at the bank.');
  await press(page, 'Review and sign', 'link');
  await confirmPoints(page);
  await press(page, 'Finish close-out');
  await expect(step(page, 'Close-out v1')).toBeVisible();
  const { data: closeOut } = await client.closeOut.getById({ params: { id: fair.id } });
  expect(closeOut.standing).toMatchObject({
    overShortReason: 'A check is at the bank.',
    summary: { totals: { orders: 3 } },
  });
});
