import { NOBODY, type RightsTable } from './rights-line.ts';
import { about, ACTIVE, listExport, note, schedule, unique, view } from './rights-samples.ts';

/**
 * Calls about sales, students, reports and the office, those of registers, and the pages and files
 * that the server answers to anyone.
 */
export const BUSINESS_RIGHTS: RightsTable = {
  'read Orders': {
    'GET /v1/orders': {},
    'GET /v1/orders/totals': {},
    'GET /v1/orders/getById/:id': {},
    'GET /v1/orders/held': {},
    'GET /v1/activity': about('order'),
    'POST /v1/views': [view('orders'), view('held-orders')],
    'POST /v1/notes': note('order'),
    'POST /v1/exports': [listExport('orders'), listExport('held-orders')],
  },
  'edit Fairs': {
    'POST /v1/orders/held/:id': { body: { decision: 'release' } },
    'POST /v1/devices/check-sales/:id': {
      body: { fairIdentifier: 'NOWHERE', clientOrderIds: [NOBODY] },
    },
    'POST /v1/devices/take-in-sales/:id': { body: { fairIdentifier: 'NOWHERE', orders: [{}] } },
    'POST /v1/orders/resolve/:id': { body: { decision: 'cancel', reason: 'Came back.' } },
    'POST /v1/orders/correct-day/:id': {
      body: { businessDay: '2026-10-12', reason: 'The clock was wrong.' },
    },
    'POST /v1/orders/update-fulfilment': {
      body: { lineIds: [NOBODY], status: 'shipped' },
      answers: 'VALIDATION_FAILED',
    },
  },
  'edit Fairs or duty decide_payments': {
    'POST /v1/orders/refund/:id': {
      body: { lines: [{ lineId: NOBODY, quantity: 1, restock: true }], reason: 'Damaged.' },
    },
    'GET /v1/orders/catalog/:id': {},
    'POST /v1/orders/add': {
      body: {
        clientOrderId: NOBODY,
        fairId: NOBODY,
        day: '2026-10-12',
        time: '10:30',
        customerType: 'parent',
        lines: [{ title: 'Pencil', quantity: 1, unitPriceCents: 75 }],
        payments: [{ method: 3, amountCents: 81 }],
      },
    },
    'POST /v1/payments/put-under-review/:id': { body: { note: 'The check came back.' } },
    'POST /v1/payments/record-result/:id': {
      body: { status: 'completed', note: 'The processor says so.' },
    },
    'POST /v1/payments/review/:id': { body: { decision: 'approve', note: 'The bank says yes.' } },
  },
  'read Payments': {
    'GET /v1/payments': {},
    'GET /v1/payments/totals': {},
    'GET /v1/payments/getById/:id': {},
    'GET /v1/activity': about('payment'),
    'POST /v1/views': view('payments'),
    'POST /v1/notes': note('payment'),
    'POST /v1/exports': listExport('payments'),
  },
  'read Payments or duty top_up_wallets': {
    'GET /v1/payments/office-day': {},
  },
  'duty top_up_wallets': {
    'GET /v1/payments/receipt/:id': {},
    'POST /v1/payments/reverse-top-up/:id': {
      body: { reason: 'check_returned', note: 'No funds.' },
    },
    'POST /v1/students/top-up/:id': { body: { method: 3, amountCents: 2_500 } },
    'GET /v1/students/leftovers/:id': {},
    'POST /v1/students/pay-out/:id': { body: { method: 3, amountCents: 100 } },
    'POST /v1/students/pay-out-leftovers/:id': {
      body: { method: 3, students: [{ studentId: NOBODY, amountCents: 100 }] },
    },
    'POST /v1/students/reverse-payout/:id': {
      body: { reason: 'check_voided', note: 'Came back by mail.' },
    },
    'GET /v1/students/payout-receipts': { query: { ids: NOBODY }, answers: 'NOT_FOUND' },
  },
  'read Students': {
    'GET /v1/students': {},
    'GET /v1/students/parents-options': { query: { search: 'ann' } },
    'GET /v1/students/teachers-options': { query: { search: 'oak' } },
    'GET /v1/students/getById/:id': {},
    'GET /v1/students/school-totals/:id': {},
    'GET /v1/students/wallet-cards': { query: { ids: NOBODY }, answers: 'NOT_FOUND' },
    'GET /v1/activity': about('student'),
    'POST /v1/views': view('students'),
    'POST /v1/notes': note('student'),
    'POST /v1/exports': listExport('students', { reason: 'Class lists.' }),
  },
  'edit Fairs and read Students': {
    'POST /v1/students/add': ({ fair: { schoolId } }) => ({
      body: { schoolId, studentNumber: unique(), firstName: 'Wren', lastName: 'Ashby' },
    }),
    'PUT /v1/students/update/:id': { body: { grade: '4', version: 1 } },
    'PATCH /v1/students/change-status/:id': ACTIVE,
    'GET /v1/students/merge/:id': { query: { mergedId: NOBODY } },
    'POST /v1/students/merge/:id': { body: { mergedId: NOBODY }, answers: 'NOT_FOUND' },
    'GET /v1/students/promotion/:id': {},
    'POST /v1/students/promote/:id': { body: { lastGrade: '5', graduates: 'keep', reviewed: 'x' } },
    'POST /v1/students/undo-promotion/:id': {},
  },
  super: {
    'POST /v1/students/wallet-entry/:id': {
      body: { type: 'adjust', amountCents: 100, note: 'Counted again.' },
    },
    'PATCH /v1/students/wallet-status/:id': { body: { status: 'frozen' } },
    'POST /v1/students/erase/:id': { body: { confirm: 'S-1', reason: 'A request by the family.' } },
    'GET /v1/student-data/:id': {},
    'PATCH /v1/student-data/rule/:id': { body: { months: 24 } },
    'POST /v1/student-data/erase/:id': {
      body: { confirm: 'Maple School', reason: 'The contract ended.' },
    },
    'GET /v1/student-data/proof/:id': {},
    'GET /v1/activity': [about('role'), about('settings')],
    'POST /v1/views': view('roles'),
    'POST /v1/notes': note('role'),
  },
  'read Dashboard': {
    'GET /v1/dashboard': {},
  },
  'signed-in': {
    'GET /v1/search': { query: { q: 'maple' } },
    'GET /v1/views': { query: { list: 'orders' } },
    'GET /v1/views/:id': {},
    'PUT /v1/views/:id': {
      body: { name: 'Matrix', query: {}, hiddenColumns: null, isTeam: false, version: 1 },
    },
    'DELETE /v1/views/:id': {},
    'GET /v1/jobs': {},
    'GET /v1/jobs/:id': {},
    'GET /v1/jobs/:id/file': {},
    'POST /v1/jobs/:id/cancel': {},
    'POST /v1/jobs/:id/ticket': {},
    'GET /v1/events': { query: { follow: 'false' } },
  },
  'read Reports': {
    'GET /v1/reports': ({ fair: { schoolIdentifier, startDate, endDate } }) => ({
      query: { reportType: 'SALES_SUMMARY', schoolIdentifier, startDate, endDate },
    }),
    'POST /v1/reports': ({ fair: { schoolIdentifier, startDate, endDate } }) => ({
      body: { reportType: 'DAILY_SALES', schoolIdentifier, startDate, endDate, format: 'csv' },
    }),
    'GET /v1/report-schedules': {},
    'GET /v1/report-schedules/getById/:id': {},
    'GET /v1/report-schedules/sends/:id': {},
    'POST /v1/report-schedules/add': ({ fair, test }) => ({ body: schedule(fair, test.ownerId) }),
    'PUT /v1/report-schedules/update/:id': ({ fair, test }) => ({
      body: { ...schedule(fair, test.ownerId), version: 1 },
    }),
    'PATCH /v1/report-schedules/change-status/:id': { body: { status: 'paused' } },
    'POST /v1/report-schedules/send-now/:id': {},
    'DELETE /v1/report-schedules/delete/:id': {},
  },
  'read Users': {
    'GET /v1/activity': about('admin'),
    'POST /v1/views': view('users'),
    'POST /v1/notes': note('admin'),
    'POST /v1/exports': listExport('users'),
  },
  'read Devices': {
    'GET /v1/activity': about('device'),
    'POST /v1/views': view('devices'),
    'POST /v1/notes': note('device'),
    'POST /v1/exports': listExport('devices'),
  },
  'read Fairs': {
    'GET /v1/activity': [about('fair'), about('school')],
    'POST /v1/views': view('fairs'),
    'POST /v1/notes': [note('fair'), note('school')],
    'POST /v1/exports': listExport('fairs'),
  },
  self: {
    'GET /v1/activity/mine': {},
    'GET /v1/activity/sign-ins': {},
    'GET /v1/preferences': {},
    'GET /v1/service-state': {},
    'GET /v1/heavy-work': {},
    'PUT /v1/preferences': {
      body: {
        theme: 'dark',
        density: 'compact',
        startPage: null,
        reducedMotion: false,
        letterShortcuts: false,
        hiddenColumns: {},
      },
    },
    'GET /v1/notifications': {},
    'POST /v1/notifications/read': { body: { all: true } },
  },
  'read Fair Inventory': {
    'POST /v1/views': view('fair-inventory'),
    'POST /v1/exports': ({ fair }) => listExport('fair-inventory', { query: { fairId: fair.id } }),
  },
  'read All Inventory': {
    'POST /v1/views': view('all-inventory'),
    'POST /v1/exports': listExport('all-inventory'),
  },
  public: {
    'GET /v1/public/support-contact': {},
    'POST /v1/pos/people': {
      body: { deviceId: 'NOWHERE', deviceKey: 'of no device' },
      answers: 'INVALID_CREDENTIALS',
    },
    'POST /v1/pos/login': ({ registerLogin }) => ({ body: registerLogin }),
    'GET /health': {},
    'GET /ready': {},
    'GET /.well-known/security.txt': { answers: 'NOT_FOUND' },
    'GET /metrics': { answers: 'NOT_FOUND' },
    'GET /openapi.json': {},
    'GET /docs': {},
    'GET /docs/style.css': {},
    'GET /unsubscribe/:token': {},
    'POST /unsubscribe/:token': {},
    'POST /company-sign-out': { answers: 'VALIDATION_FAILED' },
    'GET /register': {},
    'GET /receipt': {},
    'GET /register/:name': {},
    'GET /register/assets/*': {},
    'GET /customized-fair': { answers: 'NOT_FOUND' },
    'GET /customized-fair/*': {},
    'GET /customized-fair/:file': {},
    'GET /customized-fair/:school/:fair': {},
    'GET /customized-fair/:school/:fair/': {},
    'GET /customized-fair/:school/:fair/calendar.ics': {},
    'GET /customized-fair/:school/:fair/documents': {},
    'GET /': {},
    'GET /assets/*': {},
    'GET /*': {},
  },
  register: {
    'GET /v1/pos/catalog': {},
    'GET /v1/pos/students': {},
    'GET /v1/pos/ave-dollars': {},
    'POST /v1/pos/receipt-emails': { body: {}, answers: 'VALIDATION_FAILED' },
    'GET /v1/pos/orders': { query: { search: '0001' } },
  },
  'delivering register': {
    'POST /v1/pos/orders': { body: { orders: [{}] } },
    'POST /v1/pos/payments': { body: { results: [] } },
    'POST /v1/pos/drawer-entries': { body: { entries: [{}] } },
    'GET /v1/pos/day': {},
    'POST /v1/pos/refunds': { body: { refunds: [{}] } },
    'POST /v1/pos/approvals': ({ registerLogin }) => ({
      body: {
        personId: registerLogin.adminId!,
        secretCode: '4711',
        kinds: ['discount'],
        clientOrderId: '0c9a4f52-7d0e-4c3f-9b57-2f1f6f0a1e77',
        amountCents: 100,
      },
    }),
    'POST /v1/pos/heartbeat': { body: { appVersion: '1.0.0', unsentOrders: 0 } },
  },
  'staff register': {
    'POST /v1/pos/carton-scans': { body: { stage: 'delivery', codes: [] } },
  },
};
