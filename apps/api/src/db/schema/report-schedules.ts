import type { NewReportFile } from '@pos/contract/report-query';
import type { ReportPeriod, ScheduleStatus, SendStatus } from '@pos/contract/report-schedules';
import type { Generated, JSONColumnType } from 'kysely';

export type ReportSchedulesTable = {
  id: string;
  savedBy: string;
  question: JSONColumnType<NewReportFile>;
  period: ReportPeriod;
  weekdays: number[];
  timeOfDay: string;
  timeZone: string;
  toCoordinator: boolean;
  status: Generated<ScheduleStatus>;
  nextDueAt: string;
  version: Generated<number>;
  createdAt: Generated<string>;
  updatedAt: Generated<string>;
};

export type ReportRecipientsTable = {
  scheduleId: string;
  adminId: string | null;
  unsubscribedAt: Generated<string | null>;
  unsubscribedEmail: Generated<string | null>;
};

export type ReportSendsTable = {
  id: string;
  scheduleId: string;
  adminId: string | null;
  dueAt: string;
  isByHand: Generated<boolean>;
  status: Generated<SendStatus>;
  recipient: Generated<string>;
  email: Generated<string | null>;
  isLate: Generated<boolean>;
  attempts: Generated<number>;
  tryAt: Generated<string>;
  reason: Generated<string | null>;
  endedAt: Generated<string | null>;
};
