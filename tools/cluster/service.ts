import { type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { killTree, listTree, signalAll } from '../product/process-tree.ts';

const LAST_LINES = 40;
const RESTART_AFTER_MS = 1_000;
const LOOK_EVERY_MS = 1_000;
/** Failed looks before a process counts as hanging, and the time of each. */
const HANGS_AFTER = 3;
const LOOK_MS = 2_000;

export type ServiceOptions = {
  name: string;
  start: () => ChildProcess;
  /** Called after a kill, for processes that outlive their parent. */
  killRest?: () => Promise<void>;
  /** Address that answers 200 while the process works; a hanging one is killed and restarted. */
  aliveUrl?: string;
  log: (line: string) => void;
};

/** A program that is restarted when it ends, as systemd does it with Restart=always. */
export class Service {
  readonly name: string;
  readonly lastLines: string[] = [];
  readonly #options: ServiceOptions;
  #child: ChildProcess | undefined;
  #isWanted = false;
  #frozen: number[] = [];
  #watching: NodeJS.Timeout | undefined;
  #failedLooks = 0;

  constructor(options: ServiceOptions) {
    this.name = options.name;
    this.#options = options;
  }

  /** Starts the process, and again each time it ends. */
  start(): void {
    this.#isWanted = true;
    this.#run();
    const { aliveUrl } = this.#options;
    if (aliveUrl === undefined || this.#watching) return;
    this.#watching = setInterval(() => void this.#look(aliveUrl), LOOK_EVERY_MS);
  }

  /** Kills the process and everything below it, as if its machine was lost, until `start`. */
  async kill(): Promise<void> {
    this.#isWanted = false;
    await this.#killNow();
  }

  /** Kills the process, which is then restarted. */
  async crash(): Promise<void> {
    await this.#killNow();
  }

  /** Freezes the process and everything below it, as a hanging machine does. */
  async freeze(alsoPids: readonly number[] = []): Promise<void> {
    const pids = [this.#pid(), ...alsoPids];
    for (const pid of pids) this.#frozen.push(...(await listTree(pid)));
    signalAll(this.#frozen, 'SIGSTOP');
  }

  /** Lets a frozen process go on, and its watch. */
  thaw(): void {
    signalAll(this.#frozen.splice(0), 'SIGCONT');
  }

  /** Ends the process in order, within `limitMs`, and starts it no more. */
  async stop(limitMs = 30_000): Promise<void> {
    this.#isWanted = false;
    if (this.#watching) clearInterval(this.#watching);
    this.#watching = undefined;
    this.thaw();
    const child = this.#child;
    if (!child || hasEnded(child)) return;
    const exit = once(child, 'exit');
    child.kill('SIGTERM');
    const isInTime = await Promise.race([exit.then(() => true), sleep(limitMs, false)]);
    if (!isInTime) await this.#killNow();
  }

  hasEnded(): boolean {
    return this.#child === undefined || hasEnded(this.#child);
  }

  #pid(): number {
    const pid = this.#child?.pid;
    if (pid === undefined) throw new Error(`${this.name} is not running.`);
    return pid;
  }

  #run(): void {
    const child = this.#options.start();
    this.#child = child;
    for (const output of [child.stdout, child.stderr]) {
      if (!output) continue;
      createInterface({ input: output }).on('line', (line) => {
        this.lastLines.push(line);
        if (this.lastLines.length > LAST_LINES) this.lastLines.shift();
        this.#options.log(line);
      });
    }
    child.on('error', (error) => this.#options.log(error.message));
    child.once('exit', () => {
      if (this.#isWanted) setTimeout(() => this.#isWanted && this.#run(), RESTART_AFTER_MS);
    });
  }

  async #killNow(): Promise<void> {
    const child = this.#child;
    if (child?.pid !== undefined && !hasEnded(child)) {
      const exit = once(child, 'exit');
      await killTree(child.pid);
      await exit;
    }
    await this.#options.killRest?.();
    this.#frozen = [];
  }

  async #look(url: string): Promise<void> {
    const isAlive = await answers(url);
    this.#failedLooks = isAlive || this.hasEnded() ? 0 : this.#failedLooks + 1;
    if (this.#failedLooks < HANGS_AFTER) return;
    this.#failedLooks = 0;
    this.#options.log(`${this.name} hangs and is restarted.`);
    await this.#killNow();
  }
}

/** Returns true if the address answers with success in time. */
export async function answers(url: string): Promise<boolean> {
  return fetch(url, { signal: AbortSignal.timeout(LOOK_MS) }).then(
    ({ ok }) => ok,
    () => false,
  );
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;
