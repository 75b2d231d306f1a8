import { drawOrders } from '#api/pdf/drawing-worker.ts';
import type { CardSheet } from './wallet-cards-worker.ts';
import { walletCardsPdf } from './wallet-cards-pdf.ts';

drawOrders(({ cards, ...sheet }: CardSheet) => walletCardsPdf(cards, sheet));
