import process from 'node:process';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { openDb } from '@pos/api/db/db.ts';
import { inWords } from '../../office/steps.ts';
import { startEmbeddedPostgres } from '@pos/api/db/embedded/supervisor.ts';
import { checkInvariants } from '@pos/api/testing/invariants.ts';
import { loadSeason, sizeOf } from './load.ts';
import { measureSeason } from './measure.ts';

const USAGE = `npm run bench [-- --orders 1000000] [--data FOLDER] [--seconds 3] [--only NAME] [--intake]

Measures lists, one order, the dashboard and the reports of a season that bench:load has made, at 1 and 16 connections, each beside a bare Node handler
on pg with the best SQL for the same answer, in the same run. Columns: connections, bare and ours in requests a second, their ratio, ours p50 and p99 in ms.
--intake lets registers hand in orders too, which changes the season: load it anew before its invariants are looked at.

npm run bench:load [-- --orders 1000000] [--data FOLDER] [--check]

Loads a season into an embedded database of its own: at 1,000,000 orders 2,000 schools, 4,000 fairs, 3,000 titles, 1.2 million lines of
fair inventory, 300,000 students, 2.6 million order lines, 1.05 million payments. Fewer orders are a shorter season with as many fairs a
week. The folder is .data/season-<orders> unless --data names another. --check proves every invariant afterwards.`;

try {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { seconds: { type: 'string', default: '3' }, only: { type: 'string' }, intake: { type: 'boolean', default: false }, help: { type: 'boolean' }, orders: { type: 'string', default: '1000000' }, data: { type: 'string' }, check: { type: 'boolean', default: false } } });
  if (values.help) console.log(USAGE);
  else {
    const dataDir = path.resolve(values.data ?? `.data/season-${values.orders}`);
    if (positionals[0] === 'load') await load(Number(values.orders), dataDir, values.check);
    else await measure(dataDir, Number(values.seconds), values.only, values.intake);
  }
} catch (error) {
  console.error(inWords(error));
  process.exitCode = 1;
}

async function load(orders: number, dataDir: string, check: boolean): Promise<void> {
  if (!Number.isInteger(orders) || orders < 100) throw new Error('--orders takes a whole number from 100.');
  const started = Date.now();
  const say = (line: string) => console.log(`${((Date.now() - started) / 1_000).toFixed(0).padStart(5)} s  ${line}`);
  await loadSeason(dataDir, sizeOf(orders), say);
  say(`${orders.toLocaleString('en-US')} orders in ${dataDir}`);
  if (!check) return;
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  try {
    const db = openDb(postgres.url, () => undefined, { size: 1, statementTimeout: 0 });
    await checkInvariants(db).finally(() => db.destroy());
    say('every invariant holds');
  } finally {
    await postgres.stop();
  }
}

async function measure(dataDir: string, seconds: number, only: string | undefined, intake: boolean): Promise<void> {
  console.log(`${''.padEnd(32)} con   bare   ours  ratio    p50    p99`);
  const { measured, peakMb } = await measureSeason(dataDir, { windowMs: seconds * 1_000, intake, ...(only !== undefined && { only }) }, (line) => console.log(line));
  console.log(`The API process held ${peakMb.toFixed(0)} MB at most.`);
  for (const { call, connections, ours, bare } of measured) {
    if (!bare || call.atLeast === undefined || ours.perSecond / bare.perSecond >= call.atLeast) continue;
    console.log(`${call.name} at ${connections}: ${(ours.perSecond / bare.perSecond).toFixed(2)} of the bare handler, expected ${call.atLeast}.`);
    process.exitCode = 1;
  }
}
