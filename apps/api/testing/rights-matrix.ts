import type { ErrorCode } from '@pos/contract/errors';
import type { Settings } from '@pos/contract/settings';
import { v7 as uuidv7 } from 'uuid';
import { openSessionFor } from '#api/features/auth/auth.service.ts';
import type { MatrixGround } from './matrix-ground.ts';
import { OWNER } from './test-app.ts';

/** A right as api.md words it. */
type Module =
  | 'Dashboard'
  | 'Users'
  | 'Devices'
  | 'Fairs'
  | 'Payments'
  | 'Orders'
  | 'Reports'
  | 'Students'
  | 'Fair Inventory'
  | 'All Inventory'
  | 'Customize Template';
type Right = `read ${Module}` | `edit ${'Users' | 'Devices' | 'Fairs'}`;

/**
 * Who may make a call: `public` a stranger, `self` every signed-in admin, verified or not, `signed-in` every verified one, a right or one of several,
 * `super` SUPER_ADMIN, `register` a register that may sell, `delivering register` one that may at least hand in what it has sold.
 */
export type Rule =
  | 'public'
  | 'self'
  | 'signed-in'
  | 'super'
  | 'register'
  | 'delivering register'
  | Right
  | `${Right} or ${Right}`
  | `${Right} or ${Right} or ${Right}`;

/**
 * What is sent. Each `:parameter` that is not given is the id of nothing, so that a call that is let in destroys nothing.
 * - `answers`: the refusal that this ends with for those who are let in, where it is neither a success nor NOT_FOUND of a record.
 * - `guard`: who is let in before the content is looked at, where the right hangs on the content.
 */
export type Sent = {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  file?: Buffer;
  answers?: ErrorCode;
  guard?: Rule;
};

/** One call of the server: method, path, who may make it, and what is sent for it to be a good one (made anew for each caller). */
export type Line = readonly [
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  rule: Rule,
  sent?: Sent | ((ground: MatrixGround) => Sent | Promise<Sent>),
];

export const NOBODY = '01900000-0000-7000-8000-000000000000';

const PASSWORDS = { password: 'Better-Horse-42', confirmPassword: 'Better-Horse-42' };
const WRONG_PASSWORD = {
  body: { currentPassword: 'Wrong-Horse-42' },
  answers: 'VALIDATION_FAILED',
} as const;
const ACTIVE = { body: { status: 'active' } };
const LINK = { body: { token: 'no such link', ...PASSWORDS }, answers: 'LINK_EXPIRED' } as const;
const unique = () => uuidv7().slice(-10);

const refreshTokenOf = async ({ test, registerLogin }: MatrixGround): Promise<Sent> => ({
  body: {
    refreshToken: (await openSessionFor(test.db, test.secrets, registerLogin.adminId)).refresh
      .token,
  },
});
const person = { firstName: 'Dana', lastName: 'Whitfield', countryCode: '+1', phone: '5551234567' };
const admin = ({ roleId }: MatrixGround) => ({
  ...person,
  email: `${unique()}@example.com`,
  roleId,
  secretCode: '1234',
});
const role = () => ({
  name: `Role ${unique()}`,
  description: 'Of the matrix.',
  rights: [{ name: 'Orders', read_only: true, edit: false }],
});
const device = () => ({
  deviceId: `M-${unique()}`,
  name: 'Matrix',
  purchaseDate: '2026-01-01',
  warrantyDate: '2028-01-01',
  model: 1,
  adminId: null,
});
const school = () => ({
  identifier: `M${unique()}`,
  name: 'Matrix School',
  address: '1 Lake Rd',
  city: 'Ada',
  state: 'MI',
  zip: '49301',
});
const fair = ({ test, fair: { schoolIdentifier } }: MatrixGround) => ({
  schoolIdentifier,
  name: 'Matrix Fair',
  address: '1 Lake Rd',
  startDate: '2027-05-03',
  endDate: '2027-05-07',
  salesTaxRate: 6,
  adminId: test.ownerId,
  packageOption: 1,
});
const view = (list: string) => ({
  list,
  name: `View ${unique()}`,
  query: {},
  hiddenColumns: null,
  isTeam: true,
});
const about = (entity: string, guard: Rule = 'signed-in'): Sent => ({
  query: { entity, entityId: NOBODY },
  guard,
});
const note = (entity: string, guard: Rule = 'signed-in'): Sent => ({
  body: { entity, entityId: NOBODY, text: 'Called back.' },
  guard,
});

/**
 * The rights table, kept by hand from api.md ("Rights" and the three tables of calls), never made from the code: access.test.ts holds the started
 * server to it. A call that is added gets its line here, with the right that api.md gives it; a right that hangs on the content gets a line each.
 */
export const RIGHTS: readonly Line[] = [
  ['POST', '/v1/auth/login', 'public', { body: OWNER }],
  ['POST', '/v1/auth/refresh-tokens', 'public', refreshTokenOf],
  ['POST', '/v1/auth/logout', 'public', refreshTokenOf],
  [
    'POST',
    '/v1/auth/forgot-password',
    'public',
    () => ({ body: { email: `${unique()}@example.com` } }),
  ],
  [
    'POST',
    '/v1/auth/check-link',
    'public',
    { body: { token: 'no such link', kind: 'reset' }, answers: 'LINK_EXPIRED' },
  ],
  ['POST', '/v1/auth/reset-password', 'public', LINK],
  ['POST', '/v1/auth/setup-password', 'public', LINK],
  ['GET', '/v1/public/mail-delivery', 'public'],
  ['GET', '/v1/auth/sessions', 'self'],
  ['DELETE', '/v1/auth/sessions/:id', 'self', WRONG_PASSWORD],
  ['DELETE', '/v1/auth/sessions', 'self', WRONG_PASSWORD],

  ['GET', '/v1/admins', 'read Users'],
  ['GET', '/v1/admins/getById/:id', 'read Users or edit Users'],
  ['POST', '/v1/admins/add', 'edit Users', (ground) => ({ body: admin(ground) })],
  [
    'PUT',
    '/v1/admins/update/:id',
    'edit Users',
    (ground) => ({ body: { ...admin(ground), version: 1 } }),
  ],
  ['PATCH', '/v1/admins/change-status/:id', 'edit Users', ACTIVE],
  ['DELETE', '/v1/admins/delete/:id', 'edit Users'],
  ['POST', '/v1/admins/resend-setup/:id', 'edit Users'],
  ['POST', '/v1/admins/setup-link/:id', 'edit Users'],
  ['GET', '/v1/admins/get-admins', 'signed-in'],
  ['GET', '/v1/admins/profile', 'self'],
  [
    'PUT',
    '/v1/admins/profile',
    'self',
    { body: { ...person, secretCode: '****', version: 999 }, answers: 'STALE_VERSION' },
  ],
  [
    'POST',
    '/v1/admins/change-password',
    'self',
    { body: { currentPassword: 'Wrong-Horse-42', ...PASSWORDS }, answers: 'VALIDATION_FAILED' },
  ],
  ['POST', '/v1/admins/resend-verification-code', 'self'],
  [
    'POST',
    '/v1/admins/verify-account',
    'self',
    { body: { code: '000000' }, answers: 'CODE_WRONG' },
  ],

  ['GET', '/v1/roles', 'super'],
  ['POST', '/v1/roles/add', 'super', () => ({ body: role() })],
  ['PUT', '/v1/roles/update/:id', 'super', () => ({ body: { ...role(), version: 1 } })],
  ['GET', '/v1/roles/getById/:id', 'super'],
  ['DELETE', '/v1/roles/delete/:id', 'super'],
  ['POST', '/v1/roles/move-people', 'super', { body: { from: NOBODY, to: uuidv7() } }],
  ['GET', '/v1/roles/get-master-roles', 'super'],
  ['GET', '/v1/roles/get-roles', 'signed-in'],
  ['GET', '/v1/roles/get-modules-with-rights', 'signed-in'],

  ['GET', '/v1/devices', 'read Devices'],
  ['POST', '/v1/devices/add', 'edit Devices', () => ({ body: device() })],
  ['GET', '/v1/devices/getById/:id', 'read Devices or edit Devices'],
  ['PUT', '/v1/devices/update/:id', 'edit Devices', () => ({ body: { ...device(), version: 1 } })],
  ['PATCH', '/v1/devices/change-status/:id', 'edit Devices', ACTIVE],
  ['DELETE', '/v1/devices/delete/:id', 'edit Devices'],
  ['POST', '/v1/devices/forget-pairing/:id', 'edit Devices'],
  ['POST', '/v1/devices/pairing-code/:id', 'edit Devices'],
  ['GET', '/v1/devices/get-devices', 'signed-in'],

  ['POST', '/v1/schools/add', 'edit Fairs', () => ({ body: school() })],
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
  ['PATCH', '/v1/inventory/fair-inventory-change-status/:id', 'edit Fairs', ACTIVE],
  ['DELETE', '/v1/inventory/fair-inventory-delete/:id', 'edit Fairs'],
  ['GET', '/v1/inventory/all-inventory', 'read All Inventory'],
  ['GET', '/v1/inventory/all-inventory/:id/fairs', 'read All Inventory'],
  ['PATCH', '/v1/inventory/all-inventory-change-status/:id', 'super', ACTIVE],

  ['GET', '/v1/orders', 'read Orders'],
  ['GET', '/v1/orders/totals', 'read Orders'],
  ['GET', '/v1/orders/getById/:id', 'read Orders'],
  ['GET', '/v1/orders/held', 'read Orders'],
  ['POST', '/v1/orders/held/:id', 'edit Fairs', { body: { decision: 'release' } }],
  [
    'POST',
    '/v1/orders/refund/:id',
    'edit Fairs',
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
    'edit Fairs',
    { body: { note: 'The check came back.' } },
  ],
  [
    'POST',
    '/v1/payments/record-result/:id',
    'edit Fairs',
    { body: { status: 'completed', note: 'The processor says so.' } },
  ],
  [
    'POST',
    '/v1/payments/review/:id',
    'edit Fairs',
    { body: { decision: 'approve', note: 'The bank says yes.' } },
  ],

  ['GET', '/v1/students', 'read Students'],
  ['GET', '/v1/students/parents-options', 'read Students', { query: { search: 'ann' } }],
  ['GET', '/v1/students/teachers-options', 'read Students', { query: { search: 'oak' } }],
  ['GET', '/v1/students/getById/:id', 'read Students'],
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

  ['GET', '/v1/settings', 'signed-in'],
  [
    'PUT',
    '/v1/settings/update',
    'super',
    async ({ test }) => ({
      body: {
        version: ((await test.owner.settings.get()).data as Settings).version,
        receiptFooter: unique(),
      },
    }),
  ],
  [
    'POST',
    '/v1/settings/sync',
    'super',
    { body: { scope: 'all' }, answers: 'SYNC_SOURCE_MISSING' },
  ],

  ['GET', '/v1/settings/master-template', 'read Customize Template'],
  ['GET', '/v1/settings/master-template/:id', 'read Customize Template'],
  ['GET', '/v1/settings/artwork/:id', 'read Customize Template'],
  [
    'POST',
    '/v1/settings/templates-upload',
    'super',
    { body: { templateId: NOBODY }, file: Buffer.from('<svg/>'), answers: 'UNSUPPORTED_FILE' },
  ],
  [
    'PUT',
    '/v1/settings/master-template',
    'super',
    { body: { id: NOBODY, version: 1, status: 'active' } },
  ],
  ['POST', '/v1/settings/master-template/:id/publish', 'super', { body: { version: 1 } }],
  [
    'POST',
    '/v1/settings/master-template/:id/restore',
    'super',
    { body: { version: 1, number: 1 } },
  ],
  [
    'POST',
    '/v1/settings/preview-template',
    'read Customize Template',
    { body: { templateId: NOBODY } },
  ],
  [
    'POST',
    '/v1/settings/generate-template-url',
    'edit Fairs',
    ({ fair: { id } }) => ({
      body: { fairId: id, templateIds: [NOBODY] },
      answers: 'VALIDATION_FAILED',
    }),
  ],
  [
    'GET',
    '/v1/customization-template',
    'read Customize Template',
    ({ fair: { id } }) => ({ query: { fairId: id } }),
  ],
  [
    'PUT',
    '/v1/customization-template/update',
    'edit Fairs',
    ({ fair: { id } }) => ({ body: { fairId: id, templateId: NOBODY, values: {}, version: 0 } }),
  ],
  [
    'PUT',
    '/v1/customization-template/featured-titles',
    'edit Fairs',
    ({ fair: { id } }) => ({
      body: { fairId: id, titles: [NOBODY], version: 0 },
      answers: 'VALIDATION_FAILED',
    }),
  ],
  [
    'GET',
    '/v1/customization-template/get-title-options',
    'edit Fairs',
    ({ fair: { id } }) => ({ query: { fairId: id } }),
  ],
  ['GET', '/v1/customization-template/get-customized-type', 'read Customize Template'],
  [
    'POST',
    '/v1/customization-template/save-template-type',
    'super',
    () => ({ body: { name: `Type ${unique()}` } }),
  ],
  [
    'POST',
    '/v1/customization-template/download',
    'public',
    { body: { schoolIdentifier: 'NOWHERE', fairIdentifier: 'NOWHERE-F', templateIds: [NOBODY] } },
  ],
  [
    'POST',
    '/v1/customization-template/download',
    'read Customize Template',
    ({ fair: { id } }) => ({ body: { fairId: id, templateIds: [NOBODY] }, guard: 'public' }),
  ],
  [
    'GET',
    '/v1/public/customized-fair/:school/:fair',
    'public',
    { params: { school: 'NOWHERE', fair: 'NOWHERE-F' } },
  ],

  ['GET', '/v1/activity', 'read Users', about('admin')],
  ['GET', '/v1/activity', 'read Devices', about('device')],
  ['GET', '/v1/activity', 'read Fairs', about('fair')],
  ['GET', '/v1/activity', 'read Orders', about('order')],
  ['GET', '/v1/activity', 'read Payments', about('payment')],
  ['GET', '/v1/activity', 'read Students', about('student')],
  ['GET', '/v1/activity', 'super', about('role')],
  ['GET', '/v1/activity', 'super', about('settings')],
  ['GET', '/v1/activity/mine', 'self'],
  ['GET', '/v1/activity/sign-ins', 'self'],
  ['GET', '/v1/preferences', 'self'],
  ['GET', '/v1/service-state', 'self'],
  ['GET', '/v1/heavy-work', 'self'],
  [
    'PUT',
    '/v1/preferences',
    'self',
    {
      body: {
        theme: 'dark',
        density: 'compact',
        startPage: null,
        reducedMotion: false,
        letterShortcuts: false,
        hiddenColumns: {},
      },
    },
  ],
  ['GET', '/v1/views', 'signed-in', { query: { list: 'orders' } }],
  ['GET', '/v1/views/:id', 'signed-in'],
  ['POST', '/v1/views', 'super', () => ({ body: view('roles'), guard: 'signed-in' })],
  ['POST', '/v1/views', 'read Users', () => ({ body: view('users'), guard: 'signed-in' })],
  ['POST', '/v1/views', 'read Devices', () => ({ body: view('devices'), guard: 'signed-in' })],
  ['POST', '/v1/views', 'read Fairs', () => ({ body: view('fairs'), guard: 'signed-in' })],
  ['POST', '/v1/views', 'read Payments', () => ({ body: view('payments'), guard: 'signed-in' })],
  ['POST', '/v1/views', 'read Orders', () => ({ body: view('orders'), guard: 'signed-in' })],
  ['POST', '/v1/views', 'read Orders', () => ({ body: view('held-orders'), guard: 'signed-in' })],
  ['POST', '/v1/views', 'read Students', () => ({ body: view('students'), guard: 'signed-in' })],
  [
    'POST',
    '/v1/views',
    'read Fair Inventory',
    () => ({ body: view('fair-inventory'), guard: 'signed-in' }),
  ],
  [
    'POST',
    '/v1/views',
    'read All Inventory',
    () => ({ body: view('all-inventory'), guard: 'signed-in' }),
  ],
  [
    'PUT',
    '/v1/views/:id',
    'signed-in',
    { body: { name: 'Matrix', query: {}, hiddenColumns: null, isTeam: false, version: 1 } },
  ],
  ['DELETE', '/v1/views/:id', 'signed-in'],
  ['GET', '/v1/public/support-contact', 'public'],
  ['POST', '/v1/notes', 'read Users', note('admin')],
  ['POST', '/v1/notes', 'read Devices', note('device')],
  ['POST', '/v1/notes', 'read Fairs', note('fair')],
  ['POST', '/v1/notes', 'read Orders', note('order')],
  ['POST', '/v1/notes', 'read Payments', note('payment')],
  ['POST', '/v1/notes', 'read Students', note('student')],
  ['POST', '/v1/notes', 'super', note('role')],

  [
    'POST',
    '/v1/reports',
    'read Reports',
    ({ fair: { schoolIdentifier, startDate, endDate } }) => ({
      body: { reportType: 'DAILY_SALES', schoolIdentifier, startDate, endDate, format: 'csv' },
    }),
  ],
  ['GET', '/v1/notifications', 'self'],
  ['POST', '/v1/notifications/read', 'self', { body: { all: true } }],
  ['GET', '/v1/jobs', 'signed-in'],
  ['GET', '/v1/jobs/:id', 'signed-in'],
  ['GET', '/v1/jobs/:id/file', 'signed-in'],
  [
    'POST',
    '/v1/exports',
    'read Orders',
    { body: { list: 'orders', query: {}, format: 'csv' }, guard: 'signed-in' },
  ],
  [
    'POST',
    '/v1/exports',
    'read Orders',
    { body: { list: 'held-orders', query: {}, format: 'csv' }, guard: 'signed-in' },
  ],
  [
    'POST',
    '/v1/exports',
    'read Payments',
    { body: { list: 'payments', query: {}, format: 'csv' }, guard: 'signed-in' },
  ],
  [
    'POST',
    '/v1/exports',
    'read Students',
    {
      body: { list: 'students', query: {}, format: 'csv', reason: 'Class lists.' },
      guard: 'signed-in',
    },
  ],
  [
    'POST',
    '/v1/exports',
    'read Fairs',
    { body: { list: 'fairs', query: {}, format: 'csv' }, guard: 'signed-in' },
  ],
  [
    'POST',
    '/v1/exports',
    'read Fair Inventory',
    ({ fair: { id } }) => ({
      body: { list: 'fair-inventory', query: { fairId: id }, format: 'csv' },
      guard: 'signed-in',
    }),
  ],
  [
    'POST',
    '/v1/exports',
    'read All Inventory',
    { body: { list: 'all-inventory', query: {}, format: 'csv' }, guard: 'signed-in' },
  ],
  [
    'POST',
    '/v1/exports',
    'read Users',
    { body: { list: 'users', query: {}, format: 'csv' }, guard: 'signed-in' },
  ],
  [
    'POST',
    '/v1/exports',
    'read Devices',
    { body: { list: 'devices', query: {}, format: 'csv' }, guard: 'signed-in' },
  ],
  ['POST', '/v1/jobs/:id/undo', 'edit Fairs'],
  ['POST', '/v1/jobs/:id/cancel', 'signed-in'],
  ['POST', '/v1/jobs/:id/ticket', 'signed-in'],

  ['GET', '/v1/events', 'signed-in', { query: { follow: 'false' } }],

  ['POST', '/v1/pos/login', 'public', ({ registerLogin }) => ({ body: registerLogin })],
  ['GET', '/v1/pos/catalog', 'register'],
  ['GET', '/v1/pos/students', 'register'],
  ['POST', '/v1/pos/orders', 'delivering register', { body: { orders: [{}] } }],
  ['POST', '/v1/pos/payments', 'delivering register', { body: { results: [] } }],
  ['POST', '/v1/pos/refunds', 'delivering register', { body: { refunds: [{}] } }],
  [
    'POST',
    '/v1/pos/carton-scans',
    'delivering register',
    { body: { stage: 'delivery', codes: [] } },
  ],
  [
    'POST',
    '/v1/pos/heartbeat',
    'delivering register',
    { body: { appVersion: '1.0.0', unsentOrders: 0 } },
  ],

  ['GET', '/health', 'public'],
  ['GET', '/ready', 'public'],
  ['GET', '/openapi.json', 'public'],
  ['GET', '/docs', 'public'],
  ['GET', '/docs/style.css', 'public'],
  ['GET', '/customized-fair', 'public', { answers: 'NOT_FOUND' }],
  ['GET', '/customized-fair/*', 'public'],
  ['GET', '/customized-fair/:file', 'public'],
  ['GET', '/customized-fair/:school/:fair', 'public'],
  ['GET', '/customized-fair/:school/:fair/', 'public'],
  ['GET', '/customized-fair/:school/:fair/calendar.ics', 'public'],
  ['GET', '/customized-fair/:school/:fair/documents', 'public'],
  ['GET', '/', 'public'],
  ['GET', '/assets/*', 'public'],
  ['GET', '/*', 'public'],
];
