import { readFile, rm, writeFile, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { jobTasks } from '@pos/api/job-tasks.ts';
import { startJobs } from '@pos/api/jobs/run-jobs.ts';
import { OWNER, startTestApp, type TestApp } from '@pos/api/testing/test-app.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { everyRow } from '../office/every-row.ts';
import { type Office, signIn } from '../office/session.ts';
import { journalOf } from '../simulator/register.ts';
import { tellSeason } from './season.ts';
import { writeDemoSource } from './source.ts';

/** A tenth of the sales, without pauses. */
const TENTH = { share: 0.1, pauseMs: 0 };

describe('the demo season', () => {
  let test: TestApp;
  let office: Office;
  let dataDir: string;
  beforeAll(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'demo-season-'));
    const source = { syncSource: path.join(dataDir, 'demo-source') };
    test = await startTestApp(source);
    const jobs = await startJobs({ connectionString: test.url, db: test.db, tasks: jobTasks(test.db, source), log: console });
    office = await signIn(await test.app.listen({ host: '127.0.0.1', port: 0 }), OWNER);
    await tellSeason(office, dataDir, TENTH);
    return async () => {
      await jobs.stop();
      await rm(dataDir, { recursive: true, force: true });
    };
  }, 120_000);

  const fairs = async () => {
    const all = [];
    for await (const fair of everyRow((page) => office.client.fairs.list({ query: page }))) all.push(fair);
    return all;
  };
  const figures = async () => ({
    fairs: (await fairs()).map(({ identifier, orders, netCents }) => `${identifier} ${orders} ${netCents}`).sort(),
    held: (await office.client.orders.held({ query: {} })).data.totalResults,
    refunds: await test.db.selectFrom('refunds').select(({ fn }) => fn.countAll<number>().as('number')).executeTakeFirstOrThrow(),
    ledger: await test.db.selectFrom('walletEntries').select(({ fn }) => fn.countAll<number>().as('number')).executeTakeFirstOrThrow(),
    movements: await test.db.selectFrom('stockMovements').select(({ fn }) => fn.countAll<number>().as('number')).executeTakeFirstOrThrow(),
  });

  it('has fairs that are over, on and to come in three time zones, two of them at one school', async () => {
    const all = await fairs();
    expect(all.map(({ phase }) => phase).sort()).toEqual([...Array(4).fill('ended'), ...Array(3).fill('live'), ...Array(3).fill('upcoming')]);
    expect(new Set(all.map(({ timeZone }) => timeZone)).size).toBe(3);
    expect([...new Set(all.map(({ salesTaxRate }) => salesTaxRate))].sort((a, b) => a - b)).toEqual([0, 6, 8.25, 8.875, 10.1]);
    expect(all.filter(({ schoolIdentifier }) => schoolIdentifier === 'MAPLEGROVE')).toHaveLength(2);
    for (const { phase, orders } of all) expect(orders > 0).toBe(phase !== 'upcoming');
  });

  it('has a register with orders that it never sent', async () => {
    const { results } = (await office.client.devices.list({ query: { sort: '-unsentOrders' } })).data;
    expect(results[0]).toMatchObject({ deviceId: 'REG-107', unsentOrders: 6 });
  });

  it('changes nothing when it is told again', async () => {
    const before = await figures();
    await tellSeason(office, dataDir, TENTH);
    expect(await figures()).toEqual(before);
  });

  it('goes on where it was cut off, and books nothing twice', async () => {
    const before = await figures();
    await rm(path.join(dataDir, 'demo-source', 'season-told'));
    // The machine went off while the answers of the last fair were being written down, in the middle of a line.
    const journal = journalOf(path.join(dataDir, 'demo-registers'), 'REG-106');
    const lines = (await readFile(journal, 'utf8')).split('\n');
    const lastSale = lines.findLastIndex((line) => line.includes('"kind":"sold"'));
    expect(lines[lastSale]).toContain('RIVERBEND');
    await writeFile(journal, `${lines.slice(0, lastSale + 1).join('\n')}\n{"kind":"answe`);
    await tellSeason(office, dataDir, TENTH);
    expect(await figures()).toEqual(before);
  }, 60_000);

  it('writes the same source files into the same folder', async () => {
    const folder = path.join(dataDir, 'demo-source');
    const before = await readFile(path.join(folder, 'wallet-top-ups.csv'), 'utf8');
    await writeDemoSource(folder);
    expect(await readFile(path.join(folder, 'wallet-top-ups.csv'), 'utf8')).toBe(before);
    expect(before.split('\r\n').length).toBeGreaterThan(80);
  });
});
