import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
} from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const USER = { name: 'clerk', id: 1000 };
const HOME = `/home/${USER.name}`;
const CLONE = `${HOME}/pos-admin`;
/** Settings of this machine's network that npm needs there too. */
const NETWORK =
  /^(npm_config_(registry|strict_ssl|\/\/.*|@.*)|(https?|no)_proxy|NODE_EXTRA_CA_CERTS|SSL_CERT_(FILE|DIR))$/i;
const FILES = ['/etc/resolv.conf', '/etc/hosts'];

/**
 * Creates the smallest Debian in `folder` unless it has one, with this machine's Node and npm, a
 * user who is not root, and a new clone of the committed tree.
 */
export function prepareRoot(folder: string): void {
  if (!existsSync(path.join(folder, 'etc/debian_version'))) {
    mkdirSync(folder, { recursive: true });
    // Its user enters it; a temporary folder is its maker's alone.
    chmodSync(folder, 0o755);
    // debootstrap mounts /proc: in a namespace of its own, nothing stays mounted after a failure.
    run('unshare', ['--mount', 'debootstrap', '--variant=minbase', 'bookworm', folder]);
  }
  if (!readFileSync(path.join(folder, 'etc/passwd'), 'utf8').includes(`\n${USER.name}:`))
    run('chroot', [folder, 'useradd', '--create-home', `--uid=${USER.id}`, USER.name]);
  copyNode(folder);
  copySettings(folder);
  const clone = path.join(folder, CLONE);
  run('rm', ['-rf', clone]);
  run('git', ['clone', '--quiet', '--depth=1', `file://${repository}`, clone]);
  run('chown', ['-R', `${USER.id}:${USER.id}`, path.join(folder, HOME)]);
}

/** Copies the Node that runs npm, and npm: on a bare machine they were unpacked there. */
function copyNode(folder: string): void {
  const node = process.env['npm_node_execpath'] ?? process.execPath;
  const npm = path.resolve(npmCli(), '../..');
  const [bin, modules] = ['usr/local/bin', 'usr/local/lib/node_modules/npm'].map((place) =>
    path.join(folder, place),
  ) as [string, string];
  copyFileSync(node, path.join(bin, 'node'));
  cpSync(npm, modules, { recursive: true, force: true });
  for (const name of ['npm', 'npx']) {
    run('rm', ['-f', path.join(bin, name)]);
    symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, path.join(bin, name));
  }
}

function npmCli(): string {
  const place = process.env['npm_execpath'];
  if (!place) throw new Error('Start it with "npm run tool -- bare-machine".');
  return place;
}

/** Copies what this machine knows about its network: names, certificates and npm's registry. */
function copySettings(folder: string): void {
  const setting = (name: string) =>
    execFileSync(process.execPath, [npmCli(), 'config', 'get', name], { encoding: 'utf8' }).trim();
  const copies = new Map<string, string>(
    [...FILES, setting('cafile'), ...Object.values(networkEnvironment())]
      .filter((place) => path.isAbsolute(place))
      .map((place) => [place, place]),
  );
  copies.set(setting('globalconfig'), '/usr/local/etc/npmrc');
  copies.set(setting('userconfig'), `${HOME}/.npmrc`);
  for (const [from, to] of copies) {
    if (!existsSync(from)) continue;
    const target = path.join(folder, to);
    mkdirSync(path.dirname(target), { recursive: true });
    cpSync(from, target, { recursive: true, dereference: true });
  }
  const own = path.join(folder, HOME, '.npmrc');
  if (existsSync(own)) chmodSync(own, 0o600);
}

const networkEnvironment = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).filter(
      (entry): entry is [string, string] => NETWORK.test(entry[0]) && entry[1] !== undefined,
    ),
  );

/** Mounts of a running machine, for /dev without its disks. */
const MOUNTS = `
mount -t proc proc "$0/proc"
mount -t sysfs -o ro sysfs "$0/sys"
mount -t tmpfs -o mode=755 tmpfs "$0/dev"
for device in null zero full random urandom tty; do
  touch "$0/dev/$device"
  mount --bind "/dev/$device" "$0/dev/$device"
done
mkdir "$0/dev/shm" "$0/dev/pts"
mount -t tmpfs -o mode=1777 tmpfs "$0/dev/shm"
mount -t devpts devpts "$0/dev/pts"
ln -s /proc/self/fd "$0/dev/fd"
ln -s pts/ptmx "$0/dev/ptmx"`;

/**
 * Starts a shell command there as the user, in the clone. Mounts and processes live in namespaces
 * of their own, so none outlives the command, even if this process is killed.
 */
export function startThere(
  folder: string,
  command: string,
  env: Record<string, string>,
  input: 'ignore' | 'pipe' = 'ignore',
): ChildProcess {
  const there = {
    ...networkEnvironment(),
    HOME,
    USER: USER.name,
    PATH: '/usr/local/bin:/usr/bin:/bin',
    ...env,
  };
  const enter = `set -e${MOUNTS}
folder=$0
exec chroot --userspec=${USER.id}:${USER.id} --groups= "$folder" /usr/bin/env -i "$@"`;
  const namespaces = ['unshare', '--mount', '--pid', '--fork', '--kill-child'];
  const variables = Object.entries(there).map(([name, value]) => `${name}=${value}`);
  const inClone = ['sh', '-c', `cd ${CLONE} && ${command}`];
  const child = spawn(
    'setpriv',
    ['--pdeathsig=KILL', ...namespaces, 'sh', '-c', enter, folder, ...variables, ...inClone],
    { stdio: [input, 'inherit', 'inherit'] },
  );
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => child.kill('SIGKILL'));
  return child;
}

function run(program: string, args: readonly string[]): void {
  execFileSync(program, args, { stdio: ['ignore', 'ignore', 'inherit'] });
}
