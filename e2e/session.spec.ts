import { expect, type Page } from '@playwright/test';
import { deafen, office, test } from './support/office.ts';
import { settled } from './support/settled.ts';
import { hire, ownersDesk } from './support/staff.ts';
import { signInByForm, fillIn } from './support/sign-in.ts';

const shown = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });
const offer = (page: Page) => page.getByRole('region', { name: 'Unsaved draft' });

/** Types an incomplete new device. */
async function typeDevice(page: Page, deviceId: string): Promise<void> {
  await page.goto('/add-device');
  await page.getByLabel('Device ID').fill(deviceId);
  await page.getByLabel(/^Name/).fill('Gym tablet');
  await page.getByLabel('Model').selectOption({ label: 'iPad Air' });
}

/**
 * Ends every session of the owner except the newest, which is the API client's. The page finds out
 * with its next call.
 */
async function endOtherSessions(page: Page): Promise<void> {
  await deafen(page);
  const { client } = await ownersDesk();
  await client.auth.endOtherSessions({ body: { currentPassword: office.password() } });
}

test('a session that ends in the middle of a form loses no input', async ({ page }) => {
  await signInByForm(page);
  await typeDevice(page, 'DRAFT-1');
  await page.getByLabel('Purchase date').fill('01/15/2028');
  await page.getByRole('button', { name: '3 years after purchase' }).click();
  await endOtherSessions(page);
  await page.getByRole('button', { name: 'Add device' }).click();
  await expect(page).toHaveURL(/\/login\?/);
  await expect(
    page.getByText('You were signed out after inactivity. Your draft is kept.'),
  ).toBeVisible();
  await fillIn(page);
  await expect(page).toHaveURL(/\/add-device$/);
  await expect(offer(page)).toContainText(/Restore your draft from \d{1,2}:\d\d [AP]M\?/);
  await expect(page.getByLabel('Device ID')).toHaveValue('');
  await offer(page).getByRole('button', { name: 'Restore' }).click();
  await expect(offer(page)).toBeHidden();
  await expect(page.getByLabel('Device ID')).toHaveValue('DRAFT-1');
  await expect(page.getByLabel('Device ID')).toBeFocused();
  await expect(page.getByLabel('Warranty date')).toHaveValue('01/15/2031');
  await page.getByRole('link', { name: 'Fairs' }).first().click();
  await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toContainText(
    'Device ID',
  );
  await page.getByRole('button', { name: 'Stay' }).click();
  await page.getByRole('button', { name: 'Add device' }).click();
  await expect(shown(page, 'Device added')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Devices' }).click();
  await page.getByRole('link', { name: 'Add device' }).click();
  await expect(page.getByLabel('Device ID')).toHaveValue('');
  await expect(offer(page)).toBeHidden();
});

test('a draft survives a reload, is never stored as plain text, and goes when discarded or left', async ({
  page,
}) => {
  page.on('dialog', (dialog) => void dialog.accept());
  await signInByForm(page);
  await typeDevice(page, 'SEALED-7');
  await expect.poll(() => savedDraft(page)).toHaveLength(1);
  expect(
    JSON.stringify([await savedDraft(page), await page.evaluate(() => ({ ...localStorage }))]),
  ).not.toMatch(/SEALED-7|Gym tablet/);
  await page.reload();
  await offer(page).getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByLabel('Device ID')).toHaveValue('');
  await expect.poll(() => savedDraft(page)).toHaveLength(0);
  await typeDevice(page, 'SEALED-8');
  await expect.poll(() => savedDraft(page)).toHaveLength(1);
  await page.getByRole('link', { name: 'Fairs' }).first().click();
  await page
    .getByRole('dialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: 'Leave' })
    .click();
  await expect(page).toHaveURL(/\/fairs/);
  await expect.poll(() => savedDraft(page)).toHaveLength(0);
});

test('text typed before Restore stays in the draft, and passwords and codes are never kept', async ({
  page,
}) => {
  page.on('dialog', (dialog) => void dialog.accept());
  await signInByForm(page);
  await page.goto('/add-user');
  await page.getByLabel('First name').fill('Kim');
  await page.getByLabel(/Secret code/).fill('1357');
  await expect.poll(() => savedDraft(page)).toHaveLength(1);
  await page.reload();
  await expect(offer(page)).toBeVisible();
  const before = JSON.stringify(await savedDraft(page));
  await page.getByLabel('Last name').fill('Alvarez');
  await expect.poll(async () => JSON.stringify(await savedDraft(page))).not.toBe(before);
  await page.reload();
  await offer(page).getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByLabel('First name')).toHaveValue('Kim');
  await expect(page.getByLabel('Last name')).toHaveValue('Alvarez');
  await expect(page.getByLabel(/Secret code/)).toHaveValue('');
  await page.goto('/change-password');
  await page.getByLabel('Current password').fill('Something-11');
  await endOtherSessions(page);
  await page.getByLabel('New password', { exact: true }).fill('Something-22');
  await page.getByLabel('Confirm password').fill('Something-22');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(
    page.getByText('You were signed out after inactivity.', { exact: true }),
  ).toBeVisible();
});

test('drafts of another person are never shown', async ({ page }) => {
  page.on('dialog', (dialog) => void dialog.accept());
  const robin = await hire(await ownersDesk(), [
    ['Devices', 'read_only'],
    ['Devices', 'edit'],
  ]);
  await signInByForm(page);
  await typeDevice(page, 'MINE-1');
  await expect.poll(() => savedDraft(page)).toHaveLength(1);
  await endOtherSessions(page);
  await page.goto('/devices');
  await expect(page).toHaveURL(/\/login\?/);
  await fillIn(page, robin);
  await page.getByRole('link', { name: 'Add device' }).click();
  await expect(page.getByLabel('Device ID')).toHaveValue('');
  await settled(page);
  await expect(offer(page)).toBeHidden();
  await signOut(page);
  await fillIn(page);
  await page.goto('/add-device');
  await expect(offer(page)).toBeVisible();
});

test('a draft older than its record leads to the conflict dialog', async ({ page }) => {
  page.on('dialog', (dialog) => void dialog.accept());
  const { client } = await ownersDesk();
  const fields = {
    deviceId: 'OLD-1',
    name: 'Before',
    purchaseDate: '2028-01-15',
    warrantyDate: '2030-01-15',
    model: 1 as const,
    adminId: null,
  };
  const { data: device } = await client.devices.add({ body: fields });
  await signInByForm(page);
  await page.goto(`/edit-device/${device.id}`);
  await page.getByLabel(/^Name/).fill('My name of it');
  await expect.poll(() => savedDraft(page)).toHaveLength(1);
  const withName = JSON.stringify(await savedDraft(page));
  await page.getByLabel('Warranty date').fill('02/20/2031');
  await expect.poll(async () => JSON.stringify(await savedDraft(page))).not.toBe(withName);
  await client.devices.update({
    params: { id: device.id },
    body: { ...fields, name: 'Their name', deviceId: 'OLD-2', version: device.version },
  });
  await page.reload();
  await expect(page.getByLabel(/^Name/)).toHaveValue('Their name');
  await offer(page).getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByLabel(/^Name/)).toHaveValue('My name of it');
  await expect(page.getByLabel('Device ID')).toHaveValue('OLD-2');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /changed this device/ });
  await expect(dialog.getByRole('rowheader')).toHaveText(['Name']);
  await dialog.getByLabel(/Name, theirs/).check();
  await dialog.getByRole('button', { name: 'Save merged' }).click();
  await expect(shown(page, 'Device updated')).toBeVisible();
  expect((await client.devices.getById({ params: { id: device.id } })).data).toMatchObject({
    deviceId: 'OLD-2',
    name: 'Their name',
    warrantyDate: '2031-02-20',
  });
  await expect.poll(() => savedDraft(page)).toHaveLength(0);
});

test('signing out asks before deleting unsaved work, and signs out other tabs too', async ({
  page,
  context,
}) => {
  await signInByForm(page);
  await typeDevice(page, 'LOST-1');
  const other = await context.newPage();
  await other.goto('/fairs');
  await expect.poll(() => savedDraft(other)).toHaveLength(1);
  await signOut(other);
  await other
    .getByRole('dialog', { name: 'Sign out without saving?' })
    .getByRole('button', { name: 'Cancel' })
    .click();
  await expect(other).toHaveURL(/\/fairs/);
  await signOut(other);
  await other
    .getByRole('dialog', { name: 'Sign out without saving?' })
    .getByRole('button', { name: 'Sign out' })
    .click();
  await expect(other).toHaveURL(/\/login$/);
  await expect(page).toHaveURL(/\/login\?/);
  await expect(page.getByText('You signed out in another tab.')).toBeVisible();
  await expect.poll(() => savedDraft(other)).toHaveLength(0);
  await fillIn(page);
  await expect(page).toHaveURL(/\/add-device$/);
  await settled(page);
  await expect(offer(page)).toBeHidden();
});

test('after signing out, typed text stays in the login form, however slow the server is', async ({
  page,
}) => {
  await signInByForm(page);
  await page.goto('/orders');
  await settled(page);
  await page.route('**/v1/auth/logout', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await route.continue().catch(() => undefined);
  });
  await signOut(page);
  await page.getByLabel('Email Address').fill('somebody.else@example.com');
  // Longer than the server takes.
  await page.waitForTimeout(2_500);
  await expect(page.getByLabel('Email Address')).toHaveValue('somebody.else@example.com');
  await expect(page.getByText(/signed out/)).toBeHidden();
  expect(await page.evaluate(() => Object.keys(localStorage).toSorted())).toEqual([
    'admin-browser',
    'admin-remembers',
  ]);
});

test('three tabs at the two-minute mark refresh only once and keep working', async ({
  page,
  context,
}) => {
  const refreshes: string[] = [];
  context.on('request', (request) => {
    if (request.url().endsWith('/v1/auth/refresh-tokens')) refreshes.push(request.url());
  });
  await signInByForm(page);
  const tabs = [page, await context.newPage(), await context.newPage()];
  for (const tab of tabs) {
    await tab.goto('/fairs');
    await expect(tab.getByRole('heading', { level: 1 })).toBeVisible();
    await settled(tab);
  }
  const stored = await tokens(page);
  refreshes.length = 0;
  // 13 minutes and 5 seconds after the last refresh: less than 2 of the 15 minutes are left.
  for (const tab of tabs) await tab.clock.setSystemTime(Date.now() + (13 * 60 + 5) * 1000);
  await Promise.all(
    tabs.map((tab) => tab.getByRole('link', { name: 'Orders', exact: true }).click()),
  );
  for (const tab of tabs) {
    await expect(tab).toHaveTitle('POS Admin - Orders');
    await settled(tab);
    await expect(tab.getByRole('heading', { level: 1 })).toBeVisible();
  }
  expect(refreshes).toHaveLength(1);
  expect((await tokens(page)).refreshToken).not.toBe(stored.refreshToken);
  for (const tab of tabs) expect(await tokens(tab)).toEqual(await tokens(page));
});

test('menu and pages follow rights that change while a browser is open', async ({ page }) => {
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
  const rights = role.rights.map((entry) => ({
    ...entry,
    read_only: entry.name === 'Devices' || entry.name === 'Reports',
  }));
  await desk.client.roles.update({
    params: { id: role.id },
    body: { name: role.name, description: role.description, rights, version: role.version },
  });
  // The stored rights still open Orders; the server's refusal raises the manual-refresh flag.
  await page.clock.setSystemTime(Date.now() + 11_000);
  await page.getByRole('link', { name: 'Orders', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    "The page you're looking for, you do not have access to.",
  );
  await expect(menu).toHaveText(['Devices', 'Reports']);
});

test('display settings are never stored as plain text; menu and tones survive signing out', async ({
  page,
}) => {
  await signInByForm(page);
  const looksOfPage = () =>
    page.evaluate(() => ({
      local: { ...localStorage },
      session: { ...sessionStorage },
      cookie: document.cookie,
    }));
  await settled(page);
  const sealedBefore = JSON.stringify(await allSealed(page));
  await page.getByRole('button', { name: 'Collapse menu' }).click();
  await expect.poll(async () => JSON.stringify(await allSealed(page))).not.toBe(sealedBefore);
  await page.goto('/profile');
  await page.getByLabel('Row height').selectOption('compact');
  await expect
    .poll(() => page.evaluate(() => document.documentElement.dataset['density']))
    .toBe('compact');
  await settled(page);
  expect(
    Object.keys((await looksOfPage()).local).filter((key) => /menu|tones|preferences/.test(key)),
  ).toEqual([]);
  expect(JSON.stringify([await looksOfPage(), await allSealed(page)])).not.toMatch(
    /rail|compact|density|startPage/,
  );
  // Blocked, so that the first paint uses this browser's copy.
  await page.route('**/v1/preferences', () => undefined);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Expand menu' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.dataset['density'])).toBe('compact');
  await signOut(page);
  await fillIn(page);
  await expect(page.getByRole('button', { name: 'Expand menu' })).toBeVisible();
});

/** All sealed data of the browser, as stored on disk. */
function allSealed(page: Page): Promise<unknown[]> {
  return page.evaluate(
    () =>
      new Promise<unknown[]>((resolve, reject) => {
        const opening = indexedDB.open('pos-admin');
        opening.onerror = () => reject(new Error('The database cannot be opened.'));
        opening.onsuccess = () => {
          const reading = opening.result.transaction('sealed').objectStore('sealed').getAll();
          reading.onsuccess = () => {
            opening.result.close();
            resolve(reading.result);
          };
        };
      }),
  );
}

/** Sealed drafts of the browser, as stored on disk. */
function savedDraft(page: Page): Promise<unknown[]> {
  return page.evaluate(
    () =>
      new Promise<unknown[]>((resolve, reject) => {
        const opening = indexedDB.open('pos-admin');
        opening.onerror = () => reject(new Error('The database cannot be opened.'));
        opening.onsuccess = () => {
          const database = opening.result;
          const store = database.transaction('sealed').objectStore('sealed');
          const found: unknown[] = [];
          const reading = store.openCursor();
          reading.onsuccess = () => {
            const entry = reading.result;
            if (!entry) {
              database.close();
              resolve(found);
              return;
            }
            if ((entry.key as string[])[1]?.startsWith('draft ')) found.push(entry.value);
            entry.continue();
          };
        };
      }),
  );
}

function tokens(page: Page): Promise<{ accessToken: string; refreshToken: string }> {
  return page.evaluate(
    () =>
      JSON.parse(localStorage.getItem('admin.session') ?? '{}') as {
        accessToken: string;
        refreshToken: string;
      },
  );
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
}
