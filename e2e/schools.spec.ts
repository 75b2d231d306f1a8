import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pdfArtwork } from '@pos/api/testing/artwork.ts';
import { workbookOfRows } from '@pos/api/testing/workbook.ts';
import { expect } from '@playwright/test';
import { readable, readableAt } from './support/barriers.ts';
import { office, pick, test } from './support/office.ts';
import { ownersDesk } from './support/staff.ts';
import { signIn } from './support/sign-in.ts';

test('a school is added, opened by search, changed and deactivated, without a source system', async ({
  page,
}) => {
  await signIn(page);
  await page.goto('/fairs');
  await page.getByRole('main').getByRole('link', { name: 'Schools' }).click();
  await expect(page).toHaveTitle('POS Admin - Schools');
  await expect(page.getByRole('heading', { name: 'No school yet' })).toBeVisible();
  await page.getByRole('link', { name: 'Add school' }).click();
  await page.getByRole('button', { name: 'Add school' }).click();
  for (const sentence of [
    'School name must have 2 to 120 characters.',
    'City is required.',
    'Choose a state from the list, such as MN for Minnesota.',
    'Enter the ZIP code as 12345 or 12345-6789.',
  ])
    await expect(page.getByRole('alert')).toContainText(sentence);
  await page.getByLabel('School name').fill('Lakeview Elementary');
  await page.getByLabel('School identifier').fill('LAKEVIEW');
  await page.getByLabel('Address').fill('1 Lake Rd');
  await page.getByLabel('City').fill('Ely');
  await pick(page, 'State', 'Minnesota');
  await page.getByLabel('ZIP code').fill('55731');
  await pick(page, 'Time zone', 'Central');
  await page.getByRole('switch', { name: 'Tax-exempt' }).check();
  await page.getByLabel('Certificate number').fill('MN-0012');
  await page.getByLabel('Valid through').fill('06/30/2020');
  await page.getByRole('button', { name: 'Add a contact' }).click();
  const contact = page.getByRole('group', { name: 'Contact 1' });
  await expect(contact.getByLabel('Name')).toBeFocused();
  await page.keyboard.type('Ada Quill');
  await contact.getByLabel('Email').fill('ada');
  await page.getByRole('button', { name: 'Add school' }).click();
  await expect(contact.getByLabel('Email')).toHaveAccessibleDescription('Invalid email address');
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
  await expect(second.getByLabel('Sales from')).toHaveAccessibleDescription(
    'Enter more than in the band before.',
  );
  await second.getByLabel('Sales from').fill('2500');
  await readableAt(page, 'the school form', 390, 1440);
  await contact.getByLabel('Email').fill('ada@example.org');
  await page.getByRole('button', { name: 'Add school' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Lakeview Elementary' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'ada@example.org' })).toBeVisible();
  await expect(page.getByText('Certificate expired')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Profit agreement' })).toContainText(
    'From $2,500.00: 30% in cash, 45% in AveDollars',
  );
  await page.getByRole('button', { name: 'Upload certificate' }).click();
  const upload = page.getByRole('dialog', { name: /^Exemption certificate/ });
  await upload
    .getByLabel('Certificate')
    .setInputFiles({ name: 'scan.pdf', mimeType: 'application/pdf', buffer: await pdfArtwork() });
  await upload.getByRole('button', { name: 'Upload' }).click();
  await expect(page.getByRole('button', { name: 'Open certificate' })).toBeVisible();
  await page.getByRole('button', { name: 'Remove certificate' }).click();
  await page
    .getByRole('dialog', { name: /^Remove the certificate/ })
    .getByRole('button', { name: 'Remove certificate' })
    .click();
  await expect(page.getByRole('button', { name: 'Open certificate' })).toHaveCount(0);
  await readableAt(page, 'a school', 390, 1440);

  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByLabel('Enrollment').fill('353');
  await page.getByLabel('Valid through').fill('');
  await page.getByRole('button', { name: 'Remove contact 1' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('status').filter({ hasText: 'School updated' })).toBeVisible();
  await expect(page.getByText('No coordinator or contact yet.')).toBeVisible();
  await expect(page.getByText('No end')).toBeVisible();
  await page.getByRole('link', { name: 'Activity' }).click();
  await expect(page.getByRole('main')).toContainText('Ada Quill');

  await page.getByRole('link', { name: 'AveDollars' }).click();
  const adjust = async (amount: string) => {
    await page.getByRole('button', { name: 'Adjust…' }).click();
    const dialog = page.getByRole('dialog', { name: /^Adjust AveDollars/ });
    await dialog.getByLabel('Amount').fill(amount);
    await dialog.getByLabel('Reason').fill('Of the old system');
    await readable(page, 'the adjustment of AveDollars');
    await dialog.getByRole('button', { name: 'Book entry' }).click();
    await expect(dialog).toBeHidden();
  };
  const deactivate = async () => {
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Deactivate' }).click();
  };
  await adjust('50');
  const ledger = page.getByRole('list', { name: 'AveDollar ledger' });
  await expect(ledger.getByRole('listitem')).toContainText(['Adjustment: Of the old system']);
  await readableAt(page, 'the AveDollars', 390, 1440);
  await deactivate();
  await expect(page.getByText('still has $50.00 in AveDollars.')).toBeVisible();
  await adjust('-50');
  await expect(ledger.getByRole('listitem').first()).toContainText('$0.00 left');
  await deactivate();
  await expect(page.getByRole('status').filter({ hasText: 'School deactivated' })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  const palette = page.getByRole('dialog', { name: 'Search and commands' });
  await page.keyboard.type('lakeview');
  await palette.getByRole('option', { name: /Lakeview Elementary/ }).click();
  await expect(page).toHaveURL(/\/school-details\/[^/?]+$/);
  await page.getByRole('link', { name: 'Schools' }).first().click();
  await expect(page.getByRole('row', { name: /Lakeview Elementary/ })).toContainText('Inactive');
  await readableAt(page, 'the schools', 390, 1440);
});

test('a duplicate is merged into its school and leads there', async ({ page }) => {
  const { client } = await ownersDesk();
  const address = { address: '1 Lake Rd', city: 'Ada', state: 'MI', zip: '49301' };
  const add = async (identifier: string, name: string) =>
    (await client.schools.add({ body: { identifier, name, ...address } })).data;
  const kept = await add('RIVERSIDE', 'Riverside Elementary');
  const twin = await add('RIVERSIDE2', 'Riverside Elem.');
  await signIn(page);
  await page.goto(`/school-details/${kept.id}`);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Merge a duplicate…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Merge a duplicate into Riverside Elementary' });
  await dialog.getByRole('button', { name: 'Merge schools' }).click();
  await expect(dialog.getByLabel('Duplicate')).toHaveAccessibleDescription('Choose the duplicate.');
  await pick(page, 'Duplicate', 'RIVERSIDE2');
  await expect(dialog).toContainText('RIVERSIDE2 then leads here. This cannot be undone.');
  await readableAt(page, 'the merge of schools', 390, 1440);
  await dialog.getByRole('button', { name: 'Merge schools' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Schools merged' })).toBeVisible();
  await page.goto(`/school-details/${twin.id}`);
  await expect(page.getByRole('link', { name: 'Edit' })).toHaveCount(0);
  await page.getByRole('main').getByRole('link', { name: 'Riverside Elementary' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Riverside Elementary' })).toBeVisible();
});

test('fields that the source delivers are locked, and the others are saved', async ({ page }) => {
  const folder = path.join(office.dataDir(), 'source');
  await mkdir(folder, { recursive: true });
  const lines = ['identifier,name,city,enrollment', 'SYNCED,Synced School,Ada,100'];
  await writeFile(path.join(folder, 'schools.csv'), `${lines.join('\r\n')}\r\n`);
  const { client } = await ownersDesk();
  const { data } = await client.settings.sync({ body: { scope: 'schools' } });
  await expect
    .poll(async () => (await client.jobs.getById({ params: { id: data.jobId } })).data.status)
    .toBe('succeeded');
  await signIn(page);
  await page.goto('/schools?search=synced');
  await page.getByRole('link', { name: /Synced School/ }).click();
  await expect(page.getByText('This school comes from the source system')).toBeVisible();
  await page.getByRole('link', { name: 'Edit' }).click();
  for (const name of ['School name', 'School identifier', 'City', 'Enrollment'])
    await expect(page.getByLabel(name)).toHaveAttribute('readonly');
  await readable(page, 'the form of a synced school');
  await page.getByLabel('Address').fill('1 Lake Rd');
  await pick(page, 'State', 'Michigan');
  await page.getByLabel('ZIP code').fill('49301');
  await page.getByLabel('Coordinator optional').fill('Ivy Vannick');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('status').filter({ hasText: 'School updated' })).toBeVisible();
  await expect(page.getByText('Ivy Vannick')).toBeVisible();
});

test('schools are imported from a spreadsheet, a cell is corrected, and it is undone', async ({
  page,
}) => {
  await signIn(page);
  await page.goto('/schools');
  await page.getByRole('link', { name: 'Upload schools' }).click();
  await expect(page).toHaveTitle('POS Admin - Upload schools');
  await page.getByLabel('Choose the file of schools').setInputFiles({
    name: 'schools.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: await workbookOfRows([
      ['School ID', 'Name', 'Street', 'City', 'State', 'ZIP'],
      ['ELM', 'Elm School', '3 Elm St', 'Ada', 'MI', '49301'],
      ['ASH', 'Ash School', '4 Ash St', 'Boston', 'MA', 2139],
    ]),
  });
  const zip = page.getByRole('textbox', { name: 'ZIP Code, row 3' });
  await expect(zip).toHaveAccessibleDescription(/Enter the ZIP code as 12345/);
  await readable(page, 'the check of schools');
  await page.getByRole('button', { name: /^Use 02139/ }).click();
  await page.getByRole('button', { name: 'Check again' }).click();
  await page.getByRole('button', { name: 'Import 2 schools' }).click();
  await expect(page.getByText('2 schools are new, 0 schools were changed.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo this import' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo this import' }).click();
  await expect(page.getByText(/This import was undone on/)).toBeVisible();
  await page.getByRole('link', { name: 'See the schools' }).click();
  await expect(page.getByRole('row', { name: /Elm School/ })).toHaveCount(0);
});
