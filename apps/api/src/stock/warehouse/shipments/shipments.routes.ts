import { shipmentsApi } from '@pos/contract/stock/warehouse/shipments';
import type { Db } from '#api/db/db.ts';
import { feature, type Feature } from '#api/http/feature.ts';
import { getPage } from '#api/lists/paging.ts';
import { shipmentList } from './shipments.list.ts';
import { printPackingPaper, printShipmentLabels } from './shipment-papers.service.ts';
import {
  changeLines,
  discardShipment,
  openShipment,
  packShipment,
  readRestocks,
  readShipment,
  receiveShipment,
  sendShipment,
  unpackShipment,
} from './shipments.service.ts';

/** Restock shipments to fairs, and their papers. */
export function shipments(db: Db): Feature {
  return feature(shipmentsApi, {
    list: async ({ query }) => {
      const { results, total } = await shipmentList.find(db, query);
      return getPage(results, total, query);
    },
    ofFair: async ({ params }) => ({ data: await readRestocks(db, params.id) }),
    open: async ({ tx, actor, body }) => ({
      message: 'Shipment opened.',
      data: await openShipment(tx, actor, body),
    }),
    getById: async ({ params }) => ({ data: await readShipment(db, params.id) }),
    setLines: async ({ params, body }) => ({
      message: 'Shipment saved.',
      data: await changeLines(db, params.id, body.lines),
    }),
    pack: async ({ actor, params }) => ({
      message: 'Shipment packed.',
      data: await packShipment(db, actor, params.id),
    }),
    unpack: async ({ actor, params }) => ({
      message: 'Shipment opened again.',
      data: await unpackShipment(db, actor, params.id),
    }),
    send: async ({ tx, actor, params }) => ({
      message: 'Shipment sent.',
      data: await sendShipment(tx, actor, params.id),
    }),
    receive: async ({ actor, params, body }) => ({
      message: 'Shipment received.',
      data: await receiveShipment(db, actor, params.id, body),
    }),
    discard: async ({ actor, params }) => ({
      message: 'Shipment discarded.',
      data: await discardShipment(db, actor, params.id),
    }),
    paper: async ({ params }) => printPackingPaper(db, params.id),
    labels: async ({ params, query }) => printShipmentLabels(db, params.id, query.paper),
  });
}
