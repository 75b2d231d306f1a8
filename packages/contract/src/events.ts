import { z } from 'zod';
import { defineApi } from './endpoint.ts';
import { holds, signedIn, type Module, type Rights } from './permissions.ts';
import { Id, QueryBoolean } from './values.ts';

/** What can change under an open page. */
export const LiveKind = z.enum([
  'orders',
  'refunds',
  'payments',
  'fairs',
  'stock',
  'cartons',
  'devices',
  'students',
  'users',
  'settings',
  'jobs',
  'notifications',
  'rights',
]);
export type LiveKind = z.infer<typeof LiveKind>;

/** Who hears of a kind: readers of one of these modules, everybody who is signed in, or its owner alone. */
export const LIVE_READERS = {
  orders: ['Orders'],
  refunds: ['Orders'],
  payments: ['Payments'],
  fairs: ['Fairs'],
  stock: ['Fair Inventory', 'All Inventory'],
  cartons: ['Fairs'],
  devices: ['Devices'],
  students: ['Students'],
  users: ['Users'],
  settings: 'everybody',
  jobs: 'owner',
  notifications: 'owner',
  rights: 'owner',
} as const satisfies Record<LiveKind, readonly Module[] | 'everybody' | 'owner'>;

/** True when an admin with `rights` may hear that something of this kind has changed, beside what is their own. */
export function hears(kind: LiveKind, rights: Rights): boolean {
  const readers: readonly Module[] | 'everybody' | 'owner' = LIVE_READERS[kind];
  if (typeof readers === 'string') return readers === 'everybody';
  return readers.some((module) => holds(rights, module, 'read_only'));
}

/** Something has changed. `fairId`: at this fair alone, null for anywhere. `ids`: these records alone, empty where that is not said. */
export const LiveEvent = z.strictObject({
  kind: LiveKind,
  fairId: Id.nullable(),
  ids: z.array(Id),
});
export type LiveEvent = z.infer<typeof LiveEvent>;

/** The data of one message: what changed since the one before. `missed`: more than can be told, so everything may have changed. */
export const LiveMessage = z.strictObject({
  events: z.array(LiveEvent),
  missed: z.literal(true).optional(),
});
export type LiveMessage = z.infer<typeof LiveMessage>;

export const EventsQuery = z.strictObject({ follow: QueryBoolean.default(true) });
export type EventsQuery = z.output<typeof EventsQuery>;

export const eventsApi = defineApi({
  open: {
    method: 'GET',
    path: '/v1/events',
    access: signedIn,
    summary: 'What changes, as it changes',
    stream: true,
    description: [
      'Server-sent events, limited to what the caller may read. Each message holds the data of this schema and an `id`; send the last one as `Last-Event-ID` to go on there after a break: what happened meanwhile comes first, for an hour.',
      'Some of it may come twice, none is left out. A comment comes every 15 seconds. The server ends the stream when the token has run out or the rights have changed (the last message then names `rights`), and when a reader is too slow. At most 10 streams an account (429).',
      '`follow=false` answers what changed since `Last-Event-ID` and ends.',
    ].join(' '),
    query: EventsQuery,
    response: LiveMessage,
  },
});
