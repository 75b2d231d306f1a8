import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { today } from '@pos/contract/values/clock';
import { addDays } from '@pos/contract/values/days';
import { OWNER, startTestApp, type TestApp } from '@pos/api/testing/app/test-app.ts';
import { plannedFair } from '@pos/api/testing/selling/planned-fair.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { randomPackingList } from '../demo/packing-list.ts';
import { type Office, signIn } from '../office/session.ts';
import { uploadPackingList } from '../office/steps.ts';
import { brokenJournals } from '../product/journals.ts';
import { agrees, compareWithServer } from './compare.ts';
import { Random } from '@pos/world/random';
import { RegisterMemory } from './register-memory.ts';
import { journalPath } from './register.ts';
import { simulate } from './simulate.ts';

describe('simulated registers', () => {
  let test: TestApp;
  let office: Office;
  let folder: string;
  const fair = 'BROOK-F';
  const options = (changes: object) => ({
    url: office.url,
    ...OWNER,
    fair,
    orders: 60,
    registers: 2,
    seed: '1',
    chaos: false,
    batch: 10,
    folder,
    ...changes,
  });
  const run = (changes: object) => simulate(office, options(changes), () => undefined);
  const readMemory = (deviceId: string) => RegisterMemory.open(journalPath(folder, deviceId));

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'registers-'));
    test = await startTestApp();
    office = await signIn(await test.app.listen({ host: '127.0.0.1', port: 0 }), OWNER);
    const day = today('America/Detroit');
    const { id } = await plannedFair(test, 'BROOK', {
      startDate: addDays(day, -1),
      endDate: addDays(day, 1),
    });
    await uploadPackingList(
      office,
      id,
      await randomPackingList({ identifier: fair, name: 'Brook', packageOption: 6 }),
      'packing-list.xlsx',
    );
    return () => rm(folder, { recursive: true, force: true });
  });

  it('sell, hand in and agree with the server', async () => {
    const { comparison } = await run({});
    expect(comparison).toMatchObject({
      sold: 60,
      acknowledged: 60,
      booked: 60,
      lost: [],
      doubled: [],
      wrong: [],
      unsent: 0,
    });
  });

  it('go on from their journals, and agree when batches are doubled, reordered or unanswered', async () => {
    const { comparison } = await run({ chaos: true, orders: 40, batch: 4 });
    expect(comparison).toMatchObject({
      sold: 100,
      booked: 100,
      lost: [],
      doubled: [],
      wrong: [],
      unsent: 0,
    });
    const registers = await Promise.all(
      ['SIM-01', 'SIM-02'].map(async (deviceId) => ({
        deviceId,
        memory: await readMemory(deviceId),
      })),
    );
    expect(await brokenJournals(test.db, registers)).toEqual([]);
    await Promise.all(registers.map(({ memory }) => memory.close()));
  });

  it('take other devices where those of that name were paired with registers that are gone', async () => {
    const elsewhere = path.join(folder, 'elsewhere');
    await run({ folder: elsewhere, orders: 4 });
    const memory = await RegisterMemory.open(journalPath(elsewhere, 'SIM-03'));
    expect(memory.sold).toHaveLength(2);
    await memory.close();
  });

  it('would notice an order that is lost, one that was changed and one that is in no journal', async () => {
    const memory = await readMemory('SIM-01');
    const [first, second, third] = memory.acknowledged();
    if (!first || !second || !third) throw new Error('The register sold nothing.');
    await memory.remember([
      {
        kind: 'sold',
        fair,
        day: first.sold.day,
        order: {
          ...first.sold.order,
          clientOrderId: '00000000-0000-4000-8000-000000000001',
          sequence: 9_999,
        },
      },
      {
        kind: 'answered',
        clientOrderId: '00000000-0000-4000-8000-000000000001',
        result: 'accepted',
        orderNumber: 'BROOK-F-Z0001',
      },
      {
        kind: 'sold',
        fair,
        day: second.sold.day,
        order: { ...second.sold.order, totalCents: second.sold.order.totalCents + 1 },
      },
    ]);
    const comparison = await compareWithServer(
      office,
      fair,
      [{ deviceId: 'SIM-01', memory }],
      new Random('1'),
    );
    expect(comparison.lost).toEqual(['SIM-01 1-9999 (accepted)']);
    expect(comparison.wrong.join()).toContain(
      `total sold ${second.sold.order.totalCents + 1}, stored ${second.sold.order.totalCents}`,
    );
    expect(agrees(comparison)).toBe(false);
    expect((await brokenJournals(test.db, [{ deviceId: 'SIM-01', memory }])).join('\n')).toMatch(
      /I08 SIM-01 1-9999.*stored 0 times[\s\S]*I10 SIM-01/,
    );

    const empty = await RegisterMemory.open(path.join(folder, 'empty.journal'));
    const strangers = await compareWithServer(
      office,
      fair,
      [{ deviceId: 'SIM-02', memory: empty }],
      new Random('1'),
    );
    expect(strangers.doubled.length).toBeGreaterThan(40);
    await Promise.all([memory.close(), empty.close()]);
  });
});
