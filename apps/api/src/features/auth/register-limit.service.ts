import type { Db } from '#api/db/db.ts';
import { begin } from './attempts.ts';

/**
 * Counts a register login without the device's key, by address (api.md, pos/login). The limit
 * applies to these logins only. They never succeed, so no count is taken back.
 */
export async function countKeylessRegisterLogin(db: Db, ip: string): Promise<void> {
  await begin(db, [['register-ip', ip]]);
}
