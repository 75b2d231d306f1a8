import { type Line, NOBODY } from './rights-line.ts';
import { ACTIVE, unique } from './rights-samples.ts';

/** Calls about orders, payments, students, the dashboard, search and reports. */
export const SALES_RIGHTS: readonly Line[] = [
  ['GET', '/v1/orders', 'read Orders'],
  ['GET', '/v1/orders/totals', 'read Orders'],
  ['GET', '/v1/orders/getById/:id', 'read Orders'],
  ['GET', '/v1/orders/held', 'read Orders'],
  ['POST', '/v1/orders/held/:id', 'edit Fairs', { body: { decision: 'release' } }],
  [
    'POST',
    '/v1/orders/refund/:id',
    'edit Fairs or duty decide_payments',
    { body: { lines: [{ lineId: NOBODY, quantity: 1, restock: true }], reason: 'Damaged.' } },
  ],
  [
    'POST',
    '/v1/orders/resolve/:id',
    'edit Fairs',
    { body: { decision: 'cancel', reason: 'Came back.' } },
  ],
  [
    'POST',
    '/v1/orders/correct-day/:id',
    'edit Fairs',
    { body: { businessDay: '2026-10-12', reason: 'The clock was wrong.' } },
  ],
  [
    'POST',
    '/v1/orders/update-fulfilment',
    'edit Fairs',
    { body: { lineIds: [NOBODY], status: 'shipped' }, answers: 'VALIDATION_FAILED' },
  ],

  ['GET', '/v1/payments', 'read Payments'],
  ['GET', '/v1/payments/totals', 'read Payments'],
  ['GET', '/v1/payments/getById/:id', 'read Payments'],
  [
    'POST',
    '/v1/payments/put-under-review/:id',
    'edit Fairs or duty decide_payments',
    { body: { note: 'The check came back.' } },
  ],
  [
    'POST',
    '/v1/payments/record-result/:id',
    'edit Fairs or duty decide_payments',
    { body: { status: 'completed', note: 'The processor says so.' } },
  ],
  [
    'POST',
    '/v1/payments/review/:id',
    'edit Fairs or duty decide_payments',
    { body: { decision: 'approve', note: 'The bank says yes.' } },
  ],

  ['GET', '/v1/payments/office-day', 'read Payments or duty top_up_wallets'],
  ['GET', '/v1/payments/receipt/:id', 'duty top_up_wallets'],
  [
    'POST',
    '/v1/payments/reverse-top-up/:id',
    'duty top_up_wallets',
    { body: { reason: 'check_returned', note: 'No funds.' } },
  ],

  ['GET', '/v1/students', 'read Students'],
  [
    'POST',
    '/v1/students/top-up/:id',
    'duty top_up_wallets',
    { body: { method: 3, amountCents: 2_500 } },
  ],
  ['GET', '/v1/students/leftovers/:id', 'duty top_up_wallets'],
  [
    'POST',
    '/v1/students/pay-out/:id',
    'duty top_up_wallets',
    { body: { method: 3, amountCents: 100 } },
  ],
  [
    'POST',
    '/v1/students/pay-out-leftovers/:id',
    'duty top_up_wallets',
    { body: { method: 3, students: [{ studentId: NOBODY, amountCents: 100 }] } },
  ],
  [
    'POST',
    '/v1/students/reverse-payout/:id',
    'duty top_up_wallets',
    { body: { reason: 'check_voided', note: 'Came back by mail.' } },
  ],
  [
    'GET',
    '/v1/students/payout-receipts',
    'duty top_up_wallets',
    { query: { ids: NOBODY }, answers: 'NOT_FOUND' },
  ],
  [
    'POST',
    '/v1/students/add',
    'edit Fairs and read Students',
    ({ fair: { schoolId } }) => ({
      body: { schoolId, studentNumber: unique(), firstName: 'Wren', lastName: 'Ashby' },
    }),
  ],
  [
    'PUT',
    '/v1/students/update/:id',
    'edit Fairs and read Students',
    { body: { grade: '4', version: 1 } },
  ],
  ['PATCH', '/v1/students/change-status/:id', 'edit Fairs and read Students', ACTIVE],
  ['GET', '/v1/students/parents-options', 'read Students', { query: { search: 'ann' } }],
  ['GET', '/v1/students/teachers-options', 'read Students', { query: { search: 'oak' } }],
  ['GET', '/v1/students/getById/:id', 'read Students'],
  ['GET', '/v1/students/school-totals/:id', 'read Students'],
  [
    'GET',
    '/v1/students/merge/:id',
    'edit Fairs and read Students',
    { query: { mergedId: NOBODY } },
  ],
  [
    'POST',
    '/v1/students/merge/:id',
    'edit Fairs and read Students',
    { body: { mergedId: NOBODY }, answers: 'NOT_FOUND' },
  ],
  ['GET', '/v1/students/promotion/:id', 'edit Fairs and read Students'],
  [
    'POST',
    '/v1/students/promote/:id',
    'edit Fairs and read Students',
    { body: { lastGrade: '5', graduates: 'keep', reviewed: 'x' } },
  ],
  ['POST', '/v1/students/undo-promotion/:id', 'edit Fairs and read Students'],
  [
    'GET',
    '/v1/students/wallet-cards',
    'read Students',
    { query: { ids: NOBODY }, answers: 'NOT_FOUND' },
  ],
  [
    'POST',
    '/v1/students/wallet-entry/:id',
    'super',
    { body: { type: 'adjust', amountCents: 100, note: 'Counted again.' } },
  ],
  ['PATCH', '/v1/students/wallet-status/:id', 'super', { body: { status: 'frozen' } }],
  [
    'POST',
    '/v1/students/erase/:id',
    'super',
    { body: { confirm: 'S-1', reason: 'A request by the family.' } },
  ],

  ['GET', '/v1/student-data/:id', 'super'],
  ['PATCH', '/v1/student-data/rule/:id', 'super', { body: { months: 24 } }],
  [
    'POST',
    '/v1/student-data/erase/:id',
    'super',
    { body: { confirm: 'Maple School', reason: 'The contract ended.' } },
  ],
  ['GET', '/v1/student-data/proof/:id', 'super'],

  ['GET', '/v1/dashboard', 'read Dashboard'],
  ['GET', '/v1/search', 'signed-in', { query: { q: 'maple' } }],
  [
    'GET',
    '/v1/reports',
    'read Reports',
    ({ fair: { schoolIdentifier, startDate, endDate } }) => ({
      query: { reportType: 'SALES_SUMMARY', schoolIdentifier, startDate, endDate },
    }),
  ],
];
