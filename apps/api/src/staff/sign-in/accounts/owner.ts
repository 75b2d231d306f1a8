import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { inTransaction, type Db, type Tx } from '#api/db/db.ts';
import { SYSTEM } from '#api/http/access/identity.ts';
import { recordActivity } from '#api/staff/activity/activity.service.ts';
import { hashPassword } from '#api/hashing/passwords.ts';

export type Owner = {
  id: string;
  email: string;
  /** Set only if a password was generated just now. Shown once. */
  generatedPassword?: string;
  created: boolean;
};

type OwnerOptions = {
  email: string;
  password?: string;
  /** Generates a new password for an owner who never signed in, in case the first one was lost. */
  renewUnused?: boolean;
};

/**
 * Creates the role SUPER_ADMIN and the first admin on an empty database. Runs once, even if several
 * processes start together.
 */
export async function ensureOwner(
  db: Db,
  { email, password, renewUnused = false }: OwnerOptions,
): Promise<Owner> {
  const existing = await findFirstSuperAdmin(db);
  if (existing && (existing.hasSignedIn || !renewUnused)) return toOwner(existing);
  const chosen = password ?? generatePassword();
  const passwordHash = await hashPassword(chosen);
  const shown = password === undefined && { generatedPassword: chosen };
  return inTransaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('pos-admin owner', 0))`.execute(tx);
    const raced = await findFirstSuperAdmin(tx);
    if (raced && raced.id !== existing?.id) return toOwner(raced);
    if (raced) {
      await tx.updateTable('admins').set({ passwordHash }).where('id', '=', raced.id).execute();
      return { ...toOwner(raced), ...shown };
    }
    const id = await insertOwner(tx, email, passwordHash);
    return { id, email, created: true, ...shown };
  });
}

async function insertOwner(tx: Tx, email: string, passwordHash: string): Promise<string> {
  const roleId = uuidv7();
  const id = uuidv7();
  await tx
    .insertInto('roles')
    .values({
      id: roleId,
      name: 'SUPER_ADMIN',
      description: 'Can see and do everything.',
      isSystem: true,
      deletedAt: null,
    })
    .execute();
  await tx
    .insertInto('admins')
    .values({
      id,
      firstName: 'Account',
      lastName: 'Owner',
      email,
      emailVerified: true,
      roleId,
      passwordHash,
      phone: null,
      secretCodeHash: null,
      wrongCodesSince: null,
      codeLockedUntil: null,
      lastLoginAt: null,
      deletedAt: null,
    })
    .execute();
  await recordActivity(tx, SYSTEM, { action: 'admin.added', entity: 'admin', entityId: id });
  return id;
}

type Existing = { id: string; email: string; hasSignedIn: boolean };
const toOwner = ({ id, email }: Existing): Owner => ({ id, email, created: false });

function findFirstSuperAdmin(db: Db): Promise<Existing | undefined> {
  return db
    .selectFrom('admins')
    .innerJoin('roles', 'roles.id', 'admins.roleId')
    .select(['admins.id', 'email'])
    .select(sql<boolean>`last_login_at is not null`.as('hasSignedIn'))
    .where('roles.isSystem', '=', true)
    .where('admins.deletedAt', 'is', null)
    .where('status', '=', 'active')
    .orderBy('admins.createdAt')
    .executeTakeFirst();
}

const LETTERS = 'abcdefghijkmnpqrstuvwxyz';

/**
 * Generates a password that follows the rules of specification 5 and can be read aloud: four
 * groups, about 80 bits.
 */
function generatePassword(): string {
  const letters = (count: number) =>
    Array.from({ length: count }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return `${letters(4).replace(/^./, (first) => first.toUpperCase())}-${letters(5)}-${letters(5)}-${randomInt(10, 100)}${letters(2)}`;
}
