import { fitsPath } from '@pos/contract/addresses';
import { PAGES, type PageKey } from '@pos/contract/permissions';
import type { Screen } from './screen.ts';

/**
 * Modules with several screens, one import each: every import in the text repeats the list of the
 * files to preload, which all visitors of the sign-in page load.
 */
const uploadPages = () => import('#web/imports/uploads/upload-page.tsx');
const catalogPages = () => import('./catalog-pages.ts');
const schoolPages = () => import('#web/office/school-page/school-pages.ts');
const schedulePages = () => import('#web/reports/report-schedules/pages.ts');
const warehousePage = () => catalogPages().then((module) => module.WarehousePage);
const profilePages = () => import('#web/staff/profile/profile-pages.ts');
const roleForms = () => import('#web/staff/roles/role-form-pages.ts');
const deviceForms = () => import('#web/office/device-page/device-pages.ts');
const userForms = () => import('#web/staff/admins/user-form-pages.ts');

/**
 * Screens, one entry each; menu entries in the order of the specification. A page that is not
 * listed does not exist yet.
 */
export const SCREENS: readonly Screen[] = [
  {
    page: 'dashboard',
    inMenu: true,
    load: () =>
      import('#web/reports/dashboard/dashboard-page.tsx').then((module) => module.DashboardPage),
  },
  {
    page: 'users',
    inMenu: true,
    load: () => import('#web/staff/admins/users-page.tsx').then((module) => module.UsersPage),
  },
  {
    page: 'add-user',
    load: () => userForms().then((module) => module.AddUserPage),
  },
  {
    page: 'edit-user',
    load: () => userForms().then((module) => module.EditUserPage),
  },
  {
    page: 'roles',
    load: () => import('#web/staff/roles/roles-page.tsx').then((module) => module.RolesPage),
  },
  {
    page: 'add-role',
    load: () => roleForms().then((module) => module.AddRolePage),
  },
  {
    page: 'edit-role',
    load: () => roleForms().then((module) => module.EditRolePage),
  },
  {
    page: 'devices',
    inMenu: true,
    load: () => import('#web/fairs/devices/devices-page.tsx').then((module) => module.DevicesPage),
  },
  {
    page: 'add-device',
    load: () => deviceForms().then((module) => module.AddDevicePage),
  },
  {
    page: 'edit-device',
    load: () => deviceForms().then((module) => module.EditDevicePage),
  },
  {
    page: 'fairs',
    inMenu: true,
    load: () => import('#web/fairs/fairs/fairs-page.tsx').then((module) => module.FairsPage),
  },
  {
    page: 'add-fair',
    load: () =>
      import('#web/fairs/fairs/form/add-fair-page.tsx').then((module) => module.AddFairPage),
  },
  {
    page: 'edit-fair',
    load: () =>
      import('#web/office/fair-page/edit-fair-page.tsx').then((module) => module.EditFairPage),
  },
  {
    page: 'fair-details',
    load: () =>
      import('#web/office/fair-page/fair-details-page.tsx').then(
        (module) => module.FairDetailsPage,
      ),
  },
  {
    page: 'edit-fair',
    path: '/fair-details/$id/upload',
    title: 'Upload inventory',
    load: () => uploadPages().then((module) => module.UploadPage),
  },
  {
    page: 'edit-fair',
    path: '/fair-details/$id/return-count',
    title: 'Upload return count',
    load: () => uploadPages().then((module) => module.ReturnCountPage),
  },
  {
    page: 'add-fair',
    path: '/fairs/upload',
    title: 'Upload fairs',
    load: () => uploadPages().then((module) => module.FairsUploadPage),
  },
  {
    page: 'add-school',
    path: '/schools/upload',
    title: 'Upload schools',
    load: () => uploadPages().then((module) => module.SchoolsUploadPage),
  },
  {
    page: 'edit-school',
    path: '/school-details/$id/upload-students',
    title: 'Upload students',
    also: 'students',
    load: () => uploadPages().then((module) => module.StudentsUploadPage),
  },
  {
    page: 'fair-details',
    path: '/fair-details/$id/scan',
    title: 'Scan cartons',
    duty: 'scan_cartons',
    full: true,
    load: () => import('#web/stock/cartons/scan/scan-page.tsx').then((module) => module.ScanPage),
  },
  {
    page: 'schools',
    below: 'fairs',
    load: () => import('#web/fairs/schools/schools-page.tsx').then((module) => module.SchoolsPage),
  },
  {
    page: 'school-details',
    load: () => schoolPages().then((module) => module.SchoolDetailsPage),
  },
  {
    page: 'add-school',
    load: () => schoolPages().then((module) => module.AddSchoolPage),
  },
  {
    page: 'edit-school',
    load: () => schoolPages().then((module) => module.EditSchoolPage),
  },
  {
    page: 'packages',
    below: 'fairs',
    load: () => catalogPages().then((module) => module.PackagesPage),
  },
  {
    page: 'package',
    load: () => catalogPages().then((module) => module.PackagePage),
  },
  {
    page: 'edit-fair',
    path: '/fair-details/$id/packing-list',
    title: 'Make packing list',
    load: () => catalogPages().then((module) => module.PackingListPage),
  },
  {
    page: 'payments',
    inMenu: true,
    load: () =>
      import('#web/sales/payments/payments-page.tsx').then((module) => module.PaymentsPage),
  },
  {
    page: 'orders',
    inMenu: true,
    load: () => import('#web/sales/orders/orders-page.tsx').then((module) => module.OrdersPage),
  },
  {
    page: 'orders',
    path: '/orders/add',
    title: 'Add order',
    duty: 'decide_payments',
    load: () => catalogPages().then((module) => module.AddOrderPage),
  },
  {
    page: 'reports',
    inMenu: true,
    load: () =>
      import('#web/reports/reports/reports-page.tsx').then((module) => module.ReportsPage),
  },
  {
    page: 'reports',
    path: '/reports/schedules',
    title: 'Scheduled reports',
    load: () => schedulePages().then((module) => module.SchedulesPage),
  },
  {
    page: 'reports',
    path: '/reports/schedules/$id',
    title: 'Scheduled report',
    load: () => schedulePages().then((module) => module.SchedulePage),
  },
  {
    page: 'students',
    inMenu: true,
    load: () =>
      import('#web/students/students/students-page.tsx').then((module) => module.StudentsPage),
  },
  {
    page: 'fair-inventory',
    inMenu: true,
    load: () =>
      import('#web/stock/inventory/fair-inventory-page.tsx').then(
        (module) => module.FairInventoryPage,
      ),
  },
  {
    page: 'inventory',
    inMenu: true,
    load: () =>
      import('#web/stock/inventory/all-inventory-page.tsx').then(
        (module) => module.AllInventoryPage,
      ),
  },
  { page: 'warehouse', inMenu: true, load: warehousePage },
  { page: 'warehouse', path: '/warehouse/$tab', load: warehousePage },
  { page: 'warehouse', path: '/warehouse/$tab/$id', load: warehousePage },
  {
    page: 'warehouse',
    path: '/warehouse/receipts/$id/upload',
    title: 'Upload a sheet',
    duty: 'work_warehouse',
    load: () => uploadPages().then((module) => module.ReceiptUploadPage),
  },
  {
    page: 'add-title',
    path: '/inventory/upload',
    title: 'Upload titles',
    below: 'inventory',
    load: () => uploadPages().then((module) => module.TitlesUploadPage),
  },
  {
    page: 'add-title',
    path: '/inventory/prices',
    title: 'Prices by season',
    below: 'inventory',
    load: () => uploadPages().then((module) => module.PricesUploadPage),
  },
  {
    page: 'title-details',
    load: () => catalogPages().then((module) => module.TitleDetailsPage),
  },
  {
    page: 'add-title',
    load: () => catalogPages().then((module) => module.AddTitlePage),
  },
  {
    page: 'edit-title',
    load: () => catalogPages().then((module) => module.EditTitlePage),
  },
  {
    page: 'master-template',
    inMenu: true,
    load: () =>
      import('#web/templates/templates/templates-page.tsx').then((module) => module.TemplatesPage),
  },
  {
    page: 'master-template',
    path: '/master-template/$id',
    title: 'Edit template',
    load: () =>
      import('#web/templates/templates/editor/editor-page.tsx').then((module) => module.EditorPage),
  },
  {
    page: 'profile',
    load: () => profilePages().then((module) => module.ProfilePage),
  },
  {
    page: 'settings',
    load: () =>
      import('#web/imports/settings/settings-page.tsx').then((module) => module.SettingsPage),
  },
  {
    page: 'change-password',
    load: () => profilePages().then((module) => module.ChangePasswordPage),
  },
];

/** Address of a screen as a router pattern: `/edit-device/$id`. */
export function screenPath({ page, path }: Screen): string {
  return path ?? PAGES[page].path;
}

/** Title of a screen, after "POS Admin - ". */
export function screenTitle({ page, title }: Screen): string {
  return title ?? PAGES[page].title;
}

/** Module that a page belongs to; undefined for the profile and similar pages. */
export function pageModule(page: PageKey): string | undefined {
  const entry = PAGES[page];
  return 'module' in entry ? entry.module : undefined;
}

/** Label of a page in the menu: its module's name, or its own where the module has another page there. */
export function menuLabel(page: PageKey): string {
  return page === 'warehouse' ? PAGES[page].title : (pageModule(page) ?? page);
}

/** Pages below another one than the entry of the module whose right opens them. */
const PLACES: Partial<Record<PageKey, PageKey>> = {
  'school-details': 'schools',
  'add-school': 'schools',
  'edit-school': 'schools',
  package: 'packages',
  'add-title': 'inventory',
  'edit-title': 'inventory',
  roles: 'users',
  'add-role': 'users',
  'edit-role': 'users',
};

/** Entry of the menu that a screen belongs to; undefined for the profile and similar pages. */
export function menuEntry(screen: Screen): Screen | undefined {
  if (screen.inMenu || screen.below) return screen;
  const place = PLACES[screen.page];
  const label = menuLabel(screen.page);
  return SCREENS.find((entry) =>
    place
      ? entry.page === place && !entry.path
      : entry.inMenu && !entry.path && menuLabel(entry.page) === label,
  );
}

/** Page of the specification's table at an address, with or without a screen. */
export function pageAt(pathname: string): PageKey | undefined {
  return (Object.keys(PAGES) as PageKey[]).find((key) => fitsPath(PAGES[key].path, pathname));
}

/** Screen at an address. */
export function screenAt(pathname: string): Screen | undefined {
  return SCREENS.find((screen) => fitsPath(screenPath(screen), pathname));
}
