import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { freePort } from '@pos/api/db/embedded/postmaster.ts';
import { startEmbeddedPostgres } from '@pos/api/db/embedded/supervisor.ts';
import { migrate } from '@pos/api/db/migrate.ts';
import { readSecrets, type Secrets } from '@pos/api/secrets.ts';
import { insistent, sendTo } from '../../office/http.ts';
import { PROGRAMS, TRIAL_OWNER } from '../../product/product.ts';
import { type BenchCall, seasonCalls } from './calls.ts';
import { batchOf, openRegisters, ORDERS_A_BATCH, rowsOf } from './intake.ts';
import { press, type Pressed } from './pressure.ts';

/** A call under pressure at 1 and at 16 connections; `bare` where the bare handler answers the same. Requests a second, milliseconds. */
export type Measured = { call: BenchCall; connections: number; ours: Pressed; bare?: Pressed };
export type BenchResult = { measured: Measured[]; /** The most memory that the API process ever held, in MB. */ peakMb: number };

const CONNECTIONS = [1, 16];
const WARM_UP_MS = 500;

/** Measures every call on the season of `dataDir`, ours and the bare handler in turn, `windowMs` each. `only` narrows to calls whose name holds it. With `intake` registers hand in orders too, which stay in the season; what the bare handler stores has no stock behind it. */
export async function measureSeason(dataDir: string, { windowMs, only, intake }: { windowMs: number; only?: string; intake: boolean }, say: (line: string) => void): Promise<BenchResult> {
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  const folder = await mkdtemp(path.join(tmpdir(), 'pos-admin-bench-'));
  await chmod(folder, 0o711);
  const children: ChildProcess[] = [];
  const client = new pg.Client({ connectionString: postgres.url });
  try {
    await migrate(postgres.url);
    await client.connect();
    const calls = (await seasonCalls(client)).filter(({ name }) => only === undefined || name.includes(only));
    const product = await startProgram(PROGRAMS.api, { DATABASE_URL: postgres.url, DATA_DIR: folder, LOG_LEVEL: 'error', DEMO: '0' }, children);
    const bare = await startProgram(fileURLToPath(new URL('bare.ts', import.meta.url)), { DATABASE_URL: postgres.url }, children);
    const send = insistent(sendTo(product.url));
    await send('/ready', {});
    const measured: Measured[] = [];
    for (const call of calls) {
      // Fresh for each call: a token is good for a quarter of an hour.
      const token = await tokenOf(product.url);
      const ours = { url: `${product.url}${call.ours}`, token };
      const theirs = call.bare === undefined ? undefined : { url: `${bare.url}${call.bare}` };
      for (const connections of CONNECTIONS) {
        for (const target of [ours, ...(theirs ? [theirs] : [])]) await press(target, connections, WARM_UP_MS);
        const bareResult = theirs && (await press(theirs, connections, windowMs));
        const result: Measured = { call, connections, ours: await press(ours, connections, windowMs), ...(bareResult && { bare: bareResult }) };
        measured.push(result);
        say(rowOf(result));
      }
    }
    if (intake) measured.push(...(await measureIntake(client, await readSecrets(folder), product.url, bare.url, windowMs, say)));
    return { measured, peakMb: await peakOf(product.child) };
  } finally {
    for (const child of children) {
      if (child.exitCode !== null) continue;
      const exit = once(child, 'exit');
      child.kill('SIGTERM');
      await exit;
    }
    await client.end();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Registers that hand in batches of orders, beside plain inserts of the same rows in one transaction a batch; in batches a second. */
async function measureIntake(client: pg.Client, secrets: Secrets, url: string, bareUrl: string, windowMs: number, say: (line: string) => void): Promise<Measured[]> {
  const registers = await openRegisters(client, secrets);
  let turn = 0;
  const nextRegister = () => registers[turn++ % registers.length]!;
  const next = () => {
    const register = nextRegister();
    return { token: register.token, body: JSON.stringify({ orders: batchOf(register) }) };
  };
  const nextRows = () => {
    const register = nextRegister();
    return { body: rowsOf(register, batchOf(register)) };
  };
  const measured: Measured[] = [];
  for (const connections of CONNECTIONS) {
    const bare = await press({ url: `${bareUrl}/intake`, next: nextRows }, connections, windowMs);
    // The bare handler used up numbers that no register has.
    const { rows } = await client.query<{ id: string; sequence: number }>('select device_id as id, highest_sequence::int as sequence from device_epochs where epoch = 1');
    for (const register of registers) register.sequence = rows.find(({ id }) => id === register.deviceId)?.sequence ?? 0;
    const result: Measured = { call: { name: `intake, ${ORDERS_A_BATCH} orders a batch`, ours: '/v1/pos/orders', atLeast: 0.5 }, connections, bare, ours: await press({ url: `${url}/v1/pos/orders`, next }, connections, windowMs) };
    measured.push(result);
    say(rowOf(result));
  }
  return measured;
}

/** One line of the table. */
export function rowOf({ call, connections, ours, bare }: Measured): string {
  const number = (value: number) => (value >= 100 ? value.toFixed(0) : value.toFixed(1)).padStart(7);
  const ratio = bare ? (ours.perSecond / bare.perSecond).toFixed(2).padStart(7) : '      -';
  return `${call.name.padEnd(32)}${String(connections).padStart(3)}${bare ? number(bare.perSecond) : '      -'}${number(ours.perSecond)}${ratio}${number(ours.p50)}${number(ours.p99)}`;
}

async function tokenOf(url: string): Promise<string> {
  const response = await fetch(`${url}/v1/auth/login`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(TRIAL_OWNER) });
  const { token } = (await response.json()) as { token: { access: { token: string } } };
  return token.access.token;
}

async function startProgram(program: string, settings: Record<string, string>, children: ChildProcess[]): Promise<{ url: string; child: ChildProcess }> {
  const port = await freePort();
  const { PUBLIC_URL: _address, SECRET_KEY: _key, ...environment } = process.env;
  const child = spawn(process.execPath, [program], { env: { ...environment, ...settings, HOST: '127.0.0.1', PORT: String(port), OWNER_EMAIL: TRIAL_OWNER.email }, stdio: ['ignore', 'ignore', 'inherit'] });
  children.push(child);
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 300; tries++) {
    if (child.exitCode !== null) throw new Error(`${path.basename(program)} ended.`);
    if (await fetch(url).then(() => true, () => false)) return { url, child };
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${path.basename(program)} did not start.`);
}

async function peakOf({ pid }: ChildProcess): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) / 1_000;
}
