import { expect, type Browser, type Page } from '@playwright/test';
import { office, test } from '../support/office.ts';
import { hire, ownersDesk } from '../support/staff.ts';
import { fillIn, signInAt, signInByForm, signOut, type Credentials } from '../support/sign-in.ts';
import { said } from '../support/tabbing.ts';

/** Tries to sign in from another browser. */
const tryToSignIn = (who: Credentials) =>
  fetch(`${office.url()}/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': 'Firefox/140.0' },
    body: JSON.stringify({ email: who.email, password: who.password }),
  });

async function guessWrong({ email }: Credentials, times: number): Promise<void> {
  for (let time = 0; time < times; time++) await tryToSignIn({ email, password: 'Wrong-Horse-42' });
}

/** Page in a browser that has never signed in. */
async function freshPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ baseURL: office.url() });
  return context.newPage();
}

test('a known browser signs in while another guesses passwords; administrators see the refusals', async ({
  page,
  browser,
}) => {
  const robin = await hire(await ownersDesk(), [['Devices', 'read_only']]);
  await signInByForm(page, robin);
  await signOut(page);
  await guessWrong(robin, 11);
  await fillIn(page, robin);
  await expect(page.getByRole('link', { name: 'Devices', exact: true })).toBeVisible();

  const stranger = await freshPage(browser);
  await stranger.goto('/login');
  await stranger.getByLabel('Email Address').fill(robin.email);
  await stranger.getByLabel('Password', { exact: true }).fill(robin.password);
  await stranger.getByRole('button', { name: 'Login' }).click();
  await expect(stranger.getByText(/^Too many attempts\. Try again in/).first()).toBeVisible();
  await signInAt(stranger, `/edit-user/${robin.id}?tab=activity`);
  await expect(stranger.getByText('Somebody was refused a sign-in').first()).toBeVisible();
  await expect(
    stranger.getByText(/was blocked from signing in from there for a while/),
  ).toBeVisible();
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

test('the profile lists sign-ins with browser and address; ending them requires the password', async ({
  page,
}) => {
  const robin = await hire(await ownersDesk(), [['Devices', 'read_only']]);
  await guessWrong(robin, 1);
  await signInByForm(page, robin);
  await tryToSignIn(robin);
  await tryToSignIn(robin);
  const answered = Promise.withResolvers<void>();
  await page.route('**/v1/auth/sessions/**', async (route) => {
    await answered.promise;
    await route.continue();
  });
  await page.goto('/profile');
  await expect(page.getByText('Signed in', { exact: true }).first()).toBeVisible();
  await expect(page.getByText(/Chrome on Linux · 127\.0\.0\.1/).first()).toBeVisible();
  const firefox = page.getByRole('button', { name: /^Sign out Firefox/, includeHidden: true });
  const everywhere = page.getByRole('button', { name: 'Sign out everywhere else' });
  const all = page.getByRole('dialog', { name: 'Sign out everywhere else' });
  const confirm = (dialog: typeof all) =>
    dialog.getByRole('button', { name: 'Sign out', exact: true }).click();

  await test.step('one, answered late, when another dialog has been opened', async () => {
    await firefox.first().click();
    const one = page.getByRole('dialog', { name: /^Sign out Firefox/ });
    await one.getByLabel('Your password').fill(robin.password);
    await confirm(one);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await everywhere.click();
    await all.getByLabel('Your password').fill('Wrong-Horse-42');
    answered.resolve();
    await expect(said(page, 'Signed out')).toBeVisible();
    await expect(firefox).toHaveCount(1);
    await expect(all.getByLabel('Your password')).toHaveValue('Wrong-Horse-42');
  });
  await test.step('all others, but not by a wrong password', async () => {
    await confirm(all);
    await expect(all.getByText('The current password is wrong.').first()).toBeVisible();
    await expect(firefox).toHaveCount(1);
    await all.getByLabel('Your password').fill(robin.password);
    await confirm(all);
    await expect(said(page, 'Signed out everywhere else')).toBeVisible();
    await expect(page.getByText('This device')).toBeVisible();
    await expect(everywhere).toBeHidden();
    await expect(
      page.getByText('A wrong password was entered to confirm a change').first(),
    ).toBeVisible();
  });
});
