import type { StudentSourceField } from '@pos/contract/students';
import type { ProfitBands } from '@pos/contract/agreements';
import type { SchoolContact, SchoolSourceField } from '@pos/contract/schools';
import type { RecordStatus } from '@pos/contract/values';
import type { Generated, JSONColumnType } from 'kysely';

export type SchoolsTable = {
  id: string;
  identifier: string;
  name: string;
  address: string;
  city: string;
  state: string;
  zip: string;
  phone: Generated<string>;
  timeZone: string;
  enrollment: number | null;
  taxExempt: Generated<boolean>;
  exemptCertificateNo: string | null;
  exemptValidTo: string | null;
  factsEnabled: Generated<boolean>;
  coordinatorName: Generated<string>;
  coordinatorEmail: Generated<string>;
  aveDollarBalanceCents: Generated<number>;
  inSource: Generated<boolean>;
  region: Generated<string>;
  coordinatorPhone: Generated<string>;
  contacts: JSONColumnType<SchoolContact[], string | undefined>;
  profitBands: JSONColumnType<ProfitBands, string | undefined>;
  paymentTerms: Generated<string>;
  notes: Generated<string>;
  sourceFields: Generated<SchoolSourceField[]>;
  mergedInto: string | null;
  status: Generated<RecordStatus>;
  version: Generated<number>;
  createdAt: Generated<string>;
  updatedAt: Generated<string>;
};

export type SchoolCertificatesTable = {
  schoolId: string;
  fileName: string;
  pdf: Buffer;
  sha256: Buffer;
  uploadedBy: string;
  uploadedAt: Generated<string>;
};

export type FairsTable = {
  id: string;
  identifier: string;
  schoolId: string;
  name: string;
  address: string;
  startDate: string;
  endDate: string;
  timeZone: string;
  taxRatePpm: number;
  adminId: string;
  packageOption: number;
  hours: Generated<string>;
  publicMessage: Generated<string>;
  published: Generated<boolean>;
  featuredVersion: Generated<number>;
  status: Generated<RecordStatus>;
  closeOutState: Generated<'open' | 'finished'>;
  resetAt: string | null;
  orderCount: Generated<number>;
  netCents: Generated<number>;
  deviceLetters: Generated<number>;
  version: Generated<number>;
  createdAt: Generated<string>;
  updatedAt: Generated<string>;
  createdBy: string | null;
};

export type FairResetsTable = {
  id: string;
  fairId: string;
  orders: number;
  refunds: number;
  units: number;
  totalCents: number;
  resetBy: string | null;
  resetAt: Generated<string>;
};
export type FairTaxRatesTable = { fairId: string; taxRatePpm: number; since: Generated<string> };
export type FairDevicesTable = { fairId: string; deviceId: string };

export type StudentsTable = {
  id: string;
  schoolId: string;
  studentNumber: string;
  firstName: string;
  lastName: string;
  grade: Generated<string>;
  teacher: Generated<string>;
  factsFamilyId: string | null;
  inSource: Generated<boolean>;
  status: Generated<RecordStatus>;
  erasedAt: Generated<string | null>;
  mergedInto: string | null;
  version: Generated<number>;
  sourceFields: Generated<StudentSourceField[]>;
  createdAt: Generated<string>;
  updatedAt: Generated<string>;
};

export type PromotionsTable = {
  id: string;
  schoolId: string;
  lastGrade: string;
  promoted: number;
  graduated: number;
  made: JSONColumnType<{ id: string; grade: string; status: RecordStatus; version: number }[]>;
  actor: string;
  at: Generated<string>;
  undoneAt: string | null;
};
export type ParentsTable = {
  id: string;
  name: string;
  email: Generated<string>;
  phone: Generated<string>;
  createdAt: Generated<string>;
  updatedAt: Generated<string>;
};
export type StudentParentsTable = { studentId: string; parentId: string };
export type WalletsTable = {
  id: string;
  studentId: string;
  balanceCents: Generated<number>;
  status: Generated<'active' | 'frozen'>;
  mergedInto: string | null;
  updatedAt: Generated<string>;
};
