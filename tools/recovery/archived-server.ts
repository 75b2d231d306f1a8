import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { postgres15 } from '@pos/api/testing/postgres15.ts';
import { type Cluster, connectionString, makeCluster } from '@pos/embedded-postgres/cluster';
import { DATABASE, prepareDatabase, ROLE } from '@pos/embedded-postgres/database';
import { placeCluster } from '@pos/embedded-postgres/placement';
import {
  connectAsSuperuser,
  freePort,
  launchServer,
  type Postmaster,
} from '@pos/embedded-postgres/postmaster';
import { runAs } from '@pos/embedded-postgres/run-as';
import { findProgram } from '../cluster/programs.ts';
import { fillTemplate } from '../cluster/template.ts';

const TEMPLATE = new URL('../../deploy/cluster/pgbackrest.conf', import.meta.url);
const STANZA = 'pos-admin';
const RECOVERED_WITHIN_MS = 120_000;

/** Returns Debian's programs. Throws one sentence with the command that installs what is missing. */
function programs() {
  const binaries = postgres15();
  const pgbackrest = findProgram('pgbackrest');
  if (binaries && pgbackrest !== undefined) return { binaries, pgbackrest };
  throw new Error(
    'Point-in-time recovery needs Debian\'s packages: "apt-get install --no-install-recommends postgresql-15 pgbackrest".',
  );
}

/** PostgreSQL 15 server whose changes pgBackRest archives, in a temporary folder. */
export class ArchivedServer {
  readonly url: string;
  readonly #cluster: Cluster;
  readonly #port: number;
  readonly #folder: string;
  readonly #pgbackrest: string;
  #server: Postmaster | undefined;

  private constructor(cluster: Cluster, port: number, folder: string, pgbackrest: string) {
    this.#cluster = cluster;
    this.#port = port;
    this.#folder = folder;
    this.#pgbackrest = pgbackrest;
    this.url = connectionString(ROLE, cluster.password, port, DATABASE);
  }

  /** Creates the server with an empty database and the archive, and starts it. */
  static async start(folder: string): Promise<ArchivedServer> {
    const { binaries, pgbackrest } = programs();
    const passwordFile = path.join(folder, 'pgpass');
    const placed = await placeCluster(folder);
    const cluster: Cluster = {
      ...placed,
      binaries,
      password: randomBytes(16).toString('hex'),
      runAs: { ...placed.runAs, env: { PGPASSFILE: passwordFile } },
    };
    await makeCluster(cluster);
    const server = new ArchivedServer(cluster, await freePort(), folder, pgbackrest);
    await server.#write('pgpass', `*:*:*:postgres:${cluster.password}\n`);
    await server.#writeConfig();
    await server.#launch();
    await prepareDatabase(cluster, server.#port, cluster.password);
    await server.pgbackrest('stanza-create');
    await server.pgbackrest('check');
    return server;
  }

  /** Runs a command of pgBackRest as the database user. Throws its output if it fails. */
  async pgbackrest(command: string, ...args: string[]): Promise<void> {
    const { ok, output } = await runAs(this.#cluster.runAs, this.#pgbackrest, [
      `--config=${this.#place('pgbackrest.conf')}`,
      `--stanza=${STANZA}`,
      ...args,
      command,
    ]);
    if (!ok) throw new Error(`pgbackrest ${command} failed: ${output}`);
  }

  /** Runs one statement as superuser and returns the first column of its first row as text. */
  async ask(statement: string): Promise<string> {
    const client = await connectAsSuperuser(this.#cluster, this.#port, DATABASE);
    try {
      const { rows } = await client.query<Record<string, unknown>>(statement);
      return String(Object.values(rows[0] ?? {})[0]);
    } finally {
      await client.end();
    }
  }

  /** Puts the database back to a moment, given as PostgreSQL writes it, and starts it. */
  async recoverTo(moment: string): Promise<void> {
    await this.stop();
    await this.pgbackrest(
      'restore',
      '--delta',
      '--type=time',
      `--target=${moment}`,
      '--target-action=promote',
    );
    await this.#launch();
    const limit = Date.now() + RECOVERED_WITHIN_MS;
    while ((await this.ask('select pg_is_in_recovery()')) !== 'false') {
      if (Date.now() > limit) throw new Error('The recovery did not end in time.');
      await sleep(100);
    }
  }

  async stop(): Promise<void> {
    await this.#server?.stop();
    this.#server = undefined;
  }

  #place(name: string): string {
    return path.join(this.#folder, name);
  }

  async #launch(): Promise<void> {
    const push = `${this.#pgbackrest} --config=${this.#place('pgbackrest.conf')} --stanza=${STANZA} archive-push %p`;
    const settings = {
      archive_mode: 'on',
      archive_command: push,
      unix_socket_directories: this.#place('sockets'),
    };
    const noLog = () => undefined;
    this.#server = await launchServer(this.#cluster, this.#port, settings, noLog);
  }

  async #write(name: string, text: string): Promise<void> {
    await writeFile(this.#place(name), text, { mode: 0o600 });
    await this.#give(this.#place(name));
  }

  async #give(place: string): Promise<void> {
    const { user } = this.#cluster.runAs;
    if (user) await chown(place, user.uid, user.gid);
  }

  async #writeConfig(): Promise<void> {
    for (const name of ['repository', 'logs', 'locks', 'sockets']) {
      await mkdir(this.#place(name));
      await chmod(this.#place(name), 0o700);
      await this.#give(this.#place(name));
    }
    const text = fillTemplate(await readFile(TEMPLATE, 'utf8'), {
      REPOSITORY: this.#place('repository'),
      PASSPHRASE: randomBytes(24).toString('base64url'),
      LOGS: this.#place('logs'),
      LOCKS: this.#place('locks'),
      DATA: this.#cluster.dir,
      PORT: String(this.#port),
      SOCKETS: this.#place('sockets'),
    });
    await this.#write('pgbackrest.conf', text);
  }
}
