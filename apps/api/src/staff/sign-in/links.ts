import { createHash, createHmac } from 'node:crypto';
import type { LinkInfo, LinkKind } from '@pos/contract/staff/sign-in';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Tx } from '#api/db/db.ts';
import { Failure } from '#api/http/failure.ts';

/** Lifetime of a link, in hours (api.md). */
export const LINK_HOURS: Record<LinkKind, number> = { setup: 72, reset: 1 };

const derive = (key: Uint8Array, purpose: string, id: string) =>
  createHmac('sha256', key).update(`${purpose}:${id}`).digest();

/** Derives the 256-bit token of a link. It cannot be computed from the database alone. */
export function deriveLinkToken(key: Uint8Array, linkId: string): string {
  return derive(key, 'link', linkId).toString('base64url');
}

/** Returns the URL that opens a link's page. */
export function linkAddress(publicUrl: string, kind: LinkKind, token: string): string {
  return `${publicUrl}/${kind}-password?token=${token}`;
}

/** Returns the six digits of a verification code. */
export function deriveCode(key: Uint8Array, codeId: string): string {
  return String(derive(key, 'code', codeId).readUInt32BE(0) % 1_000_000).padStart(6, '0');
}

const toHash = (token: string) => createHash('sha256').update(token).digest();

/** Creates a link and voids the admin's earlier ones. Returns its ID. */
export async function makeLink(
  tx: Tx,
  key: Uint8Array,
  adminId: string,
  kind: LinkKind,
): Promise<string> {
  await voidLinks(tx, adminId);
  const id = uuidv7();
  await tx
    .insertInto('accountLinks')
    .values({
      id,
      adminId,
      kind,
      tokenHash: toHash(deriveLinkToken(key, id)),
      expiresAt: sql<string>`now() + make_interval(hours => ${LINK_HOURS[kind]})`,
      usedAt: null,
      voidedAt: null,
    })
    .execute();
  return id;
}

/** A link younger than this is emailed again instead of creating a new one. */
const FRESH_MINUTES = 10;

/**
 * Returns the ID of the link to email on request. Reuses a link created just now, so that requests
 * by others do not void the link that the owner is about to use; otherwise creates one and voids
 * the earlier ones.
 */
export async function freshLink(
  tx: Tx,
  key: Uint8Array,
  adminId: string,
  kind: LinkKind,
): Promise<string> {
  // Requests that are processed at the same moment must find each other's link.
  await tx.selectFrom('admins').select('id').where('id', '=', adminId).forNoKeyUpdate().execute();
  const fresh = await tx
    .selectFrom('accountLinks')
    .select('id')
    .where('adminId', '=', adminId)
    .where('kind', '=', kind)
    .where('usedAt', 'is', null)
    .where('voidedAt', 'is', null)
    .where('createdAt', '>', sql<string>`now() - make_interval(mins => ${FRESH_MINUTES})`)
    .executeTakeFirst();
  return fresh?.id ?? makeLink(tx, key, adminId, kind);
}

/** Returns the admin's valid open link of this kind, if any. */
export function findOpenLink(
  tx: Tx,
  adminId: string,
  kind: LinkKind,
): Promise<{ id: string; expiresAt: string } | undefined> {
  return tx
    .selectFrom('accountLinks')
    .select(['id', 'expiresAt'])
    .where('adminId', '=', adminId)
    .where('kind', '=', kind)
    .where('usedAt', 'is', null)
    .where('voidedAt', 'is', null)
    .where('expiresAt', '>', sql<string>`now()`)
    .executeTakeFirst();
}

/** Voids the open links of an admin. */
export async function voidLinks(tx: Tx, adminId: string): Promise<void> {
  await tx
    .updateTable('accountLinks')
    .set({ voidedAt: sql<string>`now()` })
    .where('adminId', '=', adminId)
    .where('usedAt', 'is', null)
    .where('voidedAt', 'is', null)
    .execute();
}

/**
 * Returns the public details of a valid link. Read-only, so that mail scanners do no harm by
 * opening the page.
 */
export async function checkLink(db: Db, token: string, kind: LinkKind): Promise<LinkInfo> {
  const link = await goodLinks(db, token, kind)
    .innerJoin('roles', 'roles.id', 'admins.roleId')
    .select([
      'admins.email',
      'admins.firstName',
      'roles.name as roleName',
      'accountLinks.expiresAt',
    ])
    .executeTakeFirst();
  if (!link) throw expired(await emailOfLink(db, token));
  const { email, expiresAt, firstName, roleName } = link;
  return { kind, email, expiresAt, ...(kind === 'setup' && { firstName, roleName }) };
}

/** Uses up a link and returns the admin's ID. Of several concurrent uses only one succeeds. */
export async function useLink(tx: Tx, token: string, kind: LinkKind): Promise<string> {
  const link = await goodLinks(tx, token, kind)
    .select(['accountLinks.id', 'accountLinks.adminId'])
    .forUpdate('accountLinks')
    .executeTakeFirst();
  if (!link) throw expired();
  await tx
    .updateTable('accountLinks')
    .set({ usedAt: sql<string>`now()` })
    .where('id', '=', link.id)
    .execute();
  return link.adminId;
}

function goodLinks(db: Db, token: string, kind: LinkKind) {
  return db
    .selectFrom('accountLinks')
    .innerJoin('admins', 'admins.id', 'accountLinks.adminId')
    .where('tokenHash', '=', toHash(token))
    .where('kind', '=', kind)
    .where('usedAt', 'is', null)
    .where('voidedAt', 'is', null)
    .where('expiresAt', '>', sql<string>`now()`)
    .where('admins.status', '=', 'active')
    .where('admins.deletedAt', 'is', null);
}

/**
 * Returns the email address of a link that was once emailed, valid or not, so that a new one can be
 * requested without typing.
 */
async function emailOfLink(db: Db, token: string): Promise<string | undefined> {
  const found = await db
    .selectFrom('accountLinks')
    .innerJoin('admins', 'admins.id', 'accountLinks.adminId')
    .select('admins.email')
    .where('tokenHash', '=', toHash(token))
    .where('admins.deletedAt', 'is', null)
    .executeTakeFirst();
  return found?.email;
}

/** Includes `email` only for callers who hold a token that was emailed to that address. */
function expired(email?: string): Failure {
  return new Failure(
    'LINK_EXPIRED',
    'This link has expired or was already used. Ask for a new one.',
    email === undefined ? {} : { current: { email } },
  );
}
