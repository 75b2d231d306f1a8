import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '@pos/embedded-postgres/supervisor';
import { api } from '@pos/contract/api';
import { createClient, type Send } from '@pos/contract/client';
import pg from 'pg';
import { readConfig, type Config } from '#api/config.ts';
import { startProduct, type Running } from '#api/start.ts';
import { readSecrets } from '#api/secrets.ts';
import { asking, OWNER, type ApiClient, type TestApi } from './test-api.ts';
import { SECRET_KEY } from './test-app.ts';

/** Calls of one person to one or several processes. */
export type Caller = { token: string; send: Send; client: ApiClient };

type Server = { url: string; stop(): Promise<void> };

/**
 * Processes of the whole product, each with a data folder of its own, on one durable server: the
 * product refuses the tests' usual one, which does not wait for the disk.
 */
export class ProductProcesses {
  /** Lines that the processes printed. */
  readonly said: string[] = [];
  readonly folder: string;
  readonly #server: Server;
  #running: Running[] = [];

  private constructor(folder: string, server: Server) {
    this.folder = folder;
    this.#server = server;
  }

  static async open(): Promise<ProductProcesses> {
    const folder = await newFolder();
    const server = await startEmbeddedPostgres({
      dataDir: path.join(folder, 'server'),
      log: () => undefined,
    });
    return new ProductProcesses(folder, server);
  }

  /** Uses a durable server that runs already, and is stopped by `close`. */
  static async on(server: Server): Promise<ProductProcesses> {
    return new ProductProcesses(await newFolder(), server);
  }

  /** Ends all processes and the server. */
  async close(): Promise<void> {
    await this.stopAll();
    await this.#server.stop();
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Ends all processes and empties the database. */
  async empty(): Promise<void> {
    await this.stopAll();
    const client = new pg.Client({ connectionString: this.url });
    await client.connect();
    try {
      await client.query('drop schema public cascade; create schema public');
    } finally {
      await client.end();
    }
  }

  get url(): string {
    return this.#server.url;
  }

  /** Settings of a process with the data folder of this name. */
  config(name: string, env: Record<string, string> = {}): Config {
    return readConfig({
      DATABASE_URL: this.url,
      DATA_DIR: path.join(this.folder, name),
      SECRET_KEY,
      PORT: '0',
      PUBLIC_URL: 'https://fairs.example.com',
      LOG_LEVEL: 'silent',
      OWNER_EMAIL: OWNER.email,
      OWNER_PASSWORD: OWNER.password,
      ...env,
    });
  }

  async start(name: string, env: Record<string, string> = {}): Promise<Running> {
    const started = await startProduct({
      config: this.config(name, env),
      checkResponses: true,
      log: (line) => void this.said.push(line),
    });
    this.#running.push(started);
    return started;
  }

  async stopAll(): Promise<void> {
    for (const one of this.#running.splice(0)) await one.stop();
  }
}

/** Creates a folder that the database user can enter. */
export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'processes-'));
  await chmod(folder, 0o711);
  return folder;
}

/** Sends each request to the next of these processes, with a bearer token or without one. */
export function inTurn(processes: readonly Running[], token?: string): Send {
  let turn = 0;
  return (url, init) => {
    const headers = new Headers(init.headers);
    if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
    const { address } = processes[turn++ % processes.length]!;
    return fetch(`${address}${url}`, { ...init, headers });
  };
}

/** Processes in turn as one API, for the helpers of tests. */
export async function toTestApi(processes: readonly [Running, ...Running[]]): Promise<TestApi> {
  const owner = await ownerAt(processes);
  const send = (token?: string) => inTurn(processes, token);
  return {
    db: processes[0].db,
    secrets: await readSecrets('', SECRET_KEY),
    send,
    client: (token) => createClient(api, send(token)),
    owner: owner.client,
    ask: asking(owner.client),
    ownerId: processes[0].owner.id,
    ownerToken: owner.token,
  };
}

/** Calls these processes in turn as the owner, who signs in unless a token is given. */
export async function ownerAt(processes: readonly Running[], given?: string): Promise<Caller> {
  const token =
    given ??
    (await createClient(api, inTurn(processes)).auth.login({ body: OWNER })).token.access.token;
  const send = inTurn(processes, token);
  return { token, send, client: createClient(api, send) };
}
