import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { inTransaction, openDb } from '#api/db/db.ts';
import { readEvents, type EventReader } from '#testing/calls/event-reader.ts';
import { openLiveProcesses } from '#testing/app/live-processes.ts';
import { signedInWith } from '#testing/rights/personas.ts';
import { OWNER, SECRET_KEY } from '#testing/app/test-app.ts';
import { forgetOldEvents } from './events.queries.ts';

describe('live events', async () => {
  const children: ChildProcess[] = [];

  const live = await openLiveProcesses();
  const { test, floor, register, address, neighbor, read } = live;
  // Announcements of earlier tests do not count here.
  beforeEach(() => live.ageEvents());
  afterEach(() => {
    live.closeReaders();
    for (const child of children.splice(0)) child.kill('SIGKILL');
  });
  const orderIds = (reader: EventReader) =>
    reader.events.filter(({ kind }) => kind === 'orders').flatMap(({ ids }) => ids);

  it('show an order accepted by one process to readers of every process, at once and uncompressed', async () => {
    const [near, far] = [await read(), await read(test.ownerToken, neighbor)];
    expect(near.headers['content-type']).toBe('text/event-stream; charset=utf-8');
    expect(near.headers['content-encoding']).toBeUndefined();
    const { id } = await register.book();
    await Promise.all([near.hears('orders', id), far.hears('orders', id)]);
    for (const { events } of [near, far]) {
      expect(events).toContainEqual({ kind: 'orders', fairId: floor.fair.id, ids: [id] });
      for (const kind of ['payments', 'stock', 'fairs', 'devices'] as const)
        expect(events).toContainEqual({ kind, fairId: floor.fair.id, ids: [] });
    }
  });

  it('cost one row per batch of orders', async () => {
    const before = await sql<{ id: number }>`select max(id) as id from live_events`.execute(
      test.db,
    );
    const results = await register.handIn(...Array.from({ length: 12 }, () => register.sold()));
    expect(results.map(({ result }) => result)).toEqual(Array(12).fill('accepted'));
    const { rows } = await sql`
      select kinds, cardinality(ids) as orders from live_events
      where id > ${before.rows[0]?.id}`.execute(test.db);
    expect(rows).toEqual([
      { kinds: ['orders', 'payments', 'stock', 'fairs', 'devices'], orders: 12 },
    ]);
  });

  it('carry kinds and IDs, and no other data', async () => {
    const reader = await read();
    const order = await register.book({
      customerName: 'A Parent',
      lines: [{ sku: 'PENCIL-1', quantity: 2 }],
    });
    await register.refund(order);
    await reader.hears('refunds');
    for (const event of reader.events)
      expect(Object.keys(event).toSorted()).toEqual(['fairId', 'ids', 'kind']);
    const { rows } = await sql`select * from live_events`.execute(test.db);
    expect(JSON.stringify(rows)).not.toMatch(new RegExp(`Parent|${order.orderNumber}`));
  });

  it('resume after the last event received, in any commit order of transactions', async () => {
    const reader = await read();
    const slow = openDb(test.url, () => undefined);
    const announced = (id: string) =>
      sql`select announce('{orders}', ${floor.fair.id}, array[${id}]::uuid[], null)`;
    const [early, late, later] = [uuidv7(), uuidv7(), uuidv7()];
    // Begins first and commits last, so its row has the smallest number.
    const begun = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const open = slow.transaction().execute(async (tx) => {
      await announced(early).execute(tx);
      begun.resolve();
      await goOn.promise;
    });
    await begun.promise;
    await announced(late).execute(test.db);
    await reader.hears('orders', late);
    await vi.waitUntil(() => reader.lastEventId() !== undefined, { timeout: 20_000 });
    reader.close();
    const last = reader.lastEventId();
    goOn.resolve();
    await open;
    await slow.destroy();
    await announced(later).execute(test.db);
    const again = await read(test.ownerToken, neighbor, last);
    await again.hears('orders', later);
    expect(again.missed()).toBe(0);
    expect(orderIds(again)).toContain(early);
    expect(orderIds(again)).not.toContain(late);
  });

  it('miss nothing while orders arrive, streams break and a process is killed', async () => {
    const child = spawn(
      process.execPath,
      [fileURLToPath(new URL('../../../testing/app/api-process.ts', import.meta.url))],
      {
        env: { ...process.env, DATABASE_URL: test.url, SECRET_KEY, DATA_DIR: test.dataDir },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    children.push(child);
    const doomed = String((await once(child.stdout, 'data'))[0]);
    const { token: ownerToken } = await test.client().auth.login({ body: OWNER });
    const heard = new Set<string>();
    const storedIds = async () =>
      (await test.db.selectFrom('orders').select('id').execute()).map(({ id }) => id);
    const before = new Set(await storedIds());
    let selling = true;
    const registers = await Promise.all(
      ['LIVE-2', 'LIVE-3', 'LIVE-4'].map((id) => floor.logIn(id)),
    );
    const sales = registers.map(async (each) => {
      while (selling) await each.handIn(each.sold(), each.sold());
    });
    let last: string | undefined;
    for (let round = 0; round < 8; round += 1) {
      if (round === 5) child.kill('SIGKILL');
      const at = round < 5 && round % 2 === 0 ? doomed : neighbor;
      const reader = await read(ownerToken.access.token, at, last);
      expect(reader.missed()).toBe(0);
      await reader.hears('orders');
      last = reader.lastEventId();
      reader.close();
      for (const id of orderIds(reader)) heard.add(id);
    }
    selling = false;
    await Promise.all(sales);
    const rest = await read(ownerToken.access.token, neighbor, last);
    for (const id of orderIds(rest)) heard.add(id);
    const stored = (await storedIds()).filter((id) => !before.has(id));
    await vi.waitFor(
      () => {
        for (const id of orderIds(rest)) heard.add(id);
        expect(stored.filter((id) => !heard.has(id))).toEqual([]);
      },
      { timeout: 20_000 },
    );
    expect(stored.length).toBeGreaterThan(10);
  });

  it('report a gap to a reader that resumes too late, from elsewhere, or with nonsense', async () => {
    const last = (await read()).lastEventId();
    const announce = () => sql`select announce('{orders}', null, '{}', null)`.execute(test.db);
    await announce();
    expect((await read(test.ownerToken, address, last)).missed()).toBe(0);
    await sql`update live_events set at = at - interval '2 hours'`.execute(test.db);
    await announce();
    await forgetOldEvents(test.db);
    await announce();
    for (const from of [
      last,
      '1:1:',
      '9000000000000:9000000000000:',
      '9:1:',
      'nonsense',
      '99999999999999999999:1:',
      "1:1:'",
    ])
      expect([from, (await read(test.ownerToken, address, from)).missed()]).toEqual([from, 1]);
    const left = await sql`select from live_events`.execute(test.db);
    expect(left.rows).toHaveLength(3);
  });

  it('report a gap if too much has changed to list', async () => {
    const reader = await read();
    await sql`
      insert into live_events (kinds, ids) select '{orders}', '{}' from generate_series(1, 2001)`.execute(
      test.db,
    );
    await sql`select pg_notify('live_events', '')`.execute(test.db);
    await vi.waitUntil(() => reader.missed() === 1, { timeout: 20_000 });
  });

  it('allow ten streams per account', async () => {
    const person = await signedInWith(test, []);
    const open = await Promise.all(Array.from({ length: 10 }, () => read(person.token)));
    const refused = await readEvents(address, person.token);
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '60']);
    open[0]?.close();
    await vi.waitFor(async () => expect((await read(person.token)).status).toBe(200), {
      timeout: 20_000,
      interval: 100,
    });
  });

  it('disconnect a reader that does not read, without affecting the others', async () => {
    const person = await signedInWith(test, [['Orders', 'read_only']]);
    const other = await read();
    const socket = connect(Number(new URL(address).port), '127.0.0.1').on('error', () => undefined);
    socket.write(
      `GET /v1/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${person.token}\r\n\r\n`,
    );
    await once(socket, 'data');
    socket.pause();
    const ended = once(socket, 'close');
    // More than the operating system buffers for a connection, beside the stream's own buffer.
    for (let round = 0; round < 4; round += 1) {
      const told = other.events.length;
      await inTransaction(test.db, async (tx) => {
        await sql`
          insert into live_events (kinds, ids)
          select '{orders}', (select array_agg(gen_random_uuid()) from generate_series(1, 200))
          from generate_series(1, 500)`.execute(tx);
        await sql`select pg_notify('live_events', '')`.execute(tx);
      });
      await vi.waitUntil(() => other.events.length > told, { timeout: 20_000 });
    }
    let received = 0;
    socket.on('data', (chunk: Buffer) => (received += chunk.length)).resume();
    await ended;
    expect(received).toBeLessThan(4 * 500 * 200 * 36);
    expect(other.hasEnded()).toBe(false);
  });

  it('answer a single request with the changes and end', async () => {
    const first = await test.send(test.ownerToken)('/v1/events?follow=false', {});
    const cursor = /^id: (\S+)$/m.exec(await first.text())?.[1];
    const { id } = await register.book();
    const next = await test.send(test.ownerToken)('/v1/events?follow=false', {
      headers: { 'last-event-id': cursor ?? '' },
    });
    expect(await next.text()).toContain(id);
    const head = await test.send(test.ownerToken)('/v1/events', { method: 'HEAD' });
    expect(head.status).toBe(200);
  });

  it('continue after the database has ended every connection', async () => {
    const reader = await read();
    await sql`
      select pg_terminate_backend(pid)
      from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`
      .execute(test.db)
      .catch(() => undefined);
    await vi.waitFor(() => sql`select announce('{settings}', null, '{}', null)`.execute(test.db), {
      timeout: 20_000,
    });
    await vi.waitUntil(
      () => reader.events.some(({ kind }) => kind === 'settings') || reader.hasEnded(),
      { timeout: 20_000 },
    );
    const again = reader.hasEnded()
      ? await read(test.ownerToken, address, reader.lastEventId())
      : reader;
    await again.hears('settings');
  });

  it('end every stream when the process stops', async () => {
    const { address: there, stop } = await live.startNeighbor();
    const reader = await read(test.ownerToken, there);
    await stop();
    await vi.waitUntil(() => reader.hasEnded(), { timeout: 20_000 });
  });
});
