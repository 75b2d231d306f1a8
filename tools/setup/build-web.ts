import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { buildBesideOldParts } from './old-assets.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const dist = path.join(root, 'apps/web/dist');
/** Apps of the build with their output folders. The register is served from a folder in the web app's. */
const APPS = [
  { folder: 'apps/web', output: dist },
  { folder: 'apps/register', output: path.join(dist, 'register') },
];
const stamp = path.join(dist, '.sources');

/**
 * Builds the web app and the register if their sources changed since the last build, and returns the
 * output folder.
 */
export function buildWebIfStale(log: (line: string) => void): string {
  const sources = hashOfSources();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return dist;
  log('Building the web app and the register…');
  for (const { folder, output } of APPS)
    buildBesideOldParts(output, () => build(path.join(root, folder)));
  writeFileSync(stamp, sources);
  return dist;
}

/** Returns the output folder of the last build, whatever the sources are by now. */
export const lastBuild = (): string | undefined => (existsSync(stamp) ? dist : undefined);

function build(folder: string): void {
  const vite = path.join(root, 'node_modules/vite/bin/vite.js');
  const { status } = spawnSync(
    process.execPath,
    [vite, 'build', '--logLevel', 'error', '--emptyOutDir', 'false'],
    {
      cwd: folder,
      stdio: ['ignore', 'inherit', 'inherit'],
      // Tests run with another one, which would choose the development version of React.
      env: { ...process.env, NODE_ENV: 'production' },
    },
  );
  if (status !== 0) throw new Error(`${folder} could not be built. See the output above.`);
}

/** Returns one hash of every file that goes into the build. */
function hashOfSources(): string {
  const hash = createHash('sha256');
  const files = [
    'apps/web/{src,public}/**/*',
    'apps/web/{index.html,vite.config.ts,vite-chunks.ts,vite-decoders.ts,vite-layers.ts,vite-lean.ts,package.json}',
    'apps/register/{src,public}/**/*',
    'apps/register/{index.html,vite.config.ts,vite-precache.ts,package.json}',
    'packages/{contract,tokens}/src/**/*',
    'package-lock.json',
  ]
    .flatMap((pattern) => globSync(pattern, { cwd: root, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
  for (const file of files)
    hash.update(path.relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}

if (import.meta.main) buildWebIfStale((line) => process.stderr.write(`${line}\n`));
