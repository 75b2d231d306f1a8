import type { RetentionMonths } from '@pos/contract/student-data';
import type { LinkKind } from '@pos/contract/auth';
import type { Duty, Module } from '@pos/contract/permissions';
import type { Density, Preferences, StartPage, Theme } from '@pos/contract/preferences';
import type { FirstStep, LeftoverPolicy, SyncSchedule } from '@pos/contract/settings';
import type { RecordStatus } from '@pos/contract/values';
import type { ListKey } from '@pos/contract/views';
import type { Generated, JSONColumnType } from 'kysely';

export type SettingsTable = {
  id: Generated<boolean>;
  companyName: Generated<string>;
  supportEmail: Generated<string>;
  supportPhone: Generated<string>;
  defaultTimeZone: Generated<string>;
  ewalletMinTopUpCents: Generated<number>;
  ewalletMaxBalanceCents: Generated<number>;
  profitCashPpm: Generated<number>;
  profitAveDollarPpm: Generated<number>;
  maxCheckOverageCents: Generated<number>;
  roundCash: Generated<boolean>;
  lastCopyThreshold: Generated<number>;
  lowStockThreshold: Generated<number>;
  deviceStaleHours: Generated<number>;
  warrantyWarnDays: Generated<number>;
  receiptFooter: Generated<string>;
  ewalletLeftoverPolicy: Generated<LeftoverPolicy>;
  publicBaseUrl: Generated<string>;
  sessionIdleHours: Generated<number>;
  syncSource: Generated<string>;
  syncSchedule: Generated<SyncSchedule>;
  syncHour: Generated<number>;
  syncScheduledBy: string | null;
  syncScheduledAt: string | null;
  skippedSteps: Generated<FirstStep[]>;
  studentRetentionMonths: Generated<RetentionMonths>;
  version: Generated<number>;
  updatedAt: Generated<string>;
};

export type PreferencesTable = {
  adminId: string;
  theme: Theme;
  density: Density;
  startPage: StartPage | null;
  reducedMotion: boolean;
  letterShortcuts: boolean;
  hiddenColumns: JSONColumnType<Preferences['hiddenColumns']>;
  columnOrder: JSONColumnType<NonNullable<Preferences['columnOrder']>>;
  updatedAt: Generated<string>;
};

export type ViewsTable = {
  id: string;
  adminId: string;
  list: ListKey;
  name: string;
  query: JSONColumnType<Record<string, unknown>>;
  hiddenColumns: string[] | null;
  columnOrder: string[] | null;
  isTeam: boolean;
  version: Generated<number>;
  createdAt: Generated<string>;
  updatedAt: Generated<string>;
};

export type RolesTable = {
  id: string;
  name: string;
  description: string;
  isSystem: Generated<boolean>;
  version: Generated<number>;
  createdAt: Generated<string>;
  updatedAt: Generated<string>;
  deletedAt: string | null;
};

export type RoleRightsTable = { roleId: string; module: Module; readOnly: boolean; edit: boolean };
export type RoleDutiesTable = { roleId: string; duty: Duty };

export type AdminsTable = {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
  emailVerified: Generated<boolean>;
  countryCode: Generated<string>;
  phone: string | null;
  roleId: string;
  passwordHash: string | null;
  mailRefusal: string | null;
  secretCodeHash: string | null;
  status: Generated<RecordStatus>;
  tokenEpoch: Generated<number>;
  wrongCodes: Generated<number>;
  wrongCodesSince: string | null;
  codeLockedUntil: string | null;
  lastLoginAt: string | null;
  version: Generated<number>;
  createdAt: Generated<string>;
  updatedAt: Generated<string>;
  deletedAt: string | null;
};

export type SessionsTable = {
  id: string;
  adminId: string;
  createdAt: Generated<string>;
  lastUsedAt: Generated<string>;
  endsAt: string;
  revokedAt: string | null;
  revokedWhy: string | null;
  ip: string | null;
  userAgent: string | null;
};

export type RefreshTokensTable = {
  hash: Buffer;
  sessionId: string;
  issuedAt: Generated<string>;
  expiresAt: string;
  usedAt: string | null;
};

export type DevicesTable = {
  id: string;
  deviceId: string;
  name: string;
  purchaseDate: string;
  warrantyDate: string;
  model: number | null;
  adminId: string | null;
  status: Generated<RecordStatus>;
  deactivatedAt: string | null;
  deviceKeyHash: Buffer | null;
  pairingCodeHash: Buffer | null;
  pairingCodeExpiresAt: string | null;
  wrongCodes: Generated<number>;
  lockedUntil: string | null;
  appVersion: string | null;
  lastSeenAt: string | null;
  lastSyncAt: string | null;
  unsentOrders: Generated<number>;
  currentFairId: string | null;
  version: Generated<number>;
  createdAt: Generated<string>;
  updatedAt: Generated<string>;
  deletedAt: string | null;
};

export type RegisterTriesTable = {
  id: string;
  deviceId: string;
  adminId: string | null;
  at: Generated<string>;
};

export type AccountLinksTable = {
  id: string;
  adminId: string;
  kind: LinkKind;
  tokenHash: Buffer;
  expiresAt: string;
  usedAt: string | null;
  voidedAt: string | null;
  createdAt: Generated<string>;
};

export type VerificationCodesTable = {
  id: string;
  adminId: string;
  expiresAt: string;
  tries: Generated<number>;
  endedAt: string | null;
  createdAt: Generated<string>;
};
export type AttemptsTable = { kind: string; subject: Buffer; at: Generated<string>; id: string };
export type PasswordHistoryTable = { adminId: string; passwordHash: string; at: Generated<string> };
