import { expect, type Page } from '@playwright/test';
import { deafen, test } from '../support/office.ts';
import { settled } from '../support/settled.ts';
import { hire, ownersDesk } from '../support/staff.ts';
import { endOwnersSessions, fillIn, signInAt, signInByForm, signOut } from '../support/sign-in.ts';
import { said } from '../support/tabbing.ts';

const offer = (page: Page) => page.getByRole('region', { name: 'Unsaved draft' });
const deviceId = (page: Page) => page.getByLabel('Device ID');

/** Types an incomplete new device. */
async function typeDevice(page: Page, id: string): Promise<void> {
  await page.goto('/add-device');
  await deviceId(page).fill(id);
  await page.getByLabel(/^Name/).fill('Gym tablet');
  await page.getByLabel('Model').selectOption({ label: 'iPad Air' });
}

test('a session that ends in a form, even while its draft is written, loses nothing and shows it to nobody else', async ({
  page,
}) => {
  const robin = await hire(await ownersDesk(), [
    ['Devices', 'read_only'],
    ['Devices', 'edit'],
  ]);
  // A slow device: sealing takes a second each time.
  await page.addInitScript(() => {
    const encrypt = crypto.subtle.encrypt.bind(crypto.subtle);
    crypto.subtle.encrypt = async (...given) => {
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      return encrypt(...given);
    };
  });
  await signInAt(page, '/devices');
  await typeDevice(page, 'DRAFT-1');
  await page.getByLabel('Purchase date').fill('01/15/2028');
  await page.getByRole('button', { name: '3 years after purchase' }).click();
  await endOwnersSessions(page);
  await page.getByLabel(/^Name/).fill('Typed last');
  await page.getByRole('button', { name: 'Add device' }).click();
  await expect(page).toHaveURL(/\/login\?/);
  await expect(
    page.getByText('You were signed out after inactivity. Your draft is kept.'),
  ).toBeVisible();
  await test.step('another person sees no draft', async () => {
    await fillIn(page, robin);
    await expect(deviceId(page)).toHaveValue('');
    await settled(page);
    await expect(offer(page)).toBeHidden();
    await signOut(page);
    await expect(page).toHaveURL(/\/login$/);
  });
  await page.goto('/add-device');
  await fillIn(page);
  await expect(page).toHaveURL(/\/add-device$/);
  await expect(offer(page)).toContainText(/Restore your draft from \d{1,2}:\d\d [AP]M\?/);
  await expect(deviceId(page)).toHaveValue('');
  await offer(page).getByRole('button', { name: 'Restore' }).click();
  await expect(offer(page)).toBeHidden();
  await expect(deviceId(page)).toHaveValue('DRAFT-1');
  await expect(deviceId(page)).toBeFocused();
  await expect(page.getByLabel(/^Name/)).toHaveValue('Typed last');
  await expect(page.getByLabel('Warranty date')).toHaveValue('01/15/2031');
  // The guard of the form is loaded after it.
  await settled(page);
  await page.getByRole('link', { name: 'Fairs' }).first().click();
  await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toContainText(
    'Device ID',
  );
  await page.getByRole('button', { name: 'Stay' }).click();
  await page.getByRole('button', { name: 'Add device' }).click();
  await expect(said(page, 'Device added')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Devices' }).click();
  await page.getByRole('link', { name: 'Add device' }).click();
  await expect(deviceId(page)).toHaveValue('');
  await expect(offer(page)).toBeHidden();
});

test('a draft survives reloads, sealed and without codes, and goes when discarded or left', async ({
  page,
}) => {
  page.on('dialog', (dialog) => void dialog.accept());
  await signInAt(page, '/add-user');
  const [first, last] = [page.getByLabel('First name'), page.getByLabel('Last name')];
  const code = page.getByLabel(/Secret code/);
  await first.fill('Kimberley');
  await code.fill('1357');
  await expect.poll(() => savedDrafts(page)).toHaveLength(1);
  const stored = [await savedDrafts(page), await page.evaluate(() => ({ ...localStorage }))];
  expect(JSON.stringify(stored)).not.toMatch(/Kimberley|1357/);
  await page.reload();
  await expect(offer(page)).toBeVisible();
  const before = JSON.stringify(await savedDrafts(page));
  await last.fill('Alvarez');
  await expect.poll(async () => JSON.stringify(await savedDrafts(page))).not.toBe(before);
  await page.reload();
  await offer(page).getByRole('button', { name: 'Restore' }).click();
  await expect(first).toHaveValue('Kimberley');
  await expect(last).toHaveValue('Alvarez');
  await expect(code).toHaveValue('');
  await page.reload();
  await offer(page).getByRole('button', { name: 'Discard' }).click();
  await expect(first).toHaveValue('');
  await expect.poll(() => savedDrafts(page)).toHaveLength(0);
  await first.fill('Kimberley');
  await expect.poll(() => savedDrafts(page)).toHaveLength(1);
  await page.getByRole('link', { name: 'Fairs' }).first().click();
  await page
    .getByRole('dialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: 'Leave' })
    .click();
  await expect(page).toHaveURL(/\/fairs/);
  await expect.poll(() => savedDrafts(page)).toHaveLength(0);

  await page.goto('/change-password');
  await page.getByLabel('Current password').fill('Something-11');
  await endOwnersSessions(page);
  await page.getByLabel('New password', { exact: true }).fill('Something-22');
  await page.getByLabel('Confirm password').fill('Something-22');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(
    page.getByText('You were signed out after inactivity.', { exact: true }),
  ).toBeVisible();
});

test('signing out asks before deleting unsaved work, and signs out other tabs too', async ({
  page,
  context,
}) => {
  await signInAt(page, '/devices');
  await typeDevice(page, 'LOST-1');
  const other = await context.newPage();
  await other.goto('/fairs');
  await expect.poll(() => savedDrafts(other)).toHaveLength(1);
  for (const answer of ['Cancel', 'Sign out']) {
    await expect(other).toHaveURL(/\/fairs/);
    await signOut(other);
    await other
      .getByRole('dialog', { name: 'Sign out without saving?' })
      .getByRole('button', { name: answer })
      .click();
  }
  await expect(other).toHaveURL(/\/login$/);
  await expect(page).toHaveURL(/\/login\?/);
  await expect(page.getByText('You signed out in another tab.')).toBeVisible();
  await expect.poll(() => savedDrafts(other)).toHaveLength(0);
  await fillIn(page);
  await expect(page).toHaveURL(/\/add-device$/);
  await settled(page);
  await expect(offer(page)).toBeHidden();
});

test(
  'three tabs at the two-minute mark refresh only once and keep working',
  {
    tag: '@clock',
  },
  async ({ page, context }) => {
    let refreshes = 0;
    context.on('request', (request) => {
      if (request.url().endsWith('/v1/auth/refresh-tokens')) refreshes += 1;
    });
    const tokens = (tab: Page) => tab.evaluate(() => localStorage.getItem('admin.session'));
    await signInAt(page, '/fairs');
    const tabs = [page, await context.newPage(), await context.newPage()];
    for (const tab of tabs) {
      await tab.goto('/fairs');
      await expect(tab.getByRole('heading', { level: 1 })).toBeVisible();
      await settled(tab);
    }
    const stored = await tokens(page);
    refreshes = 0;
    // 13 minutes and 5 seconds after the last refresh: less than 2 of the 15 minutes are left.
    for (const tab of tabs) await tab.clock.setSystemTime(Date.now() + (13 * 60 + 5) * 1000);
    await Promise.all(
      tabs.map((tab) => tab.getByRole('link', { name: 'Orders', exact: true }).click()),
    );
    for (const tab of tabs) {
      await expect(tab).toHaveTitle('POS Admin - Orders');
      await expect(tab.getByRole('heading', { level: 1 })).toBeVisible();
      await settled(tab);
    }
    expect(refreshes).toBe(1);
    const [one, ...others] = await Promise.all(tabs.map(tokens));
    expect(one).not.toBe(stored);
    expect(others).toEqual([one, one]);
  },
);

test(
  'menu and pages follow rights that change while a browser is open',
  {
    tag: '@clock',
  },
  async ({ page }) => {
    const desk = await ownersDesk();
    const robin = await hire(desk, [
      ['Orders', 'read_only'],
      ['Devices', 'read_only'],
    ]);
    await deafen(page);
    await signInByForm(page, robin);
    const menu = page.getByRole('navigation', { name: 'Main menu' }).getByRole('link');
    await expect(menu).toHaveText(['Devices', 'Orders']);
    // Every call of the page is answered, so that the click below makes the first refused one.
    await page.waitForLoadState('networkidle');
    const { data: role } = await desk.client.roles.getById({ params: { id: robin.roleId } });
    const { name, description, version } = role;
    const rights = role.rights.map((entry) => ({
      ...entry,
      read_only: entry.name === 'Devices' || entry.name === 'Reports',
    }));
    await desk.client.roles.update({
      params: { id: role.id },
      body: { name, description, rights, version },
    });
    // The stored rights still open Orders; the server's refusal raises the manual-refresh flag.
    await page.clock.setSystemTime(Date.now() + 11_000);
    await page.getByRole('link', { name: 'Orders', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      "The page you're looking for, you do not have access to.",
    );
    await expect(menu).toHaveText(['Devices', 'Reports']);
  },
);

test('display settings are never stored as plain text; menu and tones survive signing out', async ({
  page,
}) => {
  await signInAt(page, '/profile');
  await settled(page);
  const sealedBefore = JSON.stringify(await allSealed(page));
  await page.getByRole('button', { name: 'Collapse menu' }).click();
  await expect.poll(async () => JSON.stringify(await allSealed(page))).not.toBe(sealedBefore);
  await page.getByLabel('Row height').selectOption('compact');
  const html = page.locator('html');
  await expect(html).toHaveAttribute('data-density', 'compact');
  await settled(page);
  const { local, ...rest } = await page.evaluate(() => ({
    local: { ...localStorage },
    session: { ...sessionStorage },
    cookie: document.cookie,
  }));
  expect(Object.keys(local).filter((key) => /menu|tones|preferences/.test(key))).toEqual([]);
  expect(JSON.stringify([local, rest, await allSealed(page)])).not.toMatch(
    /rail|compact|density|startPage/,
  );
  // Blocked, so that the first paint uses this browser's copy.
  await page.route('**/v1/preferences', () => undefined);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Expand menu' })).toBeVisible();
  await expect(html).toHaveAttribute('data-density', 'compact');
  await signOut(page);
  await fillIn(page);
  await expect(page.getByRole('button', { name: 'Expand menu' })).toBeVisible();
});

/** All sealed data of the browser, as stored on disk, by its key. */
function sealed(page: Page): Promise<[string[], unknown][]> {
  return page.evaluate(async () => {
    const done = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(new Error('The database cannot be read.'));
      });
    const database = await done(indexedDB.open('pos-admin'));
    const store = database.transaction('sealed').objectStore('sealed');
    const [keys, values] = await Promise.all([done(store.getAllKeys()), done(store.getAll())]);
    database.close();
    return keys.map((key, at): [string[], unknown] => [key as string[], values[at]]);
  });
}

const allSealed = async (page: Page): Promise<unknown[]> =>
  (await sealed(page)).map(([, value]) => value);

/** Sealed drafts of the browser, as stored on disk. */
const savedDrafts = async (page: Page): Promise<unknown[]> =>
  (await sealed(page)).flatMap(([key, value]) => (key[1]?.startsWith('draft ') ? [value] : []));
