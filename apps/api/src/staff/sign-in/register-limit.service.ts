import { inTransaction, type Db } from '#api/db/db.ts';
import { begin, countIfWrong } from './attempts.ts';

/**
 * Counts a register login without the device's key or pairing code, by address (api.md, pos/login).
 * The limit applies to these logins only. They never succeed, so no count is taken back.
 */
export async function countKeylessRegisterLogin(db: Db, ip: string): Promise<void> {
  await begin(db, [['register-ip', ip]]);
}

/** Wrong codes from one address after which a pairing code no longer works from there. */
const PAIRING_TRIES = 5;

/**
 * Returns true if a pairing code is right and still works from this address. Wrong ones end the
 * pending code, given by its hash, for their own address only: a stranger cannot keep a tablet from
 * being paired, and 40 bits are out of reach of any number of addresses.
 */
export function allowsPairing(
  db: Db,
  { pendingHash, ip, isRight }: { pendingHash: Buffer; ip: string; isRight: boolean },
): Promise<boolean> {
  const guess = {
    kind: 'pairing-code',
    text: `${pendingHash.toString('hex')} ${ip}`,
    max: PAIRING_TRIES,
  } as const;
  return inTransaction(db, (tx) => countIfWrong(tx, guess, isRight));
}
