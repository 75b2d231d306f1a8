import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { readable, readableAt } from '../support/barriers.ts';
import { changeSettings } from '../support/change-settings.ts';
import { downloaded } from '../support/downloaded.ts';
import { test, visit } from '../support/office.ts';
import { addSchool } from '@pos/world/fair';
import { signInAt } from '../support/sign-in.ts';
import { hire, ownersDesk } from '../support/staff.ts';

const said = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });

/** Adds a school with students who have money, by last name. */
async function addFamilies(money: Record<string, number>) {
  const identifier = `PAY${randomUUID().slice(0, 4).toUpperCase()}`;
  const { client } = await ownersDesk();
  const { id: schoolId } = await addSchool(client, identifier);
  const ids: string[] = [];
  for (const [lastName, amountCents] of Object.entries(money)) {
    const studentNumber = `${identifier}-${ids.length + 1}`;
    const body = { schoolId, studentNumber, firstName: 'Ada', lastName };
    const { id } = (await client.studentRecords.add({ body })).data;
    await client.deskTopUps.add({ params: { id }, body: { method: 3, amountCents } });
    ids.push(id);
  }
  return { client, schoolId, identifier, ids };
}

test('leftover money is paid out to one family or to all, and what was booked by mistake is reversed', async ({
  page,
}) => {
  const money = { Marsh: 2_000, Birch: 700, Cole: 1_100, Dove: 400 };
  const { client, schoolId, identifier, ids } = await addFamilies(money);
  const clerk = await hire(await ownersDesk(), [['Students', 'read_only']]);
  const address = `/students?schoolId=${schoolId}&student=${ids[0]}`;
  await signInAt(page, address);
  const panel = page.getByRole('complementary', { name: 'Ada Marsh' });
  await expect(panel).toContainText('$20.00in the eWallet');
  await expect(panel.getByRole('button', { name: 'Pay out' })).toHaveCount(0);
  await changeSettings({ client }, { ewalletLeftoverPolicy: 'refund' });
  try {
    await page.reload();
    await panel.getByRole('button', { name: 'Pay out' }).click();
    const paying = page.getByRole('dialog', { name: 'Pay out eWallet of Ada Marsh' });
    await paying.getByLabel('Method').selectOption('Cash');
    await paying.getByLabel('Amount').fill('40');
    await paying.getByRole('button', { name: 'Book payout' }).click();
    await expect(paying).toContainText('The eWallet has only $20.00');
    await paying.getByLabel('Amount').fill('20');
    await paying.getByRole('button', { name: 'Book payout' }).click();
    const cash = page.getByRole('dialog', { name: '$20.00 paid out for Ada Marsh' });
    await readable(page, 'the booked payout');
    await cash.getByRole('button', { name: 'Done' }).click();
    await expect(panel).toContainText('$0.00in the eWallet');

    await visit(page, `/students?schoolId=${schoolId}`);
    await page.getByRole('button', { name: 'Leftovers' }).click();
    const list = page.getByRole('dialog', { name: 'Pay out leftover eWallet money' });
    await expect(list).toContainText('$22.00 to 3 families');
    await list.getByLabel('Method').selectOption('Check of the company');
    await list.getByRole('button', { name: 'Book payouts' }).click();
    const number = list.getByLabel('First check number');
    await expect(number).toHaveAccessibleDescription(/Enter the number of the first check/);
    await number.fill('0099');
    await expect(list).toContainText('check 0100');
    await readableAt(page, 'the leftovers of a school', 390, 1440);
    await list.getByRole('checkbox', { name: /Ada Dove/ }).uncheck();
    await expect(list).toContainText('$18.00 to 2 families');
    await list.getByRole('button', { name: 'Book payouts' }).click();
    const paid = page.getByRole('dialog', { name: 'Leftover money paid out' });
    await expect(paid).toContainText('2 payouts, $18.00.');
    const payouts = paid.getByRole('list', { name: 'Payouts' }).getByRole('listitem');
    await expect(payouts.nth(1)).toContainText(`${identifier}-3 · check 0100`);
    await readableAt(page, 'the booked payouts', 390, 1440);
    await paid.getByRole('button', { name: `Reverse: ${identifier}-3` }).click();
    const reversal = page.getByRole('dialog', { name: 'Reverse the payout of $11.00?' });
    await expect(reversal).toContainText(`Paid out for Ada Cole, ${identifier}-3.`);
    await reversal.getByLabel('Reason').selectOption('Check voided');
    await reversal.getByLabel('Note').fill('Written for the wrong family');
    await readableAt(page, 'the reversal of a payout', 390, 1440);
    await reversal.getByRole('button', { name: 'Reverse payout' }).click();
    await expect(said(page, 'Payout reversed')).toBeVisible();
    await expect(payouts.filter({ hasText: 'Reversed' })).toHaveCount(1);
    await expect(payouts.nth(1)).toContainText('Reversed');
    await paid.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Leftovers' }).click();
    await expect(list).toContainText('$15.00 to 2 families');
    await list.getByRole('button', { name: 'Cancel' }).click();
  } finally {
    await changeSettings({ client }, { ewalletLeftoverPolicy: 'carry_forward' });
  }

  await visit(page, address);
  await panel.getByRole('button', { name: 'Reverse payout' }).click();
  const reversal = page.getByRole('dialog', { name: 'Reverse the payout of $20.00?' });
  await reversal.getByRole('button', { name: 'Reverse payout' }).click();
  await expect(reversal.getByLabel('Reason')).toHaveAccessibleDescription('Choose a reason.');
  await reversal.getByLabel('Reason').selectOption('Cash brought back');
  await expect(reversal).toContainText('Put $20.00 in the drawer.');
  await reversal.getByLabel('Note').fill('Ada Marsh stays');
  await reversal.getByRole('button', { name: 'Reverse payout' }).click();
  await expect(reversal.getByRole('alert').first()).toContainText('Leave names out');
  await reversal.getByLabel('Note').fill('The family stays after all');
  await reversal.getByRole('button', { name: 'Reverse payout' }).click();
  await expect(said(page, 'Payout reversed')).toContainText('The eWallet has $20.00.');
  await expect(panel).toContainText('$20.00in the eWallet');
  await expect(panel).toContainText('Cash brought back: The family stays after all');
  await expect(panel).toContainText(/Reversed .+, cash brought back/);
  await expect(panel.getByRole('button', { name: 'Reverse payout' })).toHaveCount(0);
  await expect(panel).toContainText('reversed a payout of leftover money');
  const receipt = await downloaded(panel.getByRole('button', { name: 'Print receipt' }));
  expect(receipt.name).toMatch(/^payout_\d+\.pdf$/);

  await visit(page, '/payments');
  await page.getByRole('button', { name: 'Office eWallet receipts' }).click();
  const sheet = page.getByRole('dialog', { name: 'Office eWallet receipts' });
  await expect(sheet.getByRole('region', { name: 'Payouts reversed on this day' })).toContainText(
    'Cash, cash brought back',
  );
  await expect(sheet).toContainText('Cash of reversed payouts');
  await readableAt(page, 'the office day sheet with a reversed payout', 390, 1440);

  await signInAt(page, address, clerk);
  await expect(panel).toContainText(/Reversed .+, cash brought back/);
  await expect(panel.getByRole('button', { name: 'Print receipt' })).toHaveCount(0);
});
