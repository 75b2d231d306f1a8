import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it, vi } from 'vitest';
import { forgetOldFiles } from '#api/jobs/stored-files.ts';
import { openExportFloor, type WantedExport } from '#testing/selling/export-floor.ts';
import { signedInWith } from '#testing/rights/personas.ts';
import { expectErrors, expectRefusal } from '#testing/calls/expectations.ts';
import { HUNGER } from '#testing/selling/sales-floor.ts';
import { writtenSheet } from '#testing/files/written-sheet.ts';
import { readEntries } from '#testing/files/zip.ts';

describe('an export', async () => {
  const { test, floor, exported, fetchFile } = await openExportFloor();
  const { id: fairId } = floor.fair;
  const ask = (body: object) => test.ask.exports.add({ body: body as WantedExport });
  /** Runs `work` while the table is locked, which delays readers as a large table would. */
  async function whileLocked<Result>(table: string, work: () => Promise<Result>): Promise<Result> {
    return test.db.transaction().execute(async (tx) => {
      await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(tx);
      return work();
    });
  }

  it('shows filters, requester, time and row count on its first sheet', async () => {
    const query = { fairId, method: [5 as const] };
    const { bytes } = await exported({ list: 'orders', query, format: 'xlsx' });
    expect(Object.fromEntries(await writtenSheet(bytes, 'Export'))).toMatchObject({
      List: 'Orders',
      Fair: floor.fair.name,
      Method: 'EWallet',
      Rows: 1,
      'Sorted by': '-soldAt',
      'Exported by': expect.any(String),
      'Exported at (UTC)': expect.anything(),
    });
  });

  it('of payments adds up to the totals of the list', async () => {
    const { bytes } = await exported({ list: 'payments', query: { fairId }, format: 'xlsx' });
    const [header = [], ...rows] = await writtenSheet(bytes, 'Payments');
    const amounts = rows.map((row) => Math.round(Number(row[header.indexOf('Amount')]) * 100));
    const cents = amounts.reduce((sum, amount) => sum + amount, 0);
    const totals = await test.ask.payments.totals({ query: { fairId } });
    expect([rows.length, cents]).toEqual([
      totals.reduce((sum, { count }) => sum + count, 0),
      totals.reduce((sum, { amountCents }) => sum + amountCents, 0),
    ]);
  });

  it('as CSV contains no live formula', async () => {
    const query = { fairId, method: [3 as const] };
    const { bytes } = await exported({ list: 'orders', query, format: 'csv' });
    const [header, ...lines] = bytes.toString('utf8').trimEnd().split('\r\n');
    expect(header).toMatch(/^\uFEFFOrder #,Date-time,/);
    expect(lines).toHaveLength(24);
    for (const line of lines) expect(line).toContain(",'=1+1,");
  });

  it('as xlsx has text cells for formulas, ISBNs and phone numbers, and numbers for amounts and days', async () => {
    const author = '=HYPERLINK("http://evil.example","Open")';
    await test.db.updateTable('titles').set({ author }).where('sku', '=', HUNGER).execute();
    const query = { fairId, search: HUNGER };
    const { bytes } = await exported({ list: 'fair-inventory', query, format: 'xlsx' });
    const [header = [], row = []] = await writtenSheet(bytes, 'Fair inventory');
    expect(
      ['SKU', 'ISBN', 'Author', 'Price', 'Sent'].map((column) => row[header.indexOf(column)]),
    ).toEqual([HUNGER, HUNGER, author, 8.99, 20]);
    for (const [part, xml] of await readEntries(bytes))
      expect(xml.toString('utf8'), part).not.toMatch(/<f[ >]/);
    const users = await exported({ list: 'users', query: {}, format: 'csv' });
    expect(users.bytes.toString('utf8')).toContain(",'+1 (555) 123-4567,");
  });

  it('that is canceled leaves no file behind and cannot be canceled twice', async () => {
    const orders = { list: 'orders', query: {}, format: 'csv' } as const;
    const readJob = (id: string) => test.ask.jobs.getById({ params: { id } });
    const cancel = (id: string) => test.owner.jobs.cancel({ params: { id } });
    const jobId = await whileLocked('orders', async () => {
      const { jobId: id } = await ask(orders);
      await vi.waitFor(async () => expect((await readJob(id)).status).toBe('running'), {
        timeout: 10_000,
        interval: 20,
      });
      await cancel(id);
      return id;
    });
    const canceled = { status: 'failed', errors: [{ message: 'It was canceled.' }] };
    expect(await readJob(jobId)).toMatchObject(canceled);
    await exported(orders);
    await vi.waitFor(
      async () =>
        expect((await test.files.list()).filter(({ name }) => name.startsWith(jobId))).toEqual([]),
      { timeout: 10_000, interval: 50 },
    );
    await expectRefusal(cancel(jobId), 'INVALID_TRANSITION');
    const { client } = await signedInWith(test, [['Orders', 'read_only']]);
    await expectRefusal(client.jobs.cancel({ params: { id: jobId } }), 'NOT_FOUND');
  });

  it('of an inventory requires a fair that exists, and no filter that the list does not have', async () => {
    const inventory = { list: 'fair-inventory', format: 'csv' };
    await expectRefusal(ask({ ...inventory, query: { fairId: uuidv7() } }), 'NOT_FOUND');
    await expectErrors(ask({ ...inventory, query: {} }), { 'query.fairId': 'Choose a fair.' });
    const other = { list: 'orders', query: { page: 2 }, format: 'pdf' };
    await expectRefusal(ask(other), 'VALIDATION_FAILED');
  });

  it('is deleted after 7 days, and no sooner', async () => {
    const { job } = await exported({ list: 'payments', query: {}, format: 'csv' });
    await forgetOldFiles(test.db, test.files);
    expect((await fetchFile(job.id, test.ownerToken)).status).toBe(200);
    const finishedAt = new Date(Date.now() - 8 * 86_400_000).toISOString();
    await test.db.updateTable('storedFiles').set({ createdAt: finishedAt }).execute();
    await test.db.updateTable('jobs').set({ finishedAt }).where('kind', '=', 'export').execute();
    await forgetOldFiles(test.db, test.files);
    expect(await test.files.list()).toEqual([]);
    expect(await test.db.selectFrom('storedFileChunks').select('position').execute()).toEqual([]);
    expect((await fetchFile(job.id, test.ownerToken)).status).toBe(404);
  });
});
