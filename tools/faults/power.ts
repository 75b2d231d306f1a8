import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDb } from '@pos/api/db/db.ts';
import { type Cluster, connectionString, makeCluster } from '@pos/embedded-postgres/cluster';
import { DATABASE, prepareDatabase, ROLE } from '@pos/embedded-postgres/database';
import { placeCluster } from '@pos/embedded-postgres/placement';
import {
  connectAsSuperuser,
  freePort,
  launchServer,
  type Postmaster,
} from '@pos/embedded-postgres/postmaster';
import { inWords } from '../office/steps.ts';
import { brokenJournals } from '../product/journals.ts';
import { Product, PROGRAMS } from '../product/product.ts';
import { compareWithServer } from '../simulator/compare.ts';
import { Random } from '../simulator/random.ts';
import type { Register } from '../simulator/register.ts';
import { openOffice, openRegisters, prepareFair, UNITS } from './ground.ts';
import { inTime, invariantsBrokenIn, type Part, type PartReport } from './part.ts';
import { cutPower, makeUnsyncedLayer, type UnsyncedLayer } from './power-cut.ts';
import { killTree } from './process-tree.ts';
import { sellSteadily } from './registers.ts';

const FAIR = 'POWER-01';
const REGISTERS = 3;
/** Sales before each cut, in milliseconds. */
const SELLING_MS = 5_000;
const CUTS = 4;
/**
 * Settings under which the server writes data pages all the time, which nothing syncs before the
 * next checkpoint. Usually they stay in memory until then.
 */
const WRITES_EARLY = {
  shared_buffers: '4MB',
  bgwriter_delay: '10ms',
  bgwriter_lru_maxpages: '1000',
  bgwriter_lru_multiplier: '10',
};
/** Time for the last process of a killed server to be gone. */
const GONE_MS = 1_000;

/**
 * Cuts the power of the database's machine while registers sell: kills everything and drops writes
 * that were not synced. First with fsync off, which must lose acknowledged orders, then with it on.
 */
export const power: Part = {
  name: 'power',
  does: 'unsynced writes dropped as by a power failure: orders are lost with fsync off, none with it on',
  run: async ({ seed }, log) => {
    const off = await withMachine(`${seed} off`, (machine) => machine.loseWithoutFsync());
    log(off.line);
    const on = await withMachine(`${seed} on`, (machine) => machine.surviveCuts(log));
    const missed = off.isLost
      ? []
      : ['Nothing was lost with fsync off, so the cut proves nothing.'];
    return { ...on, missed: [...missed, ...on.missed] };
  },
};

async function withMachine<Result>(
  seed: string,
  work: (machine: Machine) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pos-admin-power-'));
  // Entered by the database user when this runs as root.
  await chmod(folder, 0o711);
  let machine: Machine | undefined;
  try {
    machine = await Machine.start(folder, seed);
    return await work(machine);
  } finally {
    await machine?.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** A product whose database writes through a layer that can drop what was not synced. */
class Machine {
  readonly #folder: string;
  readonly #random: Random;
  readonly #cluster: Cluster;
  readonly #layer: UnsyncedLayer;
  readonly #port: number;
  readonly #url: string;
  #server!: Postmaster;
  #product!: Product;
  #office!: Awaited<ReturnType<typeof openOffice>>['office'];
  #registers: Register[] = [];

  private constructor(
    folder: string,
    seed: string,
    given: { cluster: Cluster; layer: UnsyncedLayer; port: number; url: string },
  ) {
    this.#folder = folder;
    this.#random = new Random(`faults ${seed}`);
    this.#cluster = given.cluster;
    this.#layer = given.layer;
    this.#port = given.port;
    this.#url = given.url;
  }

  /** Creates the database, then starts it on the layer, with a product and registers at a fair. */
  static async start(folder: string, seed: string): Promise<Machine> {
    const password = randomBytes(16).toString('hex');
    const plain: Cluster = { ...(await placeCluster(folder)), password };
    await makeCluster(plain);
    const port = await freePort();
    const first = await launchServer(plain, port, {}, () => undefined);
    await prepareDatabase(plain, port, password);
    await first.stop();
    const layer = await makeUnsyncedLayer(folder, plain.dir);
    const cluster = { ...plain, runAs: { ...plain.runAs, env: layer.env } };
    const url = connectionString(ROLE, password, port, DATABASE);
    const machine = new Machine(folder, seed, { cluster, layer, port, url });
    await machine.#launch({});
    const source = path.join(folder, 'source');
    const extra = { DATABASE_URL: url, DATA_DIR: path.join(folder, 'product') };
    await mkdir(extra.DATA_DIR);
    machine.#product = await Product.launch('power', () => source, PROGRAMS.api, undefined, extra);
    await machine.#openRegisters(source);
    return machine;
  }

  /** Sells with fsync off, cuts the power, and tells if acknowledged orders are lost. */
  async loseWithoutFsync(): Promise<{ isLost: boolean; line: string }> {
    const admin = await connectAsSuperuser(this.#cluster, this.#port);
    await admin.query('alter system set fsync = off');
    await admin.query('select pg_reload_conf()');
    await admin.end();
    const selling = this.#sell();
    await sleep(SELLING_MS);
    const cut = await this.#cut(() => true);
    const says = (result: string) => `fsync off: ${cut.dropped} unsynced pages dropped; ${result}`;
    try {
      await this.#launch({ fsync: 'on' });
    } catch (error) {
      selling.giveUp();
      const [reason = ''] = inWords(error).split('\n');
      return { isLost: true, line: says(`the database does not start any more: ${reason}`) };
    }
    await this.#startProduct();
    // What registers send again returns; only the journals know what was acknowledged before.
    const lost = await this.#lost();
    selling.giveUp();
    const line = says(`${lost.length} acknowledged orders are lost`);
    return { isLost: lost.length > 0, line };
  }

  /** Cuts the power several times while registers sell, and compares at the end. */
  async surviveCuts(log: (line: string) => void): Promise<PartReport> {
    const selling = this.#sell();
    for (let number = 1; number <= CUTS; number++) {
      await sleep(SELLING_MS);
      // Disks lose all that was not synced, or single pages of it.
      const share = number % 2 === 1 ? 1 : 0.5;
      const isChecked = number > 2;
      if (isChecked) await this.#checkpoint();
      const cut = await this.#cut(() => this.#random.chance(share));
      const begun = performance.now();
      await this.#launch({});
      await this.#startProduct();
      log(
        `fsync on, cut ${number}${isChecked ? ' during a checkpoint' : ''}: ${cut.dropped} unsynced pages dropped, ${cut.kept} kept, ${cut.shortened} files shortened; ready after ${inTime(performance.now() - begun)}`,
      );
    }
    await sleep(SELLING_MS);
    await selling.end();
    const compared = await compareWithServer(
      this.#office,
      FAIR,
      this.#registers,
      this.#random.fork('compare'),
    );
    const { acknowledged, lost, doubled, wrong } = compared;
    const figures = [
      `fsync on: ${acknowledged} orders acknowledged, ${lost.length} lost, ${doubled.length} duplicated, ${wrong.length} differ`,
    ];
    const broken = [...lost, ...doubled, ...wrong, ...(await this.#lost())];
    const db = openDb(this.#url, () => undefined);
    try {
      broken.push(...(await invariantsBrokenIn(db)));
    } finally {
      await db.destroy();
    }
    return {
      figures,
      broken,
      unforeseen: [],
      missed: acknowledged === 0 ? ['Nothing was sold.'] : [],
    };
  }

  async stop(): Promise<void> {
    for (const register of this.#registers) await register.memory.close();
    await this.#product?.end('SIGTERM');
    await this.#server?.stop();
  }

  async #openRegisters(source: string): Promise<void> {
    const folder = path.join(this.#folder, 'registers');
    await mkdir(folder);
    const { office, cashier } = await openOffice(this.#product.url, source, folder);
    this.#office = office;
    await prepareFair(office, FAIR, UNITS);
    const ground = { product: this.#product, office, folder, cashier };
    this.#registers = await openRegisters(ground, FAIR, 'POWER', REGISTERS);
  }

  /** Lets the registers sell until `end`. `giveUp` does not wait for what they cannot send. */
  #sell() {
    let isOver = false;
    const selling = Promise.all(
      this.#registers.map((register, number) =>
        sellSteadily(
          register,
          { number, registers: REGISTERS },
          this.#random.fork(register.deviceId),
          () => isOver,
        ),
      ),
    );
    // Reported by `end`, if anybody waits for it.
    selling.catch(() => undefined);
    const giveUp = () => {
      isOver = true;
    };
    const end = async () => {
      isOver = true;
      await selling;
    };
    return { end, giveUp };
  }

  async #cut(isDropped: () => boolean) {
    await Promise.all([this.#product.end('SIGKILL'), killTree(this.#server.pid)]);
    await this.#server.exited;
    await sleep(GONE_MS);
    return cutPower(this.#layer, isDropped);
  }

  async #launch(settings: Record<string, string>): Promise<void> {
    this.#server = await launchServer(
      this.#cluster,
      this.#port,
      { ...WRITES_EARLY, ...settings },
      () => undefined,
    );
  }

  async #startProduct(): Promise<void> {
    this.#product.begin();
    await this.#product.untilReady();
  }

  /** Writes all data files, which the cut interrupts. */
  async #checkpoint(): Promise<void> {
    const admin = await connectAsSuperuser(this.#cluster, this.#port);
    admin.on('error', () => undefined);
    void admin.query('checkpoint').catch(() => undefined);
    await sleep(20);
  }

  async #lost(): Promise<string[]> {
    const db = openDb(this.#url, () => undefined);
    try {
      const broken = await brokenJournals(db, this.#registers);
      return broken.filter((line) => line.startsWith('I08'));
    } finally {
      await db.destroy();
    }
  }
}
