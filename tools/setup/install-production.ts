import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { buildWebIfStale } from './build-web.ts';
import { removeUnusedFiles } from './unused-files.ts';

/**
 * `npm run tool -- install-production FOLDER`: installs the product for production in a new
 * folder: the API with its dependencies, the built web app, Node and PostgreSQL; no tests, tools or
 * sources of the web app. Fails if it takes more than 300 MB.
 */

const MAX_MB = 300;
const root = fileURLToPath(new URL('../..', import.meta.url));
/** Folders with sources that run in production. */
const SOURCES = ['apps/api', 'packages/basics', 'packages/contract', 'packages/embedded-postgres'];
const KINDS = ['src', 'migrations'];

try {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) throw new Error('npm run tool -- install-production FOLDER');
  install(path.resolve(folder));
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}

function install(target: string): void {
  if (existsSync(target) && readdirSync(target).length > 0)
    throw new Error(`${target} is not empty.`);
  const web = buildWebIfStale((line) => process.stdout.write(`${line}\n`));
  mkdirSync(target, { recursive: true });
  // npm needs the manifest of every workspace that the lockfile names.
  for (const manifest of [
    'package.json',
    'package-lock.json',
    ...globSync('{apps,packages}/*/package.json', { cwd: root }),
    'tools/package.json',
    'e2e/package.json',
  ])
    cpSync(path.join(root, manifest), path.join(target, manifest), { recursive: true });
  for (const source of SOURCES)
    for (const kind of KINDS.filter((name) => existsSync(path.join(root, source, name))))
      cpSync(path.join(root, source, kind), path.join(target, source, kind), {
        recursive: true,
        filter: (file) => !file.endsWith('.test.ts'),
      });
  cpSync(web, path.join(target, 'web'), { recursive: true });
  const flags = ['--omit=dev', '--ignore-scripts', '--include-workspace-root', '--no-audit'];
  execFileSync('npm', ['ci', '--workspace=@pos/api', ...flags, '--no-fund', '--loglevel=error'], {
    cwd: target,
    stdio: 'inherit',
  });
  removeUnused(target);
  const megabytes = Math.ceil(getSize(target) / 1_000_000);
  process.stdout.write(`${target} takes ${megabytes} MB (limit ${MAX_MB}).\n`);
  if (megabytes > MAX_MB) process.exitCode = 1;
}

type Entry = {
  link?: boolean;
  resolved?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
};

/**
 * Removes packages that the API does not depend on (npm also installs what other workspaces need),
 * source maps, types, and the unused files of the others.
 */
function removeUnused(target: string): void {
  const lock = JSON.parse(readFileSync(path.join(target, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Entry>;
  };
  const used = new Set<string>();
  const use = (place: string) => {
    if (used.has(place)) return;
    used.add(place);
    const { link, resolved, dependencies, optionalDependencies } = lock.packages[place]!;
    if (link && resolved !== undefined) use(resolved);
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const found = findPackage(lock.packages, place, name);
      if (found !== undefined) use(found);
    }
  };
  use('');
  use('apps/api');
  for (const place of Object.keys(lock.packages))
    if (place.includes('node_modules/') && !used.has(place))
      rmSync(path.join(target, place), { recursive: true, force: true });
  removeUnusedFiles(target);
  const extras = globSync('node_modules/**/*.{map,d.ts,d.mts,d.cts}', { cwd: target });
  for (const extra of extras) rmSync(path.join(target, extra), { recursive: true, force: true });
}

/** Returns the place of a dependency in a lockfile, as Node would find it. */
function findPackage(
  packages: Readonly<Record<string, Entry>>,
  from: string,
  name: string,
): string | undefined {
  for (let folder = from; ;) {
    const place = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (packages[place]) return place;
    if (folder === '') return undefined;
    const above = folder.lastIndexOf('/node_modules/');
    folder = above === -1 ? '' : folder.slice(0, above);
  }
}

/** Returns the bytes of all files in a folder. */
function getSize(folder: string): number {
  return globSync('**/*', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(path.join(entry.parentPath, entry.name)).size, 0);
}
