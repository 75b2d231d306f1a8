import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { installedBinaries } from '@pos/embedded-postgres/binaries';
import { removeUnusedFiles } from './unused-files.ts';

/**
 * Removes what nobody uses, and creates the links between files of the embedded PostgreSQL, because
 * install scripts do not run. A computer without an embedded PostgreSQL needs no links; the start
 * then asks for DATABASE_URL.
 */
removeUnusedFiles(fileURLToPath(new URL('../..', import.meta.url)));
try {
  await installedBinaries();
} catch (error) {
  if (!(error as Error).message.startsWith('There is no embedded PostgreSQL')) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exitCode = 1;
  }
}
