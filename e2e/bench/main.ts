import { existsSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { chromium, type BrowserContext, type Page } from '@playwright/test';
import { loadSeason } from '@pos/tools/bench/season/load.ts';
import { toSeasonSize } from '@pos/tools/bench/season/season-size.ts';
import { signIn } from '@pos/tools/office/session.ts';
import { inWords } from '@pos/tools/office/steps.ts';
import { Product, PROGRAMS, TRIAL_OWNER } from '@pos/tools/product/product.ts';
import { buildWebIfStale } from '@pos/tools/setup/build-web.ts';
import { testBrowser } from '@pos/tools/setup/test-browser.ts';
import { watchRequests } from '../support/settled.ts';
import { watchRows, watchShifts, type Arrival } from './in-page.ts';
import { menuLists } from './lists.ts';
import { measureHeap, measureList, openBare, type Seen } from './measure.ts';

const USAGE = `npm run bench -- web [--orders 1000000] [--data FOLDER] [--rounds 40] [--only NAME] [--shifts]

Opens every list of the menu in Chromium, on a season that season-load has made (or makes it), and turns its pages; milliseconds from the press on the
mouse until 20 rows are painted, with the code of the page there and its data not. Beside it a bare page, written by hand, that asks for the same rows.
"the call" is how long the list's own call took (– if the page was fetched ahead). Then what moved by itself (cumulative layout shift over the whole way), and whether 200 page changes
leave something behind once every list was opened. --shifts tells what moved. Exits 1 where one in twenty took more than 100 ms, something moved, or the heap grew by more than 5%.`;

const MAX_MS = 100;
const MAX_GROWTH = 0.05;
const COLUMNS = ['p50', 'p95', 'asked', 'the call', 'bare', 'ratio']
  .map((title) => title.padStart(9))
  .join('');
const head = (title: string) => `  ${title}`.padEnd(COLUMNS.length);

try {
  const { values } = parseArgs({
    options: {
      orders: { type: 'string', default: '1000000' },
      data: { type: 'string' },
      rounds: { type: 'string', default: '40' },
      only: { type: 'string' },
      shifts: { type: 'boolean', default: false },
      help: { type: 'boolean' },
    },
  });
  if (values.help) console.log(USAGE);
  else
    await run(
      Number(values.orders),
      path.resolve(values.data ?? `.data/season-${values.orders}`),
      Number(values.rounds),
      values.only,
      values.shifts,
    );
} catch (error) {
  console.error(inWords(error));
  process.exitCode = 1;
}

async function run(
  orders: number,
  dataDir: string,
  rounds: number,
  only: string | undefined,
  tellsShifts: boolean,
): Promise<void> {
  if (!existsSync(dataDir))
    await loadSeason(dataDir, toSeasonSize(orders), (line) => console.log(line));
  buildWebIfStale((line) => console.log(line));
  const product = await Product.launchOn(dataDir, PROGRAMS.whole);
  const browser = await chromium.launch({
    ...(await testBrowser()),
    args: [
      '--no-sandbox',
      '--disable-dev-shm-usage',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
  try {
    const office = await signIn(product.url, TRIAL_OWNER);
    const lists = (await menuLists(office)).filter(
      ({ name }) => only === undefined || name.includes(only),
    );
    const newWindow = async (): Promise<BrowserContext> => {
      const context = await browser.newContext({
        baseURL: product.url,
        locale: 'en-US',
        viewport: { width: 1440, height: 900 },
      });
      watchRequests(context);
      await context.addInitScript(watchShifts);
      await context.addInitScript(watchRows);
      return context;
    };
    const page = await signedIn(await newWindow());
    const bare = await openBare(await newWindow());
    console.log(
      `${''.padEnd(16)}${head('click to 20 rows')}${head('next page')}  layout shift\n${''.padEnd(16)}${COLUMNS}${COLUMNS}`,
    );
    for (const list of lists) tell(await measureList(page, bare, list, rounds), tellsShifts);
    if (only === undefined) await tellHeap(page, lists);
  } finally {
    await browser.close();
    await product.end('SIGTERM');
  }
}

async function signedIn(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto('/login');
  await page.getByLabel('Email Address').fill(TRIAL_OWNER.email);
  await page.getByLabel('Password', { exact: true }).fill(TRIAL_OWNER.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByRole('navigation', { name: 'Main menu' }).waitFor();
  return page;
}

function tell(
  { list, opened, turned, bareOpened, bareTurned, shifts }: Seen,
  tellsShifts: boolean,
): void {
  const shift = shifts.reduce((sum, { value }) => sum + value, 0);
  const bad = at(opened, 0.95) > MAX_MS || at(turned, 0.95) > MAX_MS || shift > 0;
  console.log(
    `${list.name.padEnd(16)}${figures(opened, bareOpened)}${figures(turned, bareTurned)}${shift.toFixed(4).padStart(14)}${bad ? '  <- not as promised' : ''}`,
  );
  if (bad) process.exitCode = 1;
  if (!tellsShifts) return;
  const moved = new Map<string, number>();
  for (const { value, moved: names } of shifts)
    moved.set(names.join(', '), (moved.get(names.join(', ')) ?? 0) + value);
  for (const [names, value] of moved) console.log(`    ${value.toFixed(4)} ${names}`);
}

function figures(ours: readonly Arrival[], bare: readonly Arrival[]): string {
  const call = median(ours.map(({ asked, answered }) => answered - asked));
  const [p50, theirs] = [at(ours, 0.5), at(bare, 0.5)];
  return (
    [p50, at(ours, 0.95), median(ours.map(({ asked }) => asked)), call, theirs]
      .map((value) => (Number.isNaN(value) ? '–' : value.toFixed(1)).padStart(9))
      .join('') + (p50 / theirs).toFixed(2).padStart(9)
  );
}

function at(arrivals: readonly Arrival[], share: number): number {
  return atShare(
    arrivals.map(({ painted }) => painted),
    share,
  );
}

function median(values: readonly number[]): number {
  return atShare(values, 0.5);
}

/** Smallest value that this share of the values does not exceed. */
function atShare(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

async function tellHeap(page: Page, lists: Parameters<typeof measureHeap>[1]): Promise<void> {
  const { first, last, changes } = await measureHeap(page, lists);
  const growth = last.bytes / first.bytes - 1;
  const mega = (bytes: number): string => (bytes / 1e6).toFixed(2);
  console.log(
    `\nBefore ${changes} page changes the page held ${mega(first.bytes)} MB, after them ${mega(last.bytes)} MB (${growth >= 0 ? '+' : ''}${(growth * 100).toFixed(1)}%); nodes ${first.nodes} and ${last.nodes}, listeners ${first.listeners} and ${last.listeners}, compiled code ${mega(first.code)} and ${mega(last.code)} MB.`,
  );
  if (growth > MAX_GROWTH) process.exitCode = 1;
}
