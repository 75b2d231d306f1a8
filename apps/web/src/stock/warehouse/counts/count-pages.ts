/** Screens of counts, in one chunk. */
export { CountPage } from './count-page.tsx';
export { CountsPage } from './counts-page.tsx';
export { DifferencesPage } from './differences-page.tsx';
