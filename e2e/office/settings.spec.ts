import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { FIRST_STEPS } from '@pos/contract/imports/settings';
import { expect } from '@playwright/test';
import { barriers, readable, readableAt } from '../support/barriers.ts';
import { changeSettings } from '../support/change-settings.ts';
import { press } from '../support/keyboard.ts';
import { office, test, visit } from '../support/office.ts';
import { sellingFair } from '../support/selling-fair.ts';
import { hire, ownersDesk } from '../support/staff.ts';
import { signInAt } from '../support/sign-in.ts';

test("settings save by group; only a colleague's change of the same group causes a conflict", async ({
  page,
}) => {
  const desk = await ownersDesk();
  await signInAt(page, '/settings?section=registers');
  const receipt = page.getByRole('region', { name: 'Receipt' });
  const saveReceipt = receipt.getByRole('button', { name: 'Save receipt' });
  await receipt.getByLabel('Text below each receipt').fill('Returns within 7 days.');
  await expect(receipt.getByText('Not saved yet')).toBeVisible();
  await receipt.getByRole('button', { name: 'Discard' }).click();
  await expect(saveReceipt).toBeHidden();
  await expect(receipt.getByLabel('Text below each receipt')).toBeFocused();
  await receipt.getByLabel('Text below each receipt').fill('Returns within 7 days.');
  await expect(saveReceipt).toBeVisible();
  const sections = page.getByRole('navigation', { name: 'Sections of the settings' });
  await sections.getByRole('link', { name: 'General' }).click();
  await expect(sections.getByRole('link', { name: 'Registers, not saved yet' })).toBeVisible();
  await sections.getByRole('link', { name: /^Registers/ }).click();
  await receipt.getByLabel('Text below each receipt').focus();
  await changeSettings(desk, { receiptFooter: 'Thank you.' });
  await page.keyboard.press('ControlOrMeta+s');
  const clash = page.getByRole('dialog', { name: /changed this group of settings/ });
  await expect(clash.getByText('Thank you.')).toBeVisible();
  await clash.getByRole('button', { name: 'Save merged' }).click();
  await expect(page.getByText('Receipt saved')).toBeVisible();

  await sections.getByRole('link', { name: 'Money' }).click();
  const wallet = page.getByRole('region', { name: 'eWallet' });
  await wallet.getByLabel('Maximum balance').fill('400.00');
  await page.keyboard.press('Enter');
  await expect(page.getByText('eWallet saved')).toBeVisible();
  await sections.getByRole('link', { name: 'Security and data' }).click();
  const changes = page.getByRole('region', { name: 'Last changes' });
  await changes.getByRole('button', { name: /made changes \d+ times/ }).click();
  await expect(changes.getByText('Ewallet max balance:').first()).toBeVisible();
  await sections.getByRole('link', { name: 'Backups' }).click();
  await expect(page.getByText(/^No daily backups are set up/)).toBeVisible();
  expect(await barriers(page)).toEqual([]);
});

test('a sync is started from the settings, from a source chosen there; what it delivers is locked', async ({
  page,
}) => {
  const columns = 'identifier,name,address,city,state,zip,timeZone';
  for (const [file, ...lines] of [
    [
      'source/schools.csv',
      columns,
      'SETSYNC,Sync School,1 Elm St,Ada,MI,49301,America/Detroit',
      'BAD1,No Zone,1 Elm St,Ada,MI,49301,Mars/Olympus',
    ],
    [
      'source-next/schools.csv',
      columns,
      'SETNEXT,Next School,1 Elm St,Ada,MI,49301,America/Detroit',
    ],
    ['source-next/titles.csv', 'sku,title,priceCents', 'SETSYNC-T,Synced Title,450'],
  ] as const) {
    const to = path.join(office.dataDir(), file);
    await mkdir(path.dirname(to), { recursive: true });
    await writeFile(to, `${lines.join('\r\n')}\r\n`);
  }
  await signInAt(page, '/settings?section=sync');
  const source = page.getByRole('region', { name: 'Sync source' });
  const readFrom = async (label: string) => {
    await source.getByLabel('Source').selectOption({ label });
    const save = source.getByRole('button', { name: 'Save sync source' });
    await save.click();
    await expect(page.getByText(`Reads from ${label}.`)).toBeVisible();
    await expect(save).toBeHidden();
  };
  const read = page.getByRole('region', { name: 'Results of the last sync' });

  await test.step('it shows progress, results and skipped rows', async () => {
    await expect(page.getByText('Reads from Main.')).toBeVisible();
    await page.getByLabel('What to read').selectOption({ label: 'Schools' });
    await press(page, 'Sync now');
    await expect(read.getByRole('row', { name: /Schools/ })).toContainText('2');
    await page.getByText('1 row or file skipped', { exact: true }).click();
    await expect(page.getByText('Schools, row 3, timeZone')).toBeVisible();
  });

  await test.step("another source of the operator's list is used without a restart", async () => {
    await readFrom('Next season');
    for (const what of ['Schools', 'Titles']) {
      await page.getByLabel('What to read').selectOption({ label: what });
      await press(page, 'Sync now');
      await expect(page.getByText(new RegExp(`${what} from Next season, started`))).toBeVisible();
      await expect(read.getByRole('row', { name: new RegExp(what) })).toContainText('1');
    }
    await readableAt(page, 'the sync', 390, 1440);
    await readFrom('Main');
  });

  for (const { list, name, locked, field } of [
    {
      list: '/schools?search=setnext',
      name: /Next School/,
      locked: ['School name', 'School identifier', 'City'],
      field: 'Coordinator optional',
    },
    {
      list: '/inventory?search=SETSYNC-T',
      name: /Synced Title/,
      locked: ['Title', 'SKU', 'Price'],
      field: 'Author',
    },
  ])
    await test.step(`delivered fields are locked at ${list}, and the others are saved`, async () => {
      await visit(page, list);
      await page.getByRole('link', { name }).click();
      await expect(page.getByText('comes from the source system')).toBeVisible();
      await page.getByRole('link', { name: 'Edit' }).click();
      for (const label of locked)
        await expect(page.getByRole('textbox', { name: label, exact: true })).toHaveAttribute(
          'readonly',
        );
      await readable(page, list);
      await page.getByLabel(field).fill('Ivy Vannick');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await expect(page.getByRole('main')).toContainText('Ivy Vannick');
    });
});

test('without a support contact, Help and Settings say so, and lead the owner to it', async ({
  page,
}) => {
  const desk = await ownersDesk();
  await changeSettings(desk, { supportEmail: '', supportPhone: '' });
  await signInAt(page, '/settings', await hire(desk, []));
  await expect(page.getByRole('region', { name: 'Customer service' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0);
  await visit(page, '/');
  await page.getByRole('button', { name: 'Help', exact: true }).click();
  const help = page.getByRole('dialog', { name: 'Help' });
  await expect(help).toContainText('No contact is set yet. Ask your Admin.');
  await expect(help.getByRole('link')).toHaveCount(0);
  expect(await barriers(page)).toEqual([]);
  await signInAt(page, '/');
  await page.getByRole('button', { name: 'Help', exact: true }).click();
  await page.getByRole('link', { name: 'Enter the support contact in Settings' }).click();
  await expect(page).toHaveURL(/\/settings$/);
});

test('once there are sales, the open first steps are one line; receipts print their footer', async ({
  page,
}) => {
  const desk = await ownersDesk();
  const { fair, sell } = await sellingFair(desk, { name: 'STEPS' });
  const { orderNumber } = await sell();
  const receiptFooter = 'Returns within 7 days.\nThank you for reading.';
  await changeSettings(desk, {
    supportEmail: '',
    supportPhone: '',
    receiptFooter,
    skippedSteps: FIRST_STEPS.filter((step) => step !== 'company'),
  });
  await signInAt(page, '/dashboard');
  const line = page.getByRole('region', { name: 'First steps' });
  await expect(line).toContainText('1 step left: company name and support contact');
  await expect(line.getByRole('link', { name: 'Enter it' })).toHaveAttribute('href', /\/settings$/);
  await line.getByRole('button', { name: 'Dismiss' }).click();
  await expect(line).toBeHidden();
  await visit(page, '/settings');
  await expect(page.getByText('Company name and support contact (skipped)')).toBeVisible();
  const organization = page.getByRole('region', { name: 'Organization' });
  await organization.getByLabel('Support email').fill('help@fairs.example.com');
  await organization.getByLabel('Support phone').fill('(555) 010-2030');
  await organization.getByRole('button', { name: 'Save organization' }).click();
  await expect(page.getByText('Organization saved')).toBeVisible();

  await visit(page, `/fair-details/${fair.id}?tab=orders`);
  await press(page, new RegExp(orderNumber), 'link');
  await page.evaluate(() => {
    window.print = () =>
      document.body.setAttribute(
        'data-printed',
        document.querySelector('[data-part=receipt-footer]')?.textContent ?? '',
      );
  });
  await press(page, 'Print receipt');
  await expect(page.locator('body')).toHaveAttribute('data-printed', receiptFooter);
});
