import { z } from 'zod';

/**
 * Modules, rights and pages: one table for the API's guard, the route guard, the menu and the
 * buttons. Source: specification sections 2 and 6, domain 7.
 */

/** Modules, in menu order; also the labels of the menu. */
export const MODULES = [
  'Dashboard',
  'Users',
  'Devices',
  'Fairs',
  'Payments',
  'Orders',
  'Reports',
  'Students',
  'Fair Inventory',
  'All Inventory',
  'Customize Template',
] as const;
export const Module = z.enum(MODULES);
export type Module = z.infer<typeof Module>;

/** `read_only` opens a module's pages, `edit` its add and edit pages. */
export type Right = 'read_only' | 'edit';

/** Modules with an edit right; the server stores `edit: false` for the others. */
export const EDITABLE_MODULES: readonly Module[] = ['Users', 'Devices', 'Fairs'];

/** Rights of a role for one module. The two rights are independent of each other. */
export const PermissionEntry = z.strictObject({
  name: Module,
  read_only: z.boolean(),
  edit: z.boolean(),
});
export type PermissionEntry = z.infer<typeof PermissionEntry>;

/**
 * Tasks that a role can allow in addition to its rights (domain 3.2). A duty opens no page, but
 * `work_warehouse` includes read All Inventory. Edit Fairs includes all of them but `top_up_wallets`
 * and `see_costs`.
 */
export const DUTIES = [
  'work_register',
  'scan_cartons',
  'adjust_stock',
  'decide_payments',
  'close_out',
  'top_up_wallets',
  'work_warehouse',
  'see_costs',
] as const;
export const Duty = z.enum(DUTIES);
export type Duty = z.infer<typeof Duty>;

/** Rights of a caller: SUPER_ADMIN has all, others have those of their role. */
export type Rights = {
  isSuper: boolean;
  permission: readonly PermissionEntry[];
  duties: readonly Duty[];
  /** True if the admin works in some places only (domain 7.4). */
  isLimited?: boolean;
};

/**
 * Reach of a call by an admin who is limited to places (domain 7.4).
 * - `seen`: a read; rows of other places do not exist for it.
 * - `named`: a change; IDs of other places do not exist for it.
 * - `everywhere`: a change that concerns all places, refused to limited admins.
 * - `none`: the caller's own account, or nothing that has a place. Calls of registers, whose place is
 *   the fair of their token.
 */
export type Place = 'seen' | 'named' | 'everywhere' | 'none';

/** True if `rights` include `right` on `module`. A person of the warehouse reads All Inventory. */
export function holds(rights: Rights, module: Module, right: Right): boolean {
  return (
    rights.isSuper ||
    rights.permission.some((entry) => entry.name === module && entry[right]) ||
    (module === 'All Inventory' &&
      right === 'read_only' &&
      rights.duties.includes('work_warehouse'))
  );
}

/**
 * Lists one entry per module in menu order from the rows that a role stores; SUPER_ADMIN holds
 * every right that exists, so `edit` stays false for modules without one (specification 6).
 */
export function permissionEntries(
  isSuper: boolean,
  rows: readonly (readonly [module: string, readOnly: boolean, edit: boolean])[] = [],
): PermissionEntry[] {
  const held = new Map(rows.map(([module, readOnly, edit]) => [module, { readOnly, edit }]));
  return MODULES.map((name) => ({
    name,
    read_only: isSuper || (held.get(name)?.readOnly ?? false),
    edit: EDITABLE_MODULES.includes(name) && (isSuper || (held.get(name)?.edit ?? false)),
  }));
}

/** True if edit Fairs includes the duty. */
export const isOfFairs = (duty: Duty): boolean => duty !== 'top_up_wallets' && duty !== 'see_costs';

/** True if `rights` include the duty, by its name or by edit Fairs. */
export function hasDuty(rights: Rights, duty: Duty): boolean {
  return (
    rights.isSuper ||
    rights.duties.includes(duty) ||
    (isOfFairs(duty) && holds(rights, 'Fairs', 'edit'))
  );
}

export type RightsAccess = {
  readonly kind: 'rights';
  readonly anyOf: readonly (readonly [Module, Right])[];
  readonly duty?: Duty;
  /** Right that is needed besides. */
  readonly also?: readonly [Module, Right];
  readonly fresh?: true;
};

/**
 * Access to a call.
 * - `public`: anybody; `staff` is the right needed for data that is not public.
 * - `signed-in`: every admin; `unverified: true` also before the email address is verified.
 * - `rights`: an admin with at least one of `anyOf` or with `duty`, and with `also`.
 * - `super`: SUPER_ADMIN.
 * - `fresh`: only within ten minutes after the admin proved who they are, by sign-in or again.
 * - `device`: a register's token; `delivers: true` also one of mode "deliver"; `staff: true` not one
 *   of a cashier of the fair.
 */
export type Access =
  | { readonly kind: 'public'; readonly staff?: RightsAccess }
  | { readonly kind: 'signed-in'; readonly unverified?: true; readonly fresh?: true }
  | RightsAccess
  | { readonly kind: 'super'; readonly fresh?: true }
  | { readonly kind: 'device'; readonly delivers?: true; readonly staff?: true };

export const anyone = { kind: 'public' } as const satisfies Access;
export const signedIn = { kind: 'signed-in' } as const satisfies Access;
/** Any signed-in admin, with or without a verified email address. */
export const self = { kind: 'signed-in', unverified: true } as const satisfies Access;
export const superAdmin = { kind: 'super' } as const satisfies Access;
/** A register that may sell. */
export const register = { kind: 'device' } as const satisfies Access;
/** A register of staff that may at least deliver its sales; not of a cashier of the fair. */
export const staffRegister = {
  kind: 'device',
  delivers: true,
  staff: true,
} as const satisfies Access;
/** A register that may at least deliver its sales. */
export const deliveringRegister = { kind: 'device', delivers: true } as const satisfies Access;

/** The same access, for a dangerous call: the admin must have proved who they are just before. */
export const fresh = <A extends Exclude<Access, { kind: 'public' | 'device' }>>(access: A) => ({
  ...access,
  fresh: true as const,
});

export const read = (...modules: readonly Module[]): RightsAccess => ({
  kind: 'rights',
  anyOf: modules.map((module) => [module, 'read_only'] as const),
});
export const edit = (module: Module): RightsAccess => ({
  kind: 'rights',
  anyOf: [[module, 'edit']],
});
/** An admin with the duty or edit Fairs. */
export const byDuty = (duty: Duty): RightsAccess => ({ ...edit('Fairs'), duty });
/** An admin with the duty, which edit Fairs does not include. */
export const byDutyAlone = (duty: Duty): RightsAccess => ({ kind: 'rights', anyOf: [], duty });
/** An admin who may read the module, or has the duty. */
export const readOrDuty = (module: Module, duty: Duty): RightsAccess => ({ ...read(module), duty });
const SALES: RightsAccess = {
  kind: 'rights',
  anyOf: [...read('Dashboard', 'Payments', 'Orders', 'Reports').anyOf, ['Fairs', 'edit']],
  duty: 'close_out',
};
/** True if `rights` show amounts of sales at fairs (domain 3.2). */
export const seesSales = (rights: Rights): boolean => allows(SALES, rights);
/** An admin who may read Fairs and see amounts of their sales. */
export const readSales: RightsAccess = { ...SALES, also: ['Fairs', 'read_only'] };
/** An admin who may edit one module and read another. */
export const editAndRead = (edited: Module, shown: Module): RightsAccess => ({
  ...edit(edited),
  also: [shown, 'read_only'],
});
export const readOrEdit = (module: Module): RightsAccess => ({
  kind: 'rights',
  anyOf: [
    [module, 'read_only'],
    [module, 'edit'],
  ],
});

/**
 * True if an admin with `rights` may make a call with this access; registers and anonymous callers
 * are checked elsewhere.
 */
export function allows(access: Access & { readonly place?: Place }, rights: Rights): boolean {
  if (access.place === 'everywhere' && rights.isLimited) return false;
  switch (access.kind) {
    case 'public':
    case 'signed-in':
      return true;
    case 'super':
      return rights.isSuper;
    case 'rights':
      return (
        (access.also === undefined || holds(rights, ...access.also)) &&
        (access.anyOf.some(([module, right]) => holds(rights, module, right)) ||
          (access.duty !== undefined && hasDuty(rights, access.duty)))
      );
    case 'device':
      return false;
  }
}

type Page = {
  readonly path: string;
  readonly title: string;
  readonly module?: Module;
  readonly right?: Right;
  readonly always?: true;
  readonly superOnly?: true;
};

/** Every page behind sign-in by its permission key: URL, title and required right. */
export const PAGES = {
  dashboard: { path: '/dashboard', title: 'Dashboard', module: 'Dashboard', right: 'read_only' },
  users: { path: '/users', title: 'Users list', module: 'Users', right: 'read_only' },
  'add-user': { path: '/add-user', title: 'Add New User', module: 'Users', right: 'edit' },
  'edit-user': { path: '/edit-user/$id', title: 'Edit User', module: 'Users', right: 'edit' },
  devices: { path: '/devices', title: 'Devices list', module: 'Devices', right: 'read_only' },
  'add-device': { path: '/add-device', title: 'Add New Device', module: 'Devices', right: 'edit' },
  'edit-device': {
    path: '/edit-device/$id',
    title: 'Edit Device',
    module: 'Devices',
    right: 'edit',
  },
  fairs: { path: '/fairs', title: 'Fairs list', module: 'Fairs', right: 'read_only' },
  'fair-details': {
    path: '/fair-details/$id',
    title: 'Fair details',
    module: 'Fairs',
    right: 'read_only',
  },
  'add-fair': { path: '/add-fair', title: 'Add New Fair', module: 'Fairs', right: 'edit' },
  'edit-fair': {
    path: '/edit-fair/$id',
    title: 'Edit Fair Details',
    module: 'Fairs',
    right: 'edit',
  },
  schools: { path: '/schools', title: 'Schools', module: 'Fairs', right: 'read_only' },
  'school-details': {
    path: '/school-details/$id',
    title: 'School details',
    module: 'Fairs',
    right: 'read_only',
  },
  'add-school': { path: '/add-school', title: 'Add New School', module: 'Fairs', right: 'edit' },
  'edit-school': {
    path: '/edit-school/$id',
    title: 'Edit School',
    module: 'Fairs',
    right: 'edit',
  },
  packages: { path: '/packages', title: 'Packages', module: 'Fairs', right: 'read_only' },
  package: { path: '/package/$id', title: 'Package', module: 'Fairs', right: 'read_only' },
  payments: { path: '/payments', title: 'Payments', module: 'Payments', right: 'read_only' },
  orders: { path: '/orders', title: 'Orders', module: 'Orders', right: 'read_only' },
  reports: { path: '/reports', title: 'Reports', module: 'Reports', right: 'read_only' },
  students: { path: '/students', title: 'Students', module: 'Students', right: 'read_only' },
  'fair-inventory': {
    path: '/fair-inventory',
    title: 'Fair inventory',
    module: 'Fair Inventory',
    right: 'read_only',
  },
  inventory: {
    path: '/inventory',
    title: 'All inventory',
    module: 'All Inventory',
    right: 'read_only',
  },
  warehouse: {
    path: '/warehouse',
    title: 'Warehouse',
    module: 'All Inventory',
    right: 'read_only',
  },
  'title-details': {
    path: '/title-details/$id',
    title: 'Title details',
    module: 'All Inventory',
    right: 'read_only',
  },
  'add-title': { path: '/add-title', title: 'Add New Title', module: 'Fairs', right: 'edit' },
  'edit-title': {
    path: '/edit-title/$id',
    title: 'Edit Title',
    module: 'Fairs',
    right: 'edit',
  },
  'master-template': {
    path: '/master-template',
    title: 'Master template',
    module: 'Customize Template',
    right: 'read_only',
  },
  profile: { path: '/profile', title: 'Profile', always: true },
  'change-password': { path: '/change-password', title: 'Change password', always: true },
  settings: { path: '/settings', title: 'Settings', always: true },
  roles: { path: '/roles', title: 'Roles', superOnly: true },
  'add-role': { path: '/add-role', title: 'Add New Role', superOnly: true },
  'edit-role': { path: '/edit-role/$id', title: 'Edit Role', superOnly: true },
} as const satisfies Record<string, Page>;
export type PageKey = keyof typeof PAGES;

/** True if an admin with `rights` may open the page (specification 6). */
export function opensPage(key: PageKey, rights: Rights): boolean {
  const page: Page = PAGES[key];
  if (rights.isSuper || page.always) return true;
  return Boolean(page.module && page.right && holds(rights, page.module, page.right));
}
