import { spawn } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** npm is slow on a busy computer. */
vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 });

let checkout: string;

/** A small project with the same structure and one local package, so npm needs no registry. */
beforeEach(async () => {
  checkout = await mkdtemp(path.join(tmpdir(), 'checkout-'));
  await mkdir(path.join(checkout, 'tools', 'setup'), { recursive: true });
  await copyFile(
    path.join(import.meta.dirname, 'ensure-install.mjs'),
    path.join(checkout, 'tools', 'setup', 'ensure-install.mjs'),
  );
  await writeProject('1.0.0');
});
afterEach(() => rm(checkout, { recursive: true }));

async function writeProject(version: string, own: readonly string[] = ['shelf']): Promise<void> {
  const file = async (name: string, content: unknown) => {
    await mkdir(path.dirname(path.join(checkout, name)), { recursive: true });
    await writeFile(path.join(checkout, name), JSON.stringify(content));
  };
  const dependencies = Object.fromEntries(own.map((name) => [name, `file:${name}`]));
  const project = { name: 'shop', version, dependencies };
  await file('package.json', project);
  for (const name of own) await file(`${name}/package.json`, { name, version: '1.0.0' });
  await file('package-lock.json', {
    name: 'shop',
    version,
    lockfileVersion: 3,
    requires: true,
    packages: {
      '': project,
      ...Object.fromEntries(
        own.flatMap((name): [string, object][] => [
          [`node_modules/${name}`, { resolved: name, link: true }],
          [name, { version: '1.0.0' }],
        ]),
      ),
    },
  });
}

async function ensure(
  options: { env?: NodeJS.ProcessEnv; nodeArgs?: string[] } = {},
): Promise<{ code: number | null; said: string }> {
  const child = spawn(
    process.execPath,
    [...(options.nodeArgs ?? []), path.join(checkout, 'tools', 'setup', 'ensure-install.mjs')],
    { env: { ...process.env, ...options.env }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data: Buffer) => (said += data.toString()));
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, said };
}

const isThere = (...names: string[]) =>
  stat(path.join(checkout, 'node_modules', ...names)).then(
    () => true,
    () => false,
  );
const installed = () => isThere('shelf', 'package.json');
const INSTALLING = 'Installing what POS Admin needs';

test('installs once, also for two at the same time, and again only when the lockfile or a package of its own has changed', async () => {
  const both = await Promise.all([ensure(), ensure()]);
  expect(both.map(({ code }) => code)).toEqual([0, 0]);
  expect(both.filter(({ said }) => said.includes(INSTALLING))).toHaveLength(1);
  expect(await installed()).toBe(true);
  // npm ci removes unknown files, so a file that is still there proves that nothing was installed.
  await writeFile(path.join(checkout, 'node_modules', 'mark'), '');
  expect(await ensure()).toEqual({ code: 0, said: '' });
  // As after an ordinary npm ci.
  await rm(path.join(checkout, 'node_modules', '.installed-for'));
  expect(await ensure()).toEqual({ code: 0, said: '' });
  expect(await isThere('mark')).toBe(true);

  await writeProject('1.0.1');
  await rm(path.join(checkout, 'node_modules', '.package-lock.json'));
  expect((await ensure()).said).toContain(INSTALLING);
  expect(await isThere('mark')).toBe(false);
  expect(await readdir(checkout)).not.toContain('.install-lock');

  await writeProject('1.0.1', ['shelf', 'register']);
  expect((await ensure()).said).toContain(INSTALLING);
  expect(await isThere('register')).toBe(true);
});

test('runs no script of a package or of the project, and obeys no variable that npm gave its own', async () => {
  const script = `node -e "require('fs').writeFileSync('ran', '')"`;
  const scripts = { preinstall: script, postinstall: script, prepare: script };
  for (const name of ['package.json', 'shelf/package.json']) {
    const file = path.join(checkout, name);
    const content = JSON.parse(await readFile(file, 'utf8')) as object;
    await writeFile(file, JSON.stringify({ ...content, scripts }));
  }
  const misleading = {
    npm_config_omit: 'dev',
    npm_config_dry_run: 'true',
    npm_config_global: 'true',
    npm_lifecycle_event: 'start',
  };
  expect((await ensure({ env: misleading })).code).toBe(0);
  expect(await installed()).toBe(true);
  expect(await readdir(checkout)).not.toContain('ran');
  expect(await readdir(path.join(checkout, 'shelf'))).not.toContain('ran');
});

test('is not kept waiting by the lock of a process that was killed, or whose number another has got', async () => {
  const dead = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
  await new Promise((resolve) => dead.on('close', resolve));
  for (const owner of [`${dead.pid} 1`, `${process.pid} 1`]) {
    await rm(path.join(checkout, 'node_modules'), { recursive: true, force: true });
    await mkdir(path.join(checkout, '.install-lock'));
    await writeFile(path.join(checkout, '.install-lock', 'owner'), owner);
    expect((await ensure()).code).toBe(0);
    expect(await installed()).toBe(true);
  }
});

test('says in a sentence that the installation failed, and tries again the next time', async () => {
  const dependencies = { shelf: 'file:shelf', counter: 'file:counter' };
  const project = { name: 'shop', version: '1.0.0', dependencies };
  await writeFile(path.join(checkout, 'package.json'), JSON.stringify(project));
  const failed = await ensure();
  expect(failed.code).toBe(1);
  expect(failed.said).toContain(
    'The installation failed (npm ci ended with 1); see the reason above.',
  );
  expect(await readdir(checkout)).not.toContain('.install-lock');
  await writeProject('1.0.0');
  expect((await ensure()).code).toBe(0);
});

test('says which Node it needs', async () => {
  const asNode18 = `data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'18.20.4'}})`;
  const { code, said } = await ensure({ nodeArgs: ['--import', asNode18] });
  expect(code).toBe(1);
  expect(said.trim()).toBe(
    'POS Admin needs Node 20.19 or newer, and this is Node 18.20.4. Install a newer one from https://nodejs.org and try again.',
  );
  expect(await installed()).toBe(false);
});
