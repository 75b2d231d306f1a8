import { expect, type Browser, type Page } from '@playwright/test';
import { office, test } from './support/office.ts';
import { hire, ownersDesk } from './support/staff.ts';
import { signInByForm, fillIn } from './support/sign-in.ts';

const shown = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome to Admin Panel' })).toBeVisible();
}

async function guessWrong(email: string, times: number): Promise<void> {
  for (let time = 0; time < times; time++) {
    await fetch(`${office.url()}/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: 'Wrong-Horse-42' }),
    });
  }
}

/** Page in a browser that has never signed in. */
async function freshPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ baseURL: office.url() });
  return context.newPage();
}

test('a known browser can sign in while another guesses passwords from the same address', async ({
  page,
  browser,
}) => {
  const robin = await hire(await ownersDesk(), [['Devices', 'read_only']]);
  await signInByForm(page, robin);
  await signOut(page);
  await guessWrong(robin.email, 11);
  await fillIn(page, robin);
  await expect(page.getByRole('link', { name: 'Devices', exact: true })).toBeVisible();

  const stranger = await freshPage(browser);
  await stranger.goto('/login');
  await stranger.getByLabel('Email Address').fill(robin.email);
  await stranger.getByLabel('Password', { exact: true }).fill(robin.password);
  await stranger.getByRole('button', { name: 'Login' }).click();
  await expect(stranger.getByText(/^Too many attempts\. Try again in/).first()).toBeVisible();
  await stranger.context().close();
});

test('a browser that stores nothing for the site says so and signs in until the page is reloaded', async ({
  browser,
}) => {
  const robin = await hire(await ownersDesk(), [['Devices', 'read_only']]);
  const block = () => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('Access is denied for this document.', 'SecurityError');
        },
      });
  };
  const fill = () => {
    for (let size = 5_242_880, count = 0; size >= 1; size /= 2)
      try {
        localStorage.setItem(`filler-${(count += 1)}`, 'x'.repeat(size));
      } catch {
        // Tries a smaller one.
      }
  };
  for (const [prepare, sentence] of [
    [block, 'This browser does not let the site store data.'],
    [fill, 'The browser has no space left for this site.'],
  ] as const) {
    const page = await freshPage(browser);
    await page.addInitScript(prepare);
    await signInByForm(page, robin);
    await expect(page.getByRole('heading', { level: 1, name: 'Devices' })).toBeVisible();
    await expect(page.getByText(sentence)).toBeVisible();
    await page.goto('/login');
    await expect(page.getByRole('heading', { name: 'Welcome to Admin Panel' })).toBeVisible();
    await page.context().close();
  }
});

test('the profile lists sign-ins and refusals with browser and address; administrators see them too', async ({
  page,
}) => {
  const robin = await hire(await ownersDesk(), [['Devices', 'read_only']]);
  await guessWrong(robin.email, 10);
  await signInByForm(page);
  await page.goto(`/edit-user/${robin.id}?tab=activity`);
  await expect(page.getByText('Somebody was refused a sign-in').first()).toBeVisible();
  await expect(page.getByText(/was blocked from signing in from there for a while/)).toBeVisible();

  await page.goto('/profile');
  const list = page
    .getByRole('region', { name: 'Sign-ins' })
    .or(page.locator('section', { hasText: 'Sign-ins' }))
    .first();
  await expect(list.getByText('Signed in', { exact: true }).first()).toBeVisible();
  await expect(list.getByText(/Chrome on Linux · 127\.0\.0\.1/).first()).toBeVisible();
});

test('ending other sessions requires the password, and a wrong one ends nothing', async ({
  page,
}) => {
  const robin = await hire(await ownersDesk(), [['Devices', 'read_only']]);
  await guessWrong(robin.email, 1);
  await signInByForm(page, robin);
  await fetch(`${office.url()}/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: robin.email, password: robin.password }),
  });
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign out everywhere else' });
  await dialog.getByLabel('Your password').fill('Wrong-Horse-42');
  await dialog.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(dialog.getByText('The current password is wrong.').first()).toBeVisible();
  await dialog.getByLabel('Your password').fill(robin.password);
  await dialog.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(shown(page, 'Signed out everywhere else')).toBeVisible();
  await expect(page.getByText('This device')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign out everywhere else' })).toBeHidden();
  await expect(page.getByText('A wrong password was entered to confirm a change')).toBeVisible();
});

test('a sign-out that is answered late leaves the dialog that was opened since', async ({
  page,
}) => {
  const robin = await hire(await ownersDesk(), [['Devices', 'read_only']]);
  await signInByForm(page, robin);
  for (let other = 0; other < 2; other += 1)
    await fetch(`${office.url()}/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'Firefox/140.0' },
      body: JSON.stringify({ email: robin.email, password: robin.password }),
    });
  const held = Promise.withResolvers<undefined>();
  await page.route('**/v1/auth/sessions/**', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto('/profile');
  const signOutOne = page.getByRole('button', { name: /^Sign out Firefox/ });
  await signOutOne.first().click();
  const first = page.getByRole('dialog', { name: /^Sign out Firefox/ });
  await first.getByLabel('Your password').fill(robin.password);
  await first.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  const second = page.getByRole('dialog', { name: 'Sign out everywhere else' });
  await second.getByLabel('Your password').fill('typed');
  held.resolve(undefined);
  await expect(shown(page, 'Signed out')).toBeVisible();
  // Behind the dialog, which hides the page from screen readers.
  await expect(
    page.getByRole('button', { name: /^Sign out Firefox/, includeHidden: true }),
  ).toHaveCount(1);
  await expect(second.getByLabel('Your password')).toHaveValue('typed');
});

test("changing one's own email requires the password", async ({ page }) => {
  const robin = await hire(await ownersDesk(), [
    ['Users', 'read_only'],
    ['Users', 'edit'],
    ['Devices', 'read_only'],
  ]);
  await signInByForm(page, robin);
  await page.goto(`/edit-user/${robin.id}`);
  await expect(page.getByLabel('Your password')).toBeHidden();
  const email = `new-${robin.email}`;
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Enter your password.').first()).toBeVisible();
  await page.getByLabel('Your password').fill(robin.password);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page).toHaveURL(/\/login/);
  await page.getByLabel('Email Address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(robin.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(/\/verify-account/);
});
