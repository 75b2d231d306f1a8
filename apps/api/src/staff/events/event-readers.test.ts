import type { LiveKind } from '@pos/contract/staff/events';
import { MODULES, type Module } from '@pos/contract/permissions';
import { limitToPlaces } from '@pos/world/places';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { inTransaction } from '#api/db/db.ts';
import { readEvents, type EventReader } from '#testing/calls/event-reader.ts';
import { openLiveProcesses } from '#testing/app/live-processes.ts';
import { signedInWith } from '#testing/rights/personas.ts';
import { openFair } from '#testing/selling/sales-floor.ts';
import { OWNER } from '#testing/app/test-app.ts';

const OWN: readonly LiveKind[] = ['jobs', 'notifications', 'rights'];

describe('readers of live events', async () => {
  const live = await openLiveProcesses();
  const { test, floor, register, address, neighbor, read } = live;
  // Announcements of earlier tests do not count here.
  beforeEach(() => live.ageEvents());
  afterEach(() => {
    live.closeReaders();
  });

  it('tell each reader only what their role may read', async () => {
    const expected: Record<Module, LiveKind[]> = {
      Dashboard: [],
      Users: ['users'],
      Devices: ['devices'],
      Fairs: ['fairs', 'cartons'],
      Payments: ['payments'],
      Orders: ['orders', 'refunds'],
      Reports: [],
      Students: ['students'],
      'Fair Inventory': ['stock'],
      'All Inventory': ['stock', 'warehouse'],
      'Customize Template': [],
    };
    const people = await Promise.all(
      MODULES.map(async (module) => ({
        module,
        reader: await read((await signedInWith(test, [[module, 'read_only']])).token),
      })),
    );
    const all = await read();
    const everything = [...new Set([...Object.values(expected).flat(), 'settings'])];
    await inTransaction(test.db, (tx) =>
      sql`select announce(${sql.val(everything)}::text[], ${floor.fair.id}, '{}', null)`.execute(
        tx,
      ),
    );
    await sql`
      select announce('{jobs,notifications}', null, '{}', ${test.ownerId})`.execute(test.db);
    await sql`select announce('{settings}', null, '{}', null)`.execute(test.db);
    await all.hears('notifications');
    const ends = (reader: EventReader) =>
      reader.events.some(({ kind, fairId }) => kind === 'settings' && fairId === null);
    for (const { module, reader } of people) {
      await vi.waitUntil(() => ends(reader), { timeout: 10_000 });
      const told = reader.events.filter(({ fairId }) => fairId === floor.fair.id);
      expect(new Set(told.map(({ kind }) => kind)), module).toEqual(
        new Set([...expected[module], 'settings']),
      );
      expect(reader.events.filter(({ kind }) => OWN.includes(kind))).toEqual([]);
    }
  });

  it('tell a person who works at one fair nothing of another, and no ID of what has no place', async () => {
    const person = await signedInWith(test, [['Orders', 'read_only']]);
    await limitToPlaces(test.owner, person.id, { fairIds: [floor.fair.id] });
    const elsewhere = await (await openFair(test)).logIn('LIVE-2');
    const reader = await read(person.token);
    await elsewhere.book();
    await sql`select announce('{settings}', null, array[${test.ownerId}]::uuid[], null)`.execute(
      test.db,
    );
    const { id } = await register.book();
    await reader.hears('orders', id);
    expect(reader.events.filter(({ kind }) => !OWN.includes(kind))).toEqual([
      { kind: 'settings', fairId: null, ids: [] },
      { kind: 'orders', fairId: floor.fair.id, ids: [id] },
    ]);
  });

  it('end the stream of a user whose rights change, before telling what they may no longer read', async () => {
    const person = await signedInWith(test, [
      ['Orders', 'read_only'],
      ['Payments', 'read_only'],
    ]);
    const [here, there] = [await read(person.token), await read(person.token, neighbor)];
    await inTransaction(test.db, async (tx) => {
      await tx
        .updateTable('roleRights')
        .set({ readOnly: false })
        .where('roleId', '=', person.roleId)
        .where('module', '=', 'Payments')
        .execute();
      await sql`select announce('{payments}', ${floor.fair.id}, '{}', null)`.execute(tx);
    });
    for (const reader of [here, there]) {
      await vi.waitUntil(() => reader.hasEnded(), { timeout: 10_000 });
      expect(reader.events).toEqual([{ kind: 'rights', fairId: null, ids: [] }]);
    }
    const again = await read(person.token);
    await sql`select announce('{orders,payments}', ${floor.fair.id}, '{}', null)`.execute(test.db);
    await again.hears('orders');
    expect(again.events.map(({ kind }) => kind)).not.toContain('payments');
  });

  it('end the streams of an ended session, and of no other', async () => {
    const { token } = await test.client().auth.login({ body: OWNER });
    const [mine, other] = [await read(token.access.token), await read()];
    await test.client().auth.logout({ body: { refreshToken: token.refresh.token } });
    await vi.waitUntil(() => mine.hasEnded(), { timeout: 10_000 });
    await register.book();
    await other.hears('orders');
    expect(other.hasEnded()).toBe(false);
    expect((await readEvents(address, token.access.token)).status).toBe(401);
  });

  it('check readers again at each heartbeat, so that a token expires in time', async () => {
    const { token } = await test.client().auth.login({ body: OWNER });
    const reader = await read(token.access.token);
    // The session's own end is not announced.
    await sql`
      update sessions set ends_at = now() where id = (
        select id from sessions where admin_id = ${test.ownerId}
        order by created_at desc limit 1)`.execute(test.db);
    await vi.waitUntil(() => reader.hasEnded(), { timeout: 10_000 });
    expect(reader.events.at(-1)).toEqual({ kind: 'rights', fairId: null, ids: [] });
  });
});
