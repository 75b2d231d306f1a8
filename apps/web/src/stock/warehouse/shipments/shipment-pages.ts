/** Screens of shipments, in one chunk. */
export { ShipmentPage } from './shipment-page.tsx';
export { ShipmentsPage } from './shipments-page.tsx';
