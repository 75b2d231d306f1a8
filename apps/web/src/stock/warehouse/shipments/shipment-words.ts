import type { Shipment } from '@pos/contract/stock/warehouse/shipments';
import { pluralize } from '@pos/contract/values/counts';

/** `3 titles, 12 units, 1 carton` */
export function shipmentWords({
  titles,
  units,
  cartons,
}: Pick<Shipment, 'titles' | 'units' | 'cartons'>): string {
  return [pluralize(titles, 'title'), pluralize(units, 'unit'), pluralize(cartons, 'carton')].join(
    ', ',
  );
}
