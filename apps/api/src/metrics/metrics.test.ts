import { TABLET } from '#testing/selling/new-records.ts';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '@pos/embedded-postgres/postmaster';
import { describe, expect, it } from 'vitest';
import { HUNGER, openFair } from '#testing/selling/sales-floor.ts';
import { startTestApp } from '#testing/app/test-app.ts';

const TOKEN = 'a token of the tests, long enough';

/** Returns the value of a sample: `name` with its labels as Prometheus writes them. */
const sample = (text: string, name: string) =>
  text
    .split('\n')
    .flatMap((line) => (line.startsWith(`${name} `) ? [Number(line.split(' ').at(-1))] : []))[0];

describe('/metrics', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'backups-'));
  const port = await freePort();
  const test = await startTestApp({
    metrics: { token: TOKEN, address: { host: '127.0.0.1', port } },
    backupFolder: folder,
  });
  test.atEnd(() => rm(folder, { recursive: true }));
  const read = async (authorization = `Bearer ${TOKEN}`) =>
    test.app.inject({ method: 'GET', url: '/metrics', headers: { authorization } });

  it('is an unknown address without the token, and if the operator has set none', async () => {
    const closed = await startTestApp();
    for (const answer of [
      await read(''),
      await read('Bearer wrong'),
      await test.app.inject('/metrics'),
      await closed.app.inject('/metrics'),
      await closed.app.inject({ url: '/metrics', headers: { authorization: 'Bearer undefined' } }),
    ]) {
      expect(answer.statusCode).toBe(404);
      expect(answer.body).not.toContain('pos_admin');
    }
  });

  it('counts requests by route, without IDs, queries or tokens', async () => {
    const { data: device } = await test.owner.devices.add({
      body: { deviceId: 'REG-77', name: 'Till', ...TABLET },
    });
    await test.owner.devices.list({ query: { search: 'secret-search' } });
    await test.owner.devices.getById({ params: { id: device.id } });
    const { body, headers } = await read();
    expect(headers['content-type']).toContain('text/plain');
    const counted = 'pos_admin_http_request_duration_seconds_count';
    expect(
      sample(body, `${counted}{method="GET",route="/v1/devices/getById/:id",status="200"}`),
    ).toBe(1);
    for (const text of [device.id, 'secret-search', 'REG-77', TOKEN])
      expect(body).not.toContain(text);
    expect(body).toMatch(/^nodejs_eventloop_lag_p99_seconds /m);
  });

  it('shows the database, its connections, jobs, disk, live streams and the newest backup', async () => {
    await writeFile(path.join(folder, 'pos-admin-2026-11-20T03-07-00Z.backup'), 'older');
    await writeFile(path.join(folder, 'pos-admin-2026-11-21T03-07-00Z.backup'), 'the newest');
    await test.db
      .insertInto('jobs')
      .values({ id: '018f0000-0000-7000-8000-000000000001', kind: 'import', ownerId: test.ownerId })
      .execute();
    const { body } = await read();
    expect(sample(body, 'pos_admin_database_up')).toBe(1);
    expect(sample(body, 'pos_admin_database_size_bytes')).toBeGreaterThan(1_000_000);
    expect(sample(body, 'pos_admin_database_connections{pool="staff",state="idle"}')).toBeDefined();
    expect(sample(body, 'pos_admin_jobs{kind="import",status="queued"}')).toBe(1);
    expect(sample(body, 'pos_admin_disk_free_bytes')).toBeGreaterThan(0);
    expect(sample(body, 'pos_admin_live_streams')).toBe(0);
    expect(sample(body, 'pos_admin_backup_last_size_bytes')).toBe('the newest'.length);
    expect(sample(body, 'pos_admin_backup_last_timestamp_seconds')).toBe(
      Date.parse('2026-11-21T03:07:00Z') / 1_000,
    );
    await test.db.deleteFrom('jobs').execute();
  });

  it('shows connections, open transactions, transaction IDs and the archive of the server', async () => {
    const { body } = await read();
    const value = (name: string) => sample(body, `pos_admin_${name}`)!;
    expect(value('server_connections')).toBeGreaterThan(0);
    expect(value('server_max_connections')).toBeGreaterThan(value('server_connections'));
    expect(value('oldest_transaction_seconds')).toBeGreaterThanOrEqual(0);
    expect(value('transaction_id_age')).toBeGreaterThan(0);
    expect(value('archive_failing')).toBe(0);
  });

  it('counts orders of registers by result, and held and unsent orders by fair', async () => {
    const floor = await openFair(test);
    const register = await floor.logIn('TILL-01');
    await register.book();
    const [held] = await register.handIn(
      register.sold({ lines: [{ sku: HUNGER, unitPriceCents: 1 }] }),
    );
    expect(held!.result).toBe('held');
    await register.pos.heartbeat({ body: { appVersion: 'test', unsentOrders: 7 } });
    const { body } = await read();
    const { identifier } = floor.fair;
    expect(sample(body, 'pos_admin_register_orders_total{result="accepted"}')).toBe(1);
    expect(sample(body, 'pos_admin_register_orders_total{result="held"}')).toBe(1);
    expect(sample(body, `pos_admin_held_orders{fair="${identifier}"}`)).toBe(1);
    expect(sample(body, `pos_admin_unsent_orders{fair="${identifier}"}`)).toBe(7);
  });

  it('answers while the database does not, and the log says why measurements are missing', async () => {
    const cut = await startTestApp({ proxied: true, metrics: { token: TOKEN } });
    const readCut = () =>
      cut.app.inject({ url: '/metrics', headers: { authorization: `Bearer ${TOKEN}` } });
    expect((await readCut()).body).not.toMatch(/^# \w+ pos_admin_held_orders /m);
    await cut.proxy.refuse();
    const { statusCode, body } = await readCut();
    expect([statusCode, sample(body, 'pos_admin_database_up')]).toEqual([200, 0]);
    expect(cut.logged.map(({ msg }) => msg)).toContain('measurements are missing');
    await cut.proxy.resume();
    expect(sample((await readCut()).body, 'pos_admin_database_up')).toBe(1);
  });

  it('answers on its separate address without a token, and nothing else there', async () => {
    await test.app.listen({ host: '127.0.0.1', port: 0 });
    const at = (address: string, init?: RequestInit) =>
      fetch(`http://127.0.0.1:${port}${address}`, init);
    expect(await (await at('/metrics')).text()).toContain('pos_admin_database_up 1');
    expect((await at('/v1/devices')).status).toBe(404);
    expect((await at('/metrics', { method: 'POST' })).status).toBe(404);
  });
});
