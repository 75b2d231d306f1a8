import { DUTIES, permissionEntries, type Duty, type Rights } from '@pos/contract/permissions';
import { sql } from 'kysely';
import { PREPARED, type Db, type Tx } from '#api/db/db.ts';

/** Account data needed to sign in, with the rights of its role. */
export type Account = {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
  emailVerified: boolean;
  status: 'active' | 'inactive';
  passwordHash: string | null;
  tokenEpoch: number;
  roleName: string;
  rights: Rights;
};

function accounts(db: Db) {
  return db
    .selectFrom('admins')
    .innerJoin('roles', 'roles.id', 'admins.roleId')
    .select([
      'admins.id',
      'firstName',
      'lastName',
      'email',
      'emailVerified',
      'status',
      'passwordHash',
      'tokenEpoch',
      'roles.name as roleName',
      'roles.isSystem',
    ])
    .select(
      sql<[string, boolean, boolean][]>`
        coalesce(
          (
            select json_agg(json_build_array(module, read_only, edit))
            from role_rights
            where role_id = roles.id),
            '[]')`.as('entries'),
    )
    .select(
      sql<Duty[]>`array(select duty from role_duties where role_id = roles.id)`.as('heldDuties'),
    )
    .where('admins.deletedAt', 'is', null);
}

export async function findAccountByEmail(db: Db, email: string): Promise<Account | undefined> {
  return asAccount(
    await accounts(db)
      .where(sql<boolean>`lower(email) = lower(${email})`)
      .executeTakeFirst(),
  );
}

export async function findAccount(db: Db, id: string): Promise<Account | undefined> {
  return asAccount(await accounts(db).where('admins.id', '=', id).executeTakeFirst());
}

/**
 * Locks an account until the transaction ends. Returns false if it was deactivated, deleted, signed
 * out or given another password since it was read.
 */
export async function holdAccount(
  tx: Tx,
  { id, passwordHash, tokenEpoch }: Account,
): Promise<boolean> {
  const now = await tx
    .selectFrom('admins')
    .select(['status', 'deletedAt', 'passwordHash', 'tokenEpoch'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return (
    now !== undefined &&
    now.status === 'active' &&
    now.deletedAt === null &&
    now.passwordHash === passwordHash &&
    now.tokenEpoch === tokenEpoch
  );
}

/**
 * Returns the account of an access token while its session is open and its epoch matches the
 * admin's.
 */
export async function findAccountOfSession(
  db: Db,
  adminId: string,
  sessionId: string,
  epoch?: number,
): Promise<Account | undefined> {
  const live = accounts(db)
    .modifyFront(PREPARED)
    .innerJoin('sessions', (join) =>
      join
        .onRef('sessions.adminId', '=', 'admins.id')
        .on('sessions.id', '=', sessionId)
        .on('sessions.revokedAt', 'is', null),
    )
    .where('sessions.endsAt', '>', sql<string>`now()`)
    .where('admins.id', '=', adminId);
  return asAccount(
    await (
      epoch === undefined ? live : live.where('admins.tokenEpoch', '=', epoch)
    ).executeTakeFirst(),
  );
}

type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof accounts>['executeTakeFirst']>>>;

function asAccount(row: Row | undefined): Account | undefined {
  if (!row) return undefined;
  const { isSystem, entries, heldDuties, ...account } = row;
  const duties = DUTIES.filter((duty) => isSystem || heldDuties.includes(duty));
  return {
    ...account,
    rights: { isSuper: isSystem, permission: permissionEntries(isSystem, entries), duties },
  };
}

/** Returns the company in whose name emails are sent, and how to reach it. */
export function findSender(db: Db) {
  return db
    .selectFrom('settings')
    .select(['companyName', 'supportEmail', 'supportPhone'])
    .executeTakeFirstOrThrow();
}
