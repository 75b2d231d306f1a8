import { expect, type Page } from '@playwright/test';
import { PaymentMethod } from '@pos/contract/sales/payment-methods';
import { today } from '@pos/contract/values/clock';
import { addDays } from '@pos/contract/values/days';
import { readPdf } from '@pos/api/testing/files/pdf-pages.ts';
import { confirmPoints, step } from '../support/close-outs.ts';
import { downloaded } from '../support/downloaded.ts';
import { press } from '../support/keyboard.ts';
import { office, pick, test, visit } from '../support/office.ts';
import { openRegister } from '../support/selling-fair.ts';
import { hire, ownersDesk } from '../support/staff.ts';
import { said } from '../support/tabbing.ts';

const DAY = today('America/New_York');
const shown = (day: string) => day.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$2/$3/$1');
const BOOK = '9780439023481';

/** Fills in a form by its labels. */
async function fill(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(fields))
    await page
      .getByRole('textbox', { name: new RegExp(`^${label}( optional| \\d.*)?$`) })
      .fill(value);
}

/** Takes the next of the first steps, which a new company sees on the dashboard alone. */
async function takeStep(page: Page, action: string): Promise<void> {
  await visit(page, '/dashboard');
  const main = page.getByRole('main');
  await main.getByRole('link', { name: action, exact: true }).click();
}

test('a company without any other system goes from an empty database to a paid-out fair', async ({
  page,
}) => {
  const desk = await ownersDesk();
  let fairIdentifier = '';

  await test.step('a wrong password shows an error in the form; the right one signs in', async () => {
    await page.goto('/login');
    const password = page.getByLabel('Password', { exact: true });
    await page.getByLabel('Email Address').fill(office.email());
    await password.fill('Wrong-Horse-42');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert').first()).toContainText(
      'The email address or password is wrong.',
    );
    await expect(password).toBeFocused();
    await password.fill(office.password());
    await page.keyboard.press('Enter');
    await expect(page).not.toHaveURL(/\/login/);
  });

  await test.step('the company has a name and a contact, a step that can be skipped for now', async () => {
    const welcome = page.getByRole('region', { name: 'Welcome. 11 steps to the first sale' });
    await expect(page.getByRole('main').getByRole('region')).toHaveCount(1);
    await expect(welcome.getByRole('listitem')).toHaveCount(11);
    await expect(page.getByRole('main').getByRole('button')).toHaveCount(1);
    await welcome.getByRole('button', { name: 'Skip: Company name and support contact' }).click();
    await expect(welcome.getByText('Company name and support contact')).toBeHidden();
    await visit(page, '/settings');
    await press(page, 'Company name and support contact (skipped)');
    const organization = page.getByRole('region', { name: 'Organization' });
    await expect(organization.getByLabel('Company name')).toBeFocused();
    await organization.getByLabel('Company name').fill('Maple Book Fairs');
    await organization.getByLabel('Support email').fill('help@example.com');
    await organization.getByLabel('Support phone').fill('(555) 010-2030');
    await organization.getByRole('button', { name: 'Save organization' }).click();
    await expect(page.getByText('Organization saved')).toBeVisible();
  });

  await test.step('a tax-exempt school with an agreement', async () => {
    await takeStep(page, 'Add schools');
    await expect(page.getByRole('heading', { name: 'No schools yet' })).toBeVisible();
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
    await page.getByLabel('Names of students are erased').selectOption('After 3 years');
    await page.getByRole('button', { name: 'Add school' }).click();
    await expect(
      page.getByRole('heading', { level: 1, name: 'Lakeview Elementary' }),
    ).toBeVisible();
  });

  await test.step('titles', async () => {
    await takeStep(page, 'Add titles');
    await page.getByRole('link', { name: 'Add title', exact: true }).first().click();
    await fill(page, { Title: 'The Arena', ISBN: BOOK, Price: '8.99' });
    await page.getByRole('combobox', { name: 'Category' }).selectOption('Teen');
    await page.getByRole('button', { name: 'Add title' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'The Arena' })).toBeVisible();
  });

  await test.step('a student with an eWallet and a colleague, who have journeys of their own', async () => {
    const { data: schools } = await desk.client.schools.getSchools({ query: {} });
    const { data: student } = await desk.client.studentRecords.add({
      body: {
        schoolId: schools[0]!.value,
        studentNumber: 'S-1',
        firstName: 'Quin',
        lastName: 'Farrow',
      },
    });
    await desk.client.deskTopUps.add({
      params: { id: student.id },
      body: { method: PaymentMethod.cash, amountCents: 2_000 },
    });
    await hire(desk, []);
    await visit(page, '/dashboard');
    const open = page.getByRole('region', { name: /^Welcome/ }).getByRole('link');
    await expect(open).toHaveText([
      'Receive stock',
      'First fair',
      'Packing list of the fair',
      'First register',
      'First sale',
    ]);
  });

  await test.step('a fair', async () => {
    await takeStep(page, 'First fair');
    await pick(page, 'School', 'Lakeview');
    await page.getByLabel('Fair name').fill('Lakeview Book Fair');
    await page.getByLabel('Start date').fill(shown(addDays(DAY, -2)));
    await page.getByLabel('End date').fill(shown(DAY));
    await page.getByLabel('Sales tax rate').fill('8.25');
    await page.getByText('25P400', { exact: true }).click();
    await pick(page, 'Admin', 'Account Owner');
    await page.getByRole('button', { name: 'Add fair' }).click();
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
    await visit(page, `${fairAddress}/packing-list`);
    await page.getByRole('link', { name: 'Enter contents' }).click();
    await page.getByRole('combobox', { name: 'Add a title' }).fill('arena');
    await page.getByRole('option', { name: /The Arena/ }).click();
    await page.getByRole('textbox', { name: 'Quantity of The Arena' }).fill('40');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(said(page, 'Package saved')).toBeVisible();
    await visit(page, `${fairAddress}/packing-list`);
    await page
      .getByLabel('40 units of The Arena are missing in the warehouse')
      .selectOption('Send all, correct the warehouse');
    await page.getByRole('button', { name: 'Send 40 units to the fair' }).click();
    await expect(said(page, 'Packing list made')).toBeVisible();
  });

  await test.step('a register sells for cash, by check and from the eWallet', async () => {
    const { sell } = await openRegister(desk, {
      identifier: fairIdentifier,
      salesTaxRatePpm: 82_500,
    });
    const lines = [{ sku: BOOK, unitPriceCents: 899 }];
    const { check, eWallet } = PaymentMethod;
    for (const { orderNumber } of [
      await sell({ lines }),
      await sell({ lines, payments: [{ method: check, checkNumber: '88' }] }),
      await sell({ lines, studentNumber: 'S-1', payments: [{ method: eWallet }] }),
    ])
      expect(orderNumber).toContain(fairIdentifier);
  });

  await test.step('the fair is closed out with the shares of the agreement', async () => {
    await visit(page, `/fairs?search=${fairIdentifier}`);
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
    const statement = await downloaded(page.getByRole('button', { name: 'Statement' }));
    const pdf = await readPdf(statement.content);
    const text = pdf.pages.join('\n');
    expect(text).toContain('Maple Book Fairs');
    expect(text).toContain('Profit in cash, 30% of $26.97\n−$8.09');
  });
});
