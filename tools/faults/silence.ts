import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { TcpProxy } from '@pos/api/testing/tcp-proxy.ts';
import { api } from '@pos/contract/api';
import { createClient } from '@pos/contract/client';
import { sendTo } from '../office/http.ts';
import { brokenJournals } from '../product/journals.ts';
import { Product, PROGRAMS, TRIAL_OWNER } from '../product/product.ts';
import { withDatabase } from '../product/test-database.ts';
import { compareWithServer } from '../simulator/compare.ts';
import { sellThrough } from './registers.ts';
import { type Ground, onGround, openRegisters, prepareFair, UNITS } from './ground.ts';
import { brokenInvariants, counted, inTime, type Part, type PartReport, quantile } from './part.ts';

const FAIR = 'SILENCE-01';
const REGISTERS = 3;
const CLERKS = 20;
/** Duration of the load before the silence, the silence, and the load after it, in milliseconds. */
const LOAD_MS = 4_000;
const SILENCE_MS = 20_000;
/** /ready answers within 2 seconds; the rest is margin for a busy machine. */
const MAX_READY_MS = 2_500;
/**
 * Statement timeout of 15 s, its detection 5 s later, after up to 10 s waiting for a connection.
 */
const MAX_CALL_MS = 32_000;
/** Silent connections are dropped within this time after the server is back. */
const MAX_RECOVERY_MS = 25_000;
/** Jobs 10 s, calls 15 s, three pools 5 s each. */
const MAX_STOP_MS = 42_000;
/** Number of successful answers in a row that counts as recovered. */
const IN_A_ROW = 20;

/**
 * Silences the connections between the product and its database under load, then stops the product
 * during a silence.
 */
export const silence: Part = {
  name: 'silence',
  does: 'database connections that go silent, under load and while the product stops',
  run: ({ seed }, log) =>
    onGround({ name: 'silence', seed }, log, (ground) => behindProxy(ground, log)),
};

/** Starts a second process on the same database, behind a proxy that can go silent. */
async function behindProxy(ground: Ground, log: (line: string) => void): Promise<PartReport> {
  const { dataDir } = ground.product;
  await prepareFair(ground.office, FAIR, UNITS);
  const databaseUrl = await withDatabase(dataDir, async (_db, url) => url);
  const proxy = await TcpProxy.open(databaseUrl);
  const secretKey = (await readFile(path.join(dataDir, 'secret-key'), 'utf8')).trim();
  const extra = { DATABASE_URL: proxy.url(databaseUrl), SECRET_KEY: secretKey };
  const silenced = await Product.launch('silenced', () => '', PROGRAMS.api, undefined, extra);
  try {
    return await fallSilent(ground, silenced, proxy);
  } catch (error) {
    for (const line of silenced.lastLines) log(line);
    throw error;
  } finally {
    await proxy.resume();
    await silenced.remove();
    await proxy.close();
  }
}

async function fallSilent(ground: Ground, silenced: Product, proxy: TcpProxy): Promise<PartReport> {
  const { product, office, random } = ground;
  const registers = await openRegisters(ground, FAIR, 'QUIET', REGISTERS, { url: silenced.url });
  const clerks = await Clerks.signIn(silenced.url);
  const sell = (isOver: () => boolean) =>
    registers.map((register, number) =>
      sellThrough(
        register,
        { number, registers: REGISTERS },
        random.fork(register.deviceId),
        isOver,
      ),
    );
  const { before, ready, recoveryMs, during } = await silenceUnderLoad(
    silenced,
    proxy,
    clerks,
    sell,
  );
  const stopMs = await stopWhileSilent(silenced, proxy, clerks);
  const comparison = await compareWithServer(office, FAIR, registers, random.fork('compare'));
  const broken = [
    ...comparison.lost,
    ...comparison.doubled,
    ...comparison.wrong,
    ...(await brokenInvariants(product)),
    ...(await withDatabase(product.dataDir, (db) => brokenJournals(db, registers))),
  ];
  for (const register of registers) await register.memory.close();
  const slowest = Math.max(0, ...during.times);
  return {
    figures: [
      `Before: ${counted(before.answers)}, p99 ${inTime(quantile(before.times, 0.99))}`,
      `Silent for ${inTime(SILENCE_MS)} under load: calls answered ${counted(during.answers)}, slowest after ${inTime(slowest)}`,
      `/ready was polled ${ready.times.length} times: ${counted(ready.answers)}, slowest ${inTime(Math.max(0, ...ready.times))}`,
      `All calls answered again ${inTime(recoveryMs)} after the database was back`,
      `SIGTERM while the database was silent ended the process after ${inTime(stopMs)}`,
      `${comparison.acknowledged} orders acknowledged, ${comparison.lost.length} lost, ${comparison.doubled.length} duplicated`,
    ],
    broken,
    unforeseen: during.unforeseen,
    missed: [
      ...above('/ready', Math.max(0, ...ready.times), MAX_READY_MS),
      ...above('A call', slowest, MAX_CALL_MS),
      ...above('The recovery', recoveryMs, MAX_RECOVERY_MS),
      ...above('The stop', stopMs, MAX_STOP_MS),
      ...(ready.answers['503'] === undefined
        ? ['/ready never reported that the database was down.']
        : []),
    ],
  };
}

/** Silences the database while registers sell and clerks work, and measures before and during it. */
async function silenceUnderLoad(
  silenced: Product,
  proxy: TcpProxy,
  clerks: Clerks,
  sell: (isOver: () => boolean) => Promise<unknown>[],
) {
  let isOver = false;
  const selling = sell(() => isOver);
  const working = clerks.workUntil(() => isOver);
  await sleep(LOAD_MS);
  const before = clerks.take();
  proxy.silence();
  const ready = await watchReady(silenced, SILENCE_MS);
  await proxy.resume();
  const recoveryMs = await recovered(silenced, clerks);
  await sleep(LOAD_MS);
  isOver = true;
  await Promise.all([...selling, working]);
  return { before, ready, recoveryMs, during: clerks.take() };
}

/** Stops the product while its database is silent and clerks work. Returns the time it took (ms). */
async function stopWhileSilent(
  silenced: Product,
  proxy: TcpProxy,
  clerks: Clerks,
): Promise<number> {
  let isStopped = false;
  const working = clerks.workUntil(() => isStopped);
  await sleep(500);
  proxy.silence();
  await sleep(1_500);
  const began = performance.now();
  await silenced.end('SIGTERM');
  const stopMs = performance.now() - began;
  isStopped = true;
  await working;
  return stopMs;
}

function above(name: string, ms: number, limit: number): string[] {
  return ms > limit ? [`${name} took ${inTime(ms)}, above ${inTime(limit)}.`] : [];
}

/** Polls /ready four times a second and returns the answers. */
async function watchReady(product: Product, forMs: number) {
  const answers: Record<string, number> = {};
  const times: number[] = [];
  const until = performance.now() + forMs;
  while (performance.now() < until) {
    const began = performance.now();
    const status = await fetch(`${product.url}/ready`, {
      signal: AbortSignal.timeout(10_000),
    }).then(
      (answer) => answer.status,
      () => 0,
    );
    times.push(performance.now() - began);
    answers[status] = (answers[status] ?? 0) + 1;
    await sleep(250);
  }
  return { answers, times };
}

/** Returns the time until /ready and many calls in a row answer 200, in milliseconds. */
async function recovered(product: Product, clerks: Clerks): Promise<number> {
  const began = performance.now();
  await product.untilReady();
  for (let inARow = 0; inARow < IN_A_ROW;) inARow = (await clerks.ask()) === 200 ? inARow + 1 : 0;
  return performance.now() - began;
}

/** Staff who read lists without a pause, recording time and status of each call. */
class Clerks {
  readonly #send: ReturnType<typeof sendTo>;
  #answers: Record<string, number> = {};
  #times: number[] = [];
  #unforeseen: string[] = [];

  private constructor(send: ReturnType<typeof sendTo>) {
    this.#send = send;
  }

  static async signIn(url: string): Promise<Clerks> {
    const { token } = await createClient(api, sendTo(url)).auth.login({ body: TRIAL_OWNER });
    return new Clerks(sendTo(url, () => token.access.token));
  }

  /** Makes one call and returns its status; 0 if there was no response. */
  async ask(): Promise<number> {
    const began = performance.now();
    const [status, body] = await this.#send('/v1/orders?limit=10', { method: 'GET' }).then(
      async (answer) => [answer.status, await answer.text()] as const,
      () => [0, ''] as const,
    );
    this.#times.push(performance.now() - began);
    this.#answers[status] = (this.#answers[status] ?? 0) + 1;
    if (status !== 200 && status !== 503) this.#unforeseen.push(`a list: ${status} ${body}`);
    return status;
  }

  async workUntil(isOver: () => boolean): Promise<void> {
    await Promise.all(
      Array.from({ length: CLERKS }, async () => {
        while (!isOver()) {
          await this.ask();
          await sleep(20);
        }
      }),
    );
  }

  /** Returns the measurements so far and resets them. */
  take() {
    const taken = { answers: this.#answers, times: this.#times, unforeseen: this.#unforeseen };
    this.#answers = {};
    this.#times = [];
    this.#unforeseen = [];
    return taken;
  }
}
