import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, chown, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readPidFile } from '@pos/embedded-postgres/postmaster';
import { databaseUser, type RunAs, spawnAs } from '@pos/embedded-postgres/run-as';
import pg from 'pg';
import { killTree } from '../product/process-tree.ts';
import { PROGRAMS } from '../product/product.ts';
import { makeCertificates, productUrl, readIdentity } from './certificates.ts';
import {
  APIS,
  getPort,
  HOST,
  type Hosts,
  type Layout,
  type NodeName,
  NODES,
  openLayout,
  readTemplate,
  VALUES,
  writeConfig,
} from './layout.ts';
import { clusterPrograms } from './programs.ts';
import { answers, Service } from './service.ts';
import { ClusterState } from './state.ts';
import { toStatements } from './template.ts';

const START_LIMIT_MS = 180_000;
const DATABASE = 'pos_admin';

type Env = Readonly<Record<string, string>>;
type Nodes = Record<NodeName, Service>;

/** Machines of their own for the database servers. */
export type Machines = {
  hosts: Hosts;
  spawn(machine: NodeName, runAs: RunAs, command: string, args: string[]): ChildProcess;
};

export type ClusterOptions = {
  /** Variables of the API processes. */
  env: Env;
  log: (line: string) => void;
  signal?: AbortSignal;
  /** Everything is on 127.0.0.1 without them. */
  machines?: Machines;
  /** Returns the data folder of a member of etcd, which is in the cluster's folder by default. */
  etcdFolder?: (name: NodeName) => string;
};

/**
 * A cluster from Debian's packages: on each of three machines a member of etcd and a PostgreSQL
 * server under Patroni, on another one HAProxy and two API processes. The data is in one folder.
 */
export class Cluster {
  readonly folder: string;
  readonly layout: Layout;
  readonly etcd: Nodes;
  readonly nodes: Nodes;
  readonly proxy: Service;
  readonly apis: readonly Service[];
  readonly state: ClusterState;
  /** Program of the API processes that start from now on. */
  program = PROGRAMS.api;
  readonly #runAs: RunAs;
  readonly #options: ClusterOptions;

  private constructor(
    folder: string,
    layout: Layout,
    state: ClusterState,
    runAs: RunAs,
    options: ClusterOptions,
  ) {
    const programs = clusterPrograms();
    this.folder = folder;
    this.layout = layout;
    this.state = state;
    this.#runAs = runAs;
    this.#options = options;
    const log = (name: string) => (line: string) => options.log(`${name}: ${line}`);
    const config = (name: string, file: string) => path.join(folder, name, file);
    const spawnOn = (machine: NodeName, command: string, args: string[]) =>
      options.machines?.spawn(machine, runAs, command, args) ??
      spawnAs(runAs, command, args, ['ignore', 'pipe', 'pipe']);
    const onEach = (make: (name: NodeName) => Service): Nodes => ({
      pg1: make('pg1'),
      pg2: make('pg2'),
      pg3: make('pg3'),
    });
    this.etcd = onEach((name) => {
      const args = ['--config-file', config(name, 'etcd.yml')];
      const start = () => spawnOn(name, programs.etcd, args);
      return new Service({ name: `etcd ${name}`, start, log: log(`etcd ${name}`) });
    });
    this.nodes = onEach(
      (name) =>
        new Service({
          name,
          start: () => spawnOn(name, programs.patroni, [config(name, 'patroni.yml')]),
          killRest: async () => {
            const running = await this.postmaster(name);
            if (running !== undefined) await killTree(running);
          },
          log: log(name),
        }),
    );
    const proxyArgs = ['-db', '-f', config('front', 'haproxy.cfg')];
    this.proxy = new Service({
      name: 'haproxy',
      start: () => spawnAs(runAs, programs.haproxy, proxyArgs, ['ignore', 'pipe', 'pipe']),
      aliveUrl: `http://${HOST}:${getPort(layout, 'alive')}/alive`,
      log: log('haproxy'),
    });
    this.apis = APIS.map((name) => {
      const start = () =>
        spawn(process.execPath, [this.program], {
          env: { ...process.env, ...this.#productEnv(name), ...options.env },
          stdio: ['ignore', 'pipe', 'pipe'],
          detached: true,
        });
      return new Service({ name: `api ${name}`, start, log: log(`api ${name}`) });
    });
  }

  /**
   * Starts a cluster with its data in `folder`, or starts the one that is there again, and waits
   * until the product answers. Throws one sentence if it cannot start or the signal ends it, and
   * leaves nothing running.
   */
  static async start(folder: string, options: ClusterOptions): Promise<Cluster> {
    clusterPrograms();
    await mkdir(folder, { recursive: true });
    // Entered by the database user when this runs as root.
    await chmod(folder, 0o711);
    const runAs = await databaseUser();
    const layout = await openLayout(folder, options.machines?.hosts);
    await makeCertificates(folder, layout.hosts, runAs.user);
    const state = new ClusterState(layout, await readIdentity(folder, 'front'));
    const cluster = new Cluster(folder, layout, state, runAs, options);
    try {
      await cluster.#writeConfigs();
      for (const name of NODES) cluster.etcd[name].start();
      const hasQuorum = async () =>
        (await Promise.all(NODES.map((name) => state.isInQuorum(name)))).every(Boolean);
      await cluster.#until('etcd', hasQuorum);
      for (const name of NODES) cluster.nodes[name].start();
      cluster.proxy.start();
      await cluster.#until('PostgreSQL', () => state.isSafe());
      await cluster.#makeDatabase();
      for (const number of APIS.keys()) await cluster.startApi(number);
      await cluster.#until('HAProxy', () => answers(`${cluster.url}/ready`));
      return cluster;
    } catch (error) {
      await cluster.stop();
      throw error;
    }
  }

  /** Starts an API process and waits until it is ready. The first one of a version migrates. */
  async startApi(number: number): Promise<void> {
    const api = this.apis[number];
    api?.start();
    const url = `http://${HOST}:${getPort(this.layout, APIS[number] ?? '')}/ready`;
    await this.#until(api?.name ?? '', () => answers(url));
  }

  /** Address of the product, through HAProxy. */
  get url(): string {
    return `http://${this.layout.hosts.front}:${getPort(this.layout, 'web')}`;
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
    await Promise.all(NODES.map((name) => this.etcd[name].stop()));
  }

  /** Waits for a server with this role and returns its name. */
  async findMember(role: 'leader' | 'sync_standby'): Promise<NodeName> {
    const find = async () =>
      (await this.state.members()).find((member) => member.role === role)?.name;
    let found: NodeName | undefined;
    await this.#until(`a ${role}`, async () => (found = await find()) !== undefined);
    return found!;
  }

  /** Waits until all servers run, one of them as synchronous standby, and the proxy has them. */
  async untilWhole(): Promise<void> {
    await this.#until('the whole cluster', () => this.state.isWhole());
  }

  /** Returns the process of a server's PostgreSQL while it runs. */
  async postmaster(name: NodeName): Promise<number | undefined> {
    return (await readPidFile(path.join(this.folder, name, 'data')))?.pid;
  }

  /** Path of a server's Patroni configuration, which patronictl reads. */
  patroniConfig(name: NodeName): string {
    return path.join(this.folder, name, 'patroni.yml');
  }

  #productUrl(at: string): string {
    return productUrl(this.layout, this.folder, getPort(this.layout, at), DATABASE);
  }

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

  /** Writes the configuration of a member of etcd, changed by `change`, for its next start. */
  async configureEtcd(name: NodeName, change: (text: string) => string): Promise<void> {
    const data = this.#options.etcdFolder?.(name) ?? path.join(this.folder, name, 'etcd');
    await mkdir(data, { recursive: true, mode: 0o700 });
    await this.#give(data);
    const values = VALUES['etcd.yml'](this.layout, this.folder, name, data);
    await this.#write(name, 'etcd.yml', change(await readTemplate('etcd.yml', values)));
  }

  async #writeConfigs(): Promise<void> {
    const { layout, folder } = this;
    const proxy = VALUES['haproxy.cfg'](layout, folder);
    await this.#write('front', 'haproxy.cfg', await readTemplate('haproxy.cfg', proxy));
    for (const name of NODES) {
      await this.configureEtcd(name, (text) => text);
      const patroni = VALUES['patroni.yml'](layout, folder, name);
      await this.#write(name, 'patroni.yml', await readTemplate('patroni.yml', patroni));
    }
  }

  async #write(place: string, name: string, text: string): Promise<void> {
    const to = path.join(this.folder, place);
    await writeConfig(to, name, text, (file) => this.#give(file));
    await this.#give(to);
  }

  async #give(file: string): Promise<void> {
    const { user } = this.#runAs;
    if (user) await chown(file, user.uid, user.gid);
  }

  /** Creates role and database, if they are missing, as superuser through the primary's socket. */
  async #makeDatabase(): Promise<void> {
    const primary = await this.findMember('leader');
    const client = new pg.Client({
      host: path.join(this.folder, primary),
      port: getPort(this.layout, primary),
      user: 'postgres',
      password: this.layout.passwords.superuser,
      database: 'postgres',
    });
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

  async #until(part: string, isTrue: () => Promise<boolean>): Promise<void> {
    const limit = Date.now() + START_LIMIT_MS;
    while (!(await isTrue())) {
      this.#options.signal?.throwIfAborted();
      if (Date.now() > limit)
        throw new Error([`${part} was not ready in time.`, ...this.#lastLines()].join('\n'));
      await sleep(200);
    }
  }

  #lastLines(): string[] {
    const nodes = [...Object.values(this.etcd), ...Object.values(this.nodes)];
    return [...nodes, this.proxy, ...this.apis].flatMap((service) =>
      service.lastLines.slice(-6).map((line) => `${service.name}: ${line}`),
    );
  }
}
