import type { ProfitBands } from '@pos/contract/fairs/agreements';
import type { PackageOption } from '@pos/contract/fairs/package-options';
import type { HeldReason } from '@pos/contract/sales/held-orders';
import type { Category } from '@pos/contract/stock/inventory';
import type { CountReason } from '@pos/contract/stock/warehouse/count-reasons';
import type { JobError } from '@pos/contract/staff/jobs';
import type { NotificationSubject } from '@pos/contract/staff/notifications';
import type { OrderFlag } from '@pos/contract/sales/order-states';
import type { PaymentMethod } from '@pos/contract/sales/payment-methods';
import type { PaymentStatus, ReviewReason } from '@pos/contract/sales/payment-states';
import type { PaymentType } from '@pos/contract/sales/payments';
import type { Duty, Module } from '@pos/contract/permissions';
import type { Preferences, StartPage } from '@pos/contract/staff/preferences';
import type { ApprovalKind } from '@pos/contract/sales/approvals/register-approvals';
import type { RefundHold } from '@pos/contract/sales/register-refunds';
import type { NewReportFile } from '@pos/contract/reports/report-query';
import type { SchoolContact, SchoolSourceField } from '@pos/contract/fairs/schools';
import type { AccessLogMonths, FirstStep } from '@pos/contract/imports/settings';
import type { RetentionMonths } from '@pos/contract/fairs/retention';
import type { StudentSourceField } from '@pos/contract/students/students';
import type { PlacedField } from '@pos/contract/templates/template-fields';
import type { Artwork } from '@pos/contract/templates/templates';
import type { DocumentState } from '@pos/contract/stock/warehouse/documents';
import type { TitleSourceField } from '@pos/contract/stock/titles';
import type { RecordStatus } from '@pos/contract/values';
import type { ListKey } from '@pos/contract/staff/views';

type Json = Record<string, unknown>;

/**
 * Values of the columns that this code knows better than the database's catalog: shapes of JSON,
 * codes, texts without a check constraint that lists them, and expressions that never yield null.
 * `npm run tool -- schema` reads the names. Columns of `never` are read as text (`column::text`) and
 * parsed.
 */
export type ColumnValues = {
  'activity.changes': Record<string, { from: unknown; to: unknown }>;
  'accessLog.changes': Record<string, { from: unknown; to: unknown }>;
  'settings.accessLogMonths': AccessLogMonths;
  'approvals.kinds': ApprovalKind[];
  'artworks.pages': Artwork['pages'];
  'closeOuts.snapshot': never;
  'countDifferences.reason': CountReason;
  'counts.categories': Category[];
  'customizations.fieldValues': never;
  'fairLines.expectedReturn': number;
  'fairLines.onHand': number;
  'heldOrders.body': Json;
  'heldOrders.reason': HeldReason;
  'heldRefunds.body': Json;
  'heldRefunds.reason': RefundHold;
  'idempotencyKeys.body': Json;
  'jobs.errors': JobError[];
  'jobs.params': Json;
  'jobs.result': Json;
  'notifications.subject': NotificationSubject;
  'orders.flags': OrderFlag[];
  'orders.methods': PaymentMethod[];
  'orders.paymentStatus': PaymentStatus;
  'packageLists.packageOption': PackageOption;
  'packingLists.packageOption': PackageOption;
  'paymentEvents.fromStatus': PaymentStatus;
  'paymentEvents.reported': PaymentStatus;
  'paymentEvents.toStatus': PaymentStatus;
  'payments.method': PaymentMethod;
  'payments.reviewReason': ReviewReason;
  'payments.type': PaymentType;
  'preferences.columnOrder': NonNullable<Preferences['columnOrder']>;
  'preferences.hiddenColumns': Preferences['hiddenColumns'];
  'preferences.startPage': StartPage;
  'promotions.made': { id: string; grade: string; status: RecordStatus; version: number }[];
  'refundTenders.method': PaymentMethod;
  'refundTenders.paidOutAs': PaymentMethod;
  'reportSchedules.question': NewReportFile;
  'roleDuties.duty': Duty;
  'roleRights.module': Module;
  'schools.contacts': SchoolContact[];
  'schools.profitBands': ProfitBands;
  'schools.sourceFields': SchoolSourceField[];
  'schools.studentRetentionMonths': RetentionMonths;
  'settings.skippedSteps': FirstStep[];
  'settings.studentRetentionMonths': RetentionMonths;
  'studentErasures.counts': Record<string, number>;
  'stockDocuments.state': DocumentState;
  'students.sourceFields': StudentSourceField[];
  'templateVersions.fields': PlacedField[];
  'templates.fields': PlacedField[];
  'titles.category': Category;
  'titles.sourceFields': TitleSourceField[];
  'uploads.made': object;
  'uploads.result': Json;
  'views.list': ListKey;
  'views.query': Json;
};
