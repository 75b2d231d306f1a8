import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { TcpProxy } from '@pos/api/testing/app/tcp-proxy.ts';
import type { Product } from '../product/product.ts';
import { withDatabase } from '../product/test-database.ts';
import { type Answered, AnswerLog, countAnswers } from './answer-log.ts';
import { signInClerk, startGround, startProduct, workUntil } from './ground.ts';
import { above, counted, inTime, type Part, quantile, type Run, sumUp } from './part.ts';
import { sellInBursts, Selling } from './selling.ts';

const REGISTERS = 3;
const CLERKS = 20;
/** Duration of the load before the silence, the silence, and the load after it, in milliseconds. */
const LOAD_MS = 4_000;
const SILENCE_MS = 20_000;
/** /ready answers within 2 seconds; the rest is margin for a busy machine. */
const MAX_READY_MS = 2_500;
/** Statement timeout of 15 s, its detection 5 s later, after up to 10 s waiting for a connection. */
const MAX_CALL_MS = 32_000;
/** Silent connections are dropped within this time after the server is back. */
const MAX_RECOVERY_MS = 25_000;
/** Jobs 10 s, calls 15 s, three pools 5 s each. */
const MAX_STOP_MS = 42_000;
/** Number of successful answers in a row that counts as recovered. */
const IN_A_ROW = 20;

/**
 * Silences the connections between the product and its database under load, then stops the product
 * during a silence. The product is a second process on the database, behind a proxy.
 */
export const silence: Part = {
  name: 'silence',
  does: 'database connections that go silent, under load and while the product stops',
  run: async (run) => {
    const ground = await startGround(run, 'silence');
    const { dataDir } = ground.product;
    const databaseUrl = await withDatabase(dataDir, async (_db, url) => url);
    const proxy = await TcpProxy.open(databaseUrl);
    run.undo.defer(() => proxy.close());
    const silenced = await startProduct(run, 'silenced', {
      DATABASE_URL: proxy.url(databaseUrl),
      SECRET_KEY: (await readFile(path.join(dataDir, 'secret-key'), 'utf8')).trim(),
    });
    run.undo.defer(() => proxy.resume());
    const { url } = silenced;
    const registers = { url, registers: REGISTERS, sell: sellInBursts };
    const selling = await Selling.open(ground, 'QUIET', registers);
    const calls = new AnswerLog();
    const clerk = await signInClerk(url, calls, 'clerk');
    const read = () => clerk.orders.list({ query: { limit: 10 } });
    const work = () =>
      Promise.all(Array.from({ length: CLERKS }, () => workUntil(selling.isOver, 20, read)));

    selling.begin();
    const working = work();
    await run.pause(LOAD_MS);
    const begun = performance.now();
    proxy.silence();
    const ready = await watchReady(run, silenced);
    await proxy.resume();
    const recoveryMs = await untilRecovered(run, silenced, calls);
    await run.pause(LOAD_MS);
    await selling.end();
    await working;
    const during = calls.all.filter((one) => one.at >= begun);
    const stopMs = await stopWhileSilent(run, silenced, proxy, read);
    return sumUp(
      {
        figures: [
          `Before: ${describe(calls.all.filter((one) => one.at < begun))}`,
          `Silent for ${inTime(SILENCE_MS)} under load: ${describe(during)}`,
          `/ready meanwhile: ${describe(ready)}`,
          `All calls answered again ${inTime(recoveryMs)} after the database was back`,
          `SIGTERM while the database was silent ended the process after ${inTime(stopMs)}`,
        ],
        unforeseen: during
          .filter(({ status }) => status !== 200 && status !== 503)
          .map((one) => JSON.stringify(one)),
        missed: [
          ...above('/ready', slowest(ready), MAX_READY_MS),
          ...above('A call', slowest(during), MAX_CALL_MS),
          ...above('The recovery', recoveryMs, MAX_RECOVERY_MS),
          ...above('The stop', stopMs, MAX_STOP_MS),
          ...(ready.some(({ status }) => status === 503)
            ? []
            : ['/ready never reported that the database was down.']),
        ],
      },
      await selling.conclude(),
    );
  },
};

const getTimes = (answers: readonly Answered[]) => answers.map(({ began, at }) => at - began);
const slowest = (answers: readonly Answered[]) => Math.max(0, ...getTimes(answers));
const describe = (answers: readonly Answered[]) =>
  `${counted(countAnswers(answers))}, p99 ${inTime(quantile(getTimes(answers), 0.99))}, slowest ${inTime(slowest(answers))}`;

/** Stops the product while its database is silent and clerks work. Returns the time it took (ms). */
async function stopWhileSilent(
  { pause }: Run,
  silenced: Product,
  proxy: TcpProxy,
  read: () => Promise<unknown>,
): Promise<number> {
  let isStopped = false;
  const working = Array.from({ length: CLERKS }, () => workUntil(() => isStopped, 20, read));
  await pause(500);
  proxy.silence();
  await pause(1_500);
  const began = performance.now();
  await silenced.end('SIGTERM');
  const stopMs = performance.now() - began;
  isStopped = true;
  await Promise.all(working);
  return stopMs;
}

/** Polls /ready four times a second during the silence and returns the answers. */
async function watchReady({ pause }: Run, { url }: Product): Promise<Answered[]> {
  const log = new AnswerLog();
  const ask = log.network('monitor')((address, init) => fetch(url + address, init));
  for (const until = performance.now() + SILENCE_MS; performance.now() < until;) {
    await ask('/ready', { signal: AbortSignal.timeout(10_000) }).catch(() => undefined);
    await pause(250);
  }
  return log.all;
}

/** Returns the time until /ready and many calls in a row answer 200, in milliseconds. */
async function untilRecovered({ pause }: Run, product: Product, calls: AnswerLog): Promise<number> {
  const began = performance.now();
  await product.untilReady();
  const isBack = () =>
    calls.all.length >= IN_A_ROW &&
    calls.all.slice(-IN_A_ROW).every(({ status }) => status === 200);
  while (!isBack()) await pause(20);
  return performance.now() - began;
}
