import { z } from 'zod';
import { defineApi } from '../endpoint.ts';
import { byRecord, oneOf, PROMOTED, severalOf, yesOrNo } from '../list-filters.ts';
import { edit, read, readOrEdit, signedIn } from '../permissions.ts';
import { RECORD_STATUS } from '../record-status.ts';
import {
  dataSchema,
  Day,
  Done,
  Id,
  Instant,
  listSchema,
  listQuery,
  OptionsQuery,
  RecordOption,
  RecordStatus,
  text,
  Version,
  whenDays,
} from '../values.ts';

/** Device models by number. The four names are assumed (domain 3.3) and defined only here. */
export const DEVICE_MODELS = {
  1: 'iPad 10th Gen',
  2: 'iPad Air',
  3: 'Samsung Galaxy Tab A9+',
  4: 'Lenovo Tab M10',
} as const;
export type DeviceModel = keyof typeof DEVICE_MODELS;
export const DeviceModel = z.literal([1, 2, 3, 4], 'Please select a model.');
const QueryModel = z.union([
  DeviceModel,
  z.enum(['1', '2', '3', '4']).transform((value) => Number(value) as DeviceModel),
]);

/** State of a device's warranty; `expiring` within Settings.warrantyWarnDays. */
export const WarrantyState = z.enum(['ok', 'expiring', 'expired']);
export type WarrantyState = z.infer<typeof WarrantyState>;

const fields = {
  deviceId: text(2, 30, 'Device ID must have 2 to 30 characters.', 'Enter a device ID.'),
  name: text(2, 20, 'Device name must have 2 to 20 characters.', 'Enter a device name.'),
  purchaseDate: z
    .string('Purchase date is required.')
    .min(1, 'Purchase date is required.')
    .pipe(Day),
  warrantyDate: z
    .string('Warranty date is required.')
    .min(1, 'Warranty date is required.')
    .pipe(Day),
  /** null: another model, or not known. */
  model: DeviceModel.nullable().optional(),
  adminId: Id.nullable().optional(),
};

const warrantyEndsAfterPurchase = ({
  purchaseDate,
  warrantyDate,
}: {
  purchaseDate: string;
  warrantyDate: string;
}) => warrantyDate >= purchaseDate;
const warrantyTooEarly = {
  path: ['warrantyDate'],
  message: 'Warranty Date should not be less than purchase date.',
  when: whenDays('purchaseDate', 'warrantyDate'),
};

/** Request to add a device (specification 5). The warranty date may equal the purchase date. */
export const NewDevice = z.strictObject(fields).refine(warrantyEndsAfterPurchase, warrantyTooEarly);
export type NewDevice = z.infer<typeof NewDevice>;

/** Request to change a device. */
export const DeviceChanges = z
  .strictObject({ ...fields, version: Version })
  .refine(warrantyEndsAfterPurchase, warrantyTooEarly);
export type DeviceChanges = z.infer<typeof DeviceChanges>;

/** A tablet or terminal that is lent to fairs. Values reported by the register are read-only. */
export const Device = z.strictObject({
  id: Id,
  deviceId: z.string(),
  name: z.string(),
  purchaseDate: Day,
  warrantyDate: Day,
  warrantyState: WarrantyState,
  model: DeviceModel.nullable(),
  adminId: Id.nullable(),
  adminName: z.string().nullable(),
  status: RecordStatus,
  paired: z.boolean(),
  /** Expiry of the latest pairing code; null if none is valid. */
  pairingCodeExpiresAt: Instant.nullable(),
  appVersion: z.string().nullable(),
  lastSeenAt: Instant.nullable(),
  lastSyncAt: Instant.nullable(),
  unsentOrders: z.int(),
  currentFairId: Id.nullable(),
  currentFairName: z.string().nullable(),
  /** Fairs open today that the device is at or planned for, each with its admin. */
  liveFairs: z.array(z.strictObject({ id: Id, name: z.string(), adminId: Id })),
  version: z.int(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type Device = z.infer<typeof Device>;

export const DevicesQuery = listQuery(
  [
    'deviceId',
    'name',
    'model',
    'adminName',
    'purchaseDate',
    'warrantyDate',
    'lastSyncAt',
    'unsentOrders',
    'status',
  ],
  'deviceId',
  {
    status: severalOf('Status', RecordStatus, RECORD_STATUS, PROMOTED),
    model: severalOf('Model', QueryModel, DEVICE_MODELS, PROMOTED),
    warranty: oneOf(
      'Warranty',
      WarrantyState.optional(),
      { expiring: 'Expires soon', expired: 'Expired', ok: 'In warranty' },
      PROMOTED,
    ),
    stale: yesOrNo('Last contact', 'Overdue', 'On time'),
    /** false: only devices without an admin. */
    assigned: yesOrNo('Assigned'),
    adminId: byRecord('Assigned admin', 'admins'),
    /** true: only devices at a live fair; false: only the others. */
    atLiveFair: yesOrNo('At a live fair'),
    /** Current fair of the device. */
    fairId: byRecord('Fair', 'fairs'),
    schoolId: Id.optional(),
  },
);
export type DevicesQuery = z.output<typeof DevicesQuery>;

/** Characters of pairing codes; look-alikes are left out. */
export const PAIRING_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
export const PAIRING_CODE_LENGTH = 8;
export const PAIRING_CODE_MINUTES = 15;

/**
 * Pairs one tablet with the device. Valid until `expiresAt`, and no longer than until the device
 * key it gave was used once.
 */
export const PairingCode = z.strictObject({
  pairingCode: z.string().length(PAIRING_CODE_LENGTH),
  expiresAt: Instant,
});
export type PairingCode = z.infer<typeof PairingCode>;

export const devicesApi = defineApi({
  list: {
    call: 'GET /v1/devices',
    place: 'seen',
    access: read('Devices'),
    summary: 'List devices',
    query: DevicesQuery,
    response: listSchema(Device),
  },
  add: {
    call: 'POST /v1/devices/add',
    place: 'everywhere',
    access: edit('Devices'),
    summary: 'Add a device',
    idempotent: true,
    body: NewDevice,
    response: dataSchema(Device),
  },
  getById: {
    call: 'GET /v1/devices/getById/:id',
    place: 'seen',
    access: readOrEdit('Devices'),
    summary: 'Get a device',
    response: dataSchema(Device),
  },
  update: {
    call: 'PUT /v1/devices/update/:id',
    place: 'everywhere',
    access: edit('Devices'),
    summary: 'Change a device',
    body: DeviceChanges,
    response: dataSchema(Device),
  },
  changeStatus: {
    call: 'PATCH /v1/devices/change-status/:id',
    place: 'everywhere',
    access: edit('Devices'),
    summary: 'Activate or deactivate a device',
    description: 'An inactive device may only send its existing orders, and those are held.',
    body: z.strictObject({ status: RecordStatus }),
    response: dataSchema(Device),
  },
  delete: {
    call: 'DELETE /v1/devices/delete/:id',
    place: 'everywhere',
    access: edit('Devices'),
    summary: 'Delete a device',
    description:
      '409 IN_USE while it has unsent orders or is planned for a fair that has not ended.',
    response: Done,
  },
  forgetPairing: {
    call: 'POST /v1/devices/forget-pairing/:id',
    place: 'named',
    access: edit('Devices'),
    summary: 'Reset the pairing, for a new tablet',
    description: 'Ends the device key, its tokens and a pending pairing code at once.',
    response: dataSchema(Device),
  },
  pairingCode: {
    call: 'POST /v1/devices/pairing-code/:id',
    place: 'named',
    access: edit('Devices'),
    summary: 'Create a code that pairs a tablet with the device',
    description:
      'Eight characters, valid for 15 minutes or until the device key it provided is first used. ' +
      'Ends an earlier code of the device. 409 INVALID_TRANSITION while a tablet is paired.',
    response: dataSchema(PairingCode),
  },
  getDevices: {
    call: 'GET /v1/devices/get-devices',
    place: 'seen',
    access: signedIn,
    summary: 'List active devices as options',
    query: OptionsQuery,
    response: dataSchema(z.array(RecordOption)),
  },
});
