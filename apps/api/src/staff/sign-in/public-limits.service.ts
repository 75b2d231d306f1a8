import type { Db } from '#api/db/db.ts';
import { begin } from './attempts.ts';

/** Counts a public download by address. Never taken back. */
export async function countDownload(db: Db, ip: string): Promise<void> {
  await begin(db, [['download-ip', ip]]);
}

/**
 * Counts a request for a public page that had to be looked up, so that identifiers cannot be
 * guessed in bulk.
 */
export async function countPageLookup(db: Db, ip: string): Promise<void> {
  await begin(db, [['page-ip', ip]]);
}
