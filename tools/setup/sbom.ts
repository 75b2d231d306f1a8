import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

/** Software bill of materials: every installed package, as CycloneDX (docs/trust.md T32). */

type Component = {
  name: string;
  group?: string;
  version: string;
  hashes?: { alg: string; content: string }[];
};
export type Sbom = {
  bomFormat: string;
  metadata: { component: { name: string } };
  components: Component[];
};
type Locked = { name?: string; version?: string; link?: boolean; integrity?: string };

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Generates the bill from package-lock.json with npm. Throws if it lacks a locked package or hash.
 */
export function makeSbom(): Sbom {
  const args = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only'];
  const shell = process.platform === 'win32';
  const made = spawnSync('npm', args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    shell,
  });
  if (made.status !== 0) throw new Error(`npm sbom failed: ${made.stderr}`);
  const sbom = JSON.parse(made.stdout) as Sbom;
  // npm uses the name of the folder.
  sbom.metadata.component.name = 'pos-admin';
  const missing = missingFrom(sbom);
  if (missing.length > 0) throw new Error(`The SBOM lacks ${missing.slice(0, 10).join(', ')}.`);
  return sbom;
}

/** Returns the locked packages that the bill lacks or lists without their locked hash. */
function missingFrom({ components }: Sbom): string[] {
  const key = (name: string, version = '') => `${name}@${version}`;
  const toName = ({ group, name }: Component) => (group ? `${group}/${name}` : name);
  const listed = new Map(
    components.map((part) => [key(toName(part), part.version), part.hashes?.length ?? 0]),
  );
  const lockfile = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>;
  };
  return Object.entries(lockfile.packages).flatMap(
    ([place, { name, version, link, integrity }]) => {
      const inModules = /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(place)?.[1];
      if (!inModules || link) return [];
      const wanted = key(name ?? inModules, version);
      const hashes = listed.get(wanted);
      return hashes !== undefined && (hashes > 0 || !integrity) ? [] : [wanted];
    },
  );
}

if (import.meta.main) {
  const file = path.join(root, 'dist', 'sbom.cdx.json');
  const sbom = makeSbom();
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(sbom, null, 2));
  process.stdout.write(
    `${sbom.components.length} packages listed in ${path.relative(root, file)}.\n`,
  );
}
