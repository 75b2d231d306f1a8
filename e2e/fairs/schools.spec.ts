import { pdfArtwork } from '@pos/api/testing/files/artwork.ts';
import { expect } from '@playwright/test';
import { readable, readableAt } from '../support/barriers.ts';
import { pick, test, visit } from '../support/office.ts';
import { addSchool } from '@pos/world/fair';
import { ownersDesk } from '../support/staff.ts';
import { signInAt } from '../support/sign-in.ts';

test('a school is added, opened by search, changed and deactivated, without a source system', async ({
  page,
}) => {
  await signInAt(page, '/fairs');
  await page
    .getByRole('navigation', { name: 'Main menu' })
    .getByRole('link', { name: 'Schools' })
    .click();
  await expect(page).toHaveTitle('POS Admin - Schools');
  await page.getByRole('link', { name: 'Add school' }).first().click();

  await test.step('its form names every wrong field, contact and band', async () => {
    for (const [label, text] of [
      ['School name', 'Willow Elementary'],
      ['School identifier', 'WILLOW'],
      ['Address', '1 Lake Rd'],
      ['City', 'Ely'],
    ] as const)
      await page.getByLabel(label).fill(text);
    await page.getByRole('switch', { name: 'Tax-exempt' }).check();
    await page.getByLabel('Certificate number').fill('MN-0012');
    await page.getByLabel('Valid through').fill('06/30/2020');
    await pick(page, 'Time zone', 'Central');
    await page.getByRole('button', { name: 'Add a contact' }).click();
    const contact = page.getByRole('group', { name: 'Contact 1' });
    await expect(contact.getByLabel('Name')).toBeFocused();
    await page.keyboard.type('Ada Quill');
    await contact.getByLabel('Email').fill('ada');
    await page.getByRole('button', { name: 'Add a band' }).click();
    const first = page.getByRole('group', { name: 'Band 1' });
    await expect(first.getByLabel('Paid in cash')).toBeFocused();
    await page.keyboard.type('25');
    await first.getByLabel('In AveDollars').fill('40');
    await page.getByRole('button', { name: 'Add a band' }).click();
    const second = page.getByRole('group', { name: 'Band 2' });
    await expect(second.getByLabel('Sales from')).toBeFocused();
    await page.keyboard.type('0');
    await second.getByLabel('Paid in cash').fill('30');
    await second.getByLabel('In AveDollars').fill('45');
    await page.getByRole('button', { name: 'Add school' }).click();
    for (const sentence of [
      'Choose a state from the list, such as MN for Minnesota.',
      'Enter the ZIP code as 12345 or 12345-6789.',
      'Choose after how many months names are erased.',
    ])
      await expect(page.getByRole('alert')).toContainText(sentence);
    await expect(contact.getByLabel('Email')).toHaveAccessibleDescription('Invalid email address');
    await expect(second.getByLabel('Sales from')).toHaveAccessibleDescription(
      'Enter more than in the band before.',
    );
    await readableAt(page, 'the school form', 390, 1440);
    await pick(page, 'State', 'Minnesota');
    await page.getByLabel('ZIP code').fill('55731');
    await page.getByLabel('Names of students are erased').selectOption('After 3 years');
    await second.getByLabel('Sales from').fill('2500');
    await contact.getByLabel('Email').fill('ada@example.org');
    await page.getByRole('button', { name: 'Add school' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Willow Elementary' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'ada@example.org' })).toBeVisible();
    await expect(page.getByRole('list', { name: 'Profit agreement' })).toContainText(
      'From $2,500.00: 30% in cash, 45% in AveDollars',
    );
  });

  await test.step('an expired certificate is uploaded and removed', async () => {
    await expect(page.getByText('Certificate expired')).toBeVisible();
    await page.getByRole('button', { name: 'Upload certificate' }).click();
    const upload = page.getByRole('dialog', { name: /^Exemption certificate/ });
    await upload
      .getByLabel('Certificate')
      .setInputFiles({ name: 'scan.pdf', mimeType: 'application/pdf', buffer: await pdfArtwork() });
    await upload.getByRole('button', { name: 'Upload' }).click();
    await expect(page.getByRole('button', { name: 'Open certificate' })).toBeVisible();
    await readableAt(page, 'a school', 390, 1440);
    await page.getByRole('button', { name: 'Remove certificate' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove certificate' }).click();
    await expect(page.getByRole('button', { name: 'Open certificate' })).toHaveCount(0);
  });

  await test.step('a change is saved and recorded', async () => {
    await page.getByRole('link', { name: 'Edit' }).click();
    await page.getByLabel('Enrollment').fill('353');
    await page.getByLabel('Valid through').fill('');
    await page.getByRole('button', { name: 'Remove contact 1' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('status').filter({ hasText: 'School updated' })).toBeVisible();
    await expect(page.getByText('No coordinator or contact yet.')).toBeVisible();
    await page.getByRole('link', { name: 'Activity' }).click();
    await expect(page.getByRole('main')).toContainText('Ada Quill');
  });

  await test.step('it is deactivated only without AveDollars, and found by search', async () => {
    await page.getByRole('link', { name: 'AveDollars' }).click();
    const adjust = async (amount: string) => {
      await page.getByRole('button', { name: 'Adjust…' }).click();
      const dialog = page.getByRole('dialog', { name: /^Adjust AveDollars/ });
      await dialog.getByLabel('Amount').fill(amount);
      await dialog.getByLabel('Reason').fill('Of the old system');
      await dialog.getByRole('button', { name: 'Book entry' }).click();
      await expect(dialog).toBeHidden();
    };
    const deactivate = async () => {
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Deactivate' }).click();
    };
    await adjust('50');
    const ledger = page.getByRole('list', { name: 'AveDollar ledger' }).getByRole('listitem');
    await expect(ledger).toContainText(['Adjustment: Of the old system']);
    await readableAt(page, 'the AveDollars', 390, 1440);
    await deactivate();
    await expect(page.getByText('still has $50.00 in AveDollars.')).toBeVisible();
    await adjust('-50');
    await expect(ledger.first()).toContainText('$0.00 left');
    await deactivate();
    await expect(page.getByRole('status').filter({ hasText: 'School deactivated' })).toBeVisible();
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type('willow');
    await page
      .getByRole('dialog', { name: 'Search and commands' })
      .getByRole('option', { name: /Willow Elementary/ })
      .click();
    await expect(page).toHaveURL(/\/school-details\/[^/?]+$/);
    await visit(page, '/schools?search=willow');
    await expect(page.getByRole('row', { name: /Willow Elementary/ })).toContainText('Inactive');
  });
});

test('a duplicate is merged into its school and leads there', async ({ page }) => {
  const { client } = await ownersDesk();
  const kept = await addSchool(client, 'RIVERSIDE', { name: 'Riverside Elementary' });
  const twin = await addSchool(client, 'RIVERSIDE2', { name: 'Riverside Elem.' });
  await signInAt(page, `/school-details/${kept.id}`);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Merge a duplicate…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Merge a duplicate into Riverside Elementary' });
  await dialog.getByRole('button', { name: 'Merge schools' }).click();
  await expect(dialog.getByLabel('Duplicate')).toHaveAccessibleDescription('Choose the duplicate.');
  await pick(page, 'Duplicate', 'RIVERSIDE2');
  await expect(dialog).toContainText('RIVERSIDE2 then leads here. This cannot be undone.');
  await readable(page, 'the merge of schools');
  await dialog.getByRole('button', { name: 'Merge schools' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Schools merged' })).toBeVisible();
  await visit(page, `/school-details/${twin.id}`);
  await expect(page.getByRole('link', { name: 'Edit' })).toHaveCount(0);
  await page.getByRole('main').getByRole('link', { name: 'Riverside Elementary' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Riverside Elementary' })).toBeVisible();
});
