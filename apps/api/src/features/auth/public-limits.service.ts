import type { Db } from '#api/db/db.ts';
import { begin } from './attempts.ts';

/** Counts a stranger's download by the address that it comes from; none is taken back. */
export async function countDownload(db: Db, ip: string): Promise<void> {
  await begin(db, [['download-ip', ip]]);
}

/** Counts that a stranger asked for a public page that had to be looked up, so that identifiers cannot be guessed by the thousand. */
export async function countPageLookup(db: Db, ip: string): Promise<void> {
  await begin(db, [['page-ip', ip]]);
}
