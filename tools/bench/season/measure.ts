import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@pos/contract/client';
import { registerApi } from '@pos/contract/sales/register';
import { sendTo } from '../../office/http.ts';
import { startBenchServer, type BenchServer } from './bench-server.ts';
import { type BenchCall, seasonCalls } from './calls.ts';
import { copyBatch, makeBatch, ORDERS_A_BATCH, readBatch, type StoredBatch } from './intake.ts';
import {
  askInTurn,
  getRatio,
  type LoadResult,
  runLoadInTurns,
  type Target,
} from './load-generator.ts';
import { openLimitedOffice } from './limited-user.ts';
import { measureWarehouse } from './warehouse.ts';
import { startSynchronousStandby } from './standby.ts';

type Options = {
  /** Load time of each call, in milliseconds. */
  windowMs: number;
  /** Substring that selects calls by name. */
  only: string | undefined;
  intake: boolean;
  /** True to receive and count all titles too. */
  warehouse: boolean;
  /** True to measure intake once more with commits that wait for a second server. */
  standby: boolean;
  /** Number of fairs whose last days are touched all the time, so that readers count them. */
  selling: number;
};

/** Prints a line, and exits with 1 for each limit that it missed. */
function tell(line: string, ...missed: readonly string[]): void {
  console.log([line, ...missed].join('  <- '));
  if (missed.length > 0) process.exitCode = 1;
}

/**
 * Measures every call on the season of `dataDir` at one connection, and prints a table as in
 * docs/performance.md. With `intake`, registers also send orders, which stay in the season; the bare
 * handler's inserts have no stock behind them.
 */
export async function measureSeason(
  dataDir: string,
  { windowMs, only, intake, warehouse, selling, standby }: Options,
): Promise<void> {
  const server = await startBenchServer(dataDir);
  const stopSelling = sellAtFairs(server, selling);
  try {
    console.log('| call | p50, ms | p99, ms | limit, ms | of bare | limit | memory, MB |');
    console.log('| --- | ---: | ---: | ---: | ---: | ---: | ---: |');
    const calls = await seasonCalls(server.client, selling);
    for (const call of wanted(calls, only)) {
      const targets = [await server.ours(call)];
      if (call.bare) targets.push({ url: `${server.bareUrl}${call.bare.path}` });
      const limits = { maxMs: call.maxMs, atLeast: call.bare?.atLeast };
      await measureCall(server, call.name, limits, () => runLoadInTurns(targets, 1, windowMs));
    }
    if (intake) await measureIntake(server, windowMs);
    if (warehouse) {
      const ordinary = calls.filter(({ by, maxMs = 0 }) => by === undefined && maxMs < 1_000);
      await measureWarehouse(server, ordinary, tell);
    }
    if (standby) {
      const stop = await startSynchronousStandby(dataDir);
      await measureIntake(server, windowMs, ', synchronous standby').finally(stop);
    }
    console.log(`\nPeak memory of the API process: ${(await server.memory()).most.toFixed(0)} MB.`);
  } finally {
    await stopSelling();
    await server.stop();
  }
}

/** Prints the row of a call under load, and the bare handler's where it has one. */
async function measureCall(
  server: BenchServer,
  name: string,
  { maxMs, atLeast }: { maxMs?: number | undefined; atLeast?: number | undefined },
  load: () => Promise<LoadResult[]>,
): Promise<void> {
  const [ours, bare] = await load();
  const { p50, p99 } = ours!;
  const { now: memoryMb } = await server.memory();
  const ratio = bare && getRatio(ours!, bare);
  const figures = [ratio?.toFixed(2) ?? '–', atLeast ?? '–', memoryMb.toFixed(0)];
  const cells = [name, p50.toFixed(1), p99.toFixed(1), maxMs ?? '–', ...figures];
  tell(
    `| ${cells.join(' | ')} |`,
    ...(ratio !== undefined && atLeast !== undefined && ratio < atLeast ? ['below its ratio'] : []),
    ...(maxMs !== undefined && p50 > maxMs ? ['above its limit'] : []),
  );
}

/**
 * Touches the last day of the newest `count` fairs again and again, as if they sold, until the returned
 * function is called.
 */
function sellAtFairs({ client }: Pick<BenchServer, 'client'>, count: number): () => Promise<void> {
  let isOver = false;
  const selling = (async () => {
    while (!isOver && count > 0) {
      await client.query(
        `
          insert into fair_days_touched (fair_id, day)
          select f.id, (select max(day) from fair_days d where d.fair_id = f.id)
          from fairs f
          where f.order_count > 0
          order by f.end_date desc, f.id
          limit $1`,
        [count],
      );
      await sleep(1_000);
    }
  })();
  return async () => {
    isOver = true;
    await selling;
  };
}

/** Measures the same calls on two seasons, alternating, over one connection, and prints both. */
export async function compareSeasons(
  dataDir: string,
  smallerDir: string,
  { windowMs, only }: Options,
): Promise<void> {
  await using parts = new AsyncDisposableStack();
  const start = async (folder: string) => {
    const server = await startBenchServer(folder);
    parts.defer(() => server.stop());
    return server;
  };
  const smaller = await start(smallerDir);
  const larger = await start(dataDir);
  const inSmaller = await seasonCalls(smaller.client);
  const pairs = (await seasonCalls(larger.client)).map((call, index) => ({
    call,
    most: call.maxGrowth,
    targets: async (): Promise<[Target, Target]> => [
      await larger.ours(call),
      await smaller.ours(inSmaller[index]!),
    ],
  }));
  await comparePairs(['larger season', 'smaller season'], pairs, { windowMs, only });
}

/** Largest multiple that a call may cost a user of some fairs. */
const MAX_OF_SOME_FAIRS = 1.5;

/**
 * Measures the lists, the dashboard and the reports by a user who works at `count` fairs and by one who
 * works everywhere, alternating, over one connection, and prints both.
 */
export async function measurePlaces(
  dataDir: string,
  count: number,
  which: 'region' | 'newest',
  options: Options,
) {
  const server = await startBenchServer(dataDir);
  try {
    const limited = await openLimitedOffice(server, count, which);
    const calls = await seasonCalls(server.client, 0, 'newest fair');
    const pairs = calls
      .filter(({ by }) => by === undefined)
      .map((call) => ({
        call,
        most: MAX_OF_SOME_FAIRS,
        targets: async (): Promise<[Target, Target]> => {
          const everywhere = await server.ours(call);
          return [{ ...everywhere, token: limited.token() }, everywhere];
        },
      }));
    await comparePairs([`${count} fairs`, 'everywhere'], pairs, options);
  } finally {
    await server.stop();
  }
}

type Pair = { call: BenchCall; most: number; targets: () => Promise<[Target, Target]> };

/**
 * Requests the two targets of each call alternately, and prints their medians and the first one's
 * multiple of the second, at most `most`.
 */
async function comparePairs(
  [one, other]: [string, string],
  pairs: readonly Pair[],
  { windowMs, only }: Pick<Options, 'windowMs' | 'only'>,
): Promise<void> {
  console.log(`| call | ${other}, p50 ms | ${one}, p50 ms | times |`);
  console.log('| --- | ---: | ---: | ---: |');
  for (const { call, most, targets } of pairs) {
    if (wanted([call], only).length === 0) continue;
    const [ofOne = 0, ofOther = 0] = await askInTurn(await targets(), windowMs);
    const times = ofOne / ofOther;
    const cells = [call.name, ofOther.toFixed(2), ofOne.toFixed(2), times.toFixed(2)];
    tell(`| ${cells.join(' | ')} |`, ...(times > most ? ['costs too much'] : []));
  }
}

const wanted = (calls: BenchCall[], only: string | undefined) =>
  calls.filter(({ name }) => only === undefined || name.includes(only));

/** Connections that send batches at once: one register, and as many as a busy morning has. */
const INTAKE_CONNECTIONS = [1, 16];
const MIN_INTAKE_RATIO = 0.5;

/**
 * Measures registers that send batches of orders, next to plain inserts of the same rows in one
 * transaction a batch; in batches a second.
 */
async function measureIntake(server: BenchServer, windowMs: number, added = ''): Promise<void> {
  const { registers, url, bareUrl } = server;
  const batches: StoredBatch[] = [];
  for (const register of registers) batches.push(await sendBatch(server, register));
  let turn = 0;
  const ours = () => {
    const register = registers[turn++ % registers.length]!;
    return { token: register.token, body: JSON.stringify({ orders: makeBatch(register) }) };
  };
  const rows = () => ({ body: copyBatch(batches[turn++ % batches.length]!) });
  const targets = [
    { url: `${url}/v1/pos/orders`, next: ours },
    { url: `${bareUrl}/intake`, next: rows },
  ];
  for (const connections of INTAKE_CONNECTIONS) {
    const name = `order intake, ${ORDERS_A_BATCH} orders a batch, ${connections} at once${added}`;
    const limits = { atLeast: MIN_INTAKE_RATIO };
    await measureCall(server, name, limits, () => runLoadInTurns(targets, connections, windowMs));
  }
}

/** Lets a register send a batch, and returns its stored rows. */
async function sendBatch(
  { url, client }: BenchServer,
  register: BenchServer['registers'][number],
): Promise<StoredBatch> {
  const orders = makeBatch(register);
  const send = sendTo(url, () => register.token);
  await createClient({ pos: registerApi }, send).pos.orders({ body: { orders } });
  return readBatch(client, orders);
}
