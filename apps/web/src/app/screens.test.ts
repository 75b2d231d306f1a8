import { isAppAddress } from '@pos/contract/addresses';
import { EDITABLE_MODULES, MODULES, opensPage, type Rights } from '@pos/contract/permissions';
import { expect, it } from 'vitest';
import {
  menuEntry,
  menuLabel,
  pageModule,
  screenAt,
  SCREENS,
  screenPath,
  screenTitle,
} from './screens.ts';

/**
 * Right that opens each route of the specification's table, written by hand from its sections 2 and
 * 6, and of the pages of schools: `view` and `edit` of a module, `always`, or SUPER_ADMIN only.
 */
const ROUTES: readonly (readonly [path: string, title: string, opens: string])[] = [
  ['/dashboard', 'Dashboard', 'view Dashboard'],
  ['/profile', 'Profile', 'always'],
  ['/change-password', 'Change password', 'always'],
  ['/settings', 'Settings', 'always'],
  ['/users', 'Users list', 'view Users'],
  ['/add-user', 'Add New User', 'edit Users'],
  ['/edit-user/7', 'Edit User', 'edit Users'],
  ['/devices', 'Devices list', 'view Devices'],
  ['/add-device', 'Add New Device', 'edit Devices'],
  ['/edit-device/7', 'Edit Device', 'edit Devices'],
  ['/fairs', 'Fairs list', 'view Fairs'],
  ['/fair-details/7', 'Fair details', 'view Fairs'],
  ['/add-fair', 'Add New Fair', 'edit Fairs'],
  ['/edit-fair/7', 'Edit Fair Details', 'edit Fairs'],
  ['/schools', 'Schools', 'view Fairs'],
  ['/school-details/7', 'School details', 'view Fairs'],
  ['/packages', 'Packages', 'view Fairs'],
  ['/package/3', 'Package', 'view Fairs'],
  ['/title-details/7', 'Title details', 'view All Inventory'],
  ['/add-title', 'Add New Title', 'edit Fairs'],
  ['/edit-title/7', 'Edit Title', 'edit Fairs'],
  ['/add-school', 'Add New School', 'edit Fairs'],
  ['/edit-school/7', 'Edit School', 'edit Fairs'],
  ['/payments', 'Payments', 'view Payments'],
  ['/orders', 'Orders', 'view Orders'],
  ['/reports', 'Reports', 'view Reports'],
  ['/students', 'Students', 'view Students'],
  ['/fair-inventory', 'Fair inventory', 'view Fair Inventory'],
  ['/inventory', 'All inventory', 'view All Inventory'],
  ['/warehouse', 'Warehouse', 'view All Inventory'],
  ['/warehouse/receipts', 'Warehouse', 'view All Inventory'],
  ['/master-template', 'Master template', 'view Customize Template'],
  ['/roles', 'Roles', 'SUPER_ADMIN'],
  ['/add-role', 'Add New Role', 'SUPER_ADMIN'],
  ['/edit-role/7', 'Edit Role', 'SUPER_ADMIN'],
];

const RIGHTS = [
  ...MODULES.map((module) => `view ${module}`),
  ...EDITABLE_MODULES.map((module) => `edit ${module}`),
];

/** Rights of a role that has only this one. */
const roleWith = (right: string): Rights => ({
  isSuper: false,
  duties: [],
  permission: MODULES.map((name) => ({
    name,
    read_only: right === `view ${name}`,
    edit: right === `edit ${name}`,
  })),
});

it('gives every screen an address that the server serves', () => {
  const paths = SCREENS.map((screen) => screenPath(screen).replace('$id', 'an-id'));
  expect(paths.filter((path) => !isAppAddress(path))).toEqual([]);
});

it.each(ROUTES)('%s is the page "%s", opened by: %s', (path, title, opens) => {
  const screen = screenAt(path)!;
  expect(screenTitle(screen)).toBe(title);
  expect(RIGHTS.filter((right) => opensPage(screen.page, roleWith(right)))).toEqual(
    RIGHTS.filter((right) => opens === 'always' || right === opens),
  );
  expect(opensPage(screen.page, { ...roleWith(''), isSuper: true })).toBe(true);
});

it('lists each module in the menu, in the order of the specification, for those who may view it', () => {
  const menu = SCREENS.filter(({ inMenu }) => inMenu);
  expect(menu.map(({ page }) => menuLabel(page))).toEqual(
    MODULES.flatMap((module) => (module === 'All Inventory' ? [module, 'Warehouse'] : [module])),
  );
  for (const { page } of menu)
    expect(opensPage(page, roleWith(`view ${pageModule(page)}`)), page).toBe(true);
});

it.each([
  ['/school-details/7', '/schools'],
  ['/school-details/7/upload-students', '/schools'],
  ['/package/1', '/packages'],
  ['/inventory/prices', '/inventory/prices'],
  ['/edit-title/7', '/inventory'],
  ['/fair-details/7/upload', '/fairs'],
  ['/edit-role/7', '/users'],
  ['/warehouse/receipts/7', '/warehouse'],
])('%s is marked in the menu as a part of %s', (pathname, entry) => {
  expect(screenPath(menuEntry(screenAt(pathname)!)!)).toBe(entry);
});

it('marks no entry of the menu on pages of the person', () => {
  expect(menuEntry(screenAt('/profile')!)).toBeUndefined();
});
