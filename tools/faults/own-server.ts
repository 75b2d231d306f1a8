import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Cluster, connectionString, makeCluster } from '@pos/embedded-postgres/cluster';
import { DATABASE, prepareDatabase, ROLE } from '@pos/embedded-postgres/database';
import { placeCluster } from '@pos/embedded-postgres/placement';
import {
  connectAsSuperuser,
  freePort,
  launchServer,
  type Postmaster,
} from '@pos/embedded-postgres/postmaster';
import type pg from 'pg';
import type { Product } from '../product/product.ts';
import { type Ground, openGround, startProduct, withDbAt } from './ground.ts';
import type { Run } from './part.ts';
import { killTree } from '../product/process-tree.ts';

type Settings = Readonly<Record<string, string>>;

/** PostgreSQL server of a part in a temporary folder, outside of the product. */
export class OwnServer {
  readonly folder: string;
  readonly port: number;
  cluster: Cluster;
  #running: Postmaster | undefined;

  private constructor(folder: string, port: number, cluster: Cluster) {
    this.folder = folder;
    this.port = port;
    this.cluster = cluster;
  }

  /** Creates the server with an empty database of the product, and stops it. */
  static async make({ undo }: Run, changes: Partial<Cluster> = {}): Promise<OwnServer> {
    const folder = await mkdtemp(path.join(tmpdir(), 'pos-admin-server-'));
    undo.defer(() => rm(folder, { recursive: true, force: true }));
    // Entered by the database user when this runs as root.
    await chmod(folder, 0o711);
    const password = randomBytes(16).toString('hex');
    const cluster: Cluster = { ...(await placeCluster(folder)), password, ...changes };
    await makeCluster(cluster);
    const server = new OwnServer(folder, await freePort(), cluster);
    undo.defer(() => server.stop());
    await server.launch({});
    await prepareDatabase(cluster, server.port, password);
    await server.stop();
    return server;
  }

  get url(): string {
    return connectionString(ROLE, this.cluster.password, this.port, DATABASE);
  }

  /** Starts the product on this server, with an owner in its office and a cashier. */
  async openGround(run: Run, name: string): Promise<Ground & { product: Product }> {
    const source = path.join(this.folder, 'source');
    const extra = { DATABASE_URL: this.url, DATA_DIR: path.join(this.folder, 'product') };
    await mkdir(extra.DATA_DIR);
    const product = await startProduct(run, name, extra, { sourceIn: () => source });
    const folder = path.join(this.folder, 'registers');
    const { url } = product;
    const ground = await openGround(run, { url, source, folder, withDb: withDbAt(this.url) });
    return { ...ground, product };
  }

  async launch(settings: Settings): Promise<void> {
    this.#running = await launchServer(this.cluster, this.port, settings, () => undefined);
  }

  async stop(): Promise<void> {
    await this.#running?.stop();
    this.#running = undefined;
  }

  /** Kills the server and its children at once. */
  async kill(): Promise<void> {
    if (!this.#running) return;
    await killTree(this.#running.pid);
    await this.#running.exited;
    this.#running = undefined;
  }

  /** Connects as superuser to the product's database. */
  connect(): Promise<pg.Client> {
    return connectAsSuperuser(this.cluster, this.port, DATABASE);
  }

  /** Runs statements as superuser and returns the first column of the last one's row as text. */
  async ask(...statements: string[]): Promise<string> {
    const client = await this.connect();
    try {
      let row: Record<string, unknown> = {};
      for (const statement of statements)
        row = (await client.query<Record<string, unknown>>(statement)).rows[0] ?? {};
      return String(Object.values(row)[0]);
    } finally {
      await client.end();
    }
  }
}
