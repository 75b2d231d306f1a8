import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@pos/contract/client';
import { registerApi } from '@pos/contract/register';
import { FIGURES_VERSION } from '@pos/api/features/reports/cached/cached-figures.service.ts';
import { sendTo } from '../../office/http.ts';
import type { BenchCall } from './bench-call.ts';
import { startBenchServer, type BenchServer } from './bench-server.ts';
import { seasonCalls } from './calls.ts';
import { copyBatch, makeBatch, ORDERS_A_BATCH, readBatch, type StoredBatch } from './intake.ts';
import { askInTurn, getRatio, runLoadInTurns, type LoadResult } from './load-generator.ts';

/** A call under load, and the bare handler's where it has one, in turn. Memory of the API in MB. */
export type Measured = {
  call: Pick<BenchCall, 'name' | 'maxMs'> & { atLeast?: number };
  ours: LoadResult;
  bare?: LoadResult;
  memoryMb: number;
};

type Options = {
  /** Load time of each call, in milliseconds. */ windowMs: number;
  /** Substring that selects calls by name. */ only?: string | undefined;
  intake: boolean;
  /** Number of fairs that count as changed, so that readers compute their figures. */
  selling: number;
};

/**
 * Measures every call on the season of `dataDir` at one connection. With `intake`, registers also
 * send orders, which stay in the season; the bare handler's inserts have no stock behind them.
 */
export async function measureSeason(
  dataDir: string,
  { windowMs, only, intake, selling }: Options,
  say: (measured: Measured) => void,
): Promise<{ measured: Measured[]; mostMb: number }> {
  const server = await startBenchServer(dataDir);
  try {
    const measured: Measured[] = [];
    const add = (each: Measured) => {
      measured.push(each);
      say(each);
    };
    await waitForCachedFigures(server);
    await sellAtFairs(server, selling);
    for (const call of wanted(await seasonCalls(server.client, selling), only))
      add(await measureCall(server, call, windowMs));
    if (intake) await measureIntake(server, windowMs, add);
    return { measured, mostMb: (await server.memory()).most };
  } finally {
    await forgetSellingFairs(server.client);
    await server.stop();
  }
}

async function measureCall(
  server: BenchServer,
  call: BenchCall,
  windowMs: number,
): Promise<Measured> {
  const { name, maxMs, bare } = call;
  const targets = [
    await server.ours(call),
    ...(bare ? [{ url: `${server.bareUrl}${bare.path}` }] : []),
  ];
  const [ours, other] = await runLoadInTurns(targets, 1, windowMs);
  const { now: memoryMb } = await server.memory();
  return {
    call: { name, ...(maxMs && { maxMs }), ...(bare && { atLeast: bare.atLeast }) },
    ours: ours!,
    ...(other && { bare: other }),
    memoryMb,
  };
}

/** The task that makes the cached figures of 40,000 fairs takes twenty minutes. */
const FIGURES_WITHIN_MS = 60 * 60_000;

/**
 * Waits until the product has made the cached figures of every fair, which it does after a season was
 * loaded. Until then the task takes one of two cores from whatever is measured.
 */
async function waitForCachedFigures({ client }: BenchServer): Promise<void> {
  // An interrupted run may have left some.
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

/** Marks the newest `count` fairs as changed, in the future. */
async function sellAtFairs({ client }: BenchServer, count: number): Promise<void> {
  await client.query(
    `
      insert into fair_figure_changes (fair_id, at)
      select id, now() + interval '1 day'
      from fairs
      where order_count > 0
      order by end_date desc, id
      limit $1`,
    [count],
  );
}

/** Deletes the marks of `sellAtFairs`. Real changes, which are in the past, stay. */
async function forgetSellingFairs(client: BenchServer['client']): Promise<void> {
  await client.query('delete from fair_figure_changes where at > now()');
}

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
  const larger = await startBenchServer(dataDir).catch(async (error: unknown) => {
    await smaller.stop();
    throw error;
  });
  try {
    const compared: Compared[] = [];
    await Promise.all([larger, smaller].map(waitForCachedFigures));
    const inSmaller = await seasonCalls(smaller.client);
    for (const [index, call] of (await seasonCalls(larger.client)).entries()) {
      if (wanted([call], only).length === 0) continue;
      const [ofLarger, ofSmaller] = await askInTurn(
        [await larger.ours(call), await smaller.ours(inSmaller[index]!)],
        windowMs,
      );
      const { name, maxGrowth } = call;
      const each = { name, larger: ofLarger!, smaller: ofSmaller!, maxGrowth };
      compared.push(each);
      say(each);
    }
    return compared;
  } finally {
    await larger.stop();
    await smaller.stop();
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
async function measureIntake(
  server: BenchServer,
  windowMs: number,
  add: (measured: Measured) => void,
): Promise<void> {
  const { registers, url, bareUrl, memory } = server;
  const batches: StoredBatch[] = [];
  for (const register of registers) batches.push(await sendBatch(server, register));
  let turn = 0;
  const ours = () => {
    const register = registers[turn++ % registers.length]!;
    return { token: register.token, body: JSON.stringify({ orders: makeBatch(register) }) };
  };
  const rows = () => ({ body: copyBatch(batches[turn++ % batches.length]!) });
  for (const connections of INTAKE_CONNECTIONS) {
    const [taken, bare] = await runLoadInTurns(
      [
        { url: `${url}/v1/pos/orders`, next: ours },
        { url: `${bareUrl}/intake`, next: rows },
      ],
      connections,
      windowMs,
    );
    const name = `order intake, ${ORDERS_A_BATCH} orders a batch, ${connections} at once`;
    const call = { name, atLeast: MIN_INTAKE_RATIO };
    add({ call, ours: taken!, bare: bare!, memoryMb: (await memory()).now });
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

/** Describes the missed limits of a call. */
export function missedBy({ call, ours, bare }: Measured): string[] {
  const missed: string[] = [];
  const ratio = bare && getRatio(ours, bare);
  if (call.atLeast !== undefined && ratio !== undefined && ratio < call.atLeast)
    missed.push(`${ratio.toFixed(2)} of the bare handler, expected ${call.atLeast}`);
  if (call.maxMs !== undefined && ours.p50 > call.maxMs)
    missed.push(`${ours.p50.toFixed(1)} ms, expected at most ${call.maxMs}`);
  return missed;
}

/** Formats one line of the table, also used in docs/performance.md. */
export function toTableRow({ call, ours, bare, memoryMb }: Measured): string {
  const cells = [
    call.name,
    ours.p50.toFixed(1),
    ours.p99.toFixed(1),
    call.maxMs ?? '–',
    bare ? getRatio(ours, bare).toFixed(2) : '–',
    call.atLeast ?? '–',
    memoryMb.toFixed(0),
  ];
  return `| ${cells.join(' | ')} |`;
}
