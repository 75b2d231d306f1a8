import type { Db } from '#api/db/db.ts';
import { begin } from './attempts.ts';

/**
 * Counts a try to log in at a register by someone without its device's key, to whom alone this limit applies, by the address that they
 * come from (api.md, pos/login). Such a try never turns out good, so none is taken back.
 */
export async function countKeylessRegisterLogin(db: Db, ip: string): Promise<void> {
  await begin(db, [['register-ip', ip]]);
}
