import process from 'node:process';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { openDb } from '@pos/api/db/db.ts';
import { inWords } from '../../office/steps.ts';
import { startEmbeddedPostgres } from '@pos/embedded-postgres/supervisor';
import { checkInvariants } from '@pos/api/invariants/invariants.ts';
import { loadSeason } from './load.ts';
import { toSeasonSize } from './season-size.ts';
import { compareSeasons, measurePlaces, measureSeason } from './measure.ts';

const USAGE = `npm run bench -- season [--orders 1000000] [--data FOLDER] [--seconds 3] [--only NAME] [--selling 3] [--intake] [--warehouse] [--standby]
  [--places 40 [--newest]] [--compare 100000]

Measures every list, one order, the dashboard, a fair's reports and a register's catalog on a season created by season-load, at one
connection, and exits with 1 if a median exceeds its limit. Orders, one order, the sales summary of a fair and order intake are also compared
with a bare Node handler on pg: same database, alternating, in the same run.
--selling lets that many fairs count as selling, so that readers compute their figures.
--warehouse also receives and counts 3,000 titles beside the other calls, which changes the season by a unit of each.
--intake also lets registers send orders, which changes the season: reload it before checking its invariants. --standby does so with commits
that wait for a second server on this machine, a copy of the season beside it.
--places measures the calls of the office by a user of that many fairs and by one who works everywhere, alternating.
The fairs are spread over the season, as a region's are, or the --newest, which all sell in the same days.
--compare also measures a smaller season, alternating, and reports how many times as much a call costs on the larger one.

npm run bench -- season-load [--orders 1000000] [--data FOLDER] [--check]

Loads a season into a separate embedded database. 1,000,000 orders mean 2,000 schools, 4,000 fairs, 3,000 titles, 1.2 million lines of
fair inventory, 300,000 students, 2.6 million order lines, 1.05 million payments. Fewer orders make a shorter season with as many fairs a
week. At any size there are twelve packages of 60 titles, 40 scheduled reports and 400 desk top-ups. The default folder is .data/season-<orders>. --check verifies every invariant afterward.`;

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      seconds: { type: 'string', default: '3' },
      only: { type: 'string' },
      intake: { type: 'boolean', default: false },
      warehouse: { type: 'boolean', default: false },
      standby: { type: 'boolean', default: false },
      places: { type: 'string' },
      newest: { type: 'boolean', default: false },
      compare: { type: 'string' },
      selling: { type: 'string', default: '3' },
      help: { type: 'boolean' },
      orders: { type: 'string', default: '1000000' },
      data: { type: 'string' },
      check: { type: 'boolean', default: false },
    },
  });
  if (values.help) console.log(USAGE);
  else {
    const dataDir = path.resolve(values.data ?? `.data/season-${values.orders}`);
    if (positionals[0] === 'load') await load(Number(values.orders), dataDir, values.check);
    else {
      const options = {
        windowMs: Number(values.seconds) * 1_000,
        only: values.only,
        intake: values.intake,
        warehouse: values.warehouse,
        standby: values.standby,
        selling: Number(values.selling),
      };
      if (values.places !== undefined) {
        const which = values.newest ? 'newest' : 'region';
        await measurePlaces(dataDir, Number(values.places), which, options);
      } else if (values.compare === undefined) await measureSeason(dataDir, options);
      else await compareSeasons(dataDir, path.resolve(`.data/season-${values.compare}`), options);
    }
  }
} catch (error) {
  console.error(inWords(error));
  process.exitCode = 1;
}

async function load(orders: number, dataDir: string, check: boolean): Promise<void> {
  if (!Number.isInteger(orders) || orders < 100)
    throw new Error('--orders takes a whole number from 100.');
  const started = Date.now();
  const say = (line: string) =>
    console.log(`${((Date.now() - started) / 1_000).toFixed(0).padStart(5)} s  ${line}`);
  await loadSeason(dataDir, toSeasonSize(orders), say);
  say(`${orders.toLocaleString('en-US')} orders in ${dataDir}`);
  if (!check) return;
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  try {
    const db = openDb(postgres.url, () => undefined, { size: 1, statementTimeout: 0 });
    await checkInvariants(db).finally(() => db.destroy());
    say('all invariants hold');
  } finally {
    await postgres.stop();
  }
}
