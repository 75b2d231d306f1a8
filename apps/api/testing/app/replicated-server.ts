import { randomBytes } from 'node:crypto';
import { cp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  type Cluster,
  connectionString,
  makeCluster,
  SUPERUSER,
} from '@pos/embedded-postgres/cluster';
import { DATABASE, prepareDatabase, ROLE } from '@pos/embedded-postgres/database';
import { placeCluster } from '@pos/embedded-postgres/placement';
import {
  connectAsSuperuser,
  freePort,
  launchServer,
  type Postmaster,
} from '@pos/embedded-postgres/postmaster';
import { runAs } from '@pos/embedded-postgres/run-as';
import { newFolder } from './product-processes.ts';

/** A durable PostgreSQL server and a streaming replica of it, made from a copy of its folder. */
export class ReplicatedServer {
  readonly url: string;
  readonly replicaUrl: string;
  readonly #primary: Postmaster;
  readonly #standby: Cluster;
  readonly #port: number;
  #replica: Postmaster;

  private constructor(
    primary: Postmaster,
    standby: Cluster,
    replica: Postmaster,
    passwordOfRole: string,
  ) {
    this.#primary = primary;
    this.#standby = standby;
    this.#replica = replica;
    this.#port = replica.port;
    this.url = connectionString(ROLE, passwordOfRole, primary.port, DATABASE);
    this.replicaUrl = connectionString(ROLE, passwordOfRole, replica.port, DATABASE);
  }

  /** Starts both in a folder of their own, which the database user can enter. */
  static async start(): Promise<ReplicatedServer> {
    const folder = await newFolder();
    const password = randomBytes(16).toString('hex');
    const cluster: Cluster = { ...(await placeCluster(folder)), password };
    await makeCluster(cluster, { sync: false });
    const standby: Cluster = { ...cluster, dir: `${cluster.dir}-standby` };
    await copyAs(cluster, standby);
    const primary = await launchServer(cluster, await freePort(), SETTINGS, () => undefined);
    try {
      await prepareDatabase(cluster, primary.port, password);
      const settings = {
        ...SETTINGS,
        primary_conninfo: `host=127.0.0.1 port=${primary.port} user=${SUPERUSER} password=${password}`,
      };
      await writeFile(path.join(standby.dir, 'standby.signal'), '');
      const replica = await launchServer(standby, await freePort(), settings, () => undefined);
      const server = new ReplicatedServer(primary, standby, replica, password);
      server.#settings = settings;
      server.#folder = folder;
      return server;
    } catch (error) {
      await primary.stop();
      throw error;
    }
  }

  #settings: Record<string, string> = {};
  #folder = '';

  /** Lets the replica receive changes without replaying them. */
  pauseReplay = () => this.#tellReplica('select pg_wal_replay_pause()');
  resumeReplay = () => this.#tellReplica('select pg_wal_replay_resume()');

  /** Lets the replica go on by itself, on a timeline of its own. */
  promoteReplica = () => this.#tellReplica('select pg_promote()');

  /** Runs a statement of the superuser on the primary. */
  tellPrimary = (statement: string) => this.#tell(this.#primary.port, statement);

  async stopReplica(): Promise<void> {
    await this.#replica.stop();
  }

  async startReplica(): Promise<void> {
    this.#replica = await launchServer(this.#standby, this.#port, this.#settings, () => undefined);
  }

  async stop(): Promise<void> {
    await this.#replica.stop();
    await this.#primary.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }

  #tellReplica(statement: string): Promise<void> {
    return this.#tell(this.#port, statement);
  }

  /** Both servers have the same superuser. */
  async #tell(port: number, statement: string): Promise<void> {
    const client = await connectAsSuperuser(this.#standby, port);
    await client.query(statement).finally(() => client.end());
  }
}

const SETTINGS = { shared_buffers: '32MB' };

/** Copies a stopped cluster with its owner and rights. */
async function copyAs(from: Cluster, to: Cluster): Promise<void> {
  if (!from.runAs.user) return cp(from.dir, to.dir, { recursive: true });
  const { ok, output } = await runAs({ name: 'root' }, 'cp', ['-a', from.dir, to.dir]);
  if (!ok) throw new Error(output);
}
