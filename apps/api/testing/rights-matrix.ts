import type { Line } from './rights-line.ts';
import { FAIR_RIGHTS } from './rights-of-fairs.ts';
import { OFFICE_RIGHTS } from './rights-of-office.ts';
import { SALES_RIGHTS } from './rights-of-sales.ts';
import { STAFF_RIGHTS } from './rights-of-staff.ts';
import { TEMPLATE_RIGHTS } from './rights-of-templates.ts';

/** Calls of registers, and the pages and files that the server answers to anyone. */
export const REGISTER_RIGHTS: readonly Line[] = [
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
  ['GET', '/metrics', 'public', { answers: 'NOT_FOUND' }],
  ['GET', '/openapi.json', 'public'],
  ['GET', '/docs', 'public'],
  ['GET', '/docs/style.css', 'public'],
  ['GET', '/unsubscribe/:token', 'public'],
  ['POST', '/unsubscribe/:token', 'public'],
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

/**
 * Rights table, maintained by hand from api.md ("Rights" and the three tables of calls), never
 * generated from the code: access.test.ts compares the running server with it. Add a line here for
 * a new call, with the right from api.md; a right that depends on the content gets a line each.
 */
export const RIGHTS: readonly Line[] = [
  ...STAFF_RIGHTS,
  ...FAIR_RIGHTS,
  ...SALES_RIGHTS,
  ...TEMPLATE_RIGHTS,
  ...OFFICE_RIGHTS,
  ...REGISTER_RIGHTS,
];
