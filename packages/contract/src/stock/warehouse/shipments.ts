import { z } from 'zod';
import { defineApi } from '../../endpoint.ts';
import { byRecord, PROMOTED, severalOf } from '../../list-filters.ts';
import { byDuty, read, readOrDuty } from '../../permissions.ts';
import { dataSchema, Id, Instant, listQuery, listSchema, optional } from '../../values.ts';
import { CartonStatus, LabelPaper } from '../cartons.ts';
import { DocumentHead, DocumentState } from './documents.ts';

/**
 * States of a restock shipment (domain 13.4). `sent` is on its way; `received_in_part` lacks at least
 * one carton.
 */
export const ShipmentState = DocumentState.extract([
  'open',
  'packed',
  'sent',
  'received',
  'received_in_part',
  'discarded',
]);
export type ShipmentState = z.infer<typeof ShipmentState>;
export const SHIPMENT_STATE = {
  open: { label: 'Open', meaning: 'waiting' },
  packed: { label: 'Packed', meaning: 'waiting' },
  sent: { label: 'On its way', meaning: 'info' },
  received: { label: 'Received', meaning: 'ok' },
  received_in_part: { label: 'Received in part', meaning: 'bad' },
  discarded: { label: 'Discarded', meaning: 'off' },
} as const satisfies Record<ShipmentState, object>;

/**
 * A restock shipment with its sums. `missingCartons` were sent and did not arrive. Of the units in
 * the others, the fair reported `shortQty` as not there and `damagedQty` as damaged (domain 4.6).
 */
export const Shipment = DocumentHead.omit({ fairId: true }).extend({
  state: ShipmentState,
  fairId: Id,
  fairName: z.string(),
  fairIdentifier: z.string(),
  schoolName: z.string(),
  titles: z.int(),
  units: z.int(),
  cartons: z.int(),
  missingCartons: z.int(),
  shortQty: z.int(),
  damagedQty: z.int(),
  packedBy: z.string().nullable(),
  packedAt: Instant.nullable(),
  sentBy: z.string().nullable(),
  sentAt: Instant.nullable(),
});
export type Shipment = z.infer<typeof Shipment>;

/**
 * Units of a title in a carton of a shipment. `availableQty` is what the warehouse can send of the
 * title, at least 0; once the shipment was sent, its units are no longer among them. `shortQty` and
 * `damagedQty` are the fair's corrections of the carton.
 */
export const ShipmentLine = z.strictObject({
  titleId: Id,
  sku: z.string(),
  title: z.string(),
  author: z.string(),
  category: z.string(),
  pictureId: Id.nullable(),
  isActive: z.boolean(),
  carton: z.int(),
  quantity: z.int(),
  shortQty: z.int(),
  damagedQty: z.int(),
  availableQty: z.int(),
});
export type ShipmentLine = z.infer<typeof ShipmentLine>;

/** A carton of a packed shipment; `status` is null until the shipment was sent. */
export const ShipmentCarton = z.strictObject({
  number: z.int(),
  code: z.string(),
  status: CartonStatus.nullable(),
});
export type ShipmentCarton = z.infer<typeof ShipmentCarton>;

/** A shipment with its lines by carton and title, and its cartons once it was packed. */
export const ShipmentDetails = Shipment.extend({
  lines: z.array(ShipmentLine),
  packedCartons: z.array(ShipmentCarton),
});
export type ShipmentDetails = z.infer<typeof ShipmentDetails>;

export const ShipmentsQuery = listQuery(
  ['number', 'fairName', 'units', 'cartons', 'openedAt', 'sentAt', 'state'],
  '-number',
  {
    state: severalOf('State', ShipmentState, SHIPMENT_STATE, PROMOTED),
    fairId: byRecord('Fair', 'fairs', PROMOTED),
  },
);
export type ShipmentsQuery = z.output<typeof ShipmentsQuery>;

/** Max lines and cartons of a shipment, and units of a line. */
export const MAX_SHIPMENT_LINES = 500;
export const MAX_SHIPMENT_CARTONS = 99;
export const MAX_SHIPMENT_UNITS = 9_999;

const wholeNumber = 'Quantity must be a whole number from 1 to 9,999.';
/** Units of a title in a carton; quantity 0 takes the line out. */
export const NewShipmentLine = z.strictObject({
  titleId: z.uuid('Choose a title.'),
  carton: optional(
    z
      .int('Enter the number of the carton.')
      .min(1, 'Enter the number of the carton.')
      .max(MAX_SHIPMENT_CARTONS, `Use at most ${MAX_SHIPMENT_CARTONS} cartons.`),
  ),
  quantity: z.int(wholeNumber).min(0, wholeNumber).max(MAX_SHIPMENT_UNITS, wholeNumber),
});
export type NewShipmentLine = z.infer<typeof NewShipmentLine>;

const lines = z
  .array(NewShipmentLine)
  .max(MAX_SHIPMENT_LINES, `Send at most ${MAX_SHIPMENT_LINES} titles.`);
/** Request to open a restock shipment, with titles in carton 1 unless they name another. */
export const NewShipment = z.strictObject({
  fairId: z.uuid('Choose a fair.'),
  lines: optional(lines),
});
export type NewShipment = z.infer<typeof NewShipment>;
/** Lines of an open shipment to set; others stay as they are. */
export const ShipmentLines = z.strictObject({ lines: lines.min(1, 'Choose at least one title.') });
export type ShipmentLines = z.infer<typeof ShipmentLines>;
/** Cartons of a sent shipment that did not arrive; the others did. */
export const ShipmentReceipt = z.strictObject({
  missing: z.array(z.string()).max(MAX_SHIPMENT_CARTONS, 'Choose cartons of the shipment.'),
});
export type ShipmentReceipt = z.infer<typeof ShipmentReceipt>;
export const ShipmentLabelsQuery = z.strictObject({ paper: LabelPaper.default('label') });

const reading = readOrDuty('All Inventory', 'work_warehouse');
const working = byDuty('work_warehouse');

export const shipmentsApi = defineApi({
  list: {
    call: 'GET /v1/warehouse/shipments',
    place: 'seen',
    access: reading,
    summary: 'List restock shipments',
    query: ShipmentsQuery,
    response: listSchema(Shipment),
  },
  ofFair: {
    call: 'GET /v1/fairs/restocks/:id',
    place: 'seen',
    access: read('Fairs'),
    summary: "List a fair's restock shipments, newest first",
    description: '`:id` is the fair. Discarded ones are left out.',
    response: dataSchema(z.array(Shipment)),
  },
  open: {
    call: 'POST /v1/warehouse/shipments',
    place: 'named',
    access: working,
    summary: 'Open a restock shipment for a fair',
    description: 'It gets the next number. 409 FAIR_FINISHED if the fair is closed out.',
    idempotent: true,
    body: NewShipment,
    response: dataSchema(ShipmentDetails),
  },
  getById: {
    call: 'GET /v1/warehouse/shipments/:id',
    place: 'seen',
    access: reading,
    summary: 'Get a restock shipment with its titles and cartons',
    response: dataSchema(ShipmentDetails),
  },
  setLines: {
    call: 'PATCH /v1/warehouse/shipments/:id/lines',
    place: 'named',
    access: working,
    summary: 'Set quantities of titles in the cartons of an open shipment',
    description: 'Quantity 0 takes a line out. An inactive title is refused on its field.',
    body: ShipmentLines,
    response: dataSchema(ShipmentDetails),
  },
  pack: {
    call: 'POST /v1/warehouse/shipments/:id/pack',
    place: 'named',
    access: working,
    summary: 'Close the cartons of an open shipment, which get their codes',
    description:
      '409 STOCK_INSUFFICIENT names each title that the warehouse lacks, and the fairs that have it.',
    response: dataSchema(ShipmentDetails),
  },
  unpack: {
    call: 'POST /v1/warehouse/shipments/:id/unpack',
    place: 'named',
    access: working,
    summary: 'Open a packed shipment again, to change it',
    response: dataSchema(ShipmentDetails),
  },
  send: {
    call: 'POST /v1/warehouse/shipments/:id/send',
    place: 'named',
    access: working,
    summary: 'Send a packed shipment: its units go from the warehouse to the fair',
    description:
      'Its cartons are scanned at the fair like those of the packing list. 409 STOCK_INSUFFICIENT as for packing, 409 FAIR_FINISHED if the fair is closed out.',
    idempotent: true,
    response: dataSchema(ShipmentDetails),
  },
  receive: {
    call: 'POST /v1/warehouse/shipments/:id/receive',
    place: 'named',
    access: byDuty('scan_cartons'),
    summary: 'Confirm the arrival of a shipment, except for missing cartons',
    description:
      'The same as scanning its other cartons at delivery and finishing. 409 STOCK_INSUFFICIENT if too much of a missing carton was sold.',
    body: ShipmentReceipt,
    response: dataSchema(Shipment),
  },
  discard: {
    call: 'POST /v1/warehouse/shipments/:id/discard',
    place: 'named',
    access: working,
    summary: 'Discard a shipment that was not sent',
    description: 'It keeps its number and changes no stock.',
    response: dataSchema(Shipment),
  },
  paper: {
    call: 'GET /v1/warehouse/shipments/:id/paper',
    place: 'seen',
    access: reading,
    summary: 'Get the packing paper of a shipment, as a PDF',
    file: true,
    heavy: 'document',
    response: dataSchema(z.null()),
  },
  labels: {
    call: 'GET /v1/warehouse/shipments/:id/labels',
    place: 'seen',
    access: reading,
    summary: 'Print the labels of the cartons of a packed shipment, as a PDF',
    description: '409 INVALID_TRANSITION while it is open.',
    file: true,
    heavy: 'document',
    query: ShipmentLabelsQuery,
    response: dataSchema(z.null()),
  },
});
