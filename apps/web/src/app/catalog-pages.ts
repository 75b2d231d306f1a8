/**
 * Screens of titles and packages, the form of an order, which names titles, and the entry of the
 * warehouse, in one chunk.
 */
export { PackagePage } from '#web/imports/fair-packages/package-page.tsx';
export { PackagesPage } from '#web/imports/fair-packages/packages-page.tsx';
export { PackingListPage } from '#web/imports/fair-packages/packing-list-page.tsx';
export { AddTitlePage } from '#web/office/title-page/add-title-page.tsx';
export { EditTitlePage } from '#web/office/title-page/edit-title-page.tsx';
export { TitleDetailsPage } from '#web/office/title-page/title-details-page.tsx';
export { AddOrderPage } from '#web/sales/add-order/add-order-page.tsx';
export { WarehousePage } from '#web/stock/warehouse/warehouse-page.tsx';
