import { z } from 'zod';
import { defineApi } from '../endpoint.ts';
import { self, signedIn, type Module } from '../permissions.ts';
import {
  dataSchema,
  Id,
  Instant,
  listQuery,
  listSchema,
  paragraph,
  QueryBoolean,
} from '../values.ts';

/**
 * Records with an Activity tab, and the module whose read right opens it; null: SUPER_ADMIN only.
 */
export const ACTIVITY_MODULES = {
  admin: 'Users',
  device: 'Devices',
  fair: 'Fairs',
  school: 'Fairs',
  order: 'Orders',
  payment: 'Payments',
  student: 'Students',
  title: 'All Inventory',
  package: 'Fairs',
  'stock-document': 'All Inventory',
  role: null,
  settings: null,
} as const satisfies Record<string, Module | null>;
export const ActivityEntity = z.enum(
  [
    'admin',
    'device',
    'fair',
    'school',
    'order',
    'payment',
    'student',
    'title',
    'package',
    'stock-document',
    'role',
    'settings',
  ],
  'This record has no activity.',
);
export type ActivityEntity = z.infer<typeof ActivityEntity>;
/** Records that accept notes: all but the settings. */
export const NotedEntity = ActivityEntity.exclude(
  ['settings'],
  'This record does not accept notes.',
);
export type NotedEntity = z.infer<typeof NotedEntity>;

/**
 * One change: person, action, time and address. `changes` has only the changed fields, each with
 * its old and new value; secrets are shown as ****.
 */
export const ActivityEntry = z.strictObject({
  id: Id,
  at: Instant,
  actorType: z.enum(['admin', 'device', 'system']),
  actorName: z.string(),
  /** `fair.updated`, `note.added`, … */
  action: z.string(),
  changes: z.record(z.string(), z.strictObject({ from: z.unknown(), to: z.unknown() })),
  ip: z.string().nullable(),
});
export type ActivityEntry = z.infer<typeof ActivityEntry>;

/**
 * An action of the signed-in admin and the current name of its record; null if it has none or was
 * deleted.
 */
export const OwnActivityEntry = ActivityEntry.extend({
  entity: z.string(),
  entityId: Id,
  recordName: z.string().nullable(),
});
export type OwnActivityEntry = z.infer<typeof OwnActivityEntry>;
export const OwnActivityQuery = listQuery(['at'], '-at', {});
export type OwnActivityQuery = z.output<typeof OwnActivityQuery>;

/**
 * Sign-in events of an account.
 * - `sign_in_paused`: too many wrong passwords; sign-ins from that address are refused for a while.
 * - `sign_in_refusals_unlisted`: more refusals within the hour than are listed one by one.
 * - `session_reused`: a refresh token was used twice, and its session was ended.
 * - `password_refused`: a wrong password on a form that asks a signed-in person for it again.
 */
export const SignInKind = z.enum([
  'signed_in',
  'sign_in_refused',
  'sign_in_paused',
  'sign_in_refusals_unlisted',
  'session_reused',
  'password_refused',
]);
export type SignInKind = z.infer<typeof SignInKind>;

/** A sign-in to one's own account, or an attempt. `browser` is the User-Agent header. */
export const SignInEntry = z.strictObject({
  id: Id,
  at: Instant,
  kind: SignInKind,
  ip: z.string().nullable(),
  browser: z.string(),
});
export type SignInEntry = z.infer<typeof SignInEntry>;
export const SignInsQuery = listQuery(['at'], '-at', {}).omit({ search: true });
export type SignInsQuery = z.output<typeof SignInsQuery>;

/**
 * Query of a record's activity; `notes` limits it to notes, or leaves them out. `reads` asks for reads of
 * children's names instead, which it leaves out otherwise (domain 3.22).
 */
export const ActivityQuery = listQuery(['at'], '-at', {
  entity: ActivityEntity,
  entityId: Id,
  notes: QueryBoolean.optional(),
  reads: QueryBoolean.optional(),
});
export type ActivityQuery = z.output<typeof ActivityQuery>;

/** Request to add a note to a record. */
export const NewNote = z.strictObject({
  entity: NotedEntity,
  entityId: Id,
  text: paragraph(2_000).pipe(z.string().min(1, 'Write a note.')),
});

export const activityApi = defineApi({
  list: {
    call: 'GET /v1/activity',
    place: 'seen',
    access: signedIn,
    summary: "List a record's changes, newest first",
    description: "Requires the right to read the record's module.",
    query: ActivityQuery,
    response: listSchema(ActivityEntry),
  },
  mine: {
    call: 'GET /v1/activity/mine',
    place: 'none',
    access: self,
    summary: 'List your own activity, newest first, without sign-ins',
    query: OwnActivityQuery,
    response: listSchema(OwnActivityEntry),
  },
  signIns: {
    call: 'GET /v1/activity/sign-ins',
    place: 'none',
    access: self,
    summary: 'List sign-ins to your own account, including refused ones, newest first',
    query: SignInsQuery,
    response: listSchema(SignInEntry),
  },
  addNote: {
    call: 'POST /v1/notes',
    place: 'named',
    access: signedIn,
    summary: "Add a note to a record's activity",
    description:
      "Requires the right to read the record's module. A note about a student is permanent; one that names the child or a parent is refused.",
    idempotent: true,
    body: NewNote,
    response: dataSchema(ActivityEntry),
  },
});
