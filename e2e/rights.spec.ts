import { expect, type Page } from '@playwright/test';
import { EDITABLE_MODULES, MODULES, type Module, type Right } from '@pos/contract/permissions';
import type { Office } from '@pos/tools/office/session.ts';
import { test } from './support/office.ts';
import { planner } from './support/planner.ts';
import { changeEmail, hire, ownersDesk } from './support/staff.ts';
import { openSession, signInByForm } from './support/sign-in.ts';

/**
 * Right that opens each route of the specification's table, written by hand from its sections 2 and
 * 6, and of the pages of schools: `view` and `edit` of a module, `always`, or SUPER_ADMIN only.
 * `:fair` and the like stand for existing records.
 */
const ROUTES: readonly (readonly [path: string, title: string, opens: string])[] = [
  ['/dashboard', 'Dashboard', 'view Dashboard'],
  ['/profile', 'Profile', 'always'],
  ['/change-password', 'Change password', 'always'],
  ['/settings', 'Settings', 'always'],
  ['/users', 'Users list', 'view Users'],
  ['/add-user', 'Add New User', 'edit Users'],
  ['/edit-user/:user', 'Edit User', 'edit Users'],
  ['/devices', 'Devices list', 'view Devices'],
  ['/add-device', 'Add New Device', 'edit Devices'],
  ['/edit-device/:device', 'Edit Device', 'edit Devices'],
  ['/fairs', 'Fairs list', 'view Fairs'],
  ['/fair-details/:fair', 'Fair details', 'view Fairs'],
  ['/add-fair', 'Add New Fair', 'edit Fairs'],
  ['/edit-fair/:fair', 'Edit Fair Details', 'edit Fairs'],
  ['/schools', 'Schools', 'view Fairs'],
  ['/school-details/:school', 'School details', 'view Fairs'],
  ['/packages', 'Packages', 'view Fairs'],
  ['/package/3', 'Package', 'view Fairs'],
  ['/title-details/:title', 'Title details', 'view All Inventory'],
  ['/add-title', 'Add New Title', 'edit Fairs'],
  ['/edit-title/:title', 'Edit Title', 'edit Fairs'],
  ['/add-school', 'Add New School', 'edit Fairs'],
  ['/edit-school/:school', 'Edit School', 'edit Fairs'],
  ['/payments', 'Payments', 'view Payments'],
  ['/orders', 'Orders', 'view Orders'],
  ['/reports', 'Reports', 'view Reports'],
  ['/students', 'Students', 'view Students'],
  ['/fair-inventory', 'Fair inventory', 'view Fair Inventory'],
  ['/inventory', 'All inventory', 'view All Inventory'],
  ['/master-template', 'Master template', 'view Customize Template'],
  ['/roles', 'Roles', 'SUPER_ADMIN'],
  ['/add-role', 'Add New Role', 'SUPER_ADMIN'],
  ['/edit-role/:role', 'Edit Role', 'SUPER_ADMIN'],
];

/** Menu in the order of the specification, with the right that shows each entry. */
const MENU: readonly (readonly [label: string, opens: string])[] = [
  ['Dashboard', 'view Dashboard'],
  ['Users', 'view Users'],
  ['Devices', 'view Devices'],
  ['Fairs', 'view Fairs'],
  ['Payments', 'view Payments'],
  ['Orders', 'view Orders'],
  ['Reports', 'view Reports'],
  ['Students', 'view Students'],
  ['Fair Inventory', 'view Fair Inventory'],
  ['All Inventory', 'view All Inventory'],
  ['Customize Template', 'view Customize Template'],
];

type Entry = readonly [Module, Right];

/** Every right. A role holds those whose place here, from 1, has the role's bit. */
const RIGHTS: readonly Entry[] = [
  ...MODULES.map((module) => [module, 'read_only'] as const),
  ...EDITABLE_MODULES.map((module) => [module, 'edit'] as const),
];

/**
 * Four roles, of which each right has another selection: a page or menu entry that follows the
 * wrong right is noticed.
 */
const ROLES = [1, 2, 4, 8].map((bit) => RIGHTS.filter((_, at) => (at + 1) & bit));

const DENIED = "The page you're looking for, you do not have access to.";

test('each route shows the page, Access Denied or the login by rights, and the menu matches', async ({
  page,
}) => {
  const desk = await ownersDesk();
  const places = await records(desk);
  const routes = ROUTES.map(([path, title, opens]) => ({
    path,
    title,
    opens,
    address: path.replace(/:(\w+)/, (_, name: string) => places[name] ?? name),
  }));
  const walk = async (): Promise<Record<string, string>> => {
    const found: Record<string, string> = {};
    for (const { path, title, address } of routes)
      found[path] = await outcome(page, address, title);
    return found;
  };
  const paths = routes.map(({ path }) => path);

  await test.step('a signed-out visitor', async () => {
    await page.goto('/login');
    expect(await walk()).toEqual(Object.fromEntries(paths.map((path) => [path, 'login'])));
  });

  await test.step('an admin with an unverified email', async () => {
    const unverified = await changeEmail(desk, await hire(desk, RIGHTS));
    await be(page, await openSession(unverified));
    expect(await walk()).toEqual(Object.fromEntries(paths.map((path) => [path, 'verify-account'])));
  });

  for (const rights of [undefined, ...ROLES]) {
    const held = rights?.map(
      ([module, right]) => `${right === 'edit' ? 'edit' : 'view'} ${module}`,
    );
    const name = held?.join(', ') ?? 'SUPER_ADMIN';
    await test.step(name, async () => {
      await be(page, await openSession(rights && (await hire(desk, rights))));
      const opens = (what: string) => !held || what === 'always' || held.includes(what);
      expect(await walk(), name).toEqual(
        Object.fromEntries(
          routes.map(({ path, opens: what }) => [path, opens(what) ? 'page' : 'denied'] as const),
        ),
      );
      await expect(
        page.getByRole('navigation', { name: 'Main menu' }).getByRole('link'),
      ).toHaveText(MENU.filter(([, what]) => opens(what)).map(([label]) => label));
    });
  }
});

test('users of a role without rights land on their profile', async ({ page }) => {
  await signInByForm(page, await hire(await ownersDesk(), []));
  await expect(page).toHaveURL(/\/profile$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Profile');
});

/** Puts a session into the browser and reloads. */
async function be(page: Page, session: { name: string; value: string }): Promise<void> {
  await page.evaluate(({ name, value }) => localStorage.setItem(name, value), session);
  await page.goto('/change-password');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

/**
 * Navigates inside the app, as a link does, and returns the result: the page with that title, or
 * the page shown instead.
 */
async function outcome(page: Page, address: string, title: string): Promise<string> {
  await page.evaluate((to) => {
    // The previous page stays until the next is ready: its heading must not be read as the result.
    document.querySelector('main h1')?.setAttribute('data-before', '');
    history.pushState({}, '', to);
  }, address);
  const found = await page.waitForFunction(
    ({ to, wanted, denied }) => {
      const shown = document.querySelector('main h1');
      const heading = shown?.textContent ?? '';
      const from = new URLSearchParams(location.search).get('from');
      if (heading === '') return false;
      if (location.pathname === '/login') return from === to && 'login';
      if (location.pathname === '/verify-account') return from === to && 'verify-account';
      if (document.title === 'POS Admin - Page not found')
        return heading === 'Page not found' && 'not found';
      if (shown?.hasAttribute('data-before')) return false;
      if (document.title !== `POS Admin - ${wanted}`) return false;
      return heading === denied ? 'denied' : 'page';
    },
    { to: address, wanted: title, denied: DENIED },
  );
  return String(await found.jsonValue());
}

/** Creates a fair, a title, a device, a user and a role to open. */
async function records(desk: Office): Promise<Record<string, string>> {
  const { client } = desk;
  const { id: user, roleId: role } = await hire(desk, []);
  const { identifier, plan } = await planner(desk);
  const fair = await plan('Rights Book Fair', '2031-03-03', '2031-03-07');
  const dates = { purchaseDate: '2028-01-15', warrantyDate: '2030-01-15' };
  const { data: device } = await client.devices.add({
    body: { deviceId: identifier, name: 'Tablet', ...dates, model: 1, adminId: null },
  });
  const { data: title } = await client.titles.add({
    body: { sku: identifier, title: 'Rights', category: 'Other', priceCents: 100 },
  });
  return {
    fair: fair.id,
    school: fair.schoolId,
    title: title.id,
    device: device.id,
    user,
    role,
  };
}
