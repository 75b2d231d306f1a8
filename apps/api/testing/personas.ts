import { EDITABLE_MODULES, MODULES, type Module, type Right, type Rights } from '@pos/contract/permissions';
import { SignJWT } from 'jose';
import { v7 as uuidv7 } from 'uuid';
import { inTransaction } from '#api/db/db.ts';
import { openSessionFor } from '#api/features/auth/auth.service.ts';
import type { ApiClient, TestApp } from './test-app.ts';

/** Someone who calls the API: by name, with a bearer token and what the database lets them do. */
export type Persona = { name: string; token: string | undefined; rights: Rights | undefined };

type Entry = readonly [Module, Right];

/** A stranger, forged tokens, a role without rights, one role for each right, one with all of them, and SUPER_ADMIN. */
export async function makePersonas(test: TestApp): Promise<Persona[]> {
  const roles: [string, readonly Entry[]][] = [
    ['no rights', []],
    ...MODULES.map((module): [string, readonly Entry[]] => [`read ${module}`, [[module, 'read_only']]]),
    ...EDITABLE_MODULES.map((module): [string, readonly Entry[]] => [`edit ${module} without read`, [[module, 'edit']]]),
    ...EDITABLE_MODULES.map((module): [string, readonly Entry[]] => [`read and edit ${module}`, [[module, 'read_only'], [module, 'edit']]]),
    ['every right', [...MODULES.map((module): Entry => [module, 'read_only']), ...EDITABLE_MODULES.map((module): Entry => [module, 'edit'])]],
  ];
  const personas: Persona[] = [
    { name: 'a stranger', token: undefined, rights: undefined },
    { name: 'a forged token', token: await forgedToken(test.ownerId), rights: undefined },
    { name: 'a token without signature', token: `${test.ownerToken.split('.').slice(0, 2).join('.')}.`, rights: undefined },
    { name: 'SUPER_ADMIN', token: test.ownerToken, rights: { isSuper: true, permission: [] } },
  ];
  for (const [name, entries] of roles) personas.push({ name, ...(await makeAdmin(test, name, entries)) });
  return personas;
}

/** An admin with exactly these rights, by a role of their own, and their client. */
export async function signedInWith(test: TestApp, entries: readonly Entry[]): Promise<{ id: string; roleId: string; client: ApiClient }> {
  const { id, roleId, token } = await makeAdmin(test, `role ${uuidv7().slice(-12)}`, entries);
  return { id, roleId, client: test.client(token) };
}

/** An admin with a role of their own, signed in. */
async function makeAdmin(test: TestApp, name: string, entries: readonly Entry[]): Promise<{ id: string; roleId: string; token: string; rights: Rights }> {
  const id = uuidv7();
  const roleId = uuidv7();
  const permission = MODULES.map((module) => ({ name: module, read_only: has(entries, module, 'read_only'), edit: has(entries, module, 'edit') }));
  await inTransaction(test.db, async (tx) => {
    await tx.insertInto('roles').values({ id: roleId, name: name.slice(0, 30), description: name, deletedAt: null }).execute();
    await tx.insertInto('roleRights').values(permission.map((entry) => ({ roleId, module: entry.name, readOnly: entry.read_only, edit: entry.edit }))).execute();
    await tx
      .insertInto('admins')
      .values({
        id, roleId, firstName: 'Persona', lastName: 'Test', email: `${id}@example.com`, emailVerified: true, phone: '5551234567', passwordHash: null, secretCodeHash: null,
        wrongCodesSince: null, codeLockedUntil: null, lastLoginAt: null, deletedAt: null,
      })
      .execute();
  });
  const { access } = await openSessionFor(test.db, test.secrets, id);
  return { id, roleId, token: access.token, rights: { isSuper: false, permission } };
}

function has(entries: readonly Entry[], module: Module, right: Right): boolean {
  return entries.some(([heldModule, heldRight]) => heldModule === module && heldRight === right);
}

function forgedToken(adminId: string): Promise<string> {
  return new SignJWT({ sid: uuidv7(), epoch: 1 })
    .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
    .setSubject(adminId)
    .setIssuer('pos-admin')
    .setAudience('pos-admin-api')
    .setIssuedAt()
    .setExpirationTime('15m')
    .sign(new TextEncoder().encode('somebody else made this key, 32 bytes long'));
}
