import {
  CLIENT_ID,
  CLIENT_SECRET,
  startIdentityProvider,
} from '@pos/api/testing/app/identity-provider.ts';
import { withDatabase } from '@pos/tools/product/test-database.ts';
import { expect, type Page } from '@playwright/test';
import { readable } from '../support/barriers.ts';
import { office, pick, test } from '../support/office.ts';
import { fillIn, signInAt, signOut } from '../support/sign-in.ts';
import { hire, ownersDesk } from '../support/staff.ts';
import { said } from '../support/tabbing.ts';

/** Makes the last proofs of everybody too old. */
const ageProofs = () =>
  withDatabase(office.dataDir(), async (db) => {
    const confirmedAt = new Date(Date.now() - 11 * 60_000).toISOString();
    await db.updateTable('sessions').set({ confirmedAt }).execute();
  });

/** Signs in on the page of the provider. */
async function signInThere(page: Page, name: string): Promise<void> {
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Sign in at the provider' }).click();
}

test('people come in and go out by the identity provider, once it is set up in the settings', async ({
  page,
}) => {
  await hire(
    await ownersDesk(),
    [
      ['Users', 'read_only'],
      ['Users', 'edit'],
    ],
    'Front desk',
  );
  const provider = await startIdentityProvider({ publicUrl: office.url() });
  provider.people.set('robin', {
    email: 'robin@example.com',
    email_verified: true,
    given_name: 'Robin',
    family_name: 'Reyes',
    groups: ['desk'],
    amr: ['pwd'],
  });
  const byProvider = page.getByRole('link', { name: 'Sign in with Example ID' });
  const inside = page.getByRole('link', { name: 'Users', exact: true });

  await test.step('set up, with errors on their fields', async () => {
    await signInAt(page, '/settings?section=security');
    const card = page.getByRole('region', { name: 'Company sign-in' });
    await card.getByRole('button', { name: 'Set up' }).click();
    const dialog = page.getByRole('dialog', { name: 'Company sign-in' });
    await dialog.getByLabel('Name of the provider').fill('Example ID');
    await dialog.getByLabel('Issuer address').fill(`${provider.issuer}/nowhere`);
    await dialog.getByLabel('Client ID').fill(CLIENT_ID);
    await dialog.getByLabel('Client secret').fill(CLIENT_SECRET);
    await dialog.getByRole('button', { name: 'Test the connection' }).click();
    await expect(dialog.getByText(/^There is no identity provider at this address/)).toBeVisible();
    await dialog.getByLabel('Issuer address').fill(provider.issuer);
    await dialog.getByRole('button', { name: 'Test the connection' }).click();
    await expect(dialog.getByText('The provider answers, and accepts this client.')).toBeVisible();
    await dialog.getByLabel('Group', { exact: true }).fill('desk');
    await pick(page, 'Role', 'Front desk');
    await readable(page, 'settings of the provider');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(said(page, 'Company sign-in saved')).toBeVisible();
    await expect(card.getByText('Passwords sign in too.')).toBeVisible();
    await signOut(page);
  });

  await test.step('in, with a proof that loses nothing, and out on both sides', async () => {
    await byProvider.click();
    await signInThere(page, 'robin');
    await expect(inside).toBeVisible();
    await page.goto('/add-user');
    await page.getByLabel('First name').fill('Kimberley');
    await page.getByLabel('Last name').fill('Alvarez');
    await page.getByLabel('Email').fill('kimberley.desk@example.com');
    await page.getByLabel('Phone').fill('5551234567');
    await page.getByLabel(/Secret code/).fill('1357');
    await page.getByRole('combobox', { name: 'Role' }).click();
    await page.getByRole('option').first().click();
    await ageProofs();
    await page.getByRole('button', { name: 'Add user' }).click();
    const question = page.getByRole('dialog', { name: 'Confirm that it is you' });
    const opened = page.waitForEvent('popup');
    await question.getByRole('button', { name: 'Sign in at your company again' }).click();
    await signInThere(await opened, 'robin');
    await expect(said(page, 'User added')).toBeVisible();
    await page.getByRole('button', { name: 'Done' }).click();
    await signOut(page);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(byProvider).toBeVisible();
    // The provider asks again: it has signed the person out too.
    await byProvider.click();
    await expect(page.getByLabel('Name')).toBeVisible();
  });

  await test.step('passwords off: the page offers them to break-glass owners alone', async () => {
    const { client } = await ownersDesk();
    const { data: settings } = await client.company.settings();
    const breakGlass = settings.owners.map(({ id }) => id);
    const body = { ...settings.current!, allowsPasswords: false, breakGlass };
    await client.company.set({ body });
    await page.goto(`${office.url()}/login`);
    await expect(byProvider).toBeVisible();
    await expect(page.getByLabel('Email Address')).toBeHidden();
    await readable(page, 'sign-in by the provider');
    await page.getByRole('button', { name: 'Sign in with a password' }).click();
    await fillIn(page);
    await expect(inside).toBeVisible();
    await client.company.stop();
  });
  await provider.stop();
});
