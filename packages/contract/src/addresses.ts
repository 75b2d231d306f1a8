import { PAGES, type PageKey } from './permissions.ts';

/**
 * Returns the address of a page, such as `/fair-details/7?tab=orders`. `id` names the record of a
 * page with `$id`; the other values become the query string.
 */
export function pageAddress(
  page: PageKey,
  { id = '', ...query }: Readonly<Record<string, string>> = {},
): string {
  const path = PAGES[page].path.replace('$id', id);
  const search = new URLSearchParams(query).toString();
  return search === '' ? path : `${path}?${search}`;
}

/** Public pages of the web app, and pages below a page of PAGES. */
const OTHER_PAGES = [
  '/login',
  '/verify-account',
  '/second-factor',
  '/company-sign-in',
  '/forgot-password',
  '/reset-password',
  '/setup-password',
  '/fairs/upload',
  '/schools/upload',
  '/school-details/$id/upload-students',
  '/inventory/upload',
  '/inventory/prices',
  '/warehouse/$tab',
  '/warehouse/$tab/$id',
  '/warehouse/receipts/$id/upload',
  '/orders/add',
  '/fair-details/$id/upload',
  '/fair-details/$id/return-count',
  '/fair-details/$id/packing-list',
  '/fair-details/$id/scan',
  '/master-template/$id',
  '/reports/schedules',
  '/reports/schedules/$id',
] as const;

const APP_PATHS: readonly string[] = [
  ...Object.values(PAGES).map(({ path }) => path),
  ...OTHER_PAGES,
];

/**
 * Pages of the web app that may open the camera to scan (decision 88). The register has its own
 * page.
 */
const CAMERA_PAGES = [
  '/fair-details/$id/scan',
  '/warehouse/$tab/$id',
] as const satisfies readonly (typeof OTHER_PAGES)[number][];

/** Pages outside of the web app. */
const SERVER_PATHS = [
  '/customized-fair/$school/$fair',
  '/unsubscribe/$token',
  '/register',
] as const;

const toSegments = (pathname: string): string[] => pathname.split('/').filter(Boolean);

/** True if `pathname` is an address of a path such as `/edit-device/$id`, in any spelling. */
export function fitsPath(path: string, pathname: string): boolean {
  const [parts, given] = [toSegments(path), toSegments(pathname)];
  return (
    parts.length === given.length &&
    parts.every((part, index) => part.startsWith('$') || part === given[index]?.toLowerCase())
  );
}

/** True for the address of a page of the web app, in any spelling. */
export function isAppAddress(pathname: string): boolean {
  return pathname === '/' || APP_PATHS.some((path) => fitsPath(path, pathname));
}

/** True for the address of a page that may open the camera, in any spelling. */
export function opensCamera(pathname: string): boolean {
  return CAMERA_PAGES.some((path) => fitsPath(path, pathname));
}

/**
 * The one spelling of a page's address: `/login` for `/Login`, `/login/` and `/login//`. Names in
 * the address keep their case; an unknown address is returned as it is.
 */
export function canonicalPath(pathname: string): string {
  const given = toSegments(pathname);
  if (given.length === 0) return pathname;
  const page = [...APP_PATHS, ...SERVER_PATHS].find((path) => fitsPath(path, pathname));
  if (page === undefined) return pathname;
  const spelled = toSegments(page).map((part, index) =>
    part.startsWith('$') ? given[index] : part,
  );
  return `/${spelled.join('/')}`;
}
