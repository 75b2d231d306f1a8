import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { workbookOfRows } from '@pos/api/testing/files/workbook.ts';
import { readable } from '../support/barriers.ts';
import { pick, test, visit } from '../support/office.ts';
import { ownersDesk } from '../support/staff.ts';
import { addSchool } from '@pos/world/fair';
import { signInAt } from '../support/sign-in.ts';
import { deliverStudents } from '../support/students.ts';
import { said } from '../support/tabbing.ts';

/** Adds a school with three students in the source system; returns its identifier. */
async function schoolWithStudents(): Promise<string> {
  const desk = await ownersDesk();
  const identifier = `STU${randomUUID().slice(0, 4).toUpperCase()}`;
  await addSchool(desk.client, identifier);
  await deliverStudents(desk, identifier, [
    [`${identifier}-1`, 'Wren', 'Ashby', 'K', 'Mr. Elm', 'Petra Ashby', 'petra@example.org'],
    [`${identifier}-2`, 'Wren', 'Ashby', '3', 'Ms. Oak', 'Lena Ashby', 'lena@example.org'],
    [`${identifier}-3`, 'Odo', 'Zeller', '3', 'Ms. Oak'],
  ]);
  return identifier;
}

test('a call about an eWallet is handled on one screen: found, corrected, frozen and erased', async ({
  page,
}) => {
  const identifier = await schoolWithStudents();
  await signInAt(page, '/students');
  await expect(page).toHaveTitle('POS Admin - Students');
  await page.getByRole('searchbox').first().fill(`ashby ${identifier}`);
  const rows = page
    .getByRole('table', { name: 'Students' })
    .getByRole('row')
    .filter({ hasText: identifier });
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(0)).toContainText('Ashby, Wren');
  const shown = page.getByText('Ashby, Wren').first();
  await page.getByRole('button', { name: 'Hide names' }).click();
  await page.reload();
  await expect(shown).toHaveCSS('filter', 'blur(6px)');
  await page.getByRole('button', { name: 'Show names', exact: true }).click();
  await expect(shown).toHaveCSS('filter', 'none');
  await expect(rows.filter({ hasText: 'Ms. Oak' })).toContainText('Lena Ashby');

  await rows.filter({ hasText: 'Ms. Oak' }).getByRole('link').first().click();
  const panel = page.getByRole('complementary', { name: 'Wren Ashby' });
  await expect(panel).toContainText('lena@example.org');
  await expect(panel).toContainText('$0.00in the eWallet');

  const act = async (name: string) => {
    await panel.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name, exact: true }).click();
  };
  await act('Correct eWallet…');
  const entry = page.getByRole('dialog', { name: 'Correct eWallet of Wren Ashby' });
  await entry.getByRole('button', { name: 'Book entry' }).click();
  await expect(entry.getByRole('alert')).toContainText('Enter a reason.');
  await entry.getByLabel('Amount').fill('25');
  await expect(entry).toContainText('Balance now $0.00, after this $25.00.');
  await entry.getByLabel('Note').fill('Check for Wren Ashby');
  await entry.getByRole('button', { name: 'Book entry' }).click();
  await expect(entry.getByRole('alert')).toContainText('Leave names out');
  await readable(page, 'the refused entry');
  await entry.getByLabel('Note').fill('Check that came by mail');
  await entry.getByRole('button', { name: 'Book entry' }).click();
  await expect(said(page, 'Entry booked')).toBeVisible();
  await expect(panel).toContainText('$25.00in the eWallet');
  await expect(panel).toContainText('Check that came by mail');

  await act('Freeze eWallet…');
  await page.getByRole('dialog').getByRole('button', { name: 'Freeze eWallet' }).click();
  await expect(said(page, 'eWallet frozen')).toBeVisible();
  await act('Correct eWallet…');
  await entry.getByLabel('What happened').selectOption('payout');
  await entry.getByLabel('Amount').fill('25');
  await entry.getByLabel('Note').fill('Leaves the school');
  await entry.getByRole('button', { name: 'Book entry' }).click();
  await expect(entry.getByRole('alert').first()).toContainText('This eWallet is frozen.');
  await entry.getByRole('button', { name: 'Cancel' }).click();

  await act('Erase student…');
  const erasing = page.getByRole('dialog', { name: 'Erase Wren Ashby?' });
  await expect(erasing).toContainText('still has $25.00');
  await erasing.getByLabel('Reason').fill('The family asked for it');
  await erasing.getByLabel(`Type ${identifier}-2 to confirm`).fill('something else');
  await erasing.getByRole('button', { name: 'Erase student' }).click();
  await expect(erasing.getByRole('alert')).toContainText(`Type ${identifier}-2 to confirm.`);
  await erasing.getByLabel(`Type ${identifier}-2 to confirm`).fill(`${identifier}-2`);
  await erasing.getByRole('button', { name: 'Erase student' }).click();
  await expect(said(page, 'Student erased')).toBeVisible();
  const erased = page.getByRole('complementary', { name: 'Erased student' });
  await expect(erased).toContainText('$25.00in the eWallet');
  await expect(erased).not.toContainText('lena@example.org');
  await expect(rows).toHaveCount(1);
});

test('the office tops up an eWallet, prints the receipt, sees its day and reverses a check', async ({
  page,
}) => {
  const identifier = await schoolWithStudents();
  await signInAt(page, `/students?search=${identifier}`);
  await page.getByRole('link', { name: /Zeller, Odo/ }).click();
  const panel = page.getByRole('complementary', { name: 'Odo Zeller' });
  await panel.getByRole('button', { name: 'Top up eWallet' }).click();
  const form = page.getByRole('dialog', { name: 'Top up eWallet of Odo Zeller' });
  await form.getByLabel('Method').selectOption('Check');
  await form.getByLabel('Amount').fill('40');
  await form.getByRole('button', { name: /^Top up/ }).click();
  await expect(form.getByRole('alert').first()).toContainText('Enter the check number.');
  await form.getByLabel('Check number').fill('1042');
  await expect(form).toContainText('Balance now $0.00, after this $40.00.');
  await form.getByRole('button', { name: /^Top up/ }).click();
  const booked = page.getByRole('dialog', { name: '$40.00 added for Odo Zeller' });
  const download = page.waitForEvent('download');
  await booked.getByRole('button', { name: 'Print receipt' }).click();
  expect((await download).suggestedFilename()).toMatch(/^receipt_\d+\.pdf$/);
  await booked.getByRole('button', { name: 'Done' }).click();
  await expect(panel).toContainText('$40.00in the eWallet');

  await visit(page, '/payments?purpose=wallet_top_up');
  await page.getByRole('button', { name: 'Office eWallet receipts' }).click();
  const sheet = page.getByRole('dialog', { name: 'Office eWallet receipts' });
  await expect(sheet).toContainText('Checks to deposit');
  await expect(sheet).toContainText(`${identifier}-3`);
  await readable(page, 'the office day sheet');
  const paper = page.waitForEvent('download');
  await sheet.getByRole('button', { name: 'Print sheet' }).click();
  expect((await paper).suggestedFilename()).toMatch(/^office-day_[\d-]+\.pdf$/);
  await sheet.getByRole('button', { name: 'Close', exact: true }).last().click();

  await visit(page, `/payments?search=1042`);
  await page.getByRole('table', { name: 'Payments' }).getByRole('link').first().click();
  const payment = page.getByRole('complementary', { name: 'Check payment' });
  await expect(payment).toContainText('None, paid at the office');
  await payment.getByRole('button', { name: 'Reverse top-up…' }).click();
  const reversal = page.getByRole('dialog', { name: 'Reverse the top-up of $40.00?' });
  await reversal.getByLabel('Reason').selectOption('Check returned');
  await reversal.getByLabel('Note').fill('No funds, letter of the bank');
  await reversal.getByRole('button', { name: 'Reverse top-up' }).click();
  await expect(said(page, 'Top-up reversed')).toBeVisible();
  await expect(payment).toContainText('Check returned, ');
  await readable(page, 'the reversed payment');
});

test('a student is added with a parent, edited, deactivated, and changed by the school’s own list', async ({
  page,
}) => {
  const identifier = await schoolWithStudents();
  await signInAt(page, `/students?search=${identifier}`);
  await page.getByRole('button', { name: 'Add student' }).click();
  const adding = page.getByRole('dialog', { name: 'Add a student' });
  await adding.getByRole('button', { name: 'Add student' }).click();
  await expect(adding.getByRole('alert').first()).toContainText('Choose a school.');
  await adding.getByLabel('School').fill(identifier);
  await page.getByRole('option').filter({ hasText: identifier }).click();
  await adding.getByLabel('First name').fill('Nell');
  await adding.getByLabel('Last name').fill('Quill');
  await adding.getByLabel('Student number').fill(`${identifier}-9`);
  await adding.getByRole('button', { name: 'Add a parent' }).click();
  await adding.getByLabel('Name', { exact: true }).fill('Bea Quill');
  await adding.getByRole('button', { name: 'Add student' }).click();
  const panel = page.getByRole('complementary', { name: 'Nell Quill' });
  await expect(panel).toContainText('Bea Quill');

  await panel.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Print wallet card…' }).click();
  const cards = page.getByRole('dialog', { name: 'Print 1 wallet card' });
  const card = page.waitForEvent('download');
  await cards.getByRole('button', { name: 'Print cards' }).click();
  expect((await card).suggestedFilename()).toBe('wallet-cards.pdf');

  await panel.getByRole('button', { name: 'Edit student' }).click();
  const editing = page.getByRole('dialog', { name: 'Edit Nell Quill' });
  await editing.getByLabel('Grade').fill('4');
  await readable(page, 'the form of a student');
  await editing.getByRole('button', { name: 'Save' }).click();
  await expect(panel).toContainText('Grade 4');
  await panel.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Deactivate student' }).click();
  await expect(panel.getByText('Inactive', { exact: true })).toBeVisible();

  await visit(page, `/students?search=${identifier}-1`);
  await page.getByRole('link', { name: /Ashby, Wren/ }).click();
  const synced = page.getByRole('complementary', { name: 'Wren Ashby' });
  await synced.getByRole('button', { name: 'Edit student' }).click();
  await expect(page.getByRole('dialog')).toContainText('From the source system. Change it there.');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();

  const { client } = await ownersDesk();
  const [school] = (await client.schools.getSchools({ query: { search: identifier } })).data;
  await visit(page, `/students?schoolId=${school?.value}`);
  await page.getByRole('button', { name: 'Promote' }).click();
  const promotion = page.getByRole('dialog', { name: 'Promote to the next grade' });
  await expect(promotion).toContainText('3 more stay');
  await promotion.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('link', { name: 'Upload list' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Upload students' })).toBeVisible();
  await page.locator('input[type=file]').setInputFiles({
    name: 'list.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: await workbookOfRows([
      ['Student ID', 'First Name', 'Last Name', 'Grade'],
      [`${identifier}-9`, 'Nell', 'Quill', 5],
      [`${identifier}-10`, 'Ivo', 'Tarn', 1],
    ]),
  });
  await page.getByRole('button', { name: /^Import 2 students/ }).click();
  await expect(page.getByRole('main')).toContainText('1 student is new, 1 student was changed.');
});

test('two records of one child are merged with their money', async ({ page }) => {
  const identifier = `MRG${randomUUID().slice(0, 4).toUpperCase()}`;
  const { client } = await ownersDesk();
  const school = await addSchool(client, identifier);
  const add = async (number: number, firstName: string, amountCents: number) => {
    const student = { firstName, lastName: 'Marsh', studentNumber: `${identifier}-${number}` };
    const { data } = await client.studentRecords.add({ body: { schoolId: school.id, ...student } });
    await client.deskTopUps.add({ params: { id: data.id }, body: { method: 3, amountCents } });
    return data.id;
  };
  const kept = await add(1, 'Ines', 1_000);
  await add(2, 'Ines', 2_500);
  await signInAt(page, `/students?schoolId=${school.id}&student=${kept}`);
  const panel = page.getByRole('complementary', { name: 'Ines Marsh' });
  await panel.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Merge a duplicate…' }).click();
  const merging = page.getByRole('dialog', { name: 'Merge a duplicate into Ines Marsh' });
  await merging.getByRole('button', { name: 'Merge students' }).click();
  await expect(merging.getByLabel('Duplicate')).toHaveAccessibleDescription(
    'Choose the duplicate.',
  );
  await pick(page, 'Duplicate', `${identifier}-2`);
  await expect(merging).toContainText('$25.00 move, $35.00 after it');
  await merging.getByRole('button', { name: 'Merge students' }).click();
  await expect(said(page, 'Students merged')).toBeVisible();
  await expect(panel).toContainText('$35.00in the eWallet');
  await panel.getByRole('link', { name: `${identifier}-2` }).click();
  await expect(panel).toContainText('This duplicate was merged into');
  await expect(panel.getByRole('button', { name: 'Edit student' })).toHaveCount(0);
  await panel.getByRole('link', { name: `${identifier}-1` }).click();
  await expect(panel.getByRole('button', { name: 'Edit student' })).toBeVisible();
});

test('all students of a school are erased, and the proof can be opened', async ({ page }) => {
  const identifier = `ERA${randomUUID().slice(0, 4).toUpperCase()}`;
  const { client } = await ownersDesk();
  const school = await addSchool(client, identifier);
  for (const studentNumber of ['1', '2'])
    await client.studentRecords.add({
      body: { schoolId: school.id, studentNumber, firstName: 'Olive', lastName: 'Marsh' },
    });
  await signInAt(page, `/school-details/${school.id}?tab=student-data`);
  await expect(page.getByText('Never automatically, as in Settings')).toBeVisible();
  await page.getByRole('button', { name: 'Change rule…' }).click();
  const rule = page.getByRole('dialog', { name: 'How long names are kept' });
  await rule.getByLabel('Names are erased').selectOption({ label: 'After 2 years' });
  await expect(rule).toContainText('It reaches nobody now.');
  await rule.getByRole('button', { name: 'Save rule' }).click();
  await expect(page.getByRole('definition').filter({ hasText: 'After 2 years' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Olive Marsh' })).toHaveCount(2);
  await readable(page, "the data of a school's students");

  await page.getByRole('button', { name: 'Erase all students…' }).click();
  const dialog = page.getByRole('dialog', { name: `Erase 2 students of ${school.name}?` });
  await dialog.getByLabel('Reason').fill('The contract ended.');
  await dialog.getByLabel(`Type ${school.name} to confirm`).fill('Another school');
  await dialog.getByRole('button', { name: 'Erase all students' }).click();
  await expect(dialog.getByRole('alert')).toContainText(`Type ${school.name} to confirm.`);
  await dialog.getByLabel(`Type ${school.name} to confirm`).fill(school.name);
  await dialog.getByRole('button', { name: 'Erase all students' }).click();
  await expect(page.getByText('All students: 2 students erased')).toBeVisible();
  await expect(page.getByText('Searched afterwards: no name found.')).toBeVisible({
    timeout: 30_000,
  });
  await expect(page.getByText('Olive')).toHaveCount(0);
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Open proof' }).click();
  await (await opened).close();
});
