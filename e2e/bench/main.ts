import { existsSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { chromium, type BrowserContext, type Page } from '@playwright/test';
import { atShare } from '@pos/tools/bench/measure.ts';
import { loadSeason } from '@pos/tools/bench/season/load.ts';
import { toSeasonSize } from '@pos/tools/bench/season/season-size.ts';
import { type Office, signIn } from '@pos/tools/office/session.ts';
import { inWords } from '@pos/tools/office/steps.ts';
import { Product, PROGRAMS, TRIAL_OWNER } from '@pos/tools/product/product.ts';
import { buildWebIfStale } from '@pos/tools/setup/build-web.ts';
import { testBrowser } from '@pos/tools/setup/test-browser.ts';
import { watchRequests } from '../support/settled.ts';
import { watchRows, watchShifts, type Arrival } from './in-page.ts';
import { type BenchList, measureHeap, measureList, type ListTimes } from './measure.ts';

const USAGE = `npm run bench -- web [--orders 1000000] [--data FOLDER] [--rounds 40] [--only NAME]

Opens every list of the menu in Chromium, on a season that season-load has made (or makes it), and turns its pages; milliseconds from the press on the
mouse until 20 rows are painted, with the code of the page there and its data not. "the call" is how long the list's own call took (– if the page was
fetched ahead). Then what moved by itself (cumulative layout shift over the whole way), and whether 200 page changes leave something behind once every
list was opened. Exits 1 where one in twenty took more than 100 ms, something moved, or the heap grew by more than 5%.`;

const MAX_MS = 100;
const MAX_GROWTH = 0.05;
const COLUMNS = ['p50', 'p95', 'asked', 'the call'].map((title) => title.padStart(9)).join('');
const head = (title: string) => `  ${title}`.padEnd(COLUMNS.length);

try {
  const { values } = parseArgs({
    options: {
      orders: { type: 'string', default: '1000000' },
      data: { type: 'string' },
      rounds: { type: 'string', default: '40' },
      only: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  const dataDir = path.resolve(values.data ?? `.data/season-${values.orders}`);
  if (values.help) console.log(USAGE);
  else await run(Number(values.orders), dataDir, Number(values.rounds), values.only);
} catch (error) {
  console.error(inWords(error));
  process.exitCode = 1;
}

async function run(
  orders: number,
  dataDir: string,
  rounds: number,
  only: string | undefined,
): Promise<void> {
  const say = (line: string) => console.log(line);
  if (!existsSync(dataDir)) await loadSeason(dataDir, toSeasonSize(orders), say);
  buildWebIfStale(say);
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
    const all = await listMenu(await signIn(product.url, TRIAL_OWNER));
    const lists = all.filter(({ name }) => only === undefined || name.includes(only));
    const context = await browser.newContext({
      baseURL: product.url,
      locale: 'en-US',
      viewport: { width: 1440, height: 900 },
    });
    watchRequests(context);
    await context.addInitScript(watchShifts);
    await context.addInitScript(watchRows);
    const page = await signedIn(context);
    const margin = ''.padEnd(16);
    say(`${margin}${head('click to 20 rows')}${head('next page')}  layout shift`);
    say(`${margin}${COLUMNS}${COLUMNS}`);
    for (const list of lists) show(await measureList(page, list, rounds));
    if (only === undefined) await showHeap(page, lists);
  } finally {
    await browser.close();
    await product.end('SIGTERM');
  }
}

/** Lists in the menu; the fair inventory is that of a fair with orders. */
async function listMenu({ client }: Office): Promise<BenchList[]> {
  const query = { sort: '-endDate' as const, phase: ['ended' as const], limit: 10 };
  const [fair] = (await client.fairs.list({ query })).data.results;
  if (!fair)
    throw new Error('The database contains no season. Run npm run bench -- season-load first.');
  const fairId = fair.id;
  return [
    { name: 'Users', call: '/v1/admins' },
    { name: 'Devices', call: '/v1/devices' },
    { name: 'Fairs', call: '/v1/fairs' },
    { name: 'Payments', call: '/v1/payments' },
    { name: 'Orders', call: '/v1/orders' },
    { name: 'Students', call: '/v1/students' },
    { name: 'Fair Inventory', call: '/v1/inventory/fair-inventory', fairId },
    { name: 'All Inventory', call: '/v1/inventory/all-inventory' },
  ];
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

function show({ list, opened, turned, shifts }: ListTimes): void {
  const shift = shifts.reduce((sum, { value }) => sum + value, 0);
  const bad = [opened, turned].some((arrivals) => at(arrivals, 'painted', 0.95) > MAX_MS);
  console.log(
    `${list.name.padEnd(16)}${figures(opened)}${figures(turned)}${shift.toFixed(4).padStart(14)}${bad || shift > 0 ? '  <- not as promised' : ''}`,
  );
  for (const { value, moved } of shifts) console.log(`    ${value.toFixed(4)} ${moved.join(', ')}`);
  if (bad || shift > 0) process.exitCode = 1;
}

const figures = (arrivals: readonly Arrival[]): string =>
  [
    at(arrivals, 'painted', 0.5),
    at(arrivals, 'painted', 0.95),
    at(arrivals, 'asked', 0.5),
    at(arrivals, 'answered', 0.5) - at(arrivals, 'asked', 0.5),
  ]
    .map((value) => (Number.isNaN(value) ? '–' : value.toFixed(1)).padStart(9))
    .join('');

function at(arrivals: readonly Arrival[], time: keyof Arrival, share: number): number {
  return atShare(
    arrivals.map((arrival) => arrival[time]),
    share,
  );
}

async function showHeap(page: Page, lists: readonly BenchList[]): Promise<void> {
  const { first, last, changes } = await measureHeap(page, lists);
  const growth = last.bytes / first.bytes - 1;
  const mega = (bytes: number): string => (bytes / 1e6).toFixed(2);
  console.log(
    `\nBefore ${changes} page changes the page held ${mega(first.bytes)} MB, after them ${mega(last.bytes)} MB (${growth >= 0 ? '+' : ''}${(growth * 100).toFixed(1)}%); nodes ${first.nodes} and ${last.nodes}, listeners ${first.listeners} and ${last.listeners}, compiled code ${mega(first.code)} and ${mega(last.code)} MB.`,
  );
  if (growth > MAX_GROWTH) process.exitCode = 1;
}
