import { v7 as uuidv7 } from 'uuid';
import type { Settings } from '@pos/contract/imports/settings';
import { DANA } from '../selling/new-records.ts';
import { NOBODY, type RightsTable } from './rights-line.ts';
import {
  ACTIVE,
  admin,
  device,
  fair,
  getRefreshToken,
  LINK,
  PASSWORDS,
  role,
  school,
  title,
  unique,
  WRONG_PASSWORD,
} from './rights-samples.ts';
import { OWNER } from '../app/test-api.ts';

/** Calls about sign-in, users, roles, devices, schools, fairs, inventory, settings and templates. */
export const COMPANY_RIGHTS: RightsTable = {
  public: {
    'POST /v1/auth/login': { body: OWNER },
    'POST /v1/auth/login-factor': {
      body: { factorToken: 'no such token', code: '000000' },
      answers: 'VALIDATION_FAILED',
    },
    'POST /v1/auth/refresh-tokens': getRefreshToken,
    'POST /v1/auth/logout': getRefreshToken,
    'POST /v1/auth/forgot-password': () => ({ body: { email: `${unique()}@example.com` } }),
    'POST /v1/auth/check-link': {
      body: { token: 'no such link', kind: 'reset' },
      answers: 'LINK_EXPIRED',
    },
    'POST /v1/auth/reset-password': LINK,
    'POST /v1/auth/setup-password': LINK,
    'GET /v1/public/mail-delivery': {},
    'GET /v1/titles/pictures/:id': { answers: 'NOT_FOUND' },
    'POST /v1/customization-template/download': {
      body: { schoolIdentifier: 'NOWHERE', fairIdentifier: 'NOWHERE-F', templateIds: [NOBODY] },
    },
    'GET /v1/public/customized-fair/:school/:fair': {
      params: { school: 'NOWHERE', fair: 'NOWHERE-F' },
    },
  },
  self: {
    'GET /v1/auth/sessions': {},
    'DELETE /v1/auth/sessions/:id': WRONG_PASSWORD,
    'DELETE /v1/auth/sessions': WRONG_PASSWORD,
    'GET /v1/factor': {},
    'POST /v1/factor/app': {},
    'POST /v1/factor/app/confirm': { body: { code: '000000' }, answers: 'VALIDATION_FAILED' },
    'DELETE /v1/factor/app': { answers: 'INVALID_TRANSITION' },
    'POST /v1/factor/recovery-codes': { answers: 'INVALID_TRANSITION' },
    'GET /v1/factor/confirmation': {},
    'POST /v1/factor/confirmation': { body: {}, answers: 'VALIDATION_FAILED' },
    'GET /v1/admins/profile': {},
    'PUT /v1/admins/profile': {
      body: { ...DANA, secretCode: '****', version: 999 },
      answers: 'STALE_VERSION',
    },
    'POST /v1/admins/change-password': {
      body: { currentPassword: 'Wrong-Horse-42', ...PASSWORDS },
      answers: 'VALIDATION_FAILED',
    },
    'POST /v1/admins/resend-verification-code': {},
    'POST /v1/admins/verify-account': { body: { code: '000000' }, answers: 'CODE_WRONG' },
  },
  'read Users': {
    'GET /v1/admins': {},
  },
  'read Users or edit Users': {
    'GET /v1/admins/getById/:id': {},
    'GET /v1/admins/factor/:id': { answers: 'NOT_FOUND' },
  },
  'edit Users': {
    'POST /v1/admins/add': (ground) => ({ body: admin(ground) }),
    'PUT /v1/admins/update/:id': (ground) => ({ body: { ...admin(ground), version: 1 } }),
    'PATCH /v1/admins/change-status/:id': ACTIVE,
    'DELETE /v1/admins/delete/:id': {},
    'POST /v1/admins/resend-setup/:id': {},
    'POST /v1/admins/setup-link/:id': {},
    'POST /v1/admins/factor-reset/:id': {},
    'POST /v1/admins/confirm-factor-reset/:id': {},
    'DELETE /v1/admins/factor-reset/:id': {},
  },
  'signed-in': {
    'GET /v1/admins/get-admins': {},
    'GET /v1/roles/get-roles': {},
    'GET /v1/roles/get-modules-with-rights': {},
    'GET /v1/devices/get-devices': {},
    'GET /v1/schools/get-regions': {},
    'GET /v1/schools/get-schools': {},
    'GET /v1/fairs/get-fair-options': {},
    'GET /v1/settings': {},
  },
  super: {
    'GET /v1/roles': {},
    'POST /v1/roles/add': () => ({ body: role() }),
    'PUT /v1/roles/update/:id': () => ({ body: { ...role(), version: 1 } }),
    'GET /v1/roles/getById/:id': {},
    'DELETE /v1/roles/delete/:id': {},
    'POST /v1/roles/move-people': { body: { from: NOBODY, to: uuidv7() } },
    'GET /v1/roles/get-master-roles': {},
    'POST /v1/schools/ave-dollar-entry/:id': { body: { amountCents: 100, note: 'A prize' } },
    'PUT /v1/settings/update': async ({ test }) => ({
      body: {
        version: ((await test.ask.settings.get()) as Settings).version,
        receiptFooter: unique(),
      },
    }),
    'GET /v1/settings/second-factor': {},
    'PUT /v1/settings/second-factor': { body: { requiredFrom: '2199-01-01' } },
    'DELETE /v1/settings/second-factor': {},
    'GET /v1/settings/syncs': {},
    'POST /v1/settings/sync': { body: { scope: 'all' }, answers: 'SYNC_SOURCE_MISSING' },
    'POST /v1/settings/templates-upload': {
      body: { templateId: NOBODY },
      file: Buffer.from('<svg/>'),
      answers: 'UNSUPPORTED_FILE',
    },
    'PUT /v1/settings/master-template': { body: { id: NOBODY, version: 1, status: 'active' } },
    'POST /v1/settings/master-template/:id/publish': { body: { version: 1 } },
    'POST /v1/settings/master-template/:id/restore': { body: { version: 1, number: 1 } },
    'POST /v1/customization-template/save-template-type': () => ({
      body: { name: `Type ${unique()}` },
    }),
  },
  'read Devices': {
    'GET /v1/devices': {},
  },
  'edit Devices': {
    'POST /v1/devices/add': () => ({ body: device() }),
    'PUT /v1/devices/update/:id': () => ({ body: { ...device(), version: 1 } }),
    'PATCH /v1/devices/change-status/:id': ACTIVE,
    'DELETE /v1/devices/delete/:id': {},
    'POST /v1/devices/forget-pairing/:id': {},
    'POST /v1/devices/pairing-code/:id': {},
  },
  'read Devices or edit Devices': {
    'GET /v1/devices/getById/:id': {},
  },
  'edit Fairs': {
    'POST /v1/schools/add': () => ({ body: school() }),
    'PUT /v1/schools/update/:id': { body: { notes: 'Dock B', version: 1 } },
    'PATCH /v1/schools/change-status/:id': ACTIVE,
    'POST /v1/schools/merge/:id': ({ fair: { id } }) => ({ body: { mergedId: id } }),
    'POST /v1/schools/certificate/:id': { body: {}, file: Buffer.from('<svg/>') },
    'DELETE /v1/schools/certificate/:id': {},
    'POST /v1/fairs/add': (ground) => ({ body: fair(ground) }),
    'PUT /v1/fairs/update/:id': (ground) => ({ body: { ...fair(ground), version: 1 } }),
    'PATCH /v1/fairs/change-status/:id': ACTIVE,
    'DELETE /v1/fairs/delete/:id': {},
    'POST /v1/fairs/add-cashiers/:id': {
      body: { cashiers: [{ name: 'Vera Volunteer', secretCode: '1234' }] },
    },
    'PUT /v1/fairs/update-cashier/:id': {
      body: { name: 'Nobody Here', status: 'active', version: 1 },
    },
    'DELETE /v1/fairs/delete-cashier/:id': {},
    'POST /v1/fairs/reset': ({ fair: { id } }) => ({
      body: { fairId: id, confirm: 'NOT-THIS-FAIR' },
      answers: 'VALIDATION_FAILED',
    }),
    'POST /v1/fairs/send-day-sheet/:id': ({ fair: { startDate } }) => ({
      body: { businessDay: startDate },
    }),
    'POST /v1/fairs/send-statement/:id': { answers: 'NOT_FOUND' },
    'POST /v1/fairs/bulk-upload': ({ fair: { id }, packingList }) => ({
      body: { kind: 'inventory', mode: 'check', fairId: id },
      file: packingList,
      guard: 'edit Fairs or duty work_warehouse',
    }),
    'GET /v1/fairs/bulk-upload/template': {
      query: { kind: 'inventory' },
      guard: 'edit Fairs or duty work_warehouse',
    },
    'GET /v1/fairs/bulk-upload/prices': { query: { season: '2026-fall' } },
    'PATCH /v1/inventory/fair-inventory-change-price/:id': {
      body: { priceCents: 899, seenPriceCents: 799 },
      answers: 'NOT_FOUND',
    },
    'PATCH /v1/inventory/fair-inventory-change-status/:id': ACTIVE,
    'DELETE /v1/inventory/fair-inventory-delete/:id': {},
    'PATCH /v1/inventory/all-inventory-change-status/:id': { ...ACTIVE, answers: 'NOT_FOUND' },
    'PUT /v1/titles/update/:id': { body: { author: 'Ann Quill', version: 1 } },
    'PATCH /v1/titles/season-price/:id': { body: { season: '2026-fall', priceCents: 499 } },
    'PUT /v1/packages/save': {
      body: { season: '2026-fall', packageOption: 3, contents: [], version: 99 },
      answers: 'STALE_VERSION',
    },
    'POST /v1/packages/find-titles': { body: { season: '2026-fall', codes: ['M-1'] } },
    'GET /v1/packages/title-options': { query: { season: '2026-fall' } },
    'POST /v1/packages/make-packing-list': ({ fair: { id } }) => ({
      body: { fairId: id, version: 99, substitutes: [] },
      answers: 'STALE_VERSION',
    }),
    'POST /v1/titles/picture/:id': { body: {}, file: Buffer.from('<svg/>') },
    'DELETE /v1/titles/picture/:id': {},
    'POST /v1/settings/generate-template-url': ({ fair: { id } }) => ({
      body: { fairId: id, templateIds: [NOBODY] },
      answers: 'VALIDATION_FAILED',
    }),
    'PUT /v1/customization-template/update': ({ fair: { id } }) => ({
      body: { fairId: id, templateId: NOBODY, values: {}, version: 0 },
    }),
    'PUT /v1/customization-template/featured-titles': ({ fair: { id } }) => ({
      body: { fairId: id, titles: [NOBODY], version: 0 },
      answers: 'VALIDATION_FAILED',
    }),
    'GET /v1/customization-template/get-title-options': ({ fair: { id } }) => ({
      query: { fairId: id },
    }),
  },
  'read Fairs': {
    'GET /v1/schools': {},
    'GET /v1/schools/ave-dollars/:id': {},
    'GET /v1/fairs': {},
    'GET /v1/fairs/sales': ({ fair: { id } }) => ({ query: { fairIds: id } }),
    'GET /v1/fairs/calendar': { query: { from: '2027-03-01', to: '2027-03-31' } },
    'GET /v1/fairs/cartons/:id': {},
    'GET /v1/fairs/carton-labels/:id': {},
    'GET /v1/cartons/found': {},
    'GET /v1/fairs/close-out/:id': {},
    'GET /v1/fairs/statement/:id': { answers: 'NOT_FOUND' },
    'GET /v1/fairs/day-sheet/:id': {},
    'GET /v1/fairs/cash-counts/:id': {},
  },
  'read Fairs or edit Fairs': {
    'GET /v1/schools/getById/:id': {},
    'GET /v1/schools/certificate/:id': {},
    'GET /v1/fairs/getById/:id': {},
    'GET /v1/fairs/cashiers/:id': {},
    'GET /v1/packages/packing-list/:id': {},
  },
  'read Fairs or read Fair Inventory or read Reports': {
    'GET /v1/fairs/get-fair-with-inventory': {},
  },
  'edit Fairs or duty scan_cartons': {
    'POST /v1/fairs/scan-missing-cartons': ({ fair: { id } }) => ({
      body: { fairId: id, stage: 'delivery', codes: [] },
    }),
    'POST /v1/cartons/found/:id/dismiss': {},
  },
  'edit Fairs or duty close_out': {
    'POST /v1/fairs/set-close-out-finish-or-revert': ({ fair: { id } }) => ({
      body: { fairId: id, action: 'revert', reason: 'A late order', confirm: true },
      answers: 'INVALID_TRANSITION',
    }),
    'POST /v1/fairs/cash-counts': ({ fair: { id, startDate } }) => ({
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
    'POST /v1/fairs/float-counts': ({ fair: { id, startDate } }) => ({
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
  },
  'read Fair Inventory': {
    'GET /v1/inventory/fair-inventory': ({ fair: { id } }) => ({ query: { fairId: id } }),
    'GET /v1/inventory/fair-inventory/:id/movements': { answers: 'NOT_FOUND' },
  },
  'edit Fairs or duty adjust_stock': {
    'PUT /v1/inventory/fair-inventory-update/:id': {
      body: { operation: 'add', updatedQuantity: 1, seenQuantity: 0, reason: 'received' },
    },
    'POST /v1/cartons/:id/corrections': {
      body: { titles: [{ titleId: NOBODY, shortQty: 1, damagedQty: 0 }] },
    },
  },
  'edit Fairs or duty work_warehouse': {
    'POST /v1/titles/add': () => ({ body: title() }),
    'POST /v1/jobs/:id/undo': {},
    'POST /v1/warehouse/receipts': { body: { receivedOn: '2026-11-02' } },
    'PATCH /v1/warehouse/receipts/:id': { body: { receivedOn: '2026-11-02' } },
    'POST /v1/warehouse/receipts/:id/scan': {
      body: { scanId: NOBODY, titleId: NOBODY, quantity: 1 },
    },
    'POST /v1/warehouse/receipts/:id/change-line': {
      body: {
        scanId: NOBODY,
        titleId: NOBODY,
        goodQty: 1,
        damagedQty: 0,
        seenGoodQty: 0,
        seenDamagedQty: 0,
      },
    },
    'POST /v1/warehouse/receipts/:id/receive-listed': {},
    'POST /v1/warehouse/receipts/:id/book': {},
    'POST /v1/warehouse/receipts/:id/reverse': { body: { reason: 'Wrong warehouse' } },
    'POST /v1/warehouse/receipts/:id/close-rest': {},
    'POST /v1/warehouse/receipts/:id/discard': {},
    'POST /v1/warehouse/counts': { body: { scope: 'scanned' } },
    'GET /v1/warehouse/counts/:id/titles': { answers: 'NOT_FOUND' },
    'POST /v1/warehouse/counts/:id/scan': { body: { scanId: NOBODY, code: 'NONE' } },
    'POST /v1/warehouse/counts/:id/undo': { body: { scanId: NOBODY } },
    'POST /v1/warehouse/counts/:id/uncounted': { body: { reviewed: 'none' } },
    'POST /v1/warehouse/counts/:id/finish': { body: { version: 1 } },
    'POST /v1/warehouse/counts/:id/reopen': { body: { version: 1, again: true } },
    'POST /v1/warehouse/counts/:id/book': { body: { version: 1 } },
    'POST /v1/warehouse/counts/:id/discard': { body: {} },
    'POST /v1/warehouse/returns/:id/scan': {
      body: { scanId: NOBODY, code: 'X', kind: 'good' },
    },
    'POST /v1/warehouse/returns/:id/book': { body: {} },
    'POST /v1/warehouse/returns/:id/reopen': {},
  },
  'read All Inventory or edit Fairs or duty work_warehouse': {
    'GET /v1/warehouse/receipts': {},
    'GET /v1/warehouse/returns': {},
    'GET /v1/warehouse/returns/:id': {},
    'GET /v1/inventory/all-inventory/:id/movements': {},
    'GET /v1/warehouse/receipts/:id': {},
    'GET /v1/warehouse/counts': {},
    'GET /v1/warehouse/counts/:id': {},
    'GET /v1/warehouse/counts/:id/lines': { answers: 'NOT_FOUND' },
    'GET /v1/warehouse/counts/:id/uncounted': { answers: 'NOT_FOUND' },
    'GET /v1/warehouse/differences': {},
    'GET /v1/warehouse/receipts/lines': {
      query: { receiptId: NOBODY },
      answers: 'NOT_FOUND',
    },
  },
  'read All Inventory': {
    'GET /v1/inventory/all-inventory': {},
    'GET /v1/inventory/all-inventory/:id/fairs': {},
  },
  'read All Inventory or edit Fairs': {
    'GET /v1/titles/getById/:id': {},
  },
  'read Fairs or read All Inventory or edit Fairs': {
    'GET /v1/packages': { query: { season: '2026-fall' } },
    'GET /v1/packages/contents': { query: { season: '2026-fall', packageOption: '3' } },
  },
  'read Customize Template': {
    'GET /v1/settings/master-template': {},
    'GET /v1/settings/master-template/:id': {},
    'GET /v1/settings/artwork/:id': {},
    'POST /v1/settings/preview-template': { body: { templateId: NOBODY } },
    'GET /v1/customization-template': ({ fair: { id } }) => ({ query: { fairId: id } }),
    'GET /v1/customization-template/get-customized-type': {},
    'POST /v1/customization-template/download': ({ fair: { id } }) => ({
      body: { fairId: id, templateIds: [NOBODY] },
      guard: 'public',
    }),
  },
};
