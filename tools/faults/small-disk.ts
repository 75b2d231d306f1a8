import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, statfs, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
const NAME = 'pos-admin-disk-';
const MB = 1_048_576;
/** Mounts that a killed run left behind, by their folder in /proc/mounts. */
const LEFTOVER = new RegExp(`^\\S+ (\\S*/${NAME}(\\d+)-\\S*) `, 'gm');

/**
 * File system of a limited size, mounted for a fault run: ext4 in a file, or memory where the
 * machine has no loop devices. Only root may mount.
 */
export class SmallDisk {
  /** Folder that everyone may enter, on the disk. */
  readonly folder: string;
  /** Folder beside the disk with plenty of space. */
  readonly beside: string;
  /** Kind of file system: `ext4` or `tmpfs`. */
  readonly kind: string;
  readonly #parent: string;
  readonly #mount: string;

  private constructor(parent: string, mount: string, kind: string) {
    this.#parent = parent;
    this.#mount = mount;
    this.kind = kind;
    this.folder = path.join(mount, 'data');
    this.beside = path.join(parent, 'beside');
  }

  /** Makes and mounts a disk. Throws one sentence if this machine allows no mount. */
  static async mount(megabytes: number): Promise<SmallDisk> {
    await removeLeftovers();
    const parent = await mkdtemp(path.join(tmpdir(), `${NAME}${process.pid}-`));
    const mount = path.join(parent, 'mount');
    await mkdir(mount);
    try {
      const kind = await mountAt(parent, mount, megabytes);
      const disk = new SmallDisk(parent, mount, kind);
      for (const folder of [disk.folder, disk.beside]) await mkdir(folder);
      // Entered by the database user when this runs as root.
      for (const folder of [parent, mount, disk.folder]) await chmod(folder, 0o711);
      return disk;
    } catch (error) {
      await rm(parent, { recursive: true, force: true });
      throw error;
    }
  }

  /** Returns the bytes that an ordinary user may still write. */
  async free(): Promise<number> {
    const { bavail, bsize } = await statfs(this.#mount);
    return bavail * bsize;
  }

  /** Occupies the disk except for `leave` bytes. */
  async occupy(leave: number): Promise<void> {
    const ballast = path.join(this.#mount, 'ballast');
    const block = Buffer.alloc(MB);
    for (let free = await this.free(); free > leave; free = await this.free()) {
      const size = Math.min(MB, free - leave);
      const isWritten = await writeFile(ballast, block.subarray(0, size), { flag: 'a' }).then(
        () => true,
        () => false,
      );
      if (!isWritten) return;
    }
  }

  /** Frees what `occupy` took. */
  async release(): Promise<void> {
    await rm(path.join(this.#mount, 'ballast'), { force: true });
  }

  /** Unmounts and removes the disk, once nothing uses it. */
  async remove(): Promise<void> {
    for (let tries = 0; tries < 20; tries++) {
      if (await succeeds('umount', [this.#mount])) break;
      await sleep(250);
    }
    await rm(this.#parent, { recursive: true, force: true });
  }
}

async function mountAt(parent: string, mount: string, megabytes: number): Promise<string> {
  const image = path.join(parent, 'image');
  await writeFile(image, '');
  await truncate(image, megabytes * MB);
  const made = await succeeds('mkfs.ext4', ['-q', '-F', '-m', '0', image]);
  if (made && (await succeeds('mount', ['-o', 'loop', image, mount]))) return 'ext4';
  if (await succeeds('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', mount]))
    return 'tmpfs';
  throw new Error(
    'This machine allows no mount, which a small file system needs. Run this as root on Linux, in a container with the capability SYS_ADMIN.',
  );
}

/** Unmounts the disks of runs that were killed. */
async function removeLeftovers(): Promise<void> {
  const mounts = await readFile('/proc/mounts', 'utf8').catch(() => '');
  for (const [, mount = '', pid = ''] of mounts.matchAll(LEFTOVER)) {
    if (await succeeds('kill', ['-0', pid])) continue;
    await succeeds('umount', ['-l', mount]);
    await rm(path.dirname(mount), { recursive: true, force: true });
  }
}

const succeeds = (program: string, args: string[]): Promise<boolean> =>
  run(program, args).then(
    () => true,
    () => false,
  );
