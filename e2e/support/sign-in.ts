import { expect, type Page } from '@playwright/test';
import { api } from '@pos/contract/api';
import { createClient } from '@pos/contract/client';
import { sendTo } from '@pos/tools/office/http.ts';
import { deafen, office, visit } from './office.ts';
import { ownersDesk } from './staff.ts';

export type Credentials = { email: string; password: string };

const owner = (): Credentials => ({ email: office.email(), password: office.password() });

/**
 * Signs in as the owner unless another person is given, by a call instead of the login page, which
 * has tests of its own. The test opens the first page next.
 */
export async function signIn(page: Page, { email, password } = owner()): Promise<void> {
  const { token, permission } = await createClient(api, sendTo(office.url())).auth.login({
    body: { email, password },
  });
  // As the app stores it.
  const session = JSON.stringify({
    accessToken: token.access.token,
    refreshToken: token.refresh.token,
    refreshAfter: Date.parse(token.access.expiresAt) - 2 * 60_000,
    permission,
  });
  // The smallest file of the product: opens its local storage.
  await page.goto(`${office.url()}/favicon.svg`);
  await page.evaluate((stored) => localStorage.setItem('admin.session', stored), session);
}

/** Signs in and opens a page of the product. */
export async function signInAt(page: Page, path: string, who?: Credentials): Promise<void> {
  await signIn(page, who);
  await visit(page, office.url() + path);
}

/** Signs in through the login page, as a person does. */
export async function signInByForm(page: Page, who?: Credentials): Promise<void> {
  await page.goto('/login');
  await fillIn(page, who);
}

/** Signs in on the open login page. */
export async function fillIn(page: Page, { email, password } = owner()): Promise<void> {
  await page.getByLabel('Email Address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).not.toHaveURL(/\/login/);
}

/** Signs out by the menu of the account. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
}

/** Ends every session of the owner but that of a call. The page finds out with its next call. */
export async function endOwnersSessions(page: Page): Promise<void> {
  await deafen(page);
  const { client } = await ownersDesk();
  await client.auth.endOtherSessions({ body: { currentPassword: office.password() } });
}
