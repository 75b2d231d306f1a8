import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { type Browser, chromium, type Page } from '@playwright/test';
import type { StoredSale } from '@pos/register/till/journal/journal.ts';
import { testBrowser } from '../setup/test-browser.ts';
import { listTree, signalAll, untilGone } from './process-tree.ts';

const STARTS_WITHIN_MS = 60_000;

/**
 * A tablet: a browser with a profile of its own, which ends as without power and starts again with
 * what its disk has.
 */
export class Tablet {
  readonly #profile: string;
  #process: ChildProcess | undefined;
  #browser: Browser | undefined;
  #page: Page | undefined;

  private constructor(profile: string) {
    this.#profile = profile;
  }

  static async buy(): Promise<Tablet> {
    return new Tablet(await mkdtemp(path.join(tmpdir(), 'tablet-')));
  }

  get isOn(): boolean {
    return this.#page !== undefined;
  }

  get page(): Page {
    if (!this.#page) throw new Error('The tablet is off.');
    return this.#page;
  }

  get profile(): string {
    return this.#profile;
  }

  /**
   * Starts the browser and opens the register, if wished without a network or below a layer whose
   * variables are `below`.
   */
  async start(
    url: string,
    { isOffline = false, below = {} }: { isOffline?: boolean; below?: Record<string, string> } = {},
  ): Promise<Page> {
    const { executablePath, env } = await testBrowser();
    const portFile = path.join(this.#profile, 'DevToolsActivePort');
    rmSync(portFile, { force: true });
    const child = spawn(
      executablePath,
      [
        '--headless',
        '--no-sandbox',
        '--disable-dev-shm-usage',
        '--disable-gpu',
        '--use-fake-device-for-media-stream',
        '--use-fake-ui-for-media-stream',
        '--remote-debugging-port=0',
        `--user-data-dir=${this.#profile}`,
        'about:blank',
      ],
      { stdio: 'ignore', env: { ...process.env, ...env, ...below } },
    );
    this.#process = child;
    const port = await readPort(portFile, child);
    this.#browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
    const [context] = this.#browser.contexts();
    const page = context?.pages()[0] ?? (await context!.newPage());
    this.#page = page;
    await page.setViewportSize({ width: 1024, height: 768 });
    await page.context().setOffline(isOffline);
    await page.goto(url);
    return page;
  }

  /** Cuts the network, or brings it back. */
  async setOffline(isOffline: boolean): Promise<void> {
    await this.page.context().setOffline(isOffline);
  }

  /**
   * Ends all processes of the browser at once, as the system does with an app in the background. A
   * start that is under way fails.
   */
  async kill(): Promise<void> {
    // A start that was begun before has its process by then.
    await testBrowser();
    const child = this.#process;
    this.#process = undefined;
    if (child?.pid !== undefined && !hasEnded(child)) {
      const ended = once(child, 'exit');
      // A stopped process starts no others.
      signalAll(await listTree(child.pid), 'SIGSTOP');
      const tree = await listTree(child.pid);
      signalAll(tree, 'SIGKILL');
      await Promise.all([ended, untilGone(tree)]);
    }
    await this.#browser?.close().catch(() => undefined);
    this.#page = undefined;
  }

  /** Reads the finished sales in the register's own journal. */
  readSales(): Promise<StoredSale[]> {
    return this.page.evaluate<StoredSale[]>(READ_SALES);
  }

  async remove(): Promise<void> {
    await this.kill();
    await rm(this.#profile, { recursive: true, force: true, maxRetries: 10 });
  }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) =>
  exitCode !== null || signalCode !== null;

async function readPort(portFile: string, child: ChildProcess): Promise<number> {
  for (const limit = Date.now() + STARTS_WITHIN_MS; Date.now() < limit; await pause(50)) {
    if (hasEnded(child)) break;
    const port = Number((await readFile(portFile, 'utf8').catch(() => '')).split('\n')[0]);
    if (port > 0) return port;
  }
  throw new Error('The browser of the tablet did not start.');
}

/** The tools know no types of a page. */
const READ_SALES = `new Promise((resolve, reject) => {
  const opening = indexedDB.open('register');
  opening.onerror = () => reject(opening.error);
  opening.onsuccess = () => {
    const db = opening.result;
    if (!db.objectStoreNames.contains('sales')) return resolve([]);
    const all = db.transaction('sales').objectStore('sales').getAll();
    all.onerror = () => reject(all.error);
    all.onsuccess = () => (db.close(), resolve(all.result));
  };
})`;

/**
 * Reads a barcode as a hand scanner does: as keys, two milliseconds apart by the clock of the keyboard,
 * however busy the page is, and Enter.
 */
export async function scan(page: Page, code: string): Promise<void> {
  await page.evaluate(`{
    const start = performance.now();
    for (const [index, key] of [...${JSON.stringify(code)}, 'Enter'].entries()) {
      const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
      Object.defineProperty(event, 'timeStamp', { value: start + 2 * index });
      (document.activeElement ?? document.body).dispatchEvent(event);
    }
  }`);
}
