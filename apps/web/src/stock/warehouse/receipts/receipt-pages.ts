/** Screens of receipts, in one chunk. */
export { ReceiptPage } from './receipt-page.tsx';
export { ReceiptsPage } from './receipts-page.tsx';
