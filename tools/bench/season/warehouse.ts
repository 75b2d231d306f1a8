import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Office, signIn } from '../../office/session.ts';
import { TRIAL_OWNER } from '../../product/product.ts';
import { atShare } from '../measure.ts';
import type { BenchServer } from './bench-server.ts';
import type { BenchCall } from './calls.ts';

const TITLES = 3_000;
const SCANNERS = 2;
const MAX_SCAN_MS = 100;
const MAX_BOOKING_MS = 5_000;
const ALONE_MS = 5_000;
const PAUSE_MS = 20;

type Title = { titleId: string; code: string; qty: number };
/** Prints a line with the limits that it missed. */
type Tell = (line: string, ...missed: readonly string[]) => void;

/**
 * Receives and counts 3,000 titles with two scanners, books both and reverses the receipt, while
 * somebody makes `calls` in turn. One unit of each title stays lost in the season.
 */
export async function measureWarehouse(
  { url, client }: Pick<BenchServer, 'url' | 'client'>,
  calls: readonly BenchCall[],
  tell: Tell,
): Promise<void> {
  const office = await signIn(url, TRIAL_OWNER);
  const { receipts, counts } = office.client;
  const { rows: titles } = await client.query<Title>(
    `select id as "titleId", coalesce(isbn13, sku) as code, warehouse_qty::int as qty
     from titles where status = 'active' order by sku limit $1`,
    [TITLES],
  );
  console.log('\n| beside ordinary calls | p50, ms | p95, ms | limit, ms |');
  console.log('| --- | ---: | ---: | ---: |');
  show(tell, 'ordinary calls alone', await repeat(office, calls, () => sleep(ALONE_MS)));
  const scanAll = async (name: string, scan: (title: Title) => Promise<unknown>) => {
    const times: number[] = [];
    const waiting = titles.values();
    const scanner = async () => {
      for (const title of waiting) times.push(await timed(() => scan(title)));
    };
    const work = () => Promise.all(Array.from({ length: SCANNERS }, scanner));
    const beside = await repeat(office, calls, work);
    show(tell, `${name}, a scan`, times, MAX_SCAN_MS);
    show(tell, `${name}, ordinary calls meanwhile`, beside);
  };
  const book = async (name: string, work: () => Promise<unknown>) =>
    show(tell, name, [await timed(work)], MAX_BOOKING_MS);

  const params = { id: (await receipts.open({ body: { receivedOn: '2026-11-02' } })).data.id };
  await scanAll('receipt', ({ code }) =>
    receipts.scan({ params, body: { scanId: randomUUID(), code, quantity: 2 } }),
  );
  await book('receipt, booking', () => receipts.book({ params }));
  await book('receipt, reversal', () => receipts.reverse({ params, body: { reason: 'Measured' } }));

  const count = { params: { id: (await counts.add({ body: { scope: 'warehouse' } })).data.id } };
  await scanAll('count', ({ code, qty }) =>
    counts.scan({ ...count, body: { scanId: randomUUID(), code, total: qty - 1 } }),
  );
  const { version } = (await counts.getById(count)).data;
  const finished = await counts.finish({ ...count, body: { version } });
  const few = { reason: 'record_wrong' } as const;
  const body = { version: finished.data.version, few };
  await book('count, booking', () => counts.book({ ...count, body }));
}

/** Prints the row of some durations, whose 95th percentile has the limit. */
function show(tell: Tell, name: string, times: readonly number[], maxMs?: number): void {
  const p95 = atShare(times, 0.95);
  const cells = [name, atShare(times, 0.5).toFixed(0), p95.toFixed(0), maxMs ?? '–'];
  const isMissed = maxMs !== undefined && p95 > maxMs;
  tell(`| ${cells.join(' | ')} |`, ...(isMissed ? ['above its limit'] : []));
}

/** Makes the calls in turn until `work` is done. Returns their durations, in milliseconds. */
async function repeat(
  { send }: Office,
  calls: readonly BenchCall[],
  work: () => Promise<unknown>,
): Promise<number[]> {
  const times: number[] = [];
  let isOver = false;
  const asking = (async () => {
    for (let at = 0; !isOver; at++) {
      const { path } = calls[at % calls.length]!;
      times.push(await timed(() => send(path, { method: 'GET' })));
      await sleep(PAUSE_MS);
    }
  })();
  await work().finally(() => {
    isOver = true;
  });
  await asking;
  return times;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}
