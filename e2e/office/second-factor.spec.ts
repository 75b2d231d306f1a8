import { appCode, stepAt } from '@pos/api/staff/second-factor/app-codes.rules.ts';
import { withDatabase } from '@pos/tools/product/test-database.ts';
import { expect, type Page } from '@playwright/test';
import { readable } from '../support/barriers.ts';
import { office, test } from '../support/office.ts';
import { hire, ownersDesk, type Hired } from '../support/staff.ts';
import { signInAt, signInByForm, signOut, type Credentials } from '../support/sign-in.ts';
import { said } from '../support/tabbing.ts';

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Code of the key that the page shows, so many steps from now. */
function codeOf(key: string, offset: number): string {
  const bits = [...key.replaceAll(' ', '')]
    .map((sign) => BASE32.indexOf(sign).toString(2).padStart(5, '0'))
    .join('');
  const secret = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  return appCode(secret, stepAt(Date.now()) + offset);
}

/** Types email and password on the login page. */
async function typeLogin(page: Page, { email, password }: Credentials): Promise<void> {
  await page.getByLabel('Email Address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
}

/** Makes the last proof of a person eleven minutes old. */
const ageProof = ({ id }: Hired) =>
  withDatabase(office.dataDir(), async (db) => {
    const confirmedAt = new Date(Date.now() - 11 * 60_000).toISOString();
    await db.updateTable('sessions').set({ confirmedAt }).where('adminId', '=', id).execute();
  });

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

test('a second factor is set up, asked for, keeps a form that needs a proof, and is removed by two', async ({
  page,
}) => {
  const desk = await ownersDesk();
  const editor = [
    ['Users', 'read_only'],
    ['Users', 'edit'],
  ] as const;
  const [robin, second] = [await hire(desk, editor), await hire(desk, editor)];
  const card = page.getByRole('region', { name: 'Second factor' });
  let recoveryCodes: string[] = [];
  let key = '';

  await test.step('set up', async () => {
    await signInByForm(page, robin);
    await page.goto('/profile');
    await card.getByRole('link', { name: 'Set up' }).click();
    await expect(title(page, 'Set up a second factor')).toBeFocused();
    await page.getByRole('button', { name: 'Use an authenticator app' }).click();
    await expect(
      page.getByRole('img', { name: 'QR code for your authenticator app' }),
    ).toBeVisible();
    key = (await page.getByText(/^Or type this key:/).innerText()).replace('Or type this key:', '');
    await page.getByLabel('Code', { exact: true }).fill(codeOf(key, 0));
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(title(page, 'Your recovery codes')).toBeVisible();
    recoveryCodes = await page.getByRole('listitem').allInnerTexts();
    expect(recoveryCodes).toHaveLength(10);
    await page.getByRole('button', { name: 'I have stored them' }).click();
    await expect(card.getByText('10 codes left.')).toBeVisible();
  });

  await test.step('asked for after the password', async () => {
    await signOut(page);
    await typeLogin(page, robin);
    await page.getByLabel('Code', { exact: true }).fill('000000');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText('This code is wrong or was already used.')).toBeVisible();
    await page.getByLabel('Code', { exact: true }).fill(codeOf(key, 1));
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('link', { name: 'Users', exact: true })).toBeVisible();
  });

  await test.step('a proof in the middle of a form loses nothing', async () => {
    await page.goto('/add-user');
    await page.getByLabel('First name').fill('Kimberley');
    await page.getByLabel('Last name').fill('Alvarez');
    await page.getByLabel('Email').fill('kimberley@example.com');
    await page.getByLabel('Phone').fill('5551234567');
    await page.getByLabel(/Secret code/).fill('1357');
    await page.getByRole('combobox', { name: 'Role' }).click();
    await page.getByRole('option').first().click();
    await ageProof(robin);
    await page.getByRole('button', { name: 'Add user' }).click();
    const question = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await expect(question.getByLabel('Code', { exact: true })).toBeFocused();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByLabel('First name')).toHaveValue('Kimberley');
    await page.getByRole('button', { name: 'Add user' }).click();
    await question.getByLabel('Code', { exact: true }).fill(recoveryCodes[0]!);
    await question.getByRole('button', { name: 'Confirm' }).click();
    await expect(said(page, 'User added')).toBeVisible();
  });

  await test.step('lost, and removed by two administrators', async () => {
    await desk.client.factor.askReset({ params: { id: robin.id } });
    await signInAt(page, `/edit-user/${robin.id}`, second);
    await card.getByRole('button', { name: 'Confirm removal' }).click();
    await page.getByRole('button', { name: 'Remove factor' }).click();
    await expect(said(page, 'Factor removed')).toBeVisible();
    await page.goto(`${office.url()}/login`);
    await page.evaluate(() => localStorage.clear());
    await signInByForm(page, robin);
  });
});

test('a passkey signs in alone or after the password, and confirms a dangerous call', async ({
  page,
}) => {
  const robin = await hire(await ownersDesk(), [['Devices', 'read_only']]);
  // Browsers know no passkeys of an IP address.
  const url = office.url().replace('127.0.0.1', 'localhost');
  const devices = await page.context().newCDPSession(page);
  await devices.send('WebAuthn.enable');
  await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const inside = page.getByRole('link', { name: 'Devices', exact: true });
  const card = page.getByRole('region', { name: 'Second factor' });
  await page.goto(`${url}/login`);
  await typeLogin(page, robin);
  await expect(inside).toBeVisible();
  await page.goto(`${url}/profile`);
  await card.getByRole('link', { name: 'Add passkey' }).click();
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('button', { name: 'I have stored them' }).click();
  await expect(card.getByText('not used yet')).toBeVisible();
  await readable(page, 'the profile with a passkey');

  await signOut(page);
  await page.getByRole('link', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in with a passkey');
  await readable(page, 'sign-in with a passkey');
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(inside).toBeVisible();

  await signOut(page);
  await typeLogin(page, robin);
  await page.getByRole('button', { name: 'Use your passkey' }).click();
  await expect(inside).toBeVisible();

  await page.goto(`${url}/profile`);
  await ageProof(robin);
  await card.getByRole('button', { name: /^Remove / }).click();
  await page.getByRole('button', { name: 'Remove passkey' }).click();
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await expect(question.getByLabel('Code', { exact: true })).toBeFocused();
  await readable(page, 'the question in between');
  await question.getByRole('button', { name: 'Use your passkey' }).click();
  await expect(said(page, 'Passkey removed')).toBeVisible();
});
