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

/** How long the parts of a build that was replaced stay: pages that were open then still ask for them (trust.md F23). */
const KEPT_MS = 14 * 24 * 60 * 60_000;

/** Lists the parts that the newest build wrote. */
const LIST = '.parts';

/**
 * Builds into `dist/assets` beside the parts that lie there. Those of the build before count as replaced from now on; parts that were
 * replaced more than 14 days ago go. `build` writes every part of the new build; it throws where it fails, and then nothing goes.
 */
export function buildBesideOldParts(dist: string, build: () => void): void {
  const assets = path.join(dist, 'assets');
  const list = path.join(dist, LIST);
  const began = Date.now();
  // Before what the build writes, by more than the clock of any disk is coarse.
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
