/** Screens of returns, in one chunk. */
export { ReturnPage } from './return-page.tsx';
export { ReturnsPage } from './returns-page.tsx';
