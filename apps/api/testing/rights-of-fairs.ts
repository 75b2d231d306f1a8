import type { Line } from './rights-line.ts';
import { ACTIVE, fair, school } from './rights-samples.ts';

/** Calls about schools, fairs and their inventory. */
export const FAIR_RIGHTS: readonly Line[] = [
  ['POST', '/v1/schools/add', 'edit Fairs', () => ({ body: school() })],
  ['GET', '/v1/schools', 'read Fairs'],
  ['GET', '/v1/schools/getById/:id', 'read Fairs or edit Fairs'],
  ['PUT', '/v1/schools/update/:id', 'edit Fairs', { body: { notes: 'Dock B', version: 1 } }],
  ['PATCH', '/v1/schools/change-status/:id', 'edit Fairs', ACTIVE],
  ['GET', '/v1/schools/ave-dollars/:id', 'read Fairs'],
  [
    'POST',
    '/v1/schools/ave-dollar-entry/:id',
    'super',
    { body: { amountCents: 100, note: 'A prize' } },
  ],
  ['GET', '/v1/schools/get-regions', 'signed-in'],
  ['GET', '/v1/schools/get-schools', 'signed-in'],

  ['GET', '/v1/fairs', 'read Fairs'],
  ['POST', '/v1/fairs/add', 'edit Fairs', (ground) => ({ body: fair(ground) })],
  [
    'PUT',
    '/v1/fairs/update/:id',
    'edit Fairs',
    (ground) => ({ body: { ...fair(ground), version: 1 } }),
  ],
  ['PATCH', '/v1/fairs/change-status/:id', 'edit Fairs', ACTIVE],
  ['DELETE', '/v1/fairs/delete/:id', 'edit Fairs'],
  ['GET', '/v1/fairs/sales', 'read Fairs', ({ fair: { id } }) => ({ query: { fairIds: id } })],
  ['GET', '/v1/fairs/calendar', 'read Fairs', { query: { from: '2027-03-01', to: '2027-03-31' } }],
  [
    'POST',
    '/v1/fairs/reset',
    'edit Fairs',
    ({ fair: { id } }) => ({
      body: { fairId: id, confirm: 'NOT-THIS-FAIR' },
      answers: 'VALIDATION_FAILED',
    }),
  ],
  ['GET', '/v1/fairs/getById/:id', 'read Fairs or edit Fairs'],
  ['GET', '/v1/fairs/get-fair-options', 'signed-in'],
  ['GET', '/v1/fairs/get-fair-with-inventory', 'read Fairs or read Fair Inventory or read Reports'],
  ['GET', '/v1/fairs/cartons/:id', 'read Fairs'],
  [
    'POST',
    '/v1/fairs/scan-missing-cartons',
    'edit Fairs',
    ({ fair: { id } }) => ({ body: { fairId: id, stage: 'delivery', codes: [] } }),
  ],
  [
    'POST',
    '/v1/fairs/set-close-out-finish-or-revert',
    'edit Fairs',
    ({ fair: { id } }) => ({
      body: { fairId: id, action: 'revert', reason: 'A late order', confirm: true },
      answers: 'INVALID_TRANSITION',
    }),
  ],
  ['GET', '/v1/fairs/close-out/:id', 'read Fairs'],
  ['GET', '/v1/fairs/statement/:id', 'read Fairs'],
  ['GET', '/v1/fairs/day-sheet/:id', 'read Fairs'],
  [
    'POST',
    '/v1/fairs/send-day-sheet/:id',
    'edit Fairs',
    ({ fair: { startDate } }) => ({ body: { businessDay: startDate } }),
  ],
  [
    'POST',
    '/v1/fairs/cash-counts',
    'edit Fairs',
    ({ fair: { id, startDate } }) => ({
      body: {
        fairId: id,
        businessDay: startDate,
        cashCents: 0,
        checkCents: 0,
        checks: 0,
        countedBy: 'Ann',
        secondPerson: 'Bob',
      },
      answers: 'VALIDATION_FAILED',
    }),
  ],
  [
    'POST',
    '/v1/fairs/float-counts',
    'edit Fairs',
    ({ fair: { id, startDate } }) => ({
      body: {
        fairId: id,
        businessDay: startDate,
        direction: 'in',
        amountCents: 25_000,
        countedBy: 'First Person',
        secondPerson: 'Second Person',
      },
      answers: 'VALIDATION_FAILED',
    }),
  ],
  ['GET', '/v1/fairs/cash-counts/:id', 'read Fairs'],
  [
    'POST',
    '/v1/fairs/bulk-upload',
    'edit Fairs',
    ({ fair: { id }, packingList }) => ({
      body: { kind: 'inventory', mode: 'check', fairId: id },
      file: packingList,
    }),
  ],
  ['GET', '/v1/fairs/bulk-upload/template', 'edit Fairs', { query: { kind: 'inventory' } }],

  [
    'GET',
    '/v1/inventory/fair-inventory',
    'read Fair Inventory',
    ({ fair: { id } }) => ({ query: { fairId: id } }),
  ],
  [
    'PUT',
    '/v1/inventory/fair-inventory-update/:id',
    'edit Fairs',
    { body: { operation: 'add', updatedQuantity: 1, seenQuantity: 0, reason: 'received' } },
  ],
  [
    'PATCH',
    '/v1/inventory/fair-inventory-change-price/:id',
    'edit Fairs',
    { body: { priceCents: 899, seenPriceCents: 799 } },
  ],
  ['GET', '/v1/inventory/fair-inventory/:id/movements', 'read Fair Inventory'],
  ['PATCH', '/v1/inventory/fair-inventory-change-status/:id', 'edit Fairs', ACTIVE],
  ['DELETE', '/v1/inventory/fair-inventory-delete/:id', 'edit Fairs'],
  ['GET', '/v1/inventory/all-inventory', 'read All Inventory'],
  ['GET', '/v1/inventory/all-inventory/:id/fairs', 'read All Inventory'],
  ['PATCH', '/v1/inventory/all-inventory-change-status/:id', 'super', ACTIVE],
];
