import { once } from 'node:events';
import { spawn } from 'node:child_process';
import { lstat, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readConfig } from '@pos/api/config.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { listChildren } from './product/process-tree.ts';
import { Product, PROGRAMS } from './product/product.ts';
import { ordinaryUser } from './setup/ordinary-user.ts';

/** Each test starts whole products, which takes time on a busy computer. */
vi.setConfig({ testTimeout: 180_000 });

const launched: Product[] = [];
afterEach(async () => {
  await Promise.all(launched.splice(0).map((product) => product.remove()));
});

const readUid = async (pid: number) => (await stat(`/proc/${pid}`)).uid;
/** On Linux a process shows its user. */
const showsUser = process.platform === 'linux';

/** Starts `npm start`. It supervises its process only once it is up; /ready may answer before that. */
async function launchSupervised(): Promise<Product> {
  const sourceIn = (dataDir: string) => path.join(dataDir, 'source');
  const product = await Product.launch('supervised', sourceIn, PROGRAMS.whole);
  launched.push(product);
  await vi.waitFor(() => expect(product.lastLines).toContain('POS Admin is ready.'), {
    timeout: 60_000,
  });
  return product;
}

const readProcess = async (product: Product) => (await listChildren(product.pid ?? 0))[0] ?? 0;

/** Kills `npm start`, and expects the product's process to end in order. */
async function expectEndInOrder(product: Product, running: number): Promise<void> {
  await product.end('SIGKILL');
  await vi.waitFor(() => expect(() => process.kill(running, 0)).toThrow('ESRCH'), {
    timeout: 30_000,
  });
  await expect(readFile(path.join(product.dataDir, 'process.lock'))).rejects.toThrow('ENOENT');
}

test('npm start runs the product as no root, brings it back when its process is killed, and is not outlived by it', async () => {
  const product = await launchSupervised();
  const killed = await readProcess(product);
  if (showsUser) expect(await readUid(killed)).not.toBe(0);
  process.kill(killed, 'SIGKILL');
  await vi.waitFor(async () => expect(await product.isReady()).toBe(false), { timeout: 10_000 });
  await product.untilReady();
  const running = await readProcess(product);
  expect(running).not.toBe(killed);
  if (showsUser) expect(await readUid(running)).not.toBe(0);
  expect((await stat(path.join(product.dataDir, 'secret-key'))).uid).not.toBe(0);
  expect(product.lastLines).toContain('POS Admin crashed (SIGKILL); restarting in 1 s.');
  await expectEndInOrder(product, running);
});

test('the product ends in order when npm start is killed while it starts again', async () => {
  const product = await launchSupervised();
  const killed = await readProcess(product);
  process.kill(killed, 'SIGKILL');
  const running = await vi.waitUntil(
    async () => [await readProcess(product)].find((pid) => pid !== 0 && pid !== killed),
    { timeout: 10_000 },
  );
  await expectEndInOrder(product, running);
});

test.runIf(process.getuid?.() === 0)(
  'an ordinary user gets the product’s files that root has made, and no others',
  async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'pos-admin-user-'));
    const readOwner = async (name: string) => (await lstat(path.join(dataDir, name))).uid;
    const use = () => ordinaryUser(readConfig({ DATA_DIR: dataDir }));
    try {
      await writeFile(path.join(dataDir, 'notes.txt'), 'of somebody');
      await expect(use()).rejects.toThrow(`${dataDir} has files of others`);
      expect(await readOwner('')).toBe(0);
      await writeFile(path.join(dataDir, 'secret-key'), 'x', { mode: 0o600 });
      await mkdir(path.join(dataDir, 'mail'));
      await writeFile(path.join(dataDir, 'mail', 'one.eml'), 'x');
      await symlink('/etc/passwd', path.join(dataDir, 'mail', 'link'));
      const { uid } = await use();
      expect(uid).not.toBe(0);
      for (const name of ['', 'secret-key', 'mail', 'mail/one.eml', 'mail/link'])
        expect(await readOwner(name), name).toBe(uid);
      expect(await readOwner('notes.txt')).toBe(0);
      expect((await stat('/etc/passwd')).uid).toBe(0);

      const backups = path.join(dataDir, 'closed');
      await mkdir(backups, { mode: 0o700 });
      const folder = { ...readConfig({ DATA_DIR: dataDir }).backup, folder: backups };
      await expect(
        ordinaryUser({ ...readConfig({ DATA_DIR: dataDir }), backup: folder }),
      ).rejects.toThrow(`cannot write in ${backups}`);
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
  },
);

test('npm start ends with a program that never started, and waits longer each time one ends by itself', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'pos-admin-supervise-'));
  try {
    const start = async (program: string) => {
      const file = path.join(folder, 'program.mjs');
      await writeFile(file, program);
      const supervisor = path.join(folder, 'supervisor.mjs');
      await writeFile(
        supervisor,
        `import { supervise } from ${JSON.stringify(path.join(import.meta.dirname, 'supervise.ts'))};
        process.exitCode = await supervise({ program: ${JSON.stringify(file)}, nodeArgs: [], env: process.env, say: console.log });`,
      );
      const child = spawn(process.execPath, [supervisor], { stdio: ['ignore', 'pipe', 'inherit'] });
      let said = '';
      child.stdout.on('data', (text: Buffer) => (said += text.toString()));
      return { child, exited: once(child, 'exit'), said: () => said };
    };
    const refused = await start('process.exitCode = 7;');
    expect(await refused.exited).toEqual([7, null]);
    expect(refused.said()).toBe('');

    const unstable = await start("process.send('up'); setTimeout(() => process.exit(9), 100);");
    await vi.waitFor(() => expect(unstable.said()).toContain('restarting in 2 s'), {
      timeout: 20_000,
    });
    unstable.child.kill('SIGTERM');
    expect(await unstable.exited).toEqual([0, null]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
