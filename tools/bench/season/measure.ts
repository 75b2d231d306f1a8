import { setTimeout as sleep } from 'node:timers/promises';
import { FIGURES_VERSION } from '@pos/api/features/reports/cached/cached-figures.service.ts';
import type { BenchCall } from './bench-call.ts';
import { seasonCalls } from './calls.ts';
import { makeBatch, ORDERS_A_BATCH, toCopyRows } from './intake.ts';
import {
  askInTurn,
  getMedian,
  runLoadInTurns,
  getRatio,
  type LoadResult,
} from './load-generator.ts';
import { checkSameRows } from './same-rows.ts';
import { startBenchServer, type BenchServer } from './bench-server.ts';

/**
 * A call under load, ours next to the other, in the same seconds, at 1 or 16 connections. Memory of
 * the API process in MB.
 */
export type Measured = {
  call: BenchCall;
  connections: number;
  ours: LoadResult;
  other: LoadResult;
  memoryMb: number;
};

type Options = {
  /** Load time of each of the two, in milliseconds. */ windowMs: number;
  /** Substring that selects calls by name. */ only?: string | undefined;
  intake: boolean;
};

const CONNECTIONS = [1, 16];

/**
 * Measures every call on the season of `dataDir`, alternating ours and the bare handler. With
 * `intake`, registers also send orders, which stay in the season; the bare handler's inserts have
 * no stock behind them.
 */
export async function measureSeason(
  dataDir: string,
  { windowMs, only, intake }: Options,
  say: (measured: Measured) => void,
): Promise<{ measured: Measured[]; mostMb: number }> {
  const trial = await startBenchServer(dataDir);
  try {
    const measured: Measured[] = [];
    const add = (each: Measured) => {
      measured.push(each);
      say(each);
    };
    await waitForCachedFigures(trial);
    for (const call of wanted(await seasonCalls(trial.client), only)) {
      const measure = () => measureCall(trial, call, windowMs, add);
      await (call.sellingFair ? whileSelling(trial, call.sellingFair, measure) : measure());
    }
    if (intake) await measureIntake(trial, windowMs, add);
    return { measured, mostMb: (await trial.memory()).most };
  } finally {
    await trial.stop();
  }
}

async function measureCall(
  trial: BenchServer,
  call: BenchCall,
  windowMs: number,
  add: (measured: Measured) => void,
): Promise<void> {
  const bareUrl = `${trial.bareUrl}${call.bare}`;
  await checkSameRows(call.name, await trial.ours(call), bareUrl);
  for (const connections of call.ofSeason ? [1] : CONNECTIONS) {
    const [ours, other] = await runLoadInTurns(
      [await trial.ours(call), { url: bareUrl }],
      connections,
      windowMs,
    );
    const { now: memoryMb } = await trial.memory();
    add({ call, connections, ours: ours!, other: other!, memoryMb });
  }
}

/** The task that makes the cached figures of 40,000 fairs takes twenty minutes. */
const FIGURES_WITHIN_MS = 60 * 60_000;

/**
 * Waits until the product has made the cached figures of every fair, which it does after a season was
 * loaded. Until then the task takes one of two cores from whatever is measured.
 */
async function waitForCachedFigures({ client }: BenchServer): Promise<void> {
  // An interrupted run may have left one.
  await forgetSellingFairs(client);
  for (const until = performance.now() + FIGURES_WITHIN_MS; performance.now() < until;) {
    const { rows } = await client.query<{ missing: number }>(
      `
        select count(*)::int as missing
        from fairs
        where id not in (select fair_id from fair_figures where made_by = $1)
          or id in (select fair_id from fair_figure_changes)`,
      [FIGURES_VERSION],
    );
    if (rows[0]!.missing === 0) return;
    await sleep(1_000);
  }
  throw new Error('The cached figures of the fairs were not made within an hour.');
}

/** Deletes the marks of `whileSelling`. Real changes, which are in the past, stay. */
async function forgetSellingFairs(client: BenchServer['client']): Promise<void> {
  await client.query('delete from fair_figure_changes where at > now()');
}

/** Runs `work` while the fair counts as changed, by a mark in the future. */
async function whileSelling(
  { client }: BenchServer,
  fairId: string,
  work: () => Promise<void>,
): Promise<void> {
  await client.query(
    "insert into fair_figure_changes (fair_id, at) values ($1, now() + interval '1 day')",
    [fairId],
  );
  try {
    await work();
  } finally {
    await forgetSellingFairs(client);
  }
}

/** Maximum growth of a call's cost on a season ten times as large, as a factor. */
const MAX_GROWTH = 1.3;
/** The same for a report of all schools and one season, which reads ten times as many fairs. */
const MAX_SEASON_GROWTH = 12;

/** Cost of a call on two seasons: medians in milliseconds, and the limit of their ratio. */
export type Compared = { name: string; larger: number; smaller: number; maxGrowth: number };

/** Measures the same calls on two seasons, alternating, over one connection. */
export async function compareSeasons(
  dataDir: string,
  smallerDir: string,
  { windowMs, only }: Options,
  say: (compared: Compared) => void,
): Promise<Compared[]> {
  const smaller = await startBenchServer(smallerDir);
  const trial = await startBenchServer(dataDir).catch(async (error: unknown) => {
    await smaller.stop();
    throw error;
  });
  try {
    const compared: Compared[] = [];
    await Promise.all([trial, smaller].map(waitForCachedFigures));
    const known = await seasonCalls(smaller.client);
    const calls = (await seasonCalls(trial.client)).map((call, index) => ({
      call,
      inSmaller: known[index]!,
    }));
    for (const { call, inSmaller } of calls.filter(
      (each) => !each.call.sellingFair && wanted([each.call], only).length > 0,
    )) {
      const [ofLarger, ofSmaller] = await askInTurn(
        [await trial.ours(call), await smaller.ours(inSmaller)],
        windowMs,
      );
      const each = {
        name: call.name,
        larger: ofLarger!,
        smaller: ofSmaller!,
        maxGrowth: call.ofSeason ? MAX_SEASON_GROWTH : MAX_GROWTH,
      };
      compared.push(each);
      say(each);
    }
    return compared;
  } finally {
    await trial.stop();
    await smaller.stop();
  }
}

const wanted = (calls: BenchCall[], only: string | undefined) =>
  calls.filter(({ name }) => only === undefined || name.includes(only));

/**
 * Measures registers that send batches of orders, next to plain inserts of the same rows in one
 * transaction a batch; in batches a second.
 */
async function measureIntake(
  { client, registers, url, bareUrl, memory }: BenchServer,
  windowMs: number,
  add: (measured: Measured) => void,
): Promise<void> {
  let turn = 0;
  const nextRegister = () => registers[turn++ % registers.length]!;
  // The bare handler's sales have their own sequence numbers, so registers continue where they
  // stopped.
  const inserted = registers.map((register) => ({ ...register }));
  const ours = () => {
    const register = nextRegister();
    return { token: register.token, body: JSON.stringify({ orders: makeBatch(register) }) };
  };
  const rows = () => {
    const register = inserted[turn++ % inserted.length]!;
    return { body: toCopyRows(register, makeBatch(register)) };
  };
  const call: BenchCall = {
    name: `order intake, ${ORDERS_A_BATCH} orders a batch`,
    ours: '/v1/pos/orders',
    bare: '/intake',
    atLeast: 0.5,
  };
  for (const connections of CONNECTIONS) {
    const [taken, other] = await runLoadInTurns(
      [
        { url: `${url}${call.ours}`, next: ours },
        { url: `${bareUrl}${call.bare}`, next: rows },
      ],
      connections,
      windowMs,
    );
    add({ call, connections, ours: taken!, other: other!, memoryMb: (await memory()).now });
  }
  const { rows: counted } = await client.query<{ orders: number }>(
    `select count(*)::int as orders from orders where order_number like 'BARE-%'`,
  );
  if (counted[0]!.orders === 0) throw new Error('The bare handler stored nothing.');
}

/** Describes the missed goals of a call; `all` are the calls measured with it. */
export function missedBy(
  { call, connections, ours, other }: Measured,
  all: readonly Measured[],
): string[] {
  const missed: string[] = [];
  const ratio = getRatio(ours, other);
  if (call.atLeast !== undefined && ratio < call.atLeast)
    missed.push(`${ratio.toFixed(2)} of the bare handler, expected ${call.atLeast}`);
  if (call.steady && ours.p99 > 5 * ours.p50)
    missed.push(`p99 is ${(ours.p99 / ours.p50).toFixed(1)} medians, expected at most 5`);
  if (connections > 1 || !call.atMost) return missed;
  if ('ms' in call.atMost && ours.p50 > call.atMost.ms)
    missed.push(`${ours.p50.toFixed(1)} ms, expected at most ${call.atMost.ms}`);
  if ('times' in call.atMost) {
    const { times, than } = call.atMost;
    const first = all.find((each) => each.call.name === than && each.connections === connections);
    if (first && ours.p50 > times * first.ours.p50)
      missed.push(
        `${(ours.p50 / first.ours.p50).toFixed(1)} times page 1, expected at most ${times}`,
      );
  }
  return missed;
}

/** Formats one line of the table, also used in docs/performance.md. */
export function toTableRow({ call, connections, ours, other, memoryMb }: Measured): string {
  const number = (value: number) =>
    value >= 100 ? Math.round(value).toLocaleString('en-US') : value.toFixed(1);
  return `| ${[call.name, connections, number(getMedian(other.perSecond)), number(getMedian(ours.perSecond)), getRatio(ours, other).toFixed(2), ours.p50.toFixed(1), ours.p99.toFixed(1), memoryMb.toFixed(0)].join(' | ')} |`;
}
