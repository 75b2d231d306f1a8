import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { createClient } from '@pos/contract/client';
import { PaymentMethod } from '@pos/contract/payment-methods';
import { registerApi } from '@pos/contract/register';
import { REPORTS } from '@pos/contract/reports/list';
import { today } from '@pos/contract/values/clock';
import { addDays } from '@pos/contract/values/days';
import { pdfArtwork } from '@pos/api/testing/artwork.ts';
import { getAttachment } from '@pos/api/testing/mail-server.ts';
import { textOfPdf } from '@pos/api/testing/pdf-pages.ts';
import { readPdf } from '@pos/api/testing/pdf-text.ts';
import { order as makeOrder } from '@pos/world/sale';
import { sendTo } from '@pos/tools/office/http.ts';
import { confirmPoints, step } from './support/close-outs.ts';
import { press } from './support/keyboard.ts';
import { office, pick, test } from './support/office.ts';
import { signInByForm } from './support/sign-in.ts';

test.use({ sendsMail: true, hasSource: false });

const DAY = today('America/New_York');
const shown = (day: string) => day.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$2/$3/$1');
const BOOK = '9780439023481';

const said = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });

/** Fills in a form by its labels. */
async function fill(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(fields))
    await page
      .getByRole('textbox', { name: new RegExp(`^${label}( optional| \\d.*)?$`) })
      .fill(value);
}

/** Takes a first step of the dashboard. */
async function takeStep(page: Page, action: string): Promise<void> {
  await page.goto('/dashboard');
  await page
    .getByRole('region', { name: /^Welcome/ })
    .getByRole('link', { name: action, exact: true })
    .click();
}

test('a company without any other system goes from an empty database to a paid-out fair', async ({
  page,
  browser,
}) => {
  const mailServer = office.mail();
  if (!mailServer) throw new Error('This file has a mail server.');
  let adminId = '';
  let pairingCode = '';
  let fairIdentifier = '';
  await signInByForm(page);

  await test.step('the company has a name and a contact', async () => {
    await takeStep(page, 'Enter it');
    const organization = page.getByRole('region', { name: 'Organization' });
    await organization.getByLabel('Company name').fill('Maple Book Fairs');
    await organization.getByLabel('Support email').fill('help@example.com');
    await organization.getByLabel('Support phone').fill('(555) 010-2030');
    await organization.getByRole('button', { name: 'Save organization' }).click();
    await expect(page.getByText('Organization saved')).toBeVisible();
    await expect(page.getByRole('complementary', { name: 'Sidebar' })).toContainText(
      'Maple Book Fairs',
    );
  });

  await test.step('a tax-exempt school with certificate and agreement', async () => {
    await takeStep(page, 'Add schools');
    await page.getByRole('link', { name: 'Add school', exact: true }).first().click();
    await fill(page, {
      'School name': 'Lakeview Elementary',
      'School identifier': 'LAKEVIEW',
      Address: '1 Lake Rd',
      City: 'Ithaca',
      'ZIP code': '14850',
    });
    await pick(page, 'State', 'New York');
    await page.getByLabel("Coordinator's email").fill('pat.lee@example.com');
    await page.getByRole('switch', { name: 'Tax-exempt' }).check();
    await page.getByLabel('Certificate number').fill('NY-0012');
    await page.getByRole('button', { name: 'Add a band' }).click();
    await page.getByLabel('Paid in cash').fill('30');
    await page.getByLabel('In AveDollars').fill('50');
    await page.getByRole('button', { name: 'Add school' }).click();
    await page.getByRole('button', { name: 'Upload certificate' }).click();
    const upload = page.getByRole('dialog', { name: /^Exemption certificate/ });
    await upload
      .getByLabel('Certificate')
      .setInputFiles({ name: 'scan.pdf', mimeType: 'application/pdf', buffer: await pdfArtwork() });
    await upload.getByRole('button', { name: 'Upload' }).click();
    await expect(page.getByRole('button', { name: 'Open certificate' })).toBeVisible();
  });

  await test.step('titles', async () => {
    await takeStep(page, 'Add titles');
    await page.getByRole('link', { name: 'Add title', exact: true }).first().click();
    await fill(page, { Title: 'The Arena', ISBN: BOOK, Price: '8.99' });
    await page.getByRole('combobox', { name: 'Category' }).selectOption('Teen');
    await page.getByRole('button', { name: 'Add title' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'The Arena' })).toBeVisible();
  });

  await test.step('a student', async () => {
    await takeStep(page, 'Add students');
    await page.getByRole('button', { name: 'Add student' }).first().click();
    const adding = page.getByRole('dialog', { name: 'Add a student' });
    await adding.getByLabel('School').fill('Lakeview');
    await page.getByRole('option').first().click();
    await adding.getByLabel('First name').fill('Quin');
    await adding.getByLabel('Last name').fill('Farrow');
    await adding.getByLabel('Student number').fill('S-1');
    await adding.getByRole('button', { name: 'Add student' }).click();
    await expect(page.getByRole('complementary', { name: 'Quin Farrow' })).toBeVisible();
  });

  await test.step('a role and a colleague, who sets a password from the email', async () => {
    await takeStep(page, 'Add role');
    await page.getByRole('button', { name: 'Operations Clerk' }).click();
    await page.getByLabel('Name').fill('Fair team');
    await page.getByRole('button', { name: 'Add role' }).click();
    await expect(said(page, 'Role added')).toBeVisible();
    await takeStep(page, 'Add user');
    await fill(page, {
      'First name': 'Dana',
      'Last name': 'Whitfield',
      Email: 'dana@example.com',
    });
    await page.getByLabel('Phone').fill('5551234567');
    await pick(page, 'Role', 'Fair team');
    await page.getByLabel('Secret code').fill('2468');
    await page.getByRole('button', { name: 'Add user' }).click();
    await expect(page).toHaveURL(/\/edit-user\//);
    adminId = /edit-user\/([^/?]+)/.exec(page.url())![1]!;
    const mail = await mailServer.next('dana@example.com');
    const link = /https?:\S+setup-password\?token=[\w-]+/.exec(mail.text);
    const context = await browser.newContext();
    const dana = await context.newPage();
    await dana.goto(link![0]);
    await fill(dana, {
      'New password': 'Reading-Corner-88',
      'Confirm password': 'Reading-Corner-88',
    });
    await dana.getByRole('button', { name: 'Set password' }).click();
    await expect(dana.getByText('Your account is ready.')).toBeVisible();
    await context.close();
  });

  await test.step('a device shows how to pair it', async () => {
    await takeStep(page, 'Add device');
    await fill(page, { 'Device ID': 'REG-01', 'Purchase date': '01/15/2026' });
    await page.getByLabel(/^Name/).fill('Till');
    await page.getByLabel('Model').selectOption({ label: 'iPad Air' });
    await page.getByRole('button', { name: '3 years after purchase' }).click();
    await page.getByRole('button', { name: 'Add device' }).click();
    await page.getByRole('button', { name: 'Show a pairing code' }).click();
    await expect(page.getByText('Open the register app on the tablet.')).toBeVisible();
    pairingCode = (await page.getByRole('status', { name: 'Pairing code' }).innerText()).replace(
      /\s/g,
      '',
    );
  });

  await test.step('a fair with its device', async () => {
    await takeStep(page, 'Add fair');
    await pick(page, 'School', 'Lakeview');
    await page.getByLabel('Fair name').fill('Lakeview Book Fair');
    await page.getByLabel('Start date').fill(shown(addDays(DAY, -2)));
    await page.getByLabel('End date').fill(shown(DAY));
    await page.getByLabel('Sales tax rate').fill('8.25');
    await page.getByText('25P400', { exact: true }).click();
    await pick(page, 'Admin', 'Account Owner');
    await pick(page, 'Devices', 'REG-01');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Add fair' }).click();
    await expect(page.getByRole('link', { name: /Lakeview Book Fair/ }).first()).toBeVisible();
    await page
      .getByRole('link', { name: /Lakeview Book Fair/ })
      .first()
      .click();
    await expect(page.getByRole('heading', { level: 1, name: 'Lakeview Book Fair' })).toBeVisible();
    fairIdentifier = (
      await page
        .getByText(/^LAKEVIEW-\d\d-\d\d$/)
        .first()
        .innerText()
    ).trim();
  });

  await test.step('its packing list is made from the contents of its package', async () => {
    const fairAddress = page.url();
    await page.goto(`${fairAddress}/packing-list`);
    await page.getByRole('link', { name: 'Enter contents' }).click();
    await page.getByRole('combobox', { name: 'Add a title' }).fill('arena');
    await page.getByRole('option', { name: /The Arena/ }).click();
    await page.getByRole('textbox', { name: 'Quantity of The Arena' }).fill('40');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(said(page, 'Package saved')).toBeVisible();
    await page.goto(`${fairAddress}/packing-list`);
    await page
      .getByLabel('40 units of The Arena are missing in the warehouse')
      .selectOption('Send all, correct the warehouse');
    await page.getByRole('button', { name: 'Send 40 units to the fair' }).click();
    await expect(said(page, 'Packing list made')).toBeVisible();
  });

  await test.step('the office tops up eWallets by cash and by check', async () => {
    await topUp(page, 'Cash', '20');
    await topUp(page, 'Check', '15', '1042');
  });

  await test.step('a register sells for cash, by check and from the eWallet', async () => {
    const { data: session } = await createClient(
      { pos: registerApi },
      sendTo(office.url()),
    ).pos.login({
      body: { deviceId: 'REG-01', pairingCode, adminId, secretCode: '2468', fairIdentifier },
    });
    const { pos } = createClient(
      { pos: registerApi },
      sendTo(office.url(), () => session.token.token),
    );
    const { taxRatePpm } = session.fair;
    const lines = [{ sku: BOOK, unitPriceCents: 899 }];
    const { data } = await pos.orders({
      body: {
        orders: [
          makeOrder(taxRatePpm, { sequence: 1, lines }),
          makeOrder(taxRatePpm, {
            sequence: 2,
            lines,
            payments: [{ method: PaymentMethod.check, checkNumber: '88' }],
          }),
          makeOrder(taxRatePpm, {
            sequence: 3,
            lines,
            studentNumber: 'S-1',
            payments: [{ method: PaymentMethod.eWallet }],
          }),
        ],
      },
    });
    expect(data.results.map(({ result }) => result)).toEqual(['accepted', 'accepted', 'accepted']);
  });

  await test.step('a returned check is reversed', async () => {
    await page.goto('/payments?search=1042');
    await page.getByRole('table', { name: 'Payments' }).getByRole('link').first().click();
    const payment = page.getByRole('complementary', { name: 'Check payment' });
    await payment.getByRole('button', { name: 'Reverse top-up…' }).click();
    const reversal = page.getByRole('dialog', { name: 'Reverse the top-up of $15.00?' });
    await reversal.getByLabel('Reason').selectOption('Check returned');
    await reversal.getByLabel('Note').fill('No funds');
    await reversal.getByRole('button', { name: 'Reverse top-up' }).click();
    await expect(said(page, 'Top-up reversed')).toBeVisible();
    await page.goto('/payments?purpose=wallet_top_up');
    await page.getByRole('button', { name: 'Office day sheet' }).click();
    const sheet = page.getByRole('dialog', { name: 'Office day sheet' });
    await expect(sheet).toContainText('$20.00');
    await sheet.getByRole('button', { name: 'Close', exact: true }).last().click();
  });

  await test.step('the fair is closed out with the shares of the agreement', async () => {
    await page.goto(`/fairs?search=${fairIdentifier}`);
    await page
      .getByRole('link', { name: /Lakeview Book Fair/ })
      .first()
      .click();
    await page.getByRole('link', { name: 'Close-out' }).click();
    await press(page, 'Continue to count');
    // $9.73 with tax; the office's top-ups are not in the fair's drawer.
    await page.getByLabel('Counted cash', { exact: true }).fill('9.73');
    await page.getByLabel('Counted checks', { exact: true }).fill('9.73');
    await page.getByLabel('Number of checks', { exact: true }).fill('1');
    await press(page, 'Continue to returns');
    await press(page, 'Continue to profit');
    await expect(page.getByText('30% of $26.97')).toBeVisible();
    await page.getByRole('radio', { name: 'Cash' }).check();
    await press(page, 'Continue to review and sign');
    await confirmPoints(page);
    await press(page, 'Finish close-out');
    await expect(step(page, 'Close-out v1')).toBeVisible();
    const download = page.waitForEvent('download');
    await press(page, 'Statement');
    const pdf = readPdf(await readFile(await (await download).path()));
    const text = pdf.pages.join('\n');
    expect(text).toContain('Maple Book Fairs');
    expect(text).toContain('Profit in cash, 30%\n$8.09');
  });

  await test.step('every report covers all schools', async () => {
    for (const reportType of Object.keys(REPORTS)) {
      await page.goto(
        `/reports?${new URLSearchParams({ reportType, schoolIdentifier: '*', startDate: addDays(DAY, -5), endDate: DAY }).toString()}`,
      );
      await expect(page.locator('[data-part=report-bar]')).toContainText('All schools');
      await expect(page.getByText('All schools', { exact: true }).first()).toBeVisible();
    }
  });

  await test.step('a scheduled report of all schools arrives by email', async () => {
    await page.goto(
      `/reports?${new URLSearchParams({ reportType: 'SALES_SUMMARY', schoolIdentifier: '*', startDate: addDays(DAY, -5), endDate: DAY }).toString()}`,
    );
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Schedule…' }).click();
    const form = page.getByRole('dialog', { name: /^Schedule / });
    await form.getByLabel('Days in the report').selectOption('same_days');
    await form.getByRole('button', { name: 'Schedule report' }).click();
    await expect(page.getByText('Nothing sent yet')).toBeVisible();
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Send now…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Send now' }).click();
    const mail = await mailServer.next(office.email());
    const text = (await textOfPdf(getAttachment(mail))).join(' ');
    expect(text).toContain('Maple Book Fairs');
    expect(text).toContain('26.97');
  });
});

/** Tops up the eWallet of the student. */
async function topUp(page: Page, method: string, amount: string, check?: string): Promise<void> {
  await page.goto('/students');
  await page.getByRole('link', { name: /Farrow, Quin/ }).click();
  const panel = page.getByRole('complementary', { name: 'Quin Farrow' });
  await panel.getByRole('button', { name: 'Top up eWallet' }).click();
  const form = page.getByRole('dialog', { name: 'Top up eWallet of Quin Farrow' });
  await form.getByLabel('Method').selectOption(method);
  await form.getByLabel('Amount').fill(amount);
  if (check) await form.getByLabel('Check number').fill(check);
  await form.getByRole('button', { name: 'Book top-up' }).click();
  const booked = page.getByRole('dialog', { name: /added for Quin Farrow$/ });
  await booked.getByRole('button', { name: 'Done' }).click();
}
