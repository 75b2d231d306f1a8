/**
 * Modules with several screens, one import each: every import in the text repeats the list of the
 * files to preload, which all visitors of the sign-in page load.
 */
export const uploadPages = () => import('#web/features/uploads/upload-page.tsx');
export const catalogPages = () => import('./catalog-pages.ts');
export const schoolPages = () => import('#web/features/school-page/school-pages.ts');
export const schedulePages = () => import('#web/features/report-schedules/pages.ts');
export const roleForms = () => import('#web/features/roles/role-form-pages.ts');
export const userForms = () => import('#web/features/admins/user-form-pages.ts');
export const deviceForms = () => import('#web/features/devices/device-form-pages.ts');
