import type {
  NewShipment,
  NewShipmentLine,
  ShipmentReceipt,
} from '@pos/contract/stock/warehouse/shipments';
import { api } from '#web/lib/api/api.ts';
import { dataQuery, useChange } from '#web/lib/api/calls.ts';
import { listQuery } from '#web/lib/lists/list.ts';

/** Key of all queries of shipments; live events of the warehouse refetch them. */
export const SHIPMENTS = ['warehouse', 'shipments'];
const REFRESHES = [SHIPMENTS, ['activity']];
/** Queries that also change when units go to a fair or arrive there. */
const MOVED = [...REFRESHES, ['cartons'], ['inventory'], ['fairs']];

export const shipmentsList = listQuery([...SHIPMENTS, 'list'], api.shipments.list);

export const shipmentDetails = (id: string) =>
  dataQuery([...SHIPMENTS, 'details', id], api.shipments.getById, { params: { id } });

export const fairRestocks = (fairId: string) =>
  dataQuery([...SHIPMENTS, 'fair', fairId], api.shipments.ofFair, { params: { id: fairId } });

export const useOpenShipment = () =>
  useChange(REFRESHES, (body: NewShipment, once) => api.shipments.open(...once({ body })));

export const useSetLines = (id: string) =>
  useChange(REFRESHES, (lines: NewShipmentLine[]) =>
    api.shipments.setLines({ params: { id }, body: { lines } }),
  );

export const usePackShipment = (id: string) =>
  useChange(REFRESHES, () => api.shipments.pack({ params: { id } }));

export const useUnpackShipment = (id: string) =>
  useChange(REFRESHES, () => api.shipments.unpack({ params: { id } }));

export const useSendShipment = (id: string) =>
  useChange(MOVED, (_: undefined, once) => api.shipments.send(...once({ params: { id } })));

export const useReceiveShipment = (id: string) =>
  useChange(MOVED, (body: ShipmentReceipt) => api.shipments.receive({ params: { id }, body }));

export const useDiscardShipment = (id: string) =>
  useChange(REFRESHES, () => api.shipments.discard({ params: { id } }));

/** Most titles that a search offers. */
const MAX_FOUND = 10;

/** Finds active titles by code, name or author, with what the warehouse has. */
export async function findTitles(search: string) {
  const query = { search, status: ['active' as const], limit: MAX_FOUND };
  return (await api.inventory.allInventory({ query })).data.results;
}
