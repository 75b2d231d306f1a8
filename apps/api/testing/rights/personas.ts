import {
  DUTIES,
  type Duty,
  EDITABLE_MODULES,
  MODULES,
  type Module,
  type Right,
} from '@pos/contract/permissions';
import { limitToPlaces } from '@pos/world/places';
import { SignJWT } from 'jose';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { inTransaction } from '#api/db/db.ts';
import { openSessionFor } from '#api/staff/sign-in/auth.service.ts';
import { signToken } from '#api/tokens/signed-tokens.ts';
import type { ApiClient, TestApi } from '../app/test-api.ts';

/** Identity of a caller before any right is checked: nobody, an admin or a register. */
export type Standing =
  | 'stranger'
  | 'unverified'
  | 'admin'
  | 'super'
  | 'selling register'
  | 'delivering register'
  | 'cashier register';

/**
 * A caller of the API: name, bearer token, and rights in the words of the rights table (`read
 * Users`, `duty scan_cartons`); `lacks` a fresh proof of who it is, or works at places only.
 */
export type Persona = {
  name: string;
  token: string | undefined;
  standing: Standing;
  holds: readonly string[];
  lacks?: readonly ('proof' | 'places')[];
};

type Entry = readonly [Module, Right];
type NewPersona = { id: string; roleId: string; token: string };

const EVERYTHING: readonly Entry[] = [
  ...MODULES.map((module): Entry => [module, 'read_only']),
  ...EDITABLE_MODULES.map((module): Entry => [module, 'edit']),
];

/**
 * Creates a role without rights, one role per right and duty, one with all rights, one only named like
 * SUPER_ADMIN, and SUPER_ADMIN.
 */
export async function makePersonas(test: TestApi): Promise<Persona[]> {
  const read = (module: Module): Entry => [module, 'read_only'];
  const edit = (module: Module): Entry => [module, 'edit'];
  const roles: [string, readonly Entry[]][] = [
    ['no rights', []],
    ...MODULES.map((module): [string, Entry[]] => [`read ${module}`, [read(module)]]),
    ...EDITABLE_MODULES.flatMap((module): [string, Entry[]][] => [
      [`edit ${module} without read`, [edit(module)]],
      [`read and edit ${module}`, [read(module), edit(module)]],
    ]),
    ['every right', EVERYTHING],
    ['a role named "SUPER_ADMIN "', []],
  ];
  const personas: Persona[] = [
    { name: 'SUPER_ADMIN', token: test.ownerToken, standing: 'super', holds: [] },
  ];
  for (const [name, entries] of roles) {
    const roleName = /named "(.*)"/.exec(name)?.[1] ?? name;
    const { token } = await makeAdmin(test, roleName, entries);
    personas.push({ name, token, standing: 'admin', holds: entries.map(inTableWords) });
  }
  for (const duty of DUTIES) {
    const held = `duty ${duty}`;
    const { token } = await makeAdmin(test, held, [], [duty]);
    personas.push({
      name: `the ${held} alone`,
      token,
      standing: 'admin',
      holds: duty === 'work_warehouse' ? [held, 'read All Inventory'] : [held],
    });
  }
  return personas;
}

/** Creates an admin with every right and duty but those that the rule names. */
export async function makeOpposite(test: TestApi, rule: string): Promise<Persona> {
  const named = rule.split(/ or | and /);
  const entries = EVERYTHING.filter((entry) => !named.includes(inTableWords(entry)));
  // The duty to work in the warehouse includes reading All Inventory.
  const isRead = named.includes('read All Inventory');
  const duties = DUTIES.filter(
    (duty) => !named.includes(`duty ${duty}`) && !(isRead && duty === 'work_warehouse'),
  );
  const { token } = await makeAdmin(test, `role ${uuidv7().slice(-12)}`, entries, duties);
  const holds = [...entries.map(inTableWords), ...duties.map((duty) => `duty ${duty}`)];
  return { name: `everything but ${rule}`, token, standing: 'admin', holds };
}

/**
 * Creates callers without a valid access token, however good the account: no token, forged or
 * expired tokens, tokens for another purpose or of an ended session, an inactive SUPER_ADMIN. Adds
 * one who holds every right but has not verified the email address.
 */
export async function makeOutsiders(test: TestApi): Promise<Persona[]> {
  const signed = await ownerTokens(test);
  const [, payload] = test.ownerToken.split('.');
  const none = Buffer.from(JSON.stringify({ alg: 'none', typ: 'at+jwt' })).toString('base64url');
  const [ended, inactive, unverified] = [
    await makeAdmin(test, 'signed out', EVERYTHING),
    await makeAdmin(test, 'inactive', []),
    await makeAdmin(test, 'unverified', EVERYTHING),
  ];
  const { refresh } = await openSessionFor(test.db, test.secrets, test.ownerId);

  await test.db
    .updateTable('sessions')
    .set({ revokedAt: new Date().toISOString(), revokedWhy: 'ended from the list' })
    .where('adminId', '=', ended.id)
    .execute();
  const { roleId } = await test.db
    .selectFrom('admins')
    .select('roleId')
    .where('id', '=', test.ownerId)
    .executeTakeFirstOrThrow();
  await test.owner.admins.changeStatus({
    params: { id: inactive.id },
    body: { status: 'inactive' },
  });
  await test.db.updateTable('admins').set({ roleId }).where('id', '=', inactive.id).execute();
  await test.db
    .updateTable('admins')
    .set({ emailVerified: false })
    .where('id', '=', unverified.id)
    .execute();

  const strangers: [string, string | undefined][] = [
    ['a stranger', undefined],
    ['an expired token', await signed({ lifetimeMs: -10 * 60_000 })],
    ['a forged token', await forgedToken(test.ownerId)],
    ['a token without signature', `${test.ownerToken.split('.').slice(0, 2).join('.')}.`],
    ['a token that says alg none', `${none}.${payload}.`],
    ['a token of another type', await signed({ type: 'dt+jwt' })],
    ['a token for another audience', await signed({ audience: 'pos-register' })],
    ['a refresh token', refresh.token],
    ['a session that has ended', ended.token],
    ['an inactive SUPER_ADMIN', inactive.token],
  ];
  const standing = 'stranger';
  return [
    ...strangers.map(([name, token]): Persona => ({ name, token, standing, holds: [] })),
    {
      name: 'an unverified admin with every right',
      token: unverified.token,
      standing: 'unverified',
      holds: EVERYTHING.map(inTableWords),
    },
  ];
}

/**
 * Creates callers who hold every right and lack something else: a proof within the last ten minutes,
 * places, both, or the second factor that their role requires.
 */
export async function makeHindered(test: TestApi, fairId: string): Promise<Persona[]> {
  const holds = [...EVERYTHING.map(inTableWords), ...DUTIES.map((duty) => `duty ${duty}`)];
  const limited = await makeFullAdmin(test, 'works at a fair');
  await limitToPlaces(test.owner, limited.id, { fairIds: [fairId] });
  const withoutFactor = await makeFullAdmin(test, 'has no factor');
  await test.db
    .updateTable('roles')
    .set({ factorRequiredFrom: '2026-01-02' })
    .where('id', '=', withoutFactor.roleId)
    .execute();
  const admin = { standing: 'admin', holds } as const;
  return [
    {
      name: 'a SUPER_ADMIN of eleven minutes ago',
      token: await staleToken(test, test.ownerId),
      standing: 'super',
      holds: [],
      lacks: ['proof'],
    },
    { ...admin, name: 'every right, at a fair', token: limited.token, lacks: ['places'] },
    {
      ...admin,
      name: 'every right, at a fair, of eleven minutes ago',
      token: await staleToken(test, limited.id),
      lacks: ['places', 'proof'],
    },
    {
      name: 'without a required factor',
      token: withoutFactor.token,
      standing: 'unverified',
      holds,
    },
  ];
}

/** Returns a token of a person who proved who they are eleven minutes ago. */
async function staleToken(test: TestApi, adminId: string): Promise<string> {
  const { access } = await openSessionFor(test.db, test.secrets, adminId);
  await test.db
    .updateTable('sessions')
    .set({ confirmedAt: new Date(Date.now() - 11 * 60_000).toISOString() })
    .where('id', '=', toSessionId(access.token))
    .execute();
  return access.token;
}

const toSessionId = (token: string): string =>
  (JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { sid: string })
    .sid;

/** Returns a function that signs access tokens of the owner's session with some changes. */
async function ownerTokens(test: TestApi) {
  const { id: sid } = await test.db
    .selectFrom('sessions')
    .select('id')
    .where('adminId', '=', test.ownerId)
    .orderBy('createdAt', 'desc')
    .executeTakeFirstOrThrow();
  const claims = { sub: test.ownerId, sid, epoch: 1 };
  const kind = {
    type: 'at+jwt',
    audience: 'pos-admin-api',
    lifetimeMs: 15 * 60_000,
    claims: z.object({ sub: z.string(), sid: z.string(), epoch: z.int() }),
    expired: '',
    invalid: '',
  };
  return async (changes: Partial<typeof kind>): Promise<string> =>
    (await signToken({ ...kind, ...changes }, test.secrets.accessTokenKey, claims)).token;
}

/** Creates an admin with exactly these rights and duties through a separate role, and a client. */
export async function signedInWith(
  test: TestApi,
  entries: readonly Entry[],
  duties: readonly Duty[] = [],
): Promise<NewPersona & { client: ApiClient }> {
  const name = `role ${uuidv7().slice(-12)}`;
  const { id, roleId, token } = await makeAdmin(test, name, entries, duties);
  return { id, roleId, token, client: test.client(token) };
}

/** Creates an admin with every right and duty. */
export const makeFullAdmin = (test: TestApi, name: string): Promise<NewPersona> =>
  makeAdmin(test, name, EVERYTHING, DUTIES);

/** Creates an admin with a separate role, signed in. */
async function makeAdmin(
  test: TestApi,
  name: string,
  entries: readonly Entry[],
  duties: readonly Duty[] = [],
): Promise<NewPersona> {
  const id = uuidv7();
  const roleId = uuidv7();
  await inTransaction(test.db, async (tx) => {
    await tx
      .insertInto('roles')
      .values({ id: roleId, name: name.slice(0, 30), description: name, deletedAt: null })
      .execute();
    await tx
      .insertInto('roleRights')
      .values(
        MODULES.map((module) => ({
          roleId,
          module,
          readOnly: entries.some(([held, right]) => held === module && right === 'read_only'),
          edit: entries.some(([held, right]) => held === module && right === 'edit'),
        })),
      )
      .execute();
    if (duties.length > 0)
      await tx
        .insertInto('roleDuties')
        .values(duties.map((duty) => ({ roleId, duty })))
        .execute();
    await tx
      .insertInto('admins')
      .values({
        id,
        roleId,
        firstName: 'Persona',
        lastName: 'Test',
        email: `${id}@example.com`,
        emailVerified: true,
        phone: '5551234567',
        passwordHash: null,
        secretCodeHash: null,
        wrongCodesSince: null,
        codeLockedUntil: null,
        lastLoginAt: null,
        deletedAt: null,
      })
      .execute();
  });
  const { access } = await openSessionFor(test.db, test.secrets, id);
  return { id, roleId, token: access.token };
}

function inTableWords([module, right]: Entry): string {
  return `${right === 'edit' ? 'edit' : 'read'} ${module}`;
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
