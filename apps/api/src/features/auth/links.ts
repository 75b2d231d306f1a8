import { createHash, createHmac } from 'node:crypto';
import type { LinkInfo, LinkKind } from '@pos/contract/auth';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Tx } from '#api/db/db.ts';
import { Failure } from '#api/http/failure.ts';

/** How long a link is good, in hours (api.md). */
export const LINK_HOURS: Record<LinkKind, number> = { setup: 72, reset: 1 };

const derive = (key: Uint8Array, purpose: string, id: string) =>
  createHmac('sha256', key).update(`${purpose}:${id}`).digest();

/** The 256-bit token of a link; whoever has only the database cannot know it. */
export function tokenOf(key: Uint8Array, linkId: string): string {
  return derive(key, 'link', linkId).toString('base64url');
}

/** The page that a token opens. */
export function linkAddress(publicUrl: string, kind: LinkKind, token: string): string {
  return `${publicUrl}/${kind}-password?token=${token}`;
}

/** The six digits of a verification code. */
export function codeOf(key: Uint8Array, codeId: string): string {
  return String(derive(key, 'code', codeId).readUInt32BE(0) % 1_000_000).padStart(6, '0');
}

const hashOf = (token: string) => createHash('sha256').update(token).digest();

/** Makes a link and ends the earlier ones of its admin. Gives its id. */
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
      tokenHash: hashOf(tokenOf(key, id)),
      expiresAt: sql<string>`now() + make_interval(hours => ${LINK_HOURS[kind]})`,
      usedAt: null,
      voidedAt: null,
    })
    .execute();
  return id;
}

/** A link younger than this is mailed again instead of making a new one. */
const FRESH_MINUTES = 10;

/**
 * The link to mail on request: one that was made just now, so that requests by others do not end
 * the one that its owner is about to use; else a new one, which ends the earlier ones.
 */
export async function freshLink(
  tx: Tx,
  key: Uint8Array,
  adminId: string,
  kind: LinkKind,
): Promise<string> {
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

/** The open link of a kind of an admin that is still good, if there is one. */
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

/** Ends the open links of an admin. */
export async function voidLinks(tx: Tx, adminId: string): Promise<void> {
  await tx
    .updateTable('accountLinks')
    .set({ voidedAt: sql<string>`now()` })
    .where('adminId', '=', adminId)
    .where('usedAt', 'is', null)
    .where('voidedAt', 'is', null)
    .execute();
}

/** What a good link says of itself; opening the page that asks for it changes nothing, so that mail scanners do no harm. */
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

/** Uses a link up and gives whose it is; of several at once one succeeds. */
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
    .where('tokenHash', '=', hashOf(token))
    .where('kind', '=', kind)
    .where('usedAt', 'is', null)
    .where('voidedAt', 'is', null)
    .where('expiresAt', '>', sql<string>`now()`)
    .where('admins.status', '=', 'active')
    .where('admins.deletedAt', 'is', null);
}

/** Whose a link is that was once mailed, good or not, so that a new one can be asked for without typing. */
async function emailOfLink(db: Db, token: string): Promise<string | undefined> {
  const found = await db
    .selectFrom('accountLinks')
    .innerJoin('admins', 'admins.id', 'accountLinks.adminId')
    .select('admins.email')
    .where('tokenHash', '=', hashOf(token))
    .where('admins.deletedAt', 'is', null)
    .executeTakeFirst();
  return found?.email;
}

/** `email`, where it is known, goes only to who holds a token that was mailed to it. */
function expired(email?: string): Failure {
  return new Failure(
    'LINK_EXPIRED',
    'This link has expired or was used. Ask for a new one.',
    email === undefined ? {} : { current: { email } },
  );
}
