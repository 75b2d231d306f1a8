import type { CDPSession, Locator, Page } from '@playwright/test';
import { settled } from '../support/settled.ts';
import type { Arrival, Shift } from './in-page.ts';

/** List in the menu: name of its link, the call that loads it, and the fair chosen beforehand. */
export type BenchList = { name: string; call: string; fairId?: string };

/** Measurements of a list opened from the menu and turned to its next page, and layout shifts. */
export type ListTimes = { list: BenchList; opened: Arrival[]; turned: Arrival[]; shifts: Shift[] };

const ROWS = 20;
const WARM_UP = 2;
const TURNS = 3;
const NEUTRAL = 'Customize Template';

const menuLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name, exact: true });
const nextPage = (page: Page) => page.getByRole('button', { name: 'Next page' });

/**
 * Opens the list from a page without one, and turns its pages, repeatedly: its code is loaded, its
 * data is not.
 */
export async function measureList(page: Page, list: BenchList, rounds: number): Promise<ListTimes> {
  // The menu carries the fair of the page before.
  await page.goto(list.fairId ? `/students?fairId=${list.fairId}` : '/students');
  await menuLink(page, NEUTRAL).click();
  await menuLink(page, list.name).waitFor();
  await settled(page);
  const seen: ListTimes = { list, opened: [], turned: [], shifts: [] };
  for (let round = -WARM_UP; round < rounds; round++) {
    const isCounted = round >= 0;
    await forgetData(page);
    const opened = await timed(page, list, menuLink(page, list.name));
    if (isCounted) seen.opened.push(opened);
    await settled(page);
    for (let turn = 0; turn < TURNS; turn++) {
      const turned = await timed(page, list, nextPage(page));
      if (isCounted) seen.turned.push(turned);
      await settled(page);
    }
    seen.shifts.push(...(await page.evaluate(() => window.takeShifts())));
    await menuLink(page, NEUTRAL).click();
    await settled(page);
  }
  return seen;
}

/** Presses without the pause of a hand, so that prefetching on hover gets no head start. */
async function timed(page: Page, { name, call }: BenchList, target: Locator): Promise<Arrival> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error(`${name} has nothing to press.`);
  await page.evaluate(
    (wanted) => window.bench.arm({ ...wanted, before: window.bench.firstRow() }),
    { rows: ROWS, call },
  );
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.up();
  return page.evaluate(() => window.bench.arrival);
}

/** Drops all cached queries that are not shown. The query client is found through React's root. */
async function forgetData(page: Page): Promise<void> {
  await page.evaluate(() => {
    type Client = { removeQueries: (filters: object) => void };
    type Fiber = {
      child: Fiber | null;
      sibling: Fiber | null;
      memoizedProps: { client?: Client } | null;
    };
    const clientIn = (fiber: Fiber | null): Client | undefined =>
      fiber
        ? (fiber.memoizedProps?.client ?? clientIn(fiber.child) ?? clientIn(fiber.sibling))
        : undefined;
    const root = document.getElementById('root') as unknown as Record<
      string,
      { stateNode: { current: Fiber } }
    >;
    const key = Object.keys(root).find((name) => name.startsWith('__reactContainer'));
    const client = key && clientIn(root[key]!.stateNode.current);
    if (!client) throw new Error('The client of the queries was not found.');
    client.removeQueries({ type: 'inactive' });
  });
}

/**
 * Memory held by the page after garbage collection: bytes of script objects, bytes of compiled
 * code, nodes and listeners of the document.
 */
export type HeapSize = { bytes: number; code: number; nodes: number; listeners: number };

/** Enough to open each list twice and fill the query cache. */
const FIRST_CHANGES = 60;
const CHANGES = 200;

/** Goes from list to list and turns their pages; measures after a warm-up and 200 changes later. */
export async function measureHeap(
  page: Page,
  lists: readonly BenchList[],
): Promise<{ first: HeapSize; last: HeapSize; changes: number }> {
  const session = await page.context().newCDPSession(page);
  const all = lists.filter(({ fairId }) => !fairId);
  let first: HeapSize | undefined;
  await page.goto('/master-template');
  await menuLink(page, NEUTRAL).waitFor();
  for (let change = 0; change < FIRST_CHANGES + CHANGES; change++) {
    if (change === FIRST_CHANGES) first = await held(page, session);
    const list = all[Math.floor(change / (TURNS + 1)) % all.length]!;
    await settled(page);
    await timed(
      page,
      list,
      change % (TURNS + 1) === 0 ? menuLink(page, list.name) : nextPage(page),
    );
  }
  return { first: first!, last: await held(page, session), changes: CHANGES };
}

async function held(page: Page, session: CDPSession): Promise<HeapSize> {
  await menuLink(page, NEUTRAL).click();
  await settled(page);
  await page.evaluate(() => window.takeShifts());
  return readHeld(session);
}

/** Collects garbage and returns what the page holds. */
export async function readHeld(session: CDPSession): Promise<HeapSize> {
  for (let time = 0; time < 3; time++) await session.send('HeapProfiler.collectGarbage');
  const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters');
  return { ...(await sizes(session)), nodes, listeners: jsEventListeners };
}

/**
 * Sums up a heap snapshot. Code is separate, because the browser compiles more the longer a page
 * runs; natives are the browser's own and excluded.
 */
async function sizes(session: CDPSession): Promise<{ bytes: number; code: number }> {
  let text = '';
  const onChunk = ({ chunk }: { chunk: string }): void => void (text += chunk);
  session.on('HeapProfiler.addHeapSnapshotChunk', onChunk);
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  session.off('HeapProfiler.addHeapSnapshotChunk', onChunk);
  const { snapshot, nodes } = JSON.parse(text) as {
    snapshot: { meta: { node_fields: string[]; node_types: [string[]] } };
    nodes: number[];
  };
  const {
    node_fields: fields,
    node_types: [types],
  } = snapshot.meta;
  const sums = { bytes: 0, code: 0 };
  for (let at = 0; at < nodes.length; at += fields.length) {
    const type = types[nodes[at + fields.indexOf('type')]!];
    if (type !== 'native')
      sums[type === 'code' ? 'code' : 'bytes'] += nodes[at + fields.indexOf('self_size')]!;
  }
  return sums;
}
