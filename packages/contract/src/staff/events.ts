import { z } from 'zod';
import { defineApi } from '../endpoint.ts';
import { holds, signedIn, type Module, type Rights } from '../permissions.ts';
import { Id, QueryBoolean } from '../values.ts';

/** Kinds of data that can change while a page is open. */
export const LiveKind = z.enum([
  'orders',
  'refunds',
  'payments',
  'fairs',
  'stock',
  'cartons',
  'warehouse',
  'devices',
  'students',
  'users',
  'settings',
  'jobs',
  'notifications',
  'rights',
]);
export type LiveKind = z.infer<typeof LiveKind>;

/**
 * Audience of each kind: readers of one of these modules, everybody who is signed in, or only its
 * owner.
 */
export const LIVE_READERS = {
  orders: ['Orders'],
  refunds: ['Orders'],
  payments: ['Payments'],
  fairs: ['Fairs'],
  stock: ['Fair Inventory', 'All Inventory'],
  cartons: ['Fairs'],
  warehouse: ['All Inventory'],
  devices: ['Devices'],
  students: ['Students'],
  users: ['Users'],
  settings: 'everybody',
  jobs: 'owner',
  notifications: 'owner',
  rights: 'owner',
} as const satisfies Record<LiveKind, readonly Module[] | 'everybody' | 'owner'>;

/**
 * True if an admin with `rights` is told of changes of this kind, besides changes of their own
 * data.
 */
export function hears(kind: LiveKind, rights: Rights): boolean {
  const readers: readonly Module[] | 'everybody' | 'owner' = LIVE_READERS[kind];
  if (typeof readers === 'string') return readers === 'everybody';
  return readers.some((module) => holds(rights, module, 'read_only'));
}

/**
 * One change. `fairId`: only at this fair, null for anywhere. `ids`: only these records, empty if
 * not specified.
 */
export const LiveEvent = z.strictObject({
  kind: LiveKind,
  fairId: Id.nullable(),
  ids: z.array(Id),
});
export type LiveEvent = z.infer<typeof LiveEvent>;

/**
 * Data of one message: the changes since the previous one. `missed`: there were too many to list,
 * so everything may have changed.
 */
export const LiveMessage = z.strictObject({
  events: z.array(LiveEvent),
  missed: z.literal(true).optional(),
});
export type LiveMessage = z.infer<typeof LiveMessage>;

export const EventsQuery = z.strictObject({ follow: QueryBoolean.default(true) });
export type EventsQuery = z.output<typeof EventsQuery>;

export const eventsApi = defineApi({
  open: {
    call: 'GET /v1/events',
    place: 'none',
    access: signedIn,
    summary: 'Stream changes as they happen',
    stream: true,
    description: [
      'Server-sent events, limited to what the caller may read. Each message has the data of this schema and an `id`; send the last one as `Last-Event-ID` to resume after a break: events of up to an hour in between come first.',
      'Events may be repeated but are never lost. A comment is sent every 15 seconds. The server ends the stream when the token has expired or the rights have changed (the last message then names `rights`), and when a reader is too slow. At most 10 streams an account (429).',
      '`follow=false` returns the changes since `Last-Event-ID` and ends.',
    ].join(' '),
    query: EventsQuery,
    response: LiveMessage,
  },
});
