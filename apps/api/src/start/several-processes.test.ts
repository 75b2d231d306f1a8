import { TABLET } from '#testing/selling/new-records.ts';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { api } from '@pos/contract/api';
import { createClient } from '@pos/contract/client';
import { sql } from 'kysely';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { queueBackgroundTask } from '#api/jobs/job-queue.ts';
import { checkInvariants } from '#api/invariants/invariants.ts';
import { packedRow, packingList, STONE, uploadInventory } from '#testing/selling/inventory-file.ts';
import { inTurn, ProductProcesses, toTestApi } from '#testing/app/product-processes.ts';
import { expectRefusal } from '#testing/calls/expectations.ts';
import { getRefusal } from '#testing/calls/refusals.ts';
import type { Running } from '#api/start.ts';
import { openFair } from '#testing/selling/sales-floor.ts';
import { addReader, makeDue, makeSchedule } from '#testing/selling/scheduled-reports.ts';
import { OWNER } from '#testing/app/test-api.ts';

/** Longer than identities are cached (api.md, "Rights"). */
const SOON = { timeout: 20_000, interval: 100 };

/**
 * Two processes of the product on one database, started at the same moment, that answer every other
 * request, as behind a proxy. `TEST_PROCESSES=2` runs all tests of the API in this way.
 */
describe('two processes that answer in turn', async () => {
  const processes = await ProductProcesses.open();
  // Both find an empty database, which only one of them migrates and gives its owner.
  const both = await Promise.all([processes.start('one'), processes.start('two')]);
  const test = await toTestApi(both);
  const floor = await openFair(test);
  afterAll(async () => {
    await checkInvariants(test.db);
    await processes.close();
  });

  it('have one owner, and one schema', async () => {
    const { rows } = await sql<{ admins: number; migrations: number }>`select
      (select count(*)::int from admins where email = ${OWNER.email}) as admins,
      (select count(*)::int from schema_migrations where name like '0001%') as migrations`.execute(
      test.db,
    );
    expect(rows).toEqual([{ admins: 1, migrations: 1 }]);
    expect(both[0].owner.id).toBe(both[1].owner.id);
  });

  it('keep a session in which each refresh is answered by the other, and end it for both', async () => {
    const { token } = await test.client().auth.login({ body: OWNER });
    let { access, refresh } = token;
    const preferencesAt = (process: Running) =>
      createClient(api, inTurn([process], access.token)).preferences.get();
    for (let turn = 0; turn < 4; turn += 1) {
      const body = { refreshToken: refresh.token };
      ({ access, refresh } = (await test.client().auth.refreshTokens({ body })).data.token);
      for (const process of both) await preferencesAt(process);
    }
    await test.client().auth.logout({ body: { refreshToken: refresh.token } });
    for (const process of both)
      await vi.waitFor(() => expectRefusal(preferencesAt(process), 'SESSION_REVOKED'), SOON);
  });

  it('count wrong passwords together', async () => {
    const body = { email: 'nobody@example.com', password: 'Wrong-Horse-42' };
    const statuses: number[] = [];
    for (let tries = 0; tries < 12; tries += 1)
      statuses.push((await getRefusal(test.client().auth.login({ body }))).status);
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429, 429]);
  });

  it('take a right away at both within a second', async () => {
    const reader = await addReader(test, ['Fairs']);
    await sql`update admins set password_hash = (select password_hash from admins where id = ${test.ownerId})
      where id = ${reader.id}`.execute(test.db);
    const body = { email: reader.email, password: OWNER.password };
    const { access } = (await test.client().auth.login({ body })).token;
    const fairsAt = (process: Running) =>
      createClient(api, inTurn([process], access.token)).fairs.list({ query: {} });
    for (const process of both) await fairsAt(process);
    await sql`update role_rights set read_only = false where role_id = ${reader.roleId}`.execute(
      test.db,
    );
    for (const process of both)
      await vi.waitFor(() => expectRefusal(fairsAt(process), 'FORBIDDEN'), SOON);
  });

  it('do a repeated call once, and answer it alike', async () => {
    const body = JSON.stringify({ deviceId: 'TWICE-1', name: 'Twice', ...TABLET });
    const headers = { 'content-type': 'application/json', 'idempotency-key': 'twice' };
    const send = test.send(test.ownerToken);
    const add = async () => {
      const answer = await send('/v1/devices/add', { method: 'POST', headers, body });
      const { data } = (await answer.json()) as { data?: { id: string } };
      return { status: answer.status, id: data?.id };
    };
    const atOnce = await Promise.all([add(), add(), add(), add()]);
    // While the first one runs, at either process, the others are told to wait.
    expect(new Set(atOnce.map(({ status }) => status))).toEqual(
      new Set(atOnce.some(({ status }) => status === 409) ? [200, 409] : [200]),
    );
    const { id } = atOnce.find(({ status }) => status === 200)!;
    for (let times = 0; times < 4; times += 1) expect(await add()).toEqual({ status: 200, id });
    expect((await test.ask.devices.list({ query: { search: 'TWICE-1' } })).totalResults).toBe(1);
  });

  it('sell: a register pairs, logs in, sells and repeats at whichever answers', async () => {
    const register = await floor.logIn('TURN-1');
    const orders = Array.from({ length: 6 }, () => register.sold());
    for (const order of orders)
      expect(await register.handIn(order)).toMatchObject([{ result: 'accepted' }]);
    const again = await Promise.all([register.handIn(...orders), register.handIn(...orders)]);
    for (const { result } of again.flat()) expect(result).toBe('duplicate');
    const query = { fairId: floor.fair.id };
    expect((await test.ask.orders.list({ query })).totalResults).toBe(orders.length);
  });

  it('commit an upload that the other checked', async () => {
    const file = await packingList(packedRow(`${floor.fair.identifier}-2`, STONE, 5));
    const fields = { fairId: floor.fair.id };
    const checked = await uploadInventory(test.owner, file, { ...fields, mode: 'check' });
    expect(checked.rejected).toBe(0);
    const done = await uploadInventory(test.owner, file, fields);
    expect(done).toMatchObject({ rejected: 0 });
  });

  it('send a scheduled report once, and run a task of the night once', async () => {
    const { data } = await test.owner.reportSchedules.add({ body: makeSchedule(floor) });
    await sql`update admins set email_verified = true where id = ${test.ownerId}`.execute(test.db);
    await makeDue(test, data.id, 0);
    for (let times = 0; times < 4; times += 1)
      await queueBackgroundTask(test.db, 'report-sends', {});
    const mails = async () => {
      const folders = ['one', 'two'].map((name) => path.join(processes.folder, name, 'mail'));
      const names = await Promise.all(
        folders.map(async (folder) =>
          (await readdir(folder).catch(() => [])).map((name) => path.join(folder, name)),
        ),
      );
      const texts = await Promise.all(names.flat().map((file) => readFile(file, 'utf8')));
      return texts.filter((text) => text.includes('List-Unsubscribe')).length;
    };
    await vi.waitFor(async () => expect(await mails()).toBe(1), { timeout: 20_000 });
    await vi.waitFor(
      async () => {
        const { rows } = await sql<{ left: number }>`select count(*)::int as left
          from jobs where kind = 'report-sends' and not recurring`.execute(test.db);
        expect(rows).toEqual([{ left: 0 }]);
      },
      { timeout: 20_000 },
    );
    expect(await mails()).toBe(1);
    const sends = await test.db.selectFrom('reportSends').select('id').execute();
    expect(sends).toHaveLength(1);
  });
});
