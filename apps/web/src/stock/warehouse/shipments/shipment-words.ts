import type { Shipment } from '@pos/contract/stock/warehouse/shipments';
import { pluralize } from '@pos/contract/values/counts';
import { correctionWords } from '#web/stock/cartons/carton-words.ts';

/** `3 titles, 12 units, 1 carton`, and `1 short` if the fair found less in it. */
export function shipmentWords(
  shipment: Pick<Shipment, 'titles' | 'units' | 'cartons' | 'shortQty' | 'damagedQty'>,
): string {
  const { titles, units, cartons } = shipment;
  const parts = [
    pluralize(titles, 'title'),
    pluralize(units, 'unit'),
    pluralize(cartons, 'carton'),
    correctionWords(shipment),
  ];
  return parts.filter((part) => part !== '').join(', ');
}
