import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from '@pos/embedded-postgres/postmaster';

/** The API alone, and the whole product with its web app as `npm start` runs it. */
export const PROGRAMS = {
  api: fileURLToPath(new URL('../../apps/api/src/main.ts', import.meta.url)),
  whole: fileURLToPath(new URL('../start.ts', import.meta.url)),
};
const START_LIMIT_MS = 120_000;

/** Owner of a product started for a trial. */
export const TRIAL_OWNER = { email: 'owner@example.com', password: 'Trial-Run-2468' };

/**
 * The product as a separate process with its data in a new temporary folder, started through
 * `apps/api/src/main.ts` as an operator would. Keeps its last output lines to show on failure.
 */
export class Product {
  readonly url: string;
  readonly dataDir: string;
  readonly lastLines: string[] = [];
  readonly #env: NodeJS.ProcessEnv;
  readonly #program: string;
  #child: ChildProcess | undefined;

  private constructor(url: string, dataDir: string, env: NodeJS.ProcessEnv, program: string) {
    this.#program = program;
    this.url = url;
    this.dataDir = dataDir;
    this.#env = env;
  }

  /**
   * Starts it and waits until it is ready. `name` becomes part of its folder's name; `sourceIn`
   * returns the source system's folder for a data folder; `like` is the data folder of an ended
   * product to copy; `extra` are additional environment variables, of which DATA_DIR names an
   * existing folder to use instead.
   */
  static async launch(
    name: string,
    sourceIn: (dataDir: string) => string,
    program = PROGRAMS.api,
    like?: string,
    extra: Readonly<Record<string, string>> = {},
  ): Promise<Product> {
    const dataDir = extra['DATA_DIR'] ?? (await mkdtemp(path.join(tmpdir(), `pos-admin-${name}-`)));
    if (like) await copyFolder(like, dataDir);
    // Entered by the database user when this runs as root.
    await chmod(dataDir, 0o711);
    const product = await Product.#at(dataDir, sourceIn(dataDir), program, extra);
    try {
      product.begin();
      await product.untilReady();
    } catch (error) {
      await product.remove();
      throw error;
    }
    return product;
  }

  /** Starts it on an existing data folder, which `end` keeps. */
  static async launchOn(dataDir: string, program = PROGRAMS.api): Promise<Product> {
    const product = await Product.#at(dataDir, '', program);
    product.begin();
    await product.untilReady().catch(async (error: unknown) => {
      await product.end('SIGTERM');
      throw error;
    });
    return product;
  }

  static async #at(
    dataDir: string,
    source: string,
    program: string,
    extra: Readonly<Record<string, string>> = {},
  ): Promise<Product> {
    const port = await freePort();
    const {
      DATABASE_URL: _server,
      PUBLIC_URL: _address,
      SECRET_KEY: _key,
      ...environment
    } = process.env;
    const env = {
      ...environment,
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      DEMO: '0',
      LOG_LEVEL: 'error',
      OWNER_EMAIL: TRIAL_OWNER.email,
      OWNER_PASSWORD: TRIAL_OWNER.password,
      // Benchmarks have no source system; an empty variable counts as unset.
      SYNC_SOURCES: source && `Main = ${source}; Next season = ${source}-next`,
      ...extra,
    };
    return new Product(`http://127.0.0.1:${port}`, dataDir, env, program);
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Starts the process without waiting; see `untilReady`. */
  begin(): void {
    const child = spawn(process.execPath, [this.#program], {
      env: this.#env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const output of [child.stdout, child.stderr]) {
      createInterface({ input: output }).on('line', (line) => {
        this.lastLines.push(line);
        if (this.lastLines.length > 30) this.lastLines.shift();
      });
    }
    this.#child = child;
  }

  /** Waits until it answers /ready; throws with its last output if it exits first. */
  async untilReady(): Promise<void> {
    const limit = Date.now() + START_LIMIT_MS;
    while (!(await this.isReady())) {
      if (this.hasEnded())
        throw new Error(['The product exited before it was ready.', ...this.lastLines].join('\n'));
      if (Date.now() > limit)
        throw new Error(['The product was not ready in time.', ...this.lastLines].join('\n'));
      await sleep(50);
    }
  }

  async isReady(): Promise<boolean> {
    return fetch(`${this.url}/ready`, { signal: AbortSignal.timeout(5_000) }).then(
      ({ ok }) => ok,
      () => false,
    );
  }

  hasEnded(): boolean {
    return (
      this.#child === undefined || this.#child.exitCode !== null || this.#child.signalCode !== null
    );
  }

  /** Ends the process and waits for its exit. */
  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const child = this.#child;
    if (!child || this.hasEnded()) return;
    const exit = once(child, 'exit');
    child.kill(signal);
    await exit;
  }

  /** Stops it gracefully and removes its folder. */
  async remove(): Promise<void> {
    await this.end('SIGTERM');
    // A product killed while it creates its database may still write for a moment.
    await rm(this.dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
  }
}

/** Copies a folder with its owners, because the database refuses files of another user. */
const copyFolder = async (from: string, to: string) =>
  void (await promisify(execFile)('cp', ['-a', `${from}/.`, to]));
