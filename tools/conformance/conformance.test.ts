import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { PENCIL, SECRET_CODE, startSelling } from '@pos/api/testing/selling/sales-floor.ts';
import { newDevice } from '@pos/api/testing/selling/new-records.ts';
import { createClient } from '@pos/contract/client';
import { registerApi } from '@pos/contract/sales/register';
import type { SoldOrder } from '@pos/contract/sales/register-orders';
import type { Change } from '@pos/register/till/journal/journal.ts';
import { MemoryJournal } from '@pos/register/till/journal/memory-journal.ts';
import { order } from '@pos/world/sale';
import { describe, expect, it } from 'vitest';
import { sendTo } from '../office/http.ts';
import { AppRegister } from '../simulator/app-register.ts';
import { type PlayedServer, playServer } from './play-server.ts';
import { checkRules, type RegisterEvent, type Rule } from './rules.ts';

const now = () => new Date().toISOString();

/** A journal that notes in the events of a played server when a sale is on the disk, or leaves it. */
class NotingJournal extends MemoryJournal {
  readonly #events: RegisterEvent[];
  readonly #stored = new Set<string>();

  constructor(events: RegisterEvent[]) {
    super();
    this.#events = events;
  }

  override async write(change: Change): Promise<void> {
    await super.write(change);
    for (const { order: sold } of change.sales ?? [])
      if (!this.#stored.has(sold.clientOrderId)) {
        this.#stored.add(sold.clientOrderId);
        this.#events.push({ at: now(), event: 'stored', order: sold });
      }
    for (const clientOrderId of change.removed ?? [])
      this.#events.push({ at: now(), event: 'deleted', clientOrderId });
  }
}

describe('the conformance of a register', async () => {
  const { test, floor } = await startSelling();
  const real = await test.app.listen({ host: '127.0.0.1', port: 0 });

  /** Sells with the app, with a network that fails in every way, and hands everything in. */
  const sellWithApp = async (server: PlayedServer): Promise<void> => {
    const { id } = await test.ask.devices.add({ body: newDevice('CONFORM') });
    const { pairingCode } = await test.ask.devices.pairingCode({ params: { id } });
    const journal = new NotingJournal(server.events);
    const app = await AppRegister.open({ url: server.url, deviceId: 'CONFORM', journal });
    const { identifier } = floor.fair;
    const person = { personId: floor.cashierId, secretCode: SECRET_CODE };
    await app.start({ ...person, pairingCode, fairIdentifier: identifier });
    const sell = async (wanted: SoldOrder) => {
      const { clientOrderId } = await app.sell({ ...wanted, soldAt: now() });
      server.events.push({ at: now(), event: 'finished', clientOrderId });
    };
    const book = order(floor.fair.salesTaxRatePpm, { sequence: 1 });
    const pencils = order(floor.fair.salesTaxRatePpm, {
      sequence: 1,
      lines: [{ sku: PENCIL, quantity: 2 }],
    });
    for (let round = 0; round < 6; round++) {
      await sell(book);
      await sell(pencils);
      if (round === 2) await app.reopen();
      await app.deliver();
    }
    await app.deliver();
  };

  const server = await playServer(real);
  await sellWithApp(server);
  await server.close();
  const kept = server.events;

  it('is kept by the app of POS Admin, in every failure of its network', () => {
    expect(server.left()).toEqual([]);
    expect(checkRules(kept, { sold: 12 })).toEqual([]);
  });

  const id = (event: RegisterEvent) =>
    event.event === 'stored' ? (event.order as SoldOrder).clientOrderId : undefined;
  const first = kept.find((event) => event.event === 'stored')!;
  const bad = id(first)!;
  /** Replaces the bad sale in everything that is stored or sent, or leaves it out (null). */
  const inSent = (change: (order: SoldOrder, time: number) => SoldOrder | null) => {
    let times = 0;
    return (event: RegisterEvent): RegisterEvent => {
      const changed = (given: unknown) => {
        const sold = given as SoldOrder;
        return sold.clientOrderId === bad ? change(sold, ++times) : sold;
      };
      if (event.event === 'stored') return { ...event, order: changed(event.order) };
      if (event.event !== 'sent') return event;
      return { ...event, orders: event.orders.flatMap((sold) => changed(sold) ?? []) };
    };
  };
  const forgotten = (events: readonly RegisterEvent[]) =>
    events.map(inSent((sold, time) => (time > 2 ? null : sold))).map((event) =>
      event.event === 'answered'
        ? {
            ...event,
            results: event.results.filter(({ clientOrderId }) => clientOrderId !== bad),
          }
        : event,
    );

  const BAD: [Rule, string, (events: readonly RegisterEvent[]) => RegisterEvent[]][] = [
    [1, 'says finished first', (events) => [...events.filter((event) => id(event) !== bad), first]],
    [
      2,
      'deletes what is acknowledged',
      (events) => [...events, { at: now(), event: 'deleted', clientOrderId: bad }],
    ],
    [3, 'sends once', forgotten],
    [
      4,
      'corrects what it has sent',
      (events) =>
        events.map(inSent((sold, time) => (time > 2 ? { ...sold, customerName: 'Jo' } : sold))),
    ],
    [
      5,
      'uses a number twice',
      (events) => events.map(inSent((sold) => ({ ...sold, sequence: 2 }))),
    ],
    [
      6,
      'adds up in fractions',
      (events) => events.map(inSent((sold) => ({ ...sold, taxCents: sold.taxCents - 1 }))),
    ],
    [
      7,
      'offers what is finished',
      (events) =>
        events.map(inSent((sold, time) => (time > 1 ? { ...sold, mode: 'online' } : sold))),
    ],
  ];

  it.each(BAD)('names rule %i of a register that %s', (rule, _, distort) => {
    const breaches = checkRules(distort(kept));
    expect([...new Set(breaches.map((breach) => breach.rule))]).toEqual([rule]);
  });

  it('notices a finished sale that never arrives, and those that are sent once and not answered', async () => {
    const played = await playServer(real);
    const tablet = await floor.logIn('CARELESS');
    const send = sendTo(played.url, () => tablet.token);
    for (const sequence of [1, 2, 3]) {
      const sold = order(floor.fair.salesTaxRatePpm, { sequence });
      await createClient({ pos: registerApi }, send)
        .pos.orders({ body: { orders: [sold] } })
        .catch(() => undefined);
    }
    await played.close();
    expect(checkRules(played.events, { sold: 4 }).map(({ rule }) => rule)).toEqual([1, 3, 3]);
  });

  it('is told by the command, for a journal in a file', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'conformance-'));
    try {
      const file = path.join(folder, 'events.jsonl');
      await writeFile(
        file,
        forgotten(kept)
          .map((event) => JSON.stringify(event))
          .join('\n'),
      );
      const program = fileURLToPath(new URL('main.ts', import.meta.url));
      const run = (...given: string[]) =>
        promisify(execFile)(process.execPath, [program, ...given]);
      await expect(run(file)).rejects.toMatchObject({
        code: 1,
        stdout: expect.stringMatching(/kept +2\.[\s\S]*BROKEN +3\. If in doubt[\s\S]*kept +4\./),
      });
      await writeFile(file, '{"event":"ended"}');
      const stderr = expect.stringContaining('line 1: no event is called ended.');
      await expect(run(file)).rejects.toMatchObject({ code: 1, stderr });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
