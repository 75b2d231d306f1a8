import process from 'node:process';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { openDb } from '@pos/api/db/db.ts';
import { inWords } from '../../office/steps.ts';
import { startEmbeddedPostgres } from '@pos/api/db/embedded/supervisor.ts';
import { checkInvariants } from '@pos/api/testing/invariants.ts';
import { loadSeason, sizeOf } from './load.ts';

const USAGE = `npm run bench:load [-- --orders 1000000] [--data FOLDER] [--check]

Loads a season into an embedded database of its own: at 1,000,000 orders 2,000 schools, 4,000 fairs, 3,000 titles, 1.2 million lines of
fair inventory, 300,000 students, 2.6 million order lines, 1.05 million payments. Fewer orders are a shorter season with as many fairs a
week. The folder is .data/season-<orders> unless --data names another. --check proves every invariant afterwards.`;

try {
  const { values } = parseArgs({ options: { help: { type: 'boolean' }, orders: { type: 'string', default: '1000000' }, data: { type: 'string' }, check: { type: 'boolean', default: false } } });
  if (values.help) console.log(USAGE);
  else await run(Number(values.orders), path.resolve(values.data ?? `.data/season-${values.orders}`), values.check);
} catch (error) {
  console.error(inWords(error));
  process.exitCode = 1;
}

async function run(orders: number, dataDir: string, check: boolean): Promise<void> {
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
