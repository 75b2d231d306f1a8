import process from 'node:process';
import { expect, test as base, type BrowserContext, type Page } from '@playwright/test';
import { watchRequests } from './settled.ts';

function given(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set; the journeys are started by their global setup.`);
  return value;
}

/** The number of the worker that runs this journey: each has a product of its own. */
const worker = () => given('TEST_PARALLEL_INDEX');

/** Where the product of this journey answers, its owner, and the folder of its data. */
export const office = { url: () => given(`POS_URL_${worker()}`), email: () => given('POS_EMAIL'), password: () => given('POS_PASSWORD'), dataDir: () => given(`POS_DATA_DIR_${worker()}`) };

/** A page of the product. It fails the test for a script error and for whatever the content security policy had to stop. */
export const test = base.extend<{ page: Page; context: BrowserContext }>({
  context: async ({ context }, use) => {
    watchRequests(context);
    await use(context);
  },
  baseURL: async ({}, use) => use(office.url()),
  page: async ({ page }, use) => {
    const wrong: string[] = [];
    page.on('pageerror', (error) => wrong.push(error.message));
    page.on('console', (message) => {
      if (/Content.Security.Policy|TrustedHTML|TrustedScript|violates the following/i.test(message.text())) wrong.push(message.text());
    });
    await use(page);
    expect(wrong).toEqual([]);
  },
});

export type Credentials = { email: string; password: string };

/** Signs in by hand, as the owner unless somebody else is named. */
export async function signIn(page: Page, who?: Credentials): Promise<void> {
  await page.goto('/login');
  await fillIn(page, who);
}

/** Signs in on the login page that is open. */
export async function fillIn(page: Page, { email, password }: Credentials = { email: office.email(), password: office.password() }): Promise<void> {
  await page.getByLabel('Email Address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).not.toHaveURL(/\/login/);
}

/** Types into a search select and picks the entry that holds the text. */
export async function pick(page: Page, label: string, text: string): Promise<void> {
  const box = page.getByRole('combobox', { name: label }).or(page.getByRole('textbox', { name: label })).first();
  await box.click();
  await box.fill(text);
  await page.getByRole('option', { name: new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'i') }).first().click();
}

/** Adds the number in a text such as "$1,234.50" or "−$5.00" as cents. */
export function centsOf(text: string): number {
  const digits = /([−-]?)\$([\d,]+)\.(\d{2})/.exec(text);
  if (!digits) throw new Error(`"${text}" holds no amount.`);
  return Number(`${digits[1] ? '-' : ''}${(digits[2] ?? '').replaceAll(',', '')}${digits[3] ?? ''}`);
}
