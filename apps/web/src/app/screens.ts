import { fitsPath } from '@pos/contract/addresses';
import { PAGES, type PageKey } from '@pos/contract/permissions';
import type { Screen } from './screen.ts';

/** Loads a screen by its name from a module. */
const pages =
  <Module>(load: () => Promise<Module>) =>
  <Name extends keyof Module>(name: Name) =>
  async () =>
    (await load())[name];

/**
 * Modules with several screens, one import each: every import in the text repeats the list of the
 * files to preload, which all visitors of the sign-in page load.
 */
const uploadPages = pages(() => import('#web/imports/uploads/upload-page.tsx'));
const catalogPages = pages(() => import('./catalog-pages.ts'));
const schoolPages = pages(() => import('#web/office/school-page/school-pages.ts'));
const schedulePages = pages(() => import('#web/reports/report-schedules/pages.ts'));
const warehousePage = catalogPages('WarehousePage');
const profilePages = pages(() => import('#web/staff/profile/profile-pages.ts'));
const roleForms = pages(() => import('#web/staff/roles/role-form-pages.ts'));
const deviceForms = pages(() => import('#web/office/device-page/device-pages.ts'));
const userForms = pages(() => import('#web/staff/admins/user-form-pages.ts'));

/**
 * Screens, one entry each; menu entries in the order of the specification. A page that is not
 * listed does not exist yet.
 */
export const SCREENS: readonly Screen[] = [
  {
    page: 'dashboard',
    inMenu: true,
    load: pages(() => import('#web/reports/dashboard/dashboard-page.tsx'))('DashboardPage'),
  },
  {
    page: 'users',
    inMenu: true,
    load: pages(() => import('#web/staff/admins/users-page.tsx'))('UsersPage'),
  },
  { page: 'add-user', load: userForms('AddUserPage') },
  { page: 'edit-user', load: userForms('EditUserPage') },
  { page: 'roles', load: pages(() => import('#web/staff/roles/roles-page.tsx'))('RolesPage') },
  { page: 'add-role', load: roleForms('AddRolePage') },
  { page: 'edit-role', load: roleForms('EditRolePage') },
  {
    page: 'devices',
    inMenu: true,
    load: pages(() => import('#web/fairs/devices/devices-page.tsx'))('DevicesPage'),
  },
  { page: 'add-device', load: deviceForms('AddDevicePage') },
  { page: 'edit-device', load: deviceForms('EditDevicePage') },
  {
    page: 'fairs',
    inMenu: true,
    load: pages(() => import('#web/fairs/fairs/fairs-page.tsx'))('FairsPage'),
  },
  {
    page: 'add-fair',
    load: pages(() => import('#web/fairs/fairs/form/add-fair-page.tsx'))('AddFairPage'),
  },
  {
    page: 'edit-fair',
    load: pages(() => import('#web/office/fair-page/edit-fair-page.tsx'))('EditFairPage'),
  },
  {
    page: 'fair-details',
    load: pages(() => import('#web/office/fair-page/fair-details-page.tsx'))('FairDetailsPage'),
  },
  {
    page: 'edit-fair',
    path: '/fair-details/$id/upload',
    title: 'Upload inventory',
    load: uploadPages('UploadPage'),
  },
  {
    page: 'edit-fair',
    path: '/fair-details/$id/return-count',
    title: 'Upload return count',
    load: uploadPages('ReturnCountPage'),
  },
  {
    page: 'add-fair',
    path: '/fairs/upload',
    title: 'Upload fairs',
    load: uploadPages('FairsUploadPage'),
  },
  {
    page: 'add-school',
    path: '/schools/upload',
    title: 'Upload schools',
    load: uploadPages('SchoolsUploadPage'),
  },
  {
    page: 'edit-school',
    path: '/school-details/$id/upload-students',
    title: 'Upload students',
    also: 'students',
    load: uploadPages('StudentsUploadPage'),
  },
  {
    page: 'fair-details',
    path: '/fair-details/$id/scan',
    title: 'Scan cartons',
    duty: 'scan_cartons',
    full: true,
    load: pages(() => import('#web/stock/cartons/scan/scan-page.tsx'))('ScanPage'),
  },
  {
    page: 'schools',
    below: 'fairs',
    load: pages(() => import('#web/fairs/schools/schools-page.tsx'))('SchoolsPage'),
  },
  { page: 'school-details', load: schoolPages('SchoolDetailsPage') },
  { page: 'add-school', load: schoolPages('AddSchoolPage') },
  { page: 'edit-school', load: schoolPages('EditSchoolPage') },
  { page: 'packages', below: 'fairs', load: catalogPages('PackagesPage') },
  { page: 'package', load: catalogPages('PackagePage') },
  {
    page: 'edit-fair',
    path: '/fair-details/$id/packing-list',
    title: 'Make packing list',
    load: catalogPages('PackingListPage'),
  },
  {
    page: 'payments',
    inMenu: true,
    load: pages(() => import('#web/sales/payments/payments-page.tsx'))('PaymentsPage'),
  },
  {
    page: 'orders',
    inMenu: true,
    load: pages(() => import('#web/sales/orders/orders-page.tsx'))('OrdersPage'),
  },
  {
    page: 'orders',
    path: '/orders/add',
    title: 'Add order',
    duty: 'decide_payments',
    load: catalogPages('AddOrderPage'),
  },
  {
    page: 'reports',
    inMenu: true,
    load: pages(() => import('#web/reports/reports/reports-page.tsx'))('ReportsPage'),
  },
  {
    page: 'reports',
    path: '/reports/schedules',
    title: 'Scheduled reports',
    load: schedulePages('SchedulesPage'),
  },
  {
    page: 'reports',
    path: '/reports/schedules/$id',
    title: 'Scheduled report',
    load: schedulePages('SchedulePage'),
  },
  {
    page: 'students',
    inMenu: true,
    load: pages(() => import('#web/students/students/students-page.tsx'))('StudentsPage'),
  },
  {
    page: 'fair-inventory',
    inMenu: true,
    load: pages(() => import('#web/stock/inventory/fair-inventory-page.tsx'))('FairInventoryPage'),
  },
  {
    page: 'inventory',
    inMenu: true,
    load: pages(() => import('#web/stock/inventory/all-inventory-page.tsx'))('AllInventoryPage'),
  },
  { page: 'warehouse', inMenu: true, load: warehousePage },
  { page: 'warehouse', path: '/warehouse/$tab', load: warehousePage },
  { page: 'warehouse', path: '/warehouse/$tab/$id', load: warehousePage },
  {
    page: 'warehouse',
    path: '/warehouse/receipts/$id/upload',
    title: 'Upload a sheet',
    duty: 'work_warehouse',
    load: uploadPages('ReceiptUploadPage'),
  },
  {
    page: 'add-title',
    path: '/inventory/upload',
    title: 'Upload titles',
    below: 'inventory',
    load: uploadPages('TitlesUploadPage'),
  },
  {
    page: 'add-title',
    path: '/inventory/prices',
    title: 'Prices by season',
    below: 'inventory',
    load: uploadPages('PricesUploadPage'),
  },
  { page: 'title-details', load: catalogPages('TitleDetailsPage') },
  { page: 'add-title', load: catalogPages('AddTitlePage') },
  { page: 'edit-title', load: catalogPages('EditTitlePage') },
  {
    page: 'master-template',
    inMenu: true,
    load: pages(() => import('#web/templates/templates/templates-page.tsx'))('TemplatesPage'),
  },
  {
    page: 'master-template',
    path: '/master-template/$id',
    title: 'Edit template',
    load: pages(() => import('#web/templates/templates/editor/editor-page.tsx'))('EditorPage'),
  },
  { page: 'profile', load: profilePages('ProfilePage') },
  {
    page: 'settings',
    load: pages(() => import('#web/imports/settings/settings-page.tsx'))('SettingsPage'),
  },
  { page: 'change-password', load: profilePages('ChangePasswordPage') },
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
