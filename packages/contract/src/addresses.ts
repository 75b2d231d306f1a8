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
  '/forgot-password',
  '/reset-password',
  '/setup-password',
  '/fairs/upload',
  '/schools/upload',
  '/school-details/$id/upload-students',
  '/inventory/upload',
  '/inventory/prices',
  '/fair-details/$id/upload',
  '/fair-details/$id/return-count',
  '/fair-details/$id/packing-list',
  '/fair-details/$id/scan',
  '/master-template/$id',
  '/reports/schedules',
  '/reports/schedules/$id',
] as const;

/**
 * True if `pathname` matches a path such as `/edit-device/$id`, with or without a slash at its end.
 */
export function fitsPath(path: string, pathname: string): boolean {
  const parts = path.split('/');
  const given = pathname.replace(/\/+$/, '').split('/');
  return (
    parts.length === given.length &&
    parts.every((part, index) =>
      part.startsWith('$') ? given[index] !== '' : part === given[index],
    )
  );
}

/** True for the address of a page of the web app, in any letter case. */
export function isAppAddress(pathname: string): boolean {
  const paths = [...Object.values(PAGES).map(({ path }) => path), ...OTHER_PAGES];
  const lower = pathname.toLowerCase();
  return lower === '/' || paths.some((path) => fitsPath(path, lower));
}
