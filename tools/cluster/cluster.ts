import { spawn } from 'node:child_process';
import { chmod, chown, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readPidFile } from '@pos/embedded-postgres/postmaster';
import { databaseUser, type RunAs, spawnAs } from '@pos/embedded-postgres/run-as';
import pg from 'pg';
import { killTree } from '../faults/process-tree.ts';
import { PROGRAMS } from '../product/product.ts';
import {
  APIS,
  HOST,
  type Layout,
  type NodeName,
  NODES,
  openLayout,
  getPort,
  readTemplate,
  getUrl,
  VALUES,
  writeConfig,
} from './layout.ts';
import { clusterPrograms } from './programs.ts';
import { Service } from './service.ts';
import { toStatements } from './template.ts';

const START_LIMIT_MS = 180_000;
const DATABASE = 'pos_admin';

type Log = (line: string) => void;
/** Role of a server in Patroni's view. */
type Member = { name: NodeName; role: string; state: string; timeline?: number };

/**
 * A cluster on one machine, from Debian's packages: etcd, three PostgreSQL 15 servers under
 * Patroni, HAProxy and two API processes, all on 127.0.0.1 with their data in one folder.
 */
export class Cluster {
  readonly folder: string;
  readonly layout: Layout;
  readonly etcd: Service;
  readonly nodes: Record<NodeName, Service>;
  readonly proxy: Service;
  readonly apis: readonly Service[];
  readonly #runAs: RunAs;
  #signal: AbortSignal | undefined;

  private constructor(folder: string, layout: Layout, runAs: RunAs, env: Env, log: Log) {
    const programs = clusterPrograms();
    this.folder = folder;
    this.layout = layout;
    this.#runAs = runAs;
    const service = (
      name: string,
      command: string,
      args: string[],
      more: { killRest?: () => Promise<void>; aliveUrl?: string } = {},
    ) =>
      new Service({
        name,
        start: () => spawnAs(runAs, command, args, ['ignore', 'pipe', 'pipe']),
        log: (line) => log(`${name}: ${line}`),
        ...more,
      });
    const config = (name: string, file: string) => path.join(folder, name, file);
    this.etcd = service('etcd', programs.etcd, [
      '--config-file',
      config('etcd-config', 'etcd.yml'),
    ]);
    const node = (name: NodeName) =>
      service(name, programs.patroni, [config(name, 'patroni.yml')], {
        killRest: async () => {
          const running = await this.postmaster(name);
          if (running !== undefined) await killTree(running);
        },
      });
    this.nodes = { pg1: node('pg1'), pg2: node('pg2'), pg3: node('pg3') };
    this.proxy = service(
      'haproxy',
      programs.haproxy,
      ['-db', '-f', config('proxy', 'haproxy.cfg')],
      {
        aliveUrl: `http://${HOST}:${getPort(layout, 'alive')}/alive`,
      },
    );
    this.apis = APIS.map(
      (name) =>
        new Service({
          name: `api ${name}`,
          start: () =>
            spawn(process.execPath, [PROGRAMS.api], {
              env: { ...process.env, ...this.#productEnv(name), ...env },
              stdio: ['ignore', 'pipe', 'pipe'],
              detached: true,
            }),
          log: (line) => log(`api ${name}: ${line}`),
        }),
    );
  }

  /**
   * Starts a cluster with its data in `folder`, or starts the one that is there again, and waits
   * until the product answers. `env` are variables of the API processes. Throws one sentence if it
   * cannot start or `signal` ends it, and leaves nothing running.
   */
  static async start(
    folder: string,
    env: Env,
    log: Log,
    signal = new AbortController().signal,
  ): Promise<Cluster> {
    clusterPrograms();
    await mkdir(folder, { recursive: true });
    // Entered by the database user when this runs as root.
    await chmod(folder, 0o711);
    const runAs = await databaseUser();
    const cluster = new Cluster(folder, await openLayout(folder), runAs, env, log);
    cluster.#signal = signal;
    try {
      await cluster.#writeConfigs();
      cluster.etcd.start();
      await cluster.#until('etcd', () => answers(cluster.#etcdUrl('/health')));
      for (const name of NODES) cluster.nodes[name].start();
      cluster.proxy.start();
      await cluster.#until('PostgreSQL', () => cluster.#isSafe());
      await cluster.#makeDatabase();
      for (const api of cluster.apis) {
        api.start();
        // The first one migrates.
        const name = APIS[cluster.apis.indexOf(api)] ?? '';
        const url = `http://${HOST}:${getPort(cluster.layout, name)}/ready`;
        await cluster.#until(api.name, () => answers(url));
      }
      await cluster.#until('HAProxy', () => answers(`${cluster.url}/ready`));
      return cluster;
    } catch (error) {
      await cluster.stop();
      throw error;
    }
  }

  /** Address of the product, through HAProxy. */
  get url(): string {
    return `http://${HOST}:${getPort(this.layout, 'web')}`;
  }

  /** Connection string of the product's role on the primary, through HAProxy. */
  get databaseUrl(): string {
    return this.#productUrl('primary');
  }

  /** Stops everything in order; twice does nothing more. */
  async stop(): Promise<void> {
    await Promise.all(this.apis.map((api) => api.stop(60_000)));
    await this.proxy.stop(5_000);
    // Patroni stops its PostgreSQL.
    await Promise.all(NODES.map((name) => this.nodes[name].stop(90_000)));
    await this.etcd.stop();
  }

  /** Returns the servers as Patroni sees them. */
  async #members(): Promise<Member[]> {
    for (const name of NODES) {
      const url = `http://${HOST}:${getPort(this.layout, `${name}Rest`)}/cluster`;
      const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(
        () => undefined,
      );
      if (!answer?.ok) continue;
      const { members } = (await answer.json()) as { members: Member[] };
      return members;
    }
    return [];
  }

  /** Waits for a server with this role and returns its name. */
  async findMember(role: 'leader' | 'sync_standby'): Promise<NodeName> {
    const find = async () => (await this.#members()).find((member) => member.role === role)?.name;
    let found: NodeName | undefined;
    await this.#until(`a ${role}`, async () => (found = await find()) !== undefined);
    return found!;
  }

  /** Waits until all servers run, one of them as synchronous standby, and the proxy has them. */
  async untilWhole(): Promise<void> {
    await this.#until('the whole cluster', () => this.#isWhole());
  }

  /** Returns the process of a server's PostgreSQL while it runs. */
  async postmaster(name: NodeName): Promise<number | undefined> {
    return (await readPidFile(path.join(this.folder, name, 'data')))?.pid;
  }

  #productUrl(at: string): string {
    const { product } = this.layout.passwords;
    return getUrl(this.layout, at, { role: DATABASE, password: product, database: DATABASE });
  }

  #superuserUrl(): string {
    const { superuser } = this.layout.passwords;
    return getUrl(this.layout, 'primary', {
      role: 'postgres',
      password: superuser,
      database: 'postgres',
    });
  }

  #etcdUrl = (at: string) => `http://${HOST}:${getPort(this.layout, 'etcd')}${at}`;

  #productEnv(name: string): Env {
    return {
      PORT: String(getPort(this.layout, name)),
      HOST,
      DATA_DIR: path.join(this.folder, 'product'),
      DATABASE_URL: this.databaseUrl,
      DATABASE_REPLICA_URL: this.#productUrl('standbys'),
      SECRET_KEY: this.layout.passwords.secretKey,
      PUBLIC_URL: this.url,
      TRUST_PROXY: '1',
      DEMO: '0',
    };
  }

  async #writeConfigs(): Promise<void> {
    const { user } = this.#runAs;
    const give = async (file: string) => {
      if (user) await chown(file, user.uid, user.gid);
    };
    const write = async (folder: string, name: keyof typeof VALUES, values: Env) => {
      const text = await readTemplate(name, values);
      await writeConfig(path.join(this.folder, folder), name, text, give);
      await give(path.join(this.folder, folder));
    };
    await write('etcd-config', 'etcd.yml', VALUES['etcd.yml'](this.layout, this.folder));
    await write('proxy', 'haproxy.cfg', VALUES['haproxy.cfg'](this.layout));
    for (const name of NODES)
      await write(name, 'patroni.yml', VALUES['patroni.yml'](this.layout, this.folder, name));
    const etcd = path.join(this.folder, 'etcd');
    await mkdir(etcd, { recursive: true, mode: 0o700 });
    await give(etcd);
  }

  /** Creates role and database, if they are missing. */
  async #makeDatabase(): Promise<void> {
    const client = new pg.Client({ connectionString: this.#superuserUrl() });
    await client.connect();
    try {
      const found = await client.query('select from pg_database where datname = $1', [DATABASE]);
      if (found.rowCount === 1) return;
      const text = await readTemplate('database.sql', VALUES['database.sql'](this.layout));
      for (const statement of toStatements(text)) await client.query(statement);
    } finally {
      await client.end();
    }
  }

  /** True once there is a primary and a synchronous standby, so that commits can be acknowledged. */
  async #isSafe(): Promise<boolean> {
    const members = await this.#members();
    return ['leader', 'sync_standby'].every((role) => members.some((one) => one.role === role));
  }

  async #isWhole(): Promise<boolean> {
    const members = await this.#members();
    // Patroni shows the last state of a server that does not answer.
    const healthy = await Promise.all(
      NODES.map((name) => answers(`http://${HOST}:${getPort(this.layout, `${name}Rest`)}/health`)),
    );
    return (
      members.length === NODES.length &&
      new Set(members.map(({ timeline }) => timeline)).size === 1 &&
      !healthy.includes(false) &&
      (await this.#isSafe())
    );
  }

  async #until(part: string, isTrue: () => Promise<boolean>): Promise<void> {
    const limit = Date.now() + START_LIMIT_MS;
    while (!(await isTrue())) {
      this.#signal?.throwIfAborted();
      if (Date.now() > limit)
        throw new Error([`${part} was not ready in time.`, ...this.#lastLines()].join('\n'));
      await sleep(200);
    }
  }

  #lastLines(): string[] {
    return [this.etcd, ...Object.values(this.nodes), this.proxy, ...this.apis].flatMap((service) =>
      service.lastLines.slice(-6).map((line) => `${service.name}: ${line}`),
    );
  }
}

type Env = Readonly<Record<string, string>>;

async function answers(url: string): Promise<boolean> {
  return fetch(url, { signal: AbortSignal.timeout(3_000) }).then(
    ({ ok }) => ok,
    () => false,
  );
}
