import {
  SETTINGS_ID,
  type FirstStep,
  type Settings,
  type SettingsFields,
  type SyncCounts,
  type SyncResult,
} from '@pos/contract/imports/settings';
import type { CompanyContact } from '@pos/contract/staff/support-contact';
import { UNNAMED_COMPANY } from '@pos/contract/staff/support-contact';
import { sql } from 'kysely';
import type { Db, Tx } from '#api/db/db.ts';

const FIELDS = [
  'companyName',
  'supportEmail',
  'supportPhone',
  'defaultTimeZone',
  'publicBaseUrl',
  'ewalletMinTopUpCents',
  'ewalletMaxBalanceCents',
  'ewalletLeftoverPolicy',
  'profitCashPpm',
  'profitAveDollarPpm',
  'statementDueDays',
  'maxCheckOverageCents',
  'roundCash',
  'maxDiscountPercent',
  'maxOfflineHours',
  'lastCopyThreshold',
  'lowStockThreshold',
  'deviceStaleHours',
  'warrantyWarnDays',
  'receiptFooter',
  'sessionIdleHours',
  'syncSource',
  'syncSchedule',
  'syncHour',
  'skippedSteps',
  'studentRetentionMonths',
  'accessLogMonths',
] as const satisfies readonly (keyof SettingsFields)[];

/** SQL condition: a register has sent a sale, booked or held. */
const HAS_SALES = sql`(exists (select from orders) or exists (select from held_orders))`;

/** Settings that every signed-in admin may read. */
export function findAppInfo(db: Db) {
  return db
    .selectFrom('settings')
    .select([
      'companyName',
      'supportEmail',
      'supportPhone',
      'defaultTimeZone',
      'receiptFooter',
      'roundCash',
      'studentRetentionMonths',
    ])
    .executeTakeFirstOrThrow();
}

/** Returns company name, and email and phone of customer service. */
export function findCompanyContact(db: Db): Promise<CompanyContact> {
  return db
    .selectFrom('settings')
    .select(['companyName', 'supportEmail as email', 'supportPhone as phone'])
    .executeTakeFirstOrThrow();
}

/** Settings without what only the operator knows. */
export type StoredSettings = Omit<Settings, 'appVersion' | 'syncSources' | 'backup'>;

/** Returns the settings, with the state of the first steps and the last sync. */
export async function findSettings(db: Db): Promise<StoredSettings> {
  const [row, [lastSync = null], firstSteps, endlessSchools] = await Promise.all([
    db
      .selectFrom('settings')
      .select([...FIELDS, 'version', 'updatedAt'])
      .select(sql<boolean>`${HAS_SALES}`.as('hasSales'))
      .executeTakeFirstOrThrow(),
    findSyncs(db, 1),
    findFirstSteps(db),
    findEndlessSchools(db),
  ]);
  return { ...row, id: SETTINGS_ID, lastSync, firstSteps, endlessSchools };
}

/** Returns the settings, locked until the transaction ends. */
export function lockSettings(
  tx: Tx,
): Promise<SettingsFields & { version: number; updatedAt: string }> {
  return tx
    .selectFrom('settings')
    .select([...FIELDS, 'version', 'updatedAt'])
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** Writes changes. With `scheduledBy`, the schedule restarts now and belongs to that admin. */
export async function updateSettingsRow(
  tx: Tx,
  changes: Partial<SettingsFields>,
  scheduledBy: string | undefined,
): Promise<void> {
  await tx
    .updateTable('settings')
    .set({
      ...changes,
      version: sql<number>`version + 1`,
      updatedAt: sql<string>`now()`,
      ...(scheduledBy !== undefined && {
        syncScheduledBy: scheduledBy,
        syncScheduledAt: sql<string>`now()`,
      }),
    })
    .execute();
}

const SHOWN_ERRORS = 50;

/** Returns the latest syncs, newest first, however they were started. */
export async function findSyncs(db: Db, limit: number): Promise<SyncResult[]> {
  const jobs = await db
    .selectFrom('jobs')
    .select([
      'id as jobId',
      'status',
      'progress',
      'createdAt',
      'finishedAt',
      'params',
      'result',
      'errors',
    ])
    .where('kind', '=', 'sync')
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return jobs.map(({ params, result, errors, ...rest }) => {
    const {
      scope,
      actorName,
      source = null,
    } = params as { scope: SyncResult['scope']; actorName: string; source?: string };
    return {
      ...rest,
      scope,
      source,
      startedBy: actorName,
      files: (result as { files?: SyncCounts[] } | null)?.files ?? [],
      errors: errors.slice(0, SHOWN_ERRORS),
      errorCount: errors.length,
    };
  });
}

/** Returns the first-run steps that the data shows as done. */
async function findFirstSteps(db: Db): Promise<Record<FirstStep, boolean>> {
  const { rows } = await sql<Record<FirstStep, boolean>>`select
    company_name <> ${UNNAMED_COMPANY} and support_email <> '' and support_phone <> '' as company,
    exists (select from schools) as school,
    exists (select from titles) as titles,
    exists (select from titles where warehouse_qty > 0) or exists (
      select from stock_documents where kind = 'receipt' and closed_at is not null) as stock,
    exists (select from students) as students,
    exists (select from roles where not is_system and deleted_at is null) as role,
    (select count(*) > 1 from admins where deleted_at is null) as colleague,
    exists (select from fairs) as fair,
    exists (select from fair_lines) as packing_list,
    exists (select from devices where deleted_at is null) as register,
    ${HAS_SALES} as sale
    from settings`.execute(db);
  return rows[0]!;
}

/** Counts the schools that keep names of students without an end, and returns the first by name. */
async function findEndlessSchools(db: Db): Promise<Settings['endlessSchools']> {
  const { rows } = await sql<Settings['endlessSchools']>`
    select count(*)::int as count, (array_agg(s.id order by s.name, s.id))[1] as first_id
    from schools s
    cross join settings c
    where coalesce(s.student_retention_months, c.student_retention_months) = 0
      and exists (
        select
        from students n
        where n.school_id = s.id and n.erased_at is null and n.merged_into is null)`.execute(db);
  return rows[0]!;
}
