import { readdir, utimes } from 'node:fs/promises';
import path from 'node:path';
import type { NewExport } from '@pos/contract/exports';
import type { z } from 'zod';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { jobTasks } from '#api/job-tasks.ts';
import { startJobs } from '#api/jobs/run-jobs.ts';
import { forgetOldFiles } from '#api/jobs/stored-files.ts';
import { makePersonas, type Persona } from '#testing/personas.ts';
import { refusalOf } from '#testing/refusals.ts';
import { addStudent, bookOrder, logIn, openFair, type SalesFloor, type TestRegister } from '#testing/sales-floor.ts';
import { startTestApp, type ApiClient, type TestApp } from '#testing/test-app.ts';
import { writtenSheet } from '#testing/written-sheet.ts';

type Wanted = z.input<typeof NewExport>;

describe('an export', () => {
  let test: TestApp;
  let floor: SalesFloor;
  let register: TestRegister;
  let personas: Persona[];
  beforeAll(async () => {
    test = await startTestApp();
    const jobs = await startJobs({ connectionString: test.url, db: test.db, tasks: jobTasks(test.db, { dataDir: test.dataDir }), log: console });
    test.atEnd(() => jobs.stop());
    floor = await openFair(test);
    register = await logIn(floor, 'REG-01');
    personas = await makePersonas(test);
    await addStudent(floor, register, 'S-1', 5_000);
    await bookOrder(floor, register, { customerType: 'student', studentNumber: 'S-1', payments: [{ method: 5 }] });
    for (let count = 0; count < 24; count++) await bookOrder(floor, register, { customerType: 'parent', customerName: '=1+1', payments: [{ method: 3 }] });
    const elsewhere = await openFair(test, {}, floor.cashierId);
    await bookOrder(elsewhere, await logIn(elsewhere, 'REG-ELSEWHERE'), { payments: [{ method: 3 }] });
  });

  const holding = (right: string) => ({ token: personas.find(({ name }) => name === right)!.token! });
  const fileOf = (id: string, token: string) => test.send(token)(`/v1/jobs/${id}/file`, {});
  async function exported(body: Wanted, client: ApiClient = test.owner, token: string = test.ownerToken) {
    const { data } = await client.exports.add({ body });
    const job = await vi.waitFor(async () => {
      const { data: now } = await client.jobs.getById({ params: { id: data.jobId } });
      expect(now.status).toBe('succeeded');
      return now;
    }, { timeout: 20_000, interval: 50 });
    const response = await fileOf(job.id, token);
    expect(response.status).toBe(200);
    return { job, name: response.headers.get('content-disposition'), bytes: Buffer.from(await response.arrayBuffer()) };
  }
  /** Every order of the list, page by page, as the screen reads them. */
  async function onScreen(fairId: string) {
    const pages = await Promise.all([1, 2, 3].map((page) => test.owner.orders.list({ query: { fairId, sort: 'totalCents', page, limit: 10 } })));
    return pages.flatMap(({ data }) => data.results);
  }

  it('of orders has exactly the rows of the filtered list, in its order and with its figures', async () => {
    const { job, name, bytes } = await exported({ list: 'orders', query: { fairId: floor.fair.id, sort: 'totalCents' }, format: 'xlsx' });
    expect(job.result).toMatchObject({ list: 'orders', format: 'xlsx', rows: 25 });
    expect(name).toMatch(/filename="orders-\d{4}-\d\d-\d\d\.xlsx"/);
    const [header, ...rows] = await writtenSheet(bytes, 'Orders');
    const at = (title: string) => header!.indexOf(title);
    const listed = await onScreen(floor.fair.id);
    expect(listed).toHaveLength(25);
    expect(rows.map((row) => [row[at('Order number')], row[at('Net')], row[at('Tax')], row[at('Total')], row[at('Customer')]])).toEqual(
      listed.map((order) => [order.orderNumber, order.subtotalCents / 100, order.taxCents / 100, order.totalCents / 100, order.customerName]),
    );
  });

  it('says on its first sheet what was filtered, by whom, when and how many rows there are', async () => {
    const { bytes } = await exported({ list: 'orders', query: { fairId: floor.fair.id, method: [5] }, format: 'xlsx' });
    const head = Object.fromEntries((await writtenSheet(bytes, 'Export')).map(([parameter, value]) => [parameter, value]));
    expect(head).toMatchObject({ List: 'Orders', Fair: floor.fair.name, Method: 'EWallet', Rows: 1, 'Sorted by': '-soldAt', 'Exported by': expect.any(String), 'Exported at (UTC)': expect.anything() });
  });

  it('of payments adds up to what the list comes to', async () => {
    const { bytes } = await exported({ list: 'payments', query: { fairId: floor.fair.id }, format: 'xlsx' });
    const [header, ...rows] = await writtenSheet(bytes, 'Payments');
    const cents = rows.reduce((sum, row) => sum + Math.round(Number(row[header!.indexOf('Amount')]) * 100), 0);
    const { data: totals } = await test.owner.payments.totals({ query: { fairId: floor.fair.id } });
    expect([rows.length, cents]).toEqual([totals.reduce((sum, { count }) => sum + count, 0), totals.reduce((sum, { amountCents }) => sum + amountCents, 0)]);
  });

  it('as CSV holds no live formula', async () => {
    const { bytes } = await exported({ list: 'orders', query: { fairId: floor.fair.id, method: [3] }, format: 'csv' });
    const [header, ...lines] = bytes.toString('utf8').trimEnd().split('\r\n');
    expect(header).toMatch(/^\uFEFFOrder number,Sold at,/);
    expect(lines).toHaveLength(24);
    for (const line of lines) expect(line).toContain(",'=1+1,");
  });

  it('names no student to whoever may not read Students', async () => {
    const { token } = holding('read Orders');
    const { bytes } = await exported({ list: 'orders', query: { fairId: floor.fair.id, method: [5] }, format: 'csv' }, test.client(token), token);
    expect(bytes.toString('utf8')).not.toMatch(/Robin|S-1/);
    expect((await exported({ list: 'orders', query: { fairId: floor.fair.id, method: [5] }, format: 'csv' })).bytes.toString('utf8')).toContain('Robin Pupil S-1,S-1');
  });

  it("needs the right to read the list, and is its owner's alone", async () => {
    const { token } = holding('read Payments');
    expect(await refusalOf(test.client(token).exports.add({ body: { list: 'orders', query: {}, format: 'csv' } }))).toMatchObject({ code: 'FORBIDDEN', message: 'You need the right: read Orders.' });
    const { job } = await exported({ list: 'payments', query: {}, format: 'csv' });
    expect((await fileOf(job.id, token)).status).toBe(404);
  });

  it('is refused with a filter that the list does not have', async () => {
    expect(await refusalOf(test.owner.exports.add({ body: { list: 'orders', query: { page: 2 }, format: 'pdf' } as unknown as Wanted }))).toMatchObject({ code: 'VALIDATION_FAILED' });
  });

  it('is deleted after 7 days, and no sooner', async () => {
    const { job } = await exported({ list: 'payments', query: {}, format: 'csv' });
    const folder = path.join(test.dataDir, 'files');
    await forgetOldFiles(test.db, test.dataDir);
    expect((await fileOf(job.id, test.ownerToken)).status).toBe(200);
    const eightDaysAgo = new Date(Date.now() - 8 * 86_400_000);
    for (const name of await readdir(folder)) await utimes(path.join(folder, name), eightDaysAgo, eightDaysAgo);
    await test.db.updateTable('jobs').set({ finishedAt: eightDaysAgo.toISOString() }).where('kind', '=', 'export').execute();
    await forgetOldFiles(test.db, test.dataDir);
    expect(await readdir(folder)).toEqual([]);
    expect((await fileOf(job.id, test.ownerToken)).status).toBe(404);
  });
});
