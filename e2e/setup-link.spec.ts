import { expect } from '@playwright/test';
import { pick, test } from './support/office.ts';
import { hire, ownersDesk } from './support/staff.ts';
import { signInByForm } from './support/sign-in.ts';

test('without a mail server the setup link can be copied, and sets the password', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { client } = await ownersDesk();
  await client.roles.add({
    body: {
      name: 'Fair Manager',
      description: 'Plans fairs.',
      rights: [{ name: 'Fairs', read_only: true, edit: true }],
    },
  });
  await signInByForm(page);
  await page.goto('/add-user');
  await expect(page.getByText(/email a setup link/)).toBeHidden();
  await expect(page.getByText('The setup link goes there.')).toBeHidden();
  await page.getByLabel('First name').fill('Dana');
  await page.getByLabel('Last name').fill('Whitfield');
  await page.getByLabel('Email', { exact: true }).fill('dana@example.com');
  await page.getByLabel('Phone').fill('5551234567');
  await pick(page, 'Role', 'Fair Manager');
  await page.getByLabel('Secret code').fill('0420');
  await page.getByRole('button', { name: 'Add user' }).click();

  const dialog = page.getByRole('dialog', { name: 'Setup link for Dana Whitfield' });
  await expect(dialog.getByText(/Anyone who has it can set the password/)).toBeVisible();
  await expect(page.getByText(/on its way/)).toBeHidden();
  await dialog.getByRole('button', { name: 'Copy setup link' }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/\/setup-password\?token=[\w-]{43}$/);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page).toHaveURL(/\/edit-user\//);
  await page.getByRole('main').getByRole('link', { name: 'Users' }).click();

  // The same link again, from the list.
  await page
    .getByRole('row', { name: /Dana Whitfield/ })
    .getByRole('button', { name: /actions/i })
    .click();
  await page.getByRole('menuitem', { name: 'Show setup link' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Setup link' })).toHaveValue(link);
  await page.keyboard.press('Escape');

  const other = await context.browser()!.newContext();
  const dana = await other.newPage();
  await dana.goto(link);
  await dana.getByLabel('New password').fill('Reading-Corner-88');
  await dana.getByLabel('Confirm password').fill('Reading-Corner-88');
  await dana.getByRole('button', { name: 'Set password' }).click();
  await expect(
    dana.getByText('Your account is ready. Sign in with your new password.'),
  ).toBeVisible();
  await other.close();

  await page.goto('/users');
  await page
    .getByRole('row', { name: /Dana Whitfield/ })
    .getByRole('button', { name: /actions/i })
    .click();
  await expect(page.getByRole('menuitem', { name: 'Show setup link' })).toBeHidden();
});

test('without a mail server no page claims that an email was sent', async ({ page }) => {
  const robin = await hire(await ownersDesk(), [['Devices', 'read_only']]);
  await page.goto('/forgot-password');
  await expect(page.getByText(/We send you a link/)).toBeHidden();
  await page.getByLabel('Email Address').fill(robin.email);
  await page.getByRole('button', { name: /link/ }).click();
  await expect(page.getByRole('heading', { name: 'Ask your administrator' })).toBeVisible();
  await expect(page.getByText(/Check your email|we sent|spam/i)).toBeHidden();
});
