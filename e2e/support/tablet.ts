import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { type Browser, chromium, type Page } from '@playwright/test';
import { testBrowser } from '@pos/tools/setup/test-browser.ts';

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

  get page(): Page {
    if (!this.#page) throw new Error('The tablet is off.');
    return this.#page;
  }

  /** Starts the browser and opens the register, if wished without a network. */
  async start(url: string, { isOffline = false } = {}): Promise<Page> {
    const { executablePath, env } = await testBrowser();
    const portFile = path.join(this.#profile, 'DevToolsActivePort');
    await rm(portFile, { force: true });
    this.#process = spawn(
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
      { stdio: 'ignore', env: { ...process.env, ...env } },
    );
    this.#browser = await chromium.connectOverCDP(
      `http://127.0.0.1:${await this.#readPort(portFile)}`,
    );
    const [context] = this.#browser.contexts();
    this.#page = context?.pages()[0] ?? (await context!.newPage());
    await this.#page.setViewportSize({ width: 1024, height: 768 });
    await this.setOffline(isOffline);
    await this.#page.goto(url);
    return this.#page;
  }

  async #readPort(portFile: string): Promise<number> {
    for (const limit = Date.now() + STARTS_WITHIN_MS; Date.now() < limit; await pause(50)) {
      const port = Number((await readFile(portFile, 'utf8').catch(() => '')).split('\n')[0]);
      if (port > 0) return port;
    }
    throw new Error('The browser of the tablet did not start.');
  }

  /** Cuts the network, or brings it back. */
  async setOffline(isOffline: boolean): Promise<void> {
    await this.page.context().setOffline(isOffline);
  }

  /** Ends the browser at once, as the system does with an app in the background. */
  async kill(): Promise<void> {
    const ended = this.#process && once(this.#process, 'exit');
    this.#process?.kill('SIGKILL');
    await ended;
    await this.#browser?.close().catch(() => undefined);
    this.#page = undefined;
  }

  async remove(): Promise<void> {
    await this.kill();
    await rm(this.#profile, { recursive: true, force: true, maxRetries: 10 });
  }
}

/** Reads a barcode as a hand scanner does: as keys, faster than anybody types, and Enter. */
export async function scan(page: Page, code: string): Promise<void> {
  await page.evaluate((text) => {
    const target = document.activeElement ?? document.body;
    for (const key of [...text, 'Enter'])
      target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  }, code);
}
