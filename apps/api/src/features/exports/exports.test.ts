import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it, vi } from 'vitest';
import { forgetOldFiles } from '#api/jobs/stored-files.ts';
import { openPackage } from '#api/spreadsheets/reading/package.ts';
import { READ_LIMITS } from '#api/spreadsheets/sheet.ts';
import { openExportFloor, type WantedExport } from '#testing/export-floor.ts';
import { makePersonas } from '#testing/personas.ts';
import { getRefusal } from '#testing/refusals.ts';
import { HUNGER } from '#testing/sales-floor.ts';
import { writtenSheet } from '#testing/written-sheet.ts';

describe('an export', async () => {
  const { test, floor, exported, fileOf } = await openExportFloor();
  const personas = await makePersonas(test);

  const holding = (right: string) => ({
    token: personas.find(({ name }) => name === right)!.token!,
  });
  /** Runs `work` while the table is locked, which delays readers as a large table would. */
  async function whileLocked<Result>(table: string, work: () => Promise<Result>): Promise<Result> {
    return test.db.transaction().execute(async (tx) => {
      await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(tx);
      return work();
    });
  }

  it('shows filters, requester, time and row count on its first sheet', async () => {
    const { bytes } = await exported({
      list: 'orders',
      query: { fairId: floor.fair.id, method: [5] },
      format: 'xlsx',
    });
    const head = Object.fromEntries(
      (await writtenSheet(bytes, 'Export')).map(([parameter, value]) => [parameter, value]),
    );
    expect(head).toMatchObject({
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
    const { bytes } = await exported({
      list: 'payments',
      query: { fairId: floor.fair.id },
      format: 'xlsx',
    });
    const [header, ...rows] = await writtenSheet(bytes, 'Payments');
    const cents = rows.reduce(
      (sum, row) => sum + Math.round(Number(row[header!.indexOf('Amount')]) * 100),
      0,
    );
    const { data: totals } = await test.owner.payments.totals({ query: { fairId: floor.fair.id } });
    expect([rows.length, cents]).toEqual([
      totals.reduce((sum, { count }) => sum + count, 0),
      totals.reduce((sum, { amountCents }) => sum + amountCents, 0),
    ]);
  });

  it('as CSV contains no live formula', async () => {
    const { bytes } = await exported({
      list: 'orders',
      query: { fairId: floor.fair.id, method: [3] },
      format: 'csv',
    });
    const [header, ...lines] = bytes.toString('utf8').trimEnd().split('\r\n');
    expect(header).toMatch(/^\uFEFFOrder #,Date-time,/);
    expect(lines).toHaveLength(24);
    for (const line of lines) expect(line).toContain(",'=1+1,");
  });

  it('as xlsx has text cells for formulas, ISBNs and phone numbers, and numbers for amounts and days', async () => {
    await test.db
      .updateTable('titles')
      .set({ author: '=HYPERLINK("http://evil.example","Open")' })
      .where('sku', '=', HUNGER)
      .execute();
    const { bytes } = await exported({
      list: 'fair-inventory',
      query: { fairId: floor.fair.id, search: HUNGER },
      format: 'xlsx',
    });
    const [header = [], row = []] = await writtenSheet(bytes, 'Fair inventory');
    expect(
      ['SKU', 'ISBN', 'Author', 'Price', 'Sent'].map((column) => row[header.indexOf(column)]),
    ).toEqual([HUNGER, HUNGER, '=HYPERLINK("http://evil.example","Open")', 8.99, 20]);
    const zip = await openPackage(bytes, READ_LIMITS);
    for (const part of zip.names) {
      let xml = '';
      for await (const chunk of zip.open(part)) xml += chunk.toString('utf8');
      expect(xml, part).not.toMatch(/<f[ >]/);
    }
    zip.close();
    const users = await exported({ list: 'users', query: {}, format: 'csv' });
    expect(users.bytes.toString('utf8')).toContain(",'+1 (555) 123-4567,");
  });

  it('that is canceled leaves no file behind and cannot be canceled twice', async () => {
    const {
      data: { jobId },
    } = await whileLocked('orders', async () => {
      const asked = await test.owner.exports.add({
        body: { list: 'orders', query: {}, format: 'csv' },
      });
      await vi.waitFor(
        async () =>
          expect((await test.ask.jobs.getById({ params: { id: asked.data.jobId } })).status).toBe(
            'running',
          ),
        { timeout: 10_000, interval: 20 },
      );
      await test.owner.jobs.cancel({ params: { id: asked.data.jobId } });
      return asked;
    });
    const { data: job } = await test.owner.jobs.getById({ params: { id: jobId } });
    expect(job).toMatchObject({ status: 'failed', errors: [{ message: 'It was canceled.' }] });
    await exported({ list: 'orders', query: {}, format: 'csv' });
    await vi.waitFor(
      async () =>
        expect((await test.files.list()).filter(({ name }) => name.startsWith(jobId))).toEqual([]),
      { timeout: 10_000, interval: 50 },
    );
    expect(await getRefusal(test.owner.jobs.cancel({ params: { id: jobId } }))).toMatchObject({
      status: 409,
      code: 'INVALID_TRANSITION',
    });
    expect(
      await getRefusal(
        test.client(holding('read Orders').token).jobs.cancel({ params: { id: jobId } }),
      ),
    ).toMatchObject({ status: 404 });
  });

  it('of an inventory requires a fair that exists', async () => {
    expect(
      await getRefusal(
        test.owner.exports.add({
          body: { list: 'fair-inventory', query: { fairId: uuidv7() }, format: 'csv' },
        }),
      ),
    ).toMatchObject({ status: 404 });
    expect(
      (
        await getRefusal(
          test.owner.exports.add({
            body: { list: 'fair-inventory', query: {}, format: 'csv' } as WantedExport,
          }),
        )
      ).errors,
    ).toEqual({ 'query.fairId': 'Choose a fair.' });
  });

  it('is refused with a filter that the list does not have', async () => {
    expect(
      await getRefusal(
        test.owner.exports.add({
          body: { list: 'orders', query: { page: 2 }, format: 'pdf' } as unknown as WantedExport,
        }),
      ),
    ).toMatchObject({ code: 'VALIDATION_FAILED' });
  });

  it('is deleted after 7 days, and no sooner', async () => {
    const { job } = await exported({ list: 'payments', query: {}, format: 'csv' });
    await forgetOldFiles(test.db, test.files);
    expect((await fileOf(job.id, test.ownerToken)).status).toBe(200);
    const eightDaysAgo = new Date(Date.now() - 8 * 86_400_000);
    await test.db
      .updateTable('storedFiles')
      .set({ createdAt: eightDaysAgo.toISOString() })
      .execute();
    await test.db
      .updateTable('jobs')
      .set({ finishedAt: eightDaysAgo.toISOString() })
      .where('kind', '=', 'export')
      .execute();
    await forgetOldFiles(test.db, test.files);
    expect(await test.files.list()).toEqual([]);
    expect(await test.db.selectFrom('storedFileChunks').select('position').execute()).toEqual([]);
    expect((await fileOf(job.id, test.ownerToken)).status).toBe(404);
  });
});
