import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { freePort } from '@pos/embedded-postgres/postmaster';
import { buildWebIfStale } from '@pos/tools/setup/build-web.ts';
import { office } from './office.ts';

const SERVER = fileURLToPath(new URL('../../tools/build-server/main.ts', import.meta.url));

/** Web app deployed repeatedly at one address: `serve` replaces the served folder. */
export class Deployment {
  readonly url: string;
  readonly #port: number;
  #process: ChildProcess | undefined;
  readonly #folders: string[] = [];

  private constructor(port: number) {
    this.#port = port;
    this.url = `http://127.0.0.1:${port}`;
  }

  static async begin(): Promise<Deployment> {
    return new Deployment(await freePort());
  }

  /** Copies the build; with a suffix, renames every chunk like a later build. */
  async build(suffix = ''): Promise<string> {
    const folder = await mkdtemp(path.join(tmpdir(), 'pos-admin-build-'));
    this.#folders.push(folder);
    await cp(
      buildWebIfStale(() => undefined),
      folder,
      { recursive: true },
    );
    if (suffix) await renameParts(folder, suffix);
    return folder;
  }

  async serve(folder: string): Promise<void> {
    if (!this.#isRunning())
      this.#process = spawn(process.execPath, [SERVER, office.dataDir(), String(this.#port)], {
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      });
    const served = once(this.#process!, 'message');
    this.#process!.send(folder);
    await served;
  }

  async end(): Promise<void> {
    await this.#stop();
    for (const folder of this.#folders) await rm(folder, { recursive: true, force: true });
  }

  /** Kills the process without a graceful shutdown. */
  async kill(): Promise<void> {
    await this.#stop('SIGKILL');
  }

  #isRunning(): boolean {
    return this.#process?.exitCode === null && this.#process.signalCode === null;
  }

  async #stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    if (!this.#isRunning()) return;
    const exit = once(this.#process!, 'exit');
    this.#process!.kill(signal);
    await exit;
  }
}

async function renameParts(folder: string, suffix: string): Promise<void> {
  const assets = path.join(folder, 'assets');
  const parts = (await readdir(assets)).filter((name) => /\.(js|css)$/.test(name));
  const renamed = new Map(parts.map((name) => [name, name.replace(/(\.\w+)$/, `${suffix}$1`)]));
  for (const file of [
    path.join(folder, 'index.html'),
    ...parts.map((name) => path.join(assets, name)),
  ]) {
    const text = await readFile(file, 'utf8');
    await writeFile(
      file,
      text.replace(/[\w.-]+\.(?:js|css)\b/g, (name) => renamed.get(name) ?? name),
    );
  }
  for (const [before, after] of renamed)
    await rename(path.join(assets, before), path.join(assets, after));
}

/**
 * Files of a build that contain the screen of this module: its own, and those kept from earlier
 * builds.
 */
export async function getBuildParts(
  folder: string,
  module: string,
): Promise<[string, ...string[]]> {
  const [first, ...others] = (await readdir(path.join(folder, 'assets'))).filter(
    (file) => file.startsWith(`${module}-`) && file.endsWith('.js'),
  );
  if (!first) throw new Error(`The build has no part for ${module}.`);
  return [first, ...others];
}
