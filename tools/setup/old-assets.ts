import {
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';

/**
 * Retention of a replaced build's assets, in milliseconds: pages open at the time still request
 * them (trust.md F23).
 */
const KEPT_MS = 14 * 24 * 60 * 60_000;

/** Lists the assets of the newest build. */
const LIST = '.parts';

/**
 * Builds into `dist/assets` next to the existing assets. The previous build's assets count as
 * replaced from now on; assets replaced more than 14 days ago are deleted. `build` writes all
 * assets of the new build; if it throws, nothing is deleted.
 */
export function buildBesideOldParts(dist: string, build: () => void): void {
  const assets = path.join(dist, 'assets');
  const list = path.join(dist, LIST);
  const began = Date.now();
  // Earlier than any file of the build, by more than the resolution of a file system's clock.
  const replacedAt = new Date(began - 5_000);
  const before = existsSync(list) ? readFileSync(list, 'utf8').split('\n') : namesIn(assets);
  for (const name of before)
    if (existsSync(path.join(assets, name)))
      utimesSync(path.join(assets, name), replacedAt, replacedAt);
  build();
  const changedAt = (name: string): number => statSync(path.join(assets, name)).mtimeMs;
  const written = namesIn(assets).filter((name) => changedAt(name) > began - 2_000);
  for (const name of namesIn(assets))
    if (!written.includes(name) && began - changedAt(name) > KEPT_MS)
      unlinkSync(path.join(assets, name));
  writeFileSync(list, written.join('\n'));
}

function namesIn(assets: string): string[] {
  return existsSync(assets)
    ? readdirSync(assets, { withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name }) => name)
    : [];
}
