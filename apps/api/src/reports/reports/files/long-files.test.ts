import { ALL_SCHOOLS, type NewReportFile } from '@pos/contract/reports/report-query';
import type { Figures } from '@pos/contract/reports/tables';
import { describe, expect, it, vi } from 'vitest';
import type { SignedInAdmin } from '#api/http/access/identity.ts';
import { inTransaction } from '#api/db/db.ts';
import { inSnapshot } from '#api/db/snapshot.ts';
import type { JobTask, RunningJob } from '#api/jobs/run-jobs.ts';
import { endedJob, jobFile } from '#testing/calls/downloads.ts';
import { handInSales, openRandomFairs, PLACES, RANGE } from '#testing/books/random-fairs.ts';
import { randomSales } from '#testing/books/random-sales.ts';
import { reportFile } from '#testing/files/report-file.ts';
import { runJobs } from '#testing/app/run-jobs.ts';
import { SalesLedger } from '#testing/books/sales-ledger.ts';
import type { Value } from '#testing/files/sheet-cells.ts';
import { startTestApp } from '#testing/app/test-app.ts';
import { writtenSheet } from '#testing/files/written-sheet.ts';
import { queueReport, reportTask } from './report-files.service.ts';
import { inGroups, type LinePortion } from './report-lines.ts';
import { runReportAsFile } from './report-writing.service.ts';
import { toScope } from '../reports.service.ts';
import { readSalesOrders } from '../sales-orders/sales-order-lines.ts';
import { salesOrders } from '../sales-orders/sales-orders.ts';

const SEED = 20_261_124;
const SALES = 60;
const STUDENT = 'Z-1';

/** Sheets of each report that lists lines. */
const LINE_REPORTS = {
  SALES_ORDER_PER_ITEM: ['Sales order per item'],
  SHIP_TO_SCHOOL: ['Distribution list', 'Pick list'],
  FAIR_RETURN_REPORT: ['Fair return report', 'Cartons'],
  LAST_COPY: ['Last copy'],
} as const;
type LineReport = keyof typeof LINE_REPORTS;
const TYPES = Object.keys(LINE_REPORTS) as LineReport[];

describe('a report file of any length', async () => {
  const question = (
    reportType: LineReport,
    format: NewReportFile['format'],
    schoolIdentifier: string = ALL_SCHOOLS,
  ) => ({ ...RANGE, reportType, format, schoolIdentifier });

  const test = await startTestApp();
  const admin = {
    id: test.ownerId,
    name: 'Account Owner',
    rights: { isSuper: true, permission: [] },
  } as unknown as SignedInAdmin;
  const registers = await openRandomFairs(test);
  const [school] = (await test.ask.schools.list({ query: {} })).results;
  const zebedee = { studentNumber: STUDENT, firstName: 'Zebedee', lastName: 'Quillfeather' };
  const student = await test.ask.studentRecords.add({ body: { schoolId: school!.id, ...zebedee } });
  const sales = randomSales(SEED, SALES, PLACES, [STUDENT]);
  await handInSales(registers, new SalesLedger(new Map()), sales);
  // Enough sold for last copies.
  await test.db.updateTable('settings').set({ lastCopyThreshold: 1_000 }).execute();
  /** Task that the next job is made by. */
  let task: JobTask = reportTask(test.db, test.files);
  await runJobs(test, { tasks: { report: (job) => task(job) } });

  const readJob = (id: string) => test.ask.jobs.getById({ params: { id } });
  const make = async (body: NewReportFile) => (await test.ask.reports.make({ body })).jobId;
  const fileOfJob = async (body: NewReportFile): Promise<Buffer> => {
    const id = await make(body);
    expect(await endedJob(test, id)).toMatchObject({ status: 'succeeded', progress: 100 });
    return (await jobFile(test, id)).bytes;
  };
  /** Rows of a sheet without the time when it was made. */
  const readRows = async (bytes: Buffer, name: string): Promise<Value[][]> =>
    (await writtenSheet(bytes, name)).filter(
      ([first, second]) => !`${first}${second}`.startsWith('Generated'),
    );

  it.each(TYPES)('%s has the same rows and totals as the file made at once', async (reportType) => {
    for (const identifier of [ALL_SCHOOLS, RANGE.schoolIdentifier]) {
      const body = question(reportType, 'xlsx', identifier);
      const streamed = await fileOfJob(body);
      const inMemory = await reportFile(test.send(test.ownerToken), body);
      for (const sheet of [...LINE_REPORTS[reportType], 'Parameters']) {
        const rows = await readRows(inMemory, sheet);
        expect(await readRows(streamed, sheet)).toEqual(rows);
        if (sheet !== 'Cartons') expect(rows.length).toBeGreaterThan(5);
      }
      const csv = question(reportType, 'csv', identifier);
      expect((await fileOfJob(csv)).toString('utf8')).toBe(
        (await reportFile(test.send(test.ownerToken), csv)).toString('utf8'),
      );
    }
  });

  it('reads the titles in batches of any size with the same rows, subtotals and totals', async () => {
    const { scope } = await toScope(test.db, question('SALES_ORDER_PER_ITEM', 'csv'));
    const expected = await salesOrders(test.db, scope, true);
    expect(expected.subtotals.length).toBeGreaterThan(6);
    for (const batchRows of [1, 20, 45, 1_000])
      await inSnapshot(test.db, 60_000, async (db) => {
        const asked = { db, scope, query: question('SALES_ORDER_PER_ITEM', 'csv') };
        const lines = await readSalesOrders(
          { ...asked, profitCashPpm: 0, readsStudents: true },
          batchRows,
        );
        const portions: LinePortion[] = [];
        for await (const portion of lines.read['rows']!()) portions.push(portion);
        expect(portions.flatMap(({ rows }) => [...(rows as Figures[])])).toEqual(expected.rows);
        expect(portions.flatMap(({ subtotal = [] }) => subtotal)).toEqual(expected.subtotals);
        expect(lines.totals['totals']!()).toEqual(expected.totals);
        expect(lines).toMatchObject({
          lines: expected.rows.length,
          rowCount: expected.rows.length + expected.subtotals.length,
          totalCents: expected.totals.totalCents,
        });
      });
  });

  it.each<[string, ...(readonly [totalCents: number, place: number])[]]>([
    ['a cent is missing', [499, 0], [100, 1]],
    ['a line is missing', [500, 0]],
    ['a line is of another title', [500, 1], [100, 1]],
    ['a line is one too many', [500, 0], [100, 1], [0, 1]],
  ])('is not made if %s beside the subtotals', async (_, ...lines) => {
    const groups = [500, 100].map((totalCents) => ({ rows: 1, totalCents }));
    const read = (...all: (readonly [totalCents: number, place: number])[]) => {
      async function* rows(): AsyncGenerator<[number, { totalCents: number }]> {
        for (const [totalCents, place] of all) yield [place, { totalCents }];
      }
      return Array.fromAsync(inGroups(groups, rows()));
    };
    await expect(read(...lines)).rejects.toThrow('differ from its subtotal');
    expect(await read([500, 0], [100, 1])).toHaveLength(2);
  });

  it('continues on further sheets, says so above each header, and ends with the totals', async () => {
    const body = question('SALES_ORDER_PER_ITEM', 'xlsx');
    const [name] = LINE_REPORTS.SALES_ORDER_PER_ITEM;
    const whole = await writtenSheet(await fileOfJob(body), name);
    const header = whole.findIndex(([first]) => first === 'Kind');
    const rows = whole.slice(header + 1, -1);
    task = reportTask(test.db, test.files, { lastRow: header + 52 });
    const bytes = await fileOfJob(body);
    const perSheet = 49;
    const count = Math.ceil(rows.length / perSheet);
    expect(count).toBeGreaterThan(2);
    const found: Value[][] = [];
    for (let number = 1; number <= count; number++) {
      const sheet = await writtenSheet(bytes, number === 1 ? name : `${name} (${number})`);
      expect(sheet[header]).toEqual([
        `Sheet ${number} of ${count}, with ${rows.length} rows in all${number < count ? '; they continue on the next sheet' : ''}`,
      ]);
      expect(sheet[header + 1]?.[0]).toBe('Kind');
      const own = sheet.slice(header + 2);
      if (number < count) expect(own).toHaveLength(perSheet);
      found.push(...own);
    }
    expect(found).toEqual([...rows, whole.at(-1)]);
    await expect(writtenSheet(bytes, `${name} (${count + 1})`)).rejects.toThrow();
    task = reportTask(test.db, test.files);
  });

  it.each([...TYPES, 'SALES_SUMMARY'] as const)(
    'of %s shows a progress that never falls and ends at 100 percent',
    async (reportType) => {
      const seen: number[] = [];
      task = watched(async (job, percent) => {
        await job.progress(percent);
        seen.push((await readJob(job.id)).progress);
      });
      for (const format of ['xlsx', 'csv', 'pdf'] as const) {
        seen.length = 0;
        const id = await make({ ...RANGE, reportType, format, schoolIdentifier: ALL_SCHOOLS });
        expect(await endedJob(test, id)).toMatchObject({ status: 'succeeded', progress: 100 });
        expect(seen).toEqual(seen.toSorted((one, other) => one - other));
        expect(new Set(seen).size).toBeGreaterThan(2);
        expect(seen.at(-1)).toBe(99);
      }
    },
  );

  it('leaves nothing behind if its job is canceled while it is written', async () => {
    let left = 0;
    task = watched(async (job, percent) => {
      if (percent >= 40 && (await readJob(job.id)).status === 'running')
        await test.owner.jobs.cancel({ params: { id: job.id } });
      if (percent > 40) left++;
      await job.progress(percent);
    });
    const id = await make(question('SALES_ORDER_PER_ITEM', 'xlsx'));
    expect(await endedJob(test, id)).toMatchObject({
      status: 'failed',
      errors: [{ message: 'It was canceled.' }],
    });
    await vi.waitFor(
      async () =>
        expect((await test.files.list()).filter(({ name }) => name.startsWith(id))).toEqual([]),
      { timeout: 20_000 },
    );
    expect(left).toBeLessThanOrEqual(1);
    expect((await test.send(test.ownerToken)(`/v1/jobs/${id}/file`, {})).status).toBe(404);
  });

  it('is made again without the name if a student is erased while it is written', async () => {
    let isErased = false;
    task = watched(async (job, percent) => {
      await job.progress(percent);
      if (percent < 40 || isErased) return;
      isErased = true;
      await test.owner.students.erase({
        params: { id: student.id },
        body: { confirm: STUDENT, reason: 'The family asked for it.' },
      });
    });
    const csv = (await fileOfJob(question('SALES_ORDER_PER_ITEM', 'csv'))).toString('utf8');
    expect(isErased).toBe(true);
    expect(csv).toContain('Erased');
    expect(csv).not.toMatch(/Zebedee|Quillfeather/);
  });

  it('has no limit except as PDF or made at once, which say what to choose before the work', async () => {
    const body = question('SALES_ORDER_PER_ITEM', 'pdf');
    const { rows } = (await test.ask.reports.run({ query: { ...body, format: undefined } })) as {
      rows: { kind: string }[];
    };
    const sold = rows.filter(({ kind }) => kind === 'sale').length;
    const actor = { kind: 'admin', id: test.ownerId } as never;
    await expect(
      inTransaction(test.db, (tx) => queueReport(tx, admin, actor, body, sold - 1)),
    ).rejects.toMatchObject({
      code: 'REPORT_TOO_LONG',
      message: `Sales order per item has ${sold} lines for this selection, and a PDF holds at most ${sold - 1}. Choose Excel or CSV, or select fewer days or fairs.`,
    });
    const atOnce = (format: 'csv' | 'pdf') =>
      runReportAsFile(test.db, admin, body, format, { direct: sold - 1, pdf: sold - 1 });
    await expect(atOnce('csv')).rejects.toMatchObject({
      code: 'REPORT_TOO_LONG',
      message: expect.stringContaining('Make it in the background'),
    });
    await expect(atOnce('pdf')).rejects.toMatchObject({
      message: expect.stringContaining('Choose Excel or CSV'),
    });
  });

  /** Task of report jobs whose progress is saved by `save`. */
  const watched =
    (save: (job: RunningJob, percent: number) => Promise<void>): JobTask =>
    (job) =>
      reportTask(test.db, test.files)({ ...job, progress: (percent) => save(job, percent) });
});
