import { drawOrders } from '#api/pdf/drawing-worker.ts';
import { labelsPdf } from './labels-pdf.ts';

drawOrders(labelsPdf);
