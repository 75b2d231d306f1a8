import { DUTIES, permissionEntries, type Rights } from '@pos/contract/permissions';
import { FACTOR_GRACE_DAYS, FRESH_MINUTES } from '@pos/contract/staff/second-factor';
import { sql } from 'kysely';
import { PREPARED, type Db, type Tx } from '#api/db/db.ts';
import { heldRights } from '#api/staff/roles/roles.queries.ts';

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
  hasApp: boolean;
  hasPasskey: boolean;
  /** Last day without a second factor, if one is required. */
  factorDueOn: string | null;
  /** True after that day, for an account without one. */
  isFactorMissing: boolean;
  /** True if a password or a passkey alone may sign in; otherwise only the company's provider. */
  signsInHere: boolean;
};

const hasApp = sql<boolean>`
  exists (select from authenticators where admin_id = admins.id and secret is not null)`;
const hasPasskey = sql<boolean>`exists (select from passkeys where admin_id = admins.id)`;
const factorDueOn = sql<string | null>`
  (
    select least(roles.factor_required_from, settings.factor_required_from)
      + ${sql.lit(FACTOR_GRACE_DAYS - 1)}::int
    from settings)`;

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
      'isLimited',
      'roles.name as roleName',
      'roles.isSystem',
    ])
    .select(heldRights)
    .select([hasApp.as('hasApp'), hasPasskey.as('hasPasskey'), factorDueOn.as('factorDueOn')])
    .select(
      sql<boolean>`
        coalesce(
          ${factorDueOn} < (select (now() at time zone default_time_zone)::date from settings)
            and not ${hasApp}
            and not ${hasPasskey},
          false)`.as('isFactorMissing'),
    )
    .select(
      sql<boolean>`
        coalesce((select allows_passwords from company_sign_in), true)
          or (admins.is_break_glass and roles.is_system)`.as('signsInHere'),
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
 * admin's. A second factor that the company's provider asked for counts.
 */
export async function findAccountOfSession(
  db: Db,
  adminId: string,
  sessionId: string,
  epoch?: number,
): Promise<(Account & { isFresh: boolean }) | undefined> {
  const live = accounts(db)
    .modifyFront(PREPARED)
    .innerJoin('sessions', (join) =>
      join
        .onRef('sessions.adminId', '=', 'admins.id')
        .on('sessions.id', '=', sessionId)
        .on('sessions.revokedAt', 'is', null),
    )
    .select(
      sql<boolean>`
        sessions.confirmed_at > now() - make_interval(mins => ${sql.lit(FRESH_MINUTES)})`.as(
        'isFresh',
      ),
    )
    .select('hasProviderFactor')
    .where('sessions.endsAt', '>', sql<string>`now()`)
    .where('admins.id', '=', adminId);
  const row = await (
    epoch === undefined ? live : live.where('admins.tokenEpoch', '=', epoch)
  ).executeTakeFirst();
  const account = asAccount(row);
  return (
    row &&
    account && {
      ...account,
      isFresh: row.isFresh,
      ...(row.hasProviderFactor && { factorDueOn: null, isFactorMissing: false }),
    }
  );
}

type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof accounts>['executeTakeFirst']>>>;

function asAccount(row: Row | undefined): Account | undefined {
  if (!row) return undefined;
  const { isSystem, entries, heldDuties, isLimited, ...account } = row;
  const duties = DUTIES.filter((duty) => isSystem || heldDuties.includes(duty));
  return {
    ...account,
    rights: {
      isSuper: isSystem,
      permission: permissionEntries(isSystem, entries),
      duties,
      isLimited: isLimited && !isSystem,
    },
  };
}

/** Returns the company in whose name emails are sent, and how to reach it. */
export function findSender(db: Db) {
  return db
    .selectFrom('settings')
    .select(['companyName', 'supportEmail', 'supportPhone'])
    .executeTakeFirstOrThrow();
}
