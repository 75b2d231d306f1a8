import { accessSync, constants } from 'node:fs';
import path from 'node:path';

/** Debian's packages that the cluster runs, with a program of each. */
const PACKAGES = {
  'etcd-server': 'etcd',
  patroni: 'patroni',
  haproxy: 'haproxy',
  'postgresql-15': '/usr/lib/postgresql/15/bin/postgres',
  openssl: 'openssl',
} as const;
/** Administrators' programs are not in everyone's PATH. */
const FOLDERS = [...(process.env['PATH'] ?? '').split(path.delimiter), '/usr/sbin', '/sbin'];

/** Returns the path of a program, undefined if it is not installed. */
export function findProgram(
  name: string,
  folders: readonly string[] = FOLDERS,
): string | undefined {
  const places = path.isAbsolute(name) ? [name] : folders.map((folder) => path.join(folder, name));
  return places.find((place) => {
    try {
      accessSync(place, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** Finds the programs of the cluster. Throws one sentence with the command that installs what is missing. */
export function clusterPrograms(
  find: (name: string) => string | undefined = findProgram,
): Record<'etcd' | 'patroni' | 'haproxy', string> {
  const missing = Object.entries(PACKAGES)
    .filter(([, program]) => find(program) === undefined)
    .map(([name]) => name);
  if (missing.length > 0) {
    throw new Error(
      `The cluster needs Debian's packages ${missing.join(', ')}. Install them with "apt-get install --no-install-recommends ${missing.join(' ')}" and stop the services that they start: this command runs its own.`,
    );
  }
  const place = (name: string) => find(name) ?? name;
  return { etcd: place('etcd'), patroni: place('patroni'), haproxy: place('haproxy') };
}
