import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Office, signIn } from '../office/session.ts';
import { brokenJournals } from '../product/journals.ts';
import { Product, PROGRAMS, TRIAL_OWNER } from '../product/product.ts';
import { withDatabase } from '../product/test-database.ts';
import { agrees, compareWithServer } from '../simulator/compare.ts';
import type { Register } from '../simulator/register.ts';
import { AnswerLog } from './answer-log.ts';
import { type Ground, onGround, openRegisters, prepareFair, UNITS } from './ground.ts';
import { hasNextVersion, NextVersion } from './next-version.ts';
import { brokenInvariants, counted, inTime, type Part, type PartReport } from './part.ts';
import { sellSteadily } from './registers.ts';
import { TcpSwitch } from './tcp-switch.ts';

const FAIR = 'UPGRADE-01';
const REGISTERS = 4;
/** Sales before, between and after the steps, in milliseconds. */
const SELL_MS = 4_000;
const CLERK_EVERY_MS = 100;
/** Answers after which a register sends the same call again (docs/registers.md). */
const AGAIN = new Set([0, 429, 502, 503, 504]);

/**
 * Replaces two processes one after the other by a next version with migrations of its own, behind a
 * switch, while registers sell. In between, a process of the present version ends and starts again
 * on the schema of the next one.
 */
export const upgrade: Part = {
  name: 'upgrade',
  does: 'two processes replaced one by one by a version with migrations, while registers sell',
  run: ({ seed }, log) => onGround({ name: 'upgrade', seed }, log, (ground) => roll(ground, log)),
};

async function roll(ground: Ground, log: (line: string) => void): Promise<PartReport> {
  await prepareFair(ground.office, FAIR, UNITS);
  const next = await NextVersion.make();
  const fleet = await Fleet.start(ground);
  try {
    return await rollOver(ground, fleet, next, log);
  } catch (error) {
    for (const line of fleet.lastLines()) log(line);
    throw error;
  } finally {
    await fleet.remove();
    await next.remove();
  }
}

async function rollOver(
  ground: Ground,
  fleet: Fleet,
  next: NextVersion,
  log: (line: string) => void,
): Promise<PartReport> {
  const sales = new AnswerLog();
  const registers = await openRegisters(ground, FAIR, 'ROLL', REGISTERS, {
    url: fleet.url,
    network: sales.network,
  });
  const office = await signIn(fleet.url, TRIAL_OWNER);
  let isOver = false;
  const working = [
    ...registers.map((register, number) =>
      sellSteadily(
        register,
        { number, registers: REGISTERS },
        ground.random.fork(register.deviceId),
        () => isOver,
      ),
    ),
    readOrders(office, () => isOver),
  ];
  const steps: string[] = [];
  const step = async (name: string, change: () => Promise<void>) => {
    await sleep(SELL_MS);
    const began = performance.now();
    await change();
    steps.push(`${name}: ${inTime(performance.now() - began)}`);
    log(steps.at(-1) ?? '');
  };
  try {
    await step('First process replaced by the next version, which migrates', () =>
      fleet.replace(0, next.program),
    );
    await step('Second process of this version ended and started on the new schema', () =>
      fleet.replace(1, PROGRAMS.api),
    );
    await step('Second process replaced by the next version', () => fleet.replace(1, next.program));
    await sleep(SELL_MS);
  } finally {
    isOver = true;
  }
  const [reads] = (await Promise.all(working)).filter((one) => typeof one === 'number');
  return reportOf(ground, { registers, sales, steps, reads: reads ?? 0, passedOn: fleet.passedOn });
}

type Rolled = {
  registers: readonly Register[];
  sales: AnswerLog;
  steps: readonly string[];
  reads: number;
  passedOn: number;
};

async function reportOf(
  { product, office, random }: Ground,
  { registers, sales, steps, reads, passedOn }: Rolled,
): Promise<PartReport> {
  const comparison = await compareWithServer(office, FAIR, registers, random.fork('compare'));
  const answers = sales.all;
  const statuses: Record<string, number> = {};
  for (const { status } of answers)
    statuses[status || 'none'] = (statuses[status || 'none'] ?? 0) + 1;
  const isMigrated = await withDatabase(product.dataDir, hasNextVersion);
  const broken = [
    ...comparison.lost,
    ...comparison.doubled,
    ...comparison.wrong,
    ...(await brokenInvariants(product)),
    ...(await withDatabase(product.dataDir, (db) => brokenJournals(db, registers))),
  ];
  for (const register of registers) await register.memory.close();
  const { acknowledged, lost, doubled, unsent } = comparison;
  return {
    figures: [
      ...steps,
      `${answers.length} calls of registers by status: ${counted(statuses)}; ${passedOn} connections passed on to the other process`,
      `${acknowledged} orders acknowledged, ${lost.length} lost, ${doubled.length} duplicated, ${unsent} unsent; ${reads} lists read meanwhile`,
    ],
    broken,
    unforeseen: answers
      .filter(({ status }) => status >= 400 && !AGAIN.has(status))
      .map(({ path: address, status }) => `${address} answered ${status}.`),
    missed: [
      ...(agrees(comparison) ? [] : ['The journals and the database differ.']),
      ...(acknowledged > 0 ? [] : ['Nothing was sold.']),
      ...(isMigrated ? [] : ['The migrations of the next version were not applied.']),
    ],
  };
}

/** Reads the list of orders as staff until it is over, and returns how often. */
async function readOrders(office: Office, isOver: () => boolean): Promise<number> {
  let reads = 0;
  for (; !isOver(); reads++) {
    await office.client.orders.list({ query: { limit: 10 } });
    await sleep(CLERK_EVERY_MS);
  }
  return reads;
}

/** Two processes on the database of the ground, behind a switch. */
class Fleet {
  readonly #extra: Record<string, string>;
  readonly #processes: Product[];
  readonly #front: TcpSwitch;

  private constructor(extra: Record<string, string>, processes: Product[], front: TcpSwitch) {
    this.#extra = extra;
    this.#processes = processes;
    this.#front = front;
  }

  static async start({ product }: Ground): Promise<Fleet> {
    const url = await withDatabase(product.dataDir, async (_db, databaseUrl) => databaseUrl);
    const secretKey = await readFile(path.join(product.dataDir, 'secret-key'), 'utf8');
    const extra = { DATABASE_URL: url, SECRET_KEY: secretKey.trim() };
    const processes = [await launch(PROGRAMS.api, extra), await launch(PROGRAMS.api, extra)];
    return new Fleet(extra, processes, await TcpSwitch.open(processes.map((one) => one.url)));
  }

  get url(): string {
    return this.#front.url;
  }

  get passedOn(): number {
    return this.#front.passedOn;
  }

  lastLines(): string[] {
    return this.#processes.flatMap(({ lastLines }) => lastLines);
  }

  /** Ends a process gracefully, then starts another program in its place. */
  async replace(place: number, program: string): Promise<void> {
    const old = this.#processes[place]!;
    await old.end('SIGTERM');
    const started = await launch(program, this.#extra);
    this.#processes[place] = started;
    this.#front.replace(old.url, started.url);
    await old.remove();
  }

  async remove(): Promise<void> {
    await this.#front.close();
    for (const one of this.#processes) await one.remove();
  }
}

const launch = (program: string, extra: Record<string, string>) =>
  Product.launch('upgrade', () => '', program, undefined, extra);
