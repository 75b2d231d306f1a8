import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { hears, type LiveEvent, type LiveMessage } from '@pos/contract/events';
import type { Db } from '#api/db/db.ts';
import { Failure } from '#api/http/failure.ts';
import type { SignedInAdmin } from '#api/http/identity.ts';
import { Doorbell } from './doorbell.ts';
import { EventStream } from './event-stream.ts';
import { findChanges, findRecent, type Announcement, type Changes } from './events.queries.ts';

export type FeedOptions = {
  db: Db;
  databaseUrl: string;
  /** Who a token belongs to now; throws for one that is no longer good. */
  identify(token: string): Promise<SignedInAdmin>;
  onTrouble(error: unknown): void;
  /** How often a reader hears that the stream lives, and is judged again. */
  beatMs?: number;
};

type Listener = {
  stream: EventStream;
  admin: SignedInAdmin;
  bearer: string;
  lastEventId: string | undefined;
  hasJoined: boolean;
};

const MOST_STREAMS = 10;
/** Changes that come faster are told together. */
const TOGETHER_MS = 100;
/** A bell that was not heard is made up for after this long. */
const LOOK_AGAIN_MS = 5_000;
const BEAT_MS = 15_000;
/** How long a reader may take to hear the end when the process stops. */
const FAREWELL_MS = 1_000;

/** What one process tells its readers. It reads each change once, however many listen, and nothing while nobody does. */
export class LiveFeed {
  readonly #options: FeedOptions;
  readonly #doorbell: Doorbell;
  readonly #listeners = new Set<Listener>();
  #cursor: string | undefined;
  #ring = Promise.withResolvers<void>();
  #running: Promise<void> | undefined;
  #isStopped = false;

  constructor(options: FeedOptions) {
    this.#options = options;
    this.#doorbell = new Doorbell(options.databaseUrl, () => this.#ring.resolve());
  }

  /** A stream of what `admin` may read, from `lastEventId` on; without one from a moment ago. */
  open(admin: SignedInAdmin, bearer: string, lastEventId: string | undefined): EventStream {
    if (this.#isStopped)
      throw new Failure('NOT_READY', 'The service is stopping. Try again in a moment.', {
        retryAfter: 1,
      });
    if ([...this.#listeners].filter((each) => each.admin.id === admin.id).length >= MOST_STREAMS) {
      throw new Failure(
        'RATE_LIMITED',
        `At most ${MOST_STREAMS} pages of one account are kept up to date at once.`,
        { retryAfter: 60 },
      );
    }
    const stream = new EventStream();
    const listener: Listener = { stream, admin, bearer, lastEventId, hasJoined: false };
    this.#listeners.add(listener);
    stream.once('close', () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.#ring.resolve();
    });
    this.#ring.resolve();
    this.#running ??= this.#run();
    return stream;
  }

  /** What changed since `lastEventId`, as one message, for who does not wait for more. */
  async once(admin: SignedInAdmin, lastEventId: string | undefined): Promise<EventStream> {
    const { db } = this.#options;
    const changes =
      lastEventId === undefined ? await findRecent(db) : await findChanges(db, lastEventId);
    const stream = new EventStream();
    stream.tell(messageFor(admin, changes), changes.cursor);
    stream.finish();
    return stream;
  }

  /** Ends every stream; who does not hear of it in time is cut off. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    const streams = [...this.#listeners].map(({ stream }) => stream);
    const closed = Promise.all(
      streams.filter(({ destroyed }) => !destroyed).map((stream) => once(stream, 'close')),
    );
    for (const stream of streams) stream.finish();
    await Promise.race([closed, pause(FAREWELL_MS, undefined, { ref: false })]);
    for (const stream of streams) stream.destroy();
    this.#ring.resolve();
    await this.#running;
  }

  async #run(): Promise<void> {
    const beating = setInterval(() => void this.#beat(), this.#options.beatMs ?? BEAT_MS);
    try {
      while (this.#listeners.size > 0 && !this.#isStopped) {
        this.#ring = Promise.withResolvers<void>();
        await this.#round().catch(this.#options.onTrouble);
        const looking = new AbortController();
        await Promise.race([
          this.#ring.promise,
          pause(LOOK_AGAIN_MS, undefined, { signal: looking.signal }).catch(() => undefined),
        ]);
        looking.abort();
        if (!this.#isStopped) await pause(TOGETHER_MS);
      }
    } finally {
      clearInterval(beating);
      this.#doorbell.disconnect();
      this.#cursor = undefined;
      this.#running = undefined;
    }
  }

  /** Reads what has changed and tells it; then brings those who have come since up to the same point. */
  async #round(): Promise<void> {
    const { db } = this.#options;
    // Without it changes are told all the same, only later.
    await this.#doorbell.connect().catch(this.#options.onTrouble);
    const newcomers = [...this.#listeners].filter(({ hasJoined }) => !hasJoined);
    const changes =
      this.#cursor === undefined
        ? { ...(await findRecent(db)), rows: [], missed: false }
        : await findChanges(db, this.#cursor);
    this.#cursor = changes.cursor;
    await Promise.all(
      [...this.#listeners]
        .filter(({ hasJoined }) => hasJoined)
        .map((listener) => this.#tell(listener, changes)),
    );
    for (const listener of newcomers) {
      // Read after the common cursor was taken: what lies between the two comes twice, and nothing is left out.
      const missed =
        listener.lastEventId === undefined
          ? await findRecent(db)
          : await findChanges(db, listener.lastEventId);
      listener.hasJoined = true;
      await this.#tell(listener, missed, true);
    }
  }

  async #tell(listener: Listener, changes: Changes, isFirst = false): Promise<void> {
    const isAboutRights =
      changes.missed ||
      changes.rows.some(
        ({ adminId, kinds }) => adminId === listener.admin.id && kinds.includes('rights'),
      );
    if (isAboutRights && !(await this.#isStill(listener))) return;
    const message = messageFor(listener.admin, changes);
    if (isFirst || message.missed || message.events.length > 0)
      listener.stream.tell(message, changes.cursor);
  }

  async #beat(): Promise<void> {
    // One after the other: they share the pool with everybody's requests.
    for (const listener of this.#listeners) {
      if (!listener.hasJoined || !(await this.#isStill(listener)) || this.#cursor === undefined)
        continue;
      listener.stream.beat(this.#cursor);
    }
  }

  /** Judges a reader again. Whose token is over or whose rights have changed hears that, and the stream ends. */
  async #isStill({ stream, admin, bearer }: Listener): Promise<boolean> {
    try {
      const now = await this.#options.identify(bearer);
      if (now.emailVerified && JSON.stringify(now.rights) === JSON.stringify(admin.rights))
        return true;
      stream.tell(RIGHTS_CHANGED);
    } catch (error) {
      if (error instanceof Failure) stream.tell(RIGHTS_CHANGED);
      else this.#options.onTrouble(error);
    }
    stream.finish();
    return false;
  }
}

const RIGHTS_CHANGED: LiveMessage = { events: [{ kind: 'rights', fairId: null, ids: [] }] };

/** What of the changes this admin hears. That their own rights may have changed is looked into, not passed on. */
function messageFor(admin: SignedInAdmin, { rows, missed }: Changes): LiveMessage {
  return { events: rows.flatMap((row) => eventsFor(admin, row)), ...(missed && { missed }) };
}

function eventsFor(
  { id, rights }: SignedInAdmin,
  { kinds, fairId, ids, adminId }: Announcement,
): LiveEvent[] {
  if (adminId !== null && adminId !== id) return [];
  return kinds.flatMap((kind, place) =>
    kind !== 'rights' && (adminId !== null || hears(kind, rights))
      ? [{ kind, fairId, ids: place === 0 ? ids : [] }]
      : [],
  );
}
