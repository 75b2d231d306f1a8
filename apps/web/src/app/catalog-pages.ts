/** Screens of titles and packages, in one chunk. */
export { PackagePage } from '#web/features/packages/package-page.tsx';
export { PackagesPage } from '#web/features/packages/packages-page.tsx';
export { PackingListPage } from '#web/features/packages/packing-list-page.tsx';
export { AddTitlePage } from '#web/features/title-page/add-title-page.tsx';
export { EditTitlePage } from '#web/features/title-page/edit-title-page.tsx';
export { TitleDetailsPage } from '#web/features/title-page/title-details-page.tsx';
