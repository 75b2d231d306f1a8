import { FAIR_LIST } from '@pos/contract/fairs/fairs.columns';
import { EXPORT_ACCESS, LISTS_WITH_NAMES, NewExport } from '@pos/contract/office/exports';
import { neededRight } from '@pos/contract/permission-words';
import {
  allows,
  byDutyAlone,
  hasDuty,
  holds,
  read,
  readSales,
  seesSales,
  type RightsAccess,
} from '@pos/contract/permissions';
import { RECEIPT_LIST } from '@pos/contract/stock/warehouse/receipts.columns';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { inTransaction, type Db, type Tx } from '#api/db/db.ts';
import { inSetSnapshot } from '#api/db/replica/replica-reads.ts';
import { recordActivity } from '#api/staff/activity/activity.service.ts';
import { refuseStudentNames } from '#api/staff/activity/student-names.service.ts';
import type { FileStore } from '#api/files/file-store.ts';
import { requireFresh } from '#api/http/access/access.ts';
import { Failure, missing } from '#api/http/failure.ts';
import type { Actor, SignedInAdmin } from '#api/http/access/identity.ts';
import { enqueueJob } from '#api/jobs/job-queue.ts';
import type { JobTask, RunningJob } from '#api/jobs/run-jobs.ts';
import { storedName } from '#api/jobs/stored-files.ts';
import { awaitWithdrawals, countErased } from '#api/jobs/withdraw-files.ts';
import { csvChunks } from '#api/spreadsheets/writing/write-csv.ts';
import { writeXlsx } from '#api/spreadsheets/writing/write-xlsx.ts';
import type { WrittenRow, WrittenSheet } from '#api/spreadsheets/writing/written.ts';
import { findFilterNames } from './exports.queries.ts';
import { headSheet } from './head-sheet.ts';
import { studentDataSheets } from './student-data-sheets.ts';
import type { ListToExport } from '#api/lists/list.ts';
import { adminList } from '#api/staff/admins/admins.list.ts';
import { deviceList } from '#api/fairs/devices/devices.list.ts';
import { fairList } from '#api/fairs/fairs/fairs.list.ts';
import { refuseSalesOrder } from '#api/fairs/fairs/fairs.rules.ts';
import { fairLineList } from '#api/stock/inventory/fair-lines.list.ts';
import { titleList } from '#api/stock/inventory/titles.list.ts';
import { stockDifferenceList } from '#api/stock/warehouse/counts/differences.list.ts';
import { receiptLineList } from '#api/stock/warehouse/receipts/receipt-lines.list.ts';
import { receiptList } from '#api/stock/warehouse/receipts/receipts.list.ts';
import { heldOrderList } from '#api/sales/held-orders/held-orders.list.ts';
import { orderList } from '#api/sales/orders/orders.list.ts';
import { paymentList } from '#api/sales/payments/payments.list.ts';
import { schoolList } from '#api/fairs/schools/schools.list.ts';
import { studentList } from '#api/students/students/students.list.ts';

/** Time limit of one statement of an export, in ms. It counts and sorts all matching rows. */
const STATEMENT_TIMEOUT = 120_000;
/** Rows between two progress reports, which also check for cancellation. */
const STEP = 5_000;

/** Data that the person of an export may see; a list has it or leaves it out. */
type Sees = { names: boolean; sales: boolean; costs: boolean };

/**
 * Parameters of an export job. `needs`: access that is required to make and download the file.
 */
type ExportParams = { wanted: NewExport; needs: RightsAccess[]; sees: Sees; actor: Actor };

/**
 * Queues an export for a caller who may read the list, in the call's transaction. Returns the job's
 * ID.
 */
export async function queueExport(
  tx: Tx,
  admin: SignedInAdmin,
  actor: Actor,
  wanted: NewExport,
): Promise<string> {
  const { list, format, reason } = wanted;
  await refuseExport(tx, admin, wanted);
  const sees = toSees(admin, list);
  if (sees.names || list === 'student-data') requireFresh(admin);
  const params: ExportParams = { wanted, needs: neededAccess(list, sees), sees, actor };
  if ('schoolId' in wanted.query && wanted.query.schoolId)
    await refuseStudentNames(tx, { entity: 'school', entityId: wanted.query.schoolId }, { reason });
  const jobId = await enqueueJob(tx, {
    kind: 'export',
    ownerId: admin.id,
    params,
    result: { list, format },
  });
  // Filters are left out: a search text may be a child's name, and activity is permanent.
  await recordActivity(tx, actor, {
    action: `${list}.export_asked`,
    entity: 'job',
    entityId: jobId,
    changes: reason ? { reason: { from: null, to: reason } } : {},
  });
  return jobId;
}

/** Refuses an export that the person may not make, or of a fair that does not exist. */
async function refuseExport(tx: Tx, { rights }: SignedInAdmin, wanted: NewExport): Promise<void> {
  const { list } = wanted;
  const access = EXPORT_ACCESS[list];
  if (!allows(access, rights))
    throw new Failure('FORBIDDEN', `You need the right: ${neededRight(access)}.`);
  if (list === 'student-data' && !rights.isSuper)
    throw new Failure('FORBIDDEN', 'Only a SUPER_ADMIN may export all data of students.');
  if (list === 'fairs') refuseSalesOrder(rights, wanted.query.sort);
  if (
    list === 'fair-inventory' &&
    !(await findFilterNames(tx, wanted.query)).has(wanted.query.fairId)
  )
    throw missing('fair');
}

const toSees = ({ rights }: SignedInAdmin, list: NewExport['list']): Sees => ({
  names: LISTS_WITH_NAMES.some((one) => one === list) && holds(rights, 'Students', 'read_only'),
  sales: list === 'fairs' && seesSales(rights),
  costs: list.startsWith('receipt') && hasDuty(rights, 'see_costs'),
});

/** Lists the access that a file with these data needs. */
const neededAccess = (list: NewExport['list'], { names, sales, costs }: Sees): RightsAccess[] => [
  EXPORT_ACCESS[list],
  ...(names ? [read('Students')] : []),
  ...(sales ? [readSales] : []),
  ...(costs ? [byDutyAlone('see_costs')] : []),
  ...(list === 'student-data' ? [read('Orders'), read('Payments')] : []),
];

/**
 * Job of an export. Streams all rows of one snapshot to a stored file. Its end records who
 * exported how many rows.
 */
export function exportTask(db: Db, files: FileStore): JobTask {
  return async (job) => {
    // Erased students must not appear in a file started before the erasure, so it is made again.
    while (!(await exportOnce(db, files, job))) await job.progress(0);
    return undefined;
  };
}

/** Returns false if a student was erased while the file was being made. */
async function exportOnce(db: Db, files: FileStore, job: RunningJob): Promise<boolean> {
  const { actor } = job.params as unknown as ExportParams;
  const wanted = NewExport.parse(job.params['wanted']);
  const { list, format, reason } = wanted;
  const storedAs = storedName(job, format);
  const seen = await inSetSnapshot(db, STATEMENT_TIMEOUT, (snapshot) =>
    writeRows(snapshot, files, job, wanted),
  );
  let isStored = false;
  try {
    await inTransaction(db, async (tx) => {
      await awaitWithdrawals(tx);
      if ((await countErased(tx)) !== seen.erased) return;
      await recordActivity(tx, actor, {
        action: `${list}.exported`,
        entity: 'job',
        entityId: job.id,
        changes: {
          rows: { from: null, to: seen.rows },
          ...(reason && { reason: { from: null, to: reason } }),
        },
      });
      await job.finish(tx, {
        status: 'succeeded',
        result: { list, format, rows: seen.rows },
        errors: [],
        stored: { name: `${list}-${new Date().toISOString().slice(0, 10)}.${format}`, storedAs },
      });
      isStored = true;
    });
  } finally {
    // Canceled, taken over or out of date: the file must not be found.
    if (!isStored) await files.drop(storedAs);
  }
  return isStored;
}

/** Writes the file of an export. Returns its rows, and the number of students erased before it. */
async function writeRows(
  snapshot: Db,
  files: FileStore,
  job: RunningJob,
  wanted: NewExport,
): Promise<{ erased: number; rows: number }> {
  const { sees, actor } = job.params as unknown as ExportParams;
  const erased = await countErased(snapshot);
  const names = await findFilterNames(snapshot, wanted.query);
  const sources =
    wanted.list === 'student-data'
      ? await studentDataSheets(snapshot, wanted.query.schoolId)
      : [withoutHidden(await listToExport(snapshot, wanted, sees.names), sees)];
  const sheets = sources.map((source): WrittenSheet => ({
    name: source.name,
    columns: source.columns,
    rows: watched(job, source),
  }));
  const total = sources.reduce((sum, source) => sum + source.total, 0);
  const name = headName(wanted, sources[0]?.name);
  await files.write(storedName(job, wanted.format), async (out) => {
    if (wanted.format === 'xlsx')
      await writeXlsx(out, [headSheet({ name, total }, wanted, names, actor.name), ...sheets]);
    else await pipeline(Readable.from(csvChunks(...sheets)), out);
  });
  return { erased, rows: total };
}

function headName({ list }: NewExport, only: string | undefined): string {
  return list === 'student-data' ? 'All data of students' : (only ?? '');
}

/**
 * Yields the rows as written. Checks the job's lease on the way, so that a canceled or taken-over
 * export stops.
 */
async function* watched(
  job: RunningJob,
  { total, rows, cells }: ListToExport,
): AsyncGenerator<WrittenRow> {
  let count = 0;
  for await (const row of rows) {
    yield cells(row);
    if (++count % STEP === 0) await job.progress((count / total) * 100);
  }
}

/**
 * Returns the rows of a list from the same queries that its screen uses. `names` is true if names of
 * students and parents may be included.
 */
function listToExport(
  snapshot: Db,
  wanted: Exclude<NewExport, { list: 'student-data' }>,
  names: boolean,
): Promise<ListToExport> {
  switch (wanted.list) {
    case 'orders':
      return orderList.toExport(snapshot, wanted.query, names);
    case 'held-orders':
      return heldOrderList.toExport(snapshot, wanted.query, names);
    case 'payments':
      return paymentList.toExport(snapshot, wanted.query, names);
    case 'students':
      return studentList.toExport(snapshot, wanted.query);
    case 'fairs':
      return fairList.toExport(snapshot, wanted.query);
    case 'schools':
      return schoolList.toExport(snapshot, { ...wanted.query, ids: wanted.ids });
    case 'fair-inventory':
      return fairLineList.toExport(snapshot, { ...wanted.query, ids: wanted.ids });
    case 'all-inventory':
      return titleList.toExport(snapshot, { ...wanted.query, ids: wanted.ids });
    case 'receipts':
      return receiptList.toExport(snapshot, wanted.query);
    case 'receipt-lines':
      return receiptLineList.toExport(snapshot, wanted.query);
    case 'stock-differences':
      return stockDifferenceList.toExport(snapshot, wanted.query);
    case 'users':
      return adminList.toExport(snapshot, { ...wanted.query, ids: wanted.ids });
    case 'devices':
      return deviceList.toExport(snapshot, { ...wanted.query, ids: wanted.ids });
  }
}

/** Leaves out columns of amounts that the person does not see. */
function withoutHidden(list: ListToExport, { sales, costs }: Sees): ListToExport {
  const hidden: string[] = [
    ...(sales ? [] : [FAIR_LIST.netCents.label]),
    ...(costs ? [] : [RECEIPT_LIST.costCents.label]),
  ];
  const isShown = list.columns.map(({ header }) => !hidden.includes(header));
  return {
    ...list,
    columns: list.columns.filter((_, place) => isShown[place]),
    cells: (row) => list.cells(row).filter((_, place) => isShown[place]),
  };
}
