import process from 'node:process';
import { installedBinaries } from '@pos/api/db/embedded/binaries.ts';

/**
 * Completes an installation whose packages ran no scripts: the embedded PostgreSQL needs links
 * between its files. Where there is none for this computer, DATABASE_URL is needed at the start,
 * which says so; nothing is to be completed then.
 */
try {
  await installedBinaries();
} catch (error) {
  if (!(error as Error).message.startsWith('There is no embedded PostgreSQL')) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exitCode = 1;
  }
}
