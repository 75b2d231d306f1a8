import type { NewReportSchedule } from '@pos/contract/reports/report-schedules';
import type { z } from 'zod';
import { ADA, DANA, TABLET } from '../selling/new-records.ts';
import { v7 as uuidv7 } from 'uuid';
import { openSessionFor } from '#api/staff/sign-in/auth.service.ts';
import type { MatrixGround } from './rights-matrix-data.ts';
import { NOBODY, type Sent } from './rights-line.ts';

/** Valid content for the calls of the rights table. */

export const PASSWORDS = { password: 'Better-Horse-42', confirmPassword: 'Better-Horse-42' };
export const WRONG_PASSWORD = {
  body: { currentPassword: 'Wrong-Horse-42' },
  answers: 'VALIDATION_FAILED',
} satisfies Sent;
export const ACTIVE = { body: { status: 'active' } };
export const LINK = {
  body: { token: 'no such link', ...PASSWORDS },
  answers: 'LINK_EXPIRED',
} satisfies Sent;
export const unique = () => uuidv7().slice(-10);

export const getRefreshToken = async ({ test, registerLogin }: MatrixGround): Promise<Sent> => ({
  body: {
    refreshToken: (await openSessionFor(test.db, test.secrets, registerLogin.adminId!)).refresh
      .token,
  },
});
export const admin = ({ roleId }: MatrixGround) => ({
  ...DANA,
  email: `${unique()}@example.com`,
  roleId,
  secretCode: '1234',
});
export const role = () => ({
  name: `Role ${unique()}`,
  description: 'Of the matrix.',
  rights: [{ name: 'Orders', read_only: true, edit: false }],
});
export const device = () => ({ deviceId: `M-${unique()}`, name: 'Matrix', ...TABLET });
export const school = () => ({ identifier: `M${unique()}`, name: 'Matrix School', ...ADA });
/** A new title without ISBN. */
export const title = () => ({
  sku: `M-${unique()}`,
  title: 'Matrix Title',
  category: 'Other' as const,
  priceCents: 499,
});
export const fair = ({ test, fair: { schoolIdentifier } }: MatrixGround) => ({
  schoolIdentifier,
  name: 'Matrix Fair',
  address: '1 Lake Rd',
  startDate: '2027-05-03',
  endDate: '2027-05-07',
  salesTaxRate: 6,
  adminId: test.ownerId,
  packageOption: 1,
});
export const view = (list: string) => (): Sent => ({
  body: { list, name: `View ${unique()}`, query: {}, hiddenColumns: null, isTeam: true },
  guard: 'signed-in',
});
export const listExport = (list: string, more: Record<string, unknown> = {}): Sent => ({
  body: { list, query: {}, format: 'csv', ...more },
  guard: 'signed-in',
});
export const about = (entity: string): Sent => ({
  query: { entity, entityId: NOBODY },
  guard: 'signed-in',
});
export const note = (entity: string): Sent => ({
  body: { entity, entityId: NOBODY, text: 'Called back.' },
  guard: 'signed-in',
});

/** A daily report of the fair by email to one person. */
export const schedule = (
  {
    schoolIdentifier,
    startDate,
    endDate,
  }: Pick<MatrixGround['fair'], 'schoolIdentifier' | 'startDate' | 'endDate'>,
  adminId: string,
): z.input<typeof NewReportSchedule> => ({
  reportType: 'DAILY_SALES',
  schoolIdentifier,
  startDate,
  endDate,
  format: 'csv',
  period: 'same_days',
  weekdays: [1],
  time: '07:00',
  timeZone: 'America/Detroit',
  to: 'staff',
  adminIds: [adminId],
});

/** An admin who is not limited to places. */
export const EVERYWHERE = {
  body: { worksAt: 'everywhere', regions: [], schoolIds: [], fairIds: [], version: 1 },
};

const PASSKEY = { token: 'no such challenge', id: 'AA', clientData: 'AA' };

/** Calls about a passkey of nobody. */
export const NO_PASSKEY = {
  login: {
    body: { passkey: { ...PASSKEY, authenticatorData: 'AA', signature: 'AA' } },
    answers: 'VALIDATION_FAILED',
  },
  added: {
    body: { ...PASSKEY, name: 'Laptop', attestation: 'AA', transports: [] },
    answers: 'VALIDATION_FAILED',
  },
} satisfies Record<string, Sent>;

const PROVIDER = { issuer: 'nowhere', clientId: 'pos-admin' };
const INVALID = 'VALIDATION_FAILED';

/** Calls about an identity provider that does not exist. */
export const NO_PROVIDER = {
  login: { body: { token: 'no such sign-in', answer: '' }, answers: 'INVALID_CREDENTIALS' },
  settings: {
    body: {
      ...PROVIDER,
      name: 'Example ID',
      groupsClaim: 'groups',
      groups: [{ group: 'staff', roleId: NOBODY }],
      allowsPasswords: true,
      breakGlass: [],
    },
    answers: INVALID,
  },
  test: { body: PROVIDER, answers: INVALID },
} satisfies Record<string, Sent>;
