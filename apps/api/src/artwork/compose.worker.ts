import { drawOrders } from '#api/pdf/drawing-worker.ts';
import { compose } from './compose.ts';

drawOrders(compose);
