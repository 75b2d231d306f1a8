import { expect, test as base, type BrowserContext, type Page } from '@playwright/test';
import { type MailServer, openMailServer } from '@pos/api/testing/files/mail-server.ts';
import { type Product, TRIAL_OWNER } from '@pos/tools/product/product.ts';
import { launchEmpty } from './launch.ts';
import { drawn, watchRequests } from './settled.ts';

/** Set by project: a mail server instead of a folder, and a source system. */
export type ProductOptions = { sendsMail: boolean; hasSource: boolean };

let product: Product | undefined;
let mailServer: MailServer | undefined;
let shared: BrowserContext | undefined;

function running(): Product {
  if (!product) throw new Error('No product runs outside the journeys of a file.');
  return product;
}

/** Address of the product of this file's tests, its owner, and its data folder. */
export const office = {
  url: () => running().url,
  email: () => TRIAL_OWNER.email,
  password: () => TRIAL_OWNER.password,
  dataDir: () => running().dataDir,
  /** Mail received, in a project with `sendsMail`. */
  mail: () => mailServer,
};

/**
 * Page of the product, in a browser without data. Fails the test on a script error and on any
 * violation of the content security policy. Tests share a context, so that the parts of the app are
 * loaded and compiled once; those tagged `@clock` set its clock, and have one of their own.
 */
export const test = base.extend<
  { page: Page; context: BrowserContext },
  ProductOptions & { product: Product }
>({
  sendsMail: [false, { scope: 'worker', option: true }],
  hasSource: [true, { scope: 'worker', option: true }],
  product: [
    async ({ sendsMail, hasSource }, use) => {
      mailServer = sendsMail ? await openMailServer() : undefined;
      product = await launchEmpty({
        ...(mailServer && { SMTP_URL: mailServer.url }),
        ...(!hasSource && { SYNC_SOURCES: '' }),
      });
      await use(product);
      await product.remove();
      await mailServer?.close();
    },
    { scope: 'worker', auto: true, timeout: 120_000 },
  ],
  context: async ({ browser }, use, { tags }) => {
    const isOwn = tags.includes('@clock');
    const context = isOwn ? await browser.newContext() : (shared ??= await browser.newContext());
    watchRequests(context).clear();
    await use(context);
    if (isOwn) return context.close();
    for (const page of context.pages()) await page.close();
    await context.clearCookies();
    await context.clearPermissions();
  },
  baseURL: async ({}, use) => use(office.url()),
  page: async ({ context, page }, use) => {
    // Not all types: that of code would compile the app's parts anew in each test.
    const storageTypes = 'local_storage,indexeddb,service_workers,cache_storage';
    const storage = { origin: office.url(), storageTypes };
    await (await context.newCDPSession(page)).send('Storage.clearDataForOrigin', storage);
    const wrong: string[] = [];
    page.on('pageerror', (error) => wrong.push(error.message));
    page.on('console', (message) => {
      if (
        /Content.Security.Policy|TrustedHTML|TrustedScript|violates the following/i.test(
          message.text(),
        )
      )
        wrong.push(message.text());
    });
    await use(page);
    expect(wrong).toEqual([]);
  },
});

/**
 * Blocks live events: the page learns about changes from its own calls, not before the test's next
 * step.
 */
export async function deafen(page: Page): Promise<void> {
  await page.route('**/v1/events', (route) => route.abort());
}

/** Opens a page of the app: as a link does, or loaded anew from outside the app. */
export async function visit(page: Page, address: string): Promise<void> {
  const isInside = await page.evaluate((to) => {
    const heading = document.querySelector('main h1');
    if (!heading) return false;
    // The page before stays until the next is ready.
    if (new URL(to, location.href).pathname !== location.pathname)
      heading.setAttribute('data-before', heading.textContent);
    history.pushState({}, '', to);
    return true;
  }, address);
  if (!isInside) await page.goto(address);
  await page.waitForFunction(() => {
    const heading = document.querySelector('main h1');
    return heading && heading.getAttribute('data-before') !== heading.textContent;
  });
  await drawn(page);
}

/**
 * Types into a search select and picks the first option, which must contain the text, by Enter: a list
 * that still finds its place may move away from under a click.
 */
export async function pick(page: Page, label: string, text: string): Promise<void> {
  const box = page
    .getByRole('combobox', { name: label })
    .or(page.getByRole('textbox', { name: label }))
    .first();
  await box.click();
  await box.fill(text);
  await expect(page.getByRole('option').first()).toContainText(text, { ignoreCase: true });
  await box.press('Enter');
  // While a list is open, the rest of the page is hidden from axe and from assistive technology.
  await expect(page.getByRole('listbox')).toHaveCount(0);
}
