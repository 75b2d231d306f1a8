import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { hears, type LiveEvent, type LiveMessage } from '@pos/contract/staff/events';
import type { Db } from '#api/db/db.ts';
import { inPlaces } from '#api/db/places/places.ts';
import { Failure } from '#api/http/failure.ts';
import type { SignedInAdmin } from '#api/http/access/identity.ts';
import { Doorbell } from './doorbell.ts';
import {
  findChanges,
  findRecent,
  findSeenFairs,
  type Announcement,
  type Changes,
} from './events.queries.ts';
import { Readable } from 'node:stream';

/** Maximum buffered bytes per reader. A reader over the limit is disconnected. */
const MAX_WAITING = 256 * 1024;

/**
 * Server-sent events to one reader. Never blocks: a slow reader is disconnected and reconnects
 * later.
 */
class EventStream extends Readable {
  #isOver = false;

  constructor() {
    super({ read: () => undefined });
  }

  /** Sends a message and the cursor to resume after it. */
  tell(message: LiveMessage, cursor?: string): void {
    this.#write(
      `${cursor === undefined ? '' : `id: ${cursor}\n`}data: ${JSON.stringify(message)}\n\n`,
    );
  }

  /** Sends a heartbeat and the cursor to resume after it. */
  beat(cursor: string): void {
    this.#write(`: alive\nid: ${cursor}\n\n`);
  }

  /** Ends the stream after everything buffered is sent. */
  finish(): void {
    if (this.#isOver || this.destroyed) return;
    this.#isOver = true;
    this.push(null);
  }

  #write(text: string): void {
    if (this.#isOver || this.destroyed) return;
    this.push(text);
    if (this.readableLength > MAX_WAITING) this.destroy();
  }
}

export type FeedOptions = {
  db: Db;
  databaseUrl: string;
  /** Returns the admin of a token. Throws if the token is no longer valid. */
  identify(token: string): Promise<SignedInAdmin>;
  onTrouble(error: unknown): void;
  /** Interval of heartbeats and access checks of a reader, in ms. */
  beatMs?: number;
  /**
   * Time after which changes are sent again, in ms, because a page that asked for them may have read
   * a replica that did not have them yet.
   */
  echoAfterMs?: number;
};

type Listener = {
  stream: EventStream;
  admin: SignedInAdmin;
  bearer: string;
  lastEventId: string | undefined;
  hasJoined: boolean;
};

const MAX_STREAMS = 10;
/** Interval in which changes are combined into one message, in ms. */
const TOGETHER_MS = 100;
/** Poll interval in case a NOTIFY was missed, in ms. */
const LOOK_AGAIN_MS = 5_000;
const BEAT_MS = 15_000;
/** Time that readers get to receive the end of the stream on shutdown, in ms. */
const FAREWELL_MS = 1_000;

/**
 * Live changes for the readers of one process. Reads each change once, however many readers there
 * are, and nothing if there are none.
 */
export class LiveFeed {
  readonly #options: FeedOptions;
  readonly #doorbell: Doorbell;
  readonly #listeners = new Set<Listener>();
  #cursor: string | undefined;
  #ring = Promise.withResolvers<void>();
  #running: Promise<void> | undefined;
  #isStopped = false;
  readonly #echoes = new Set<NodeJS.Timeout>();

  constructor(options: FeedOptions) {
    this.#options = options;
    this.#doorbell = new Doorbell(options.databaseUrl, () => this.#ring.resolve());
  }

  /** Number of open streams. */
  get streams(): number {
    return this.#listeners.size;
  }

  /**
   * Opens a stream of changes that `admin` may read, starting at `lastEventId` or, without one, a
   * moment ago.
   */
  open(admin: SignedInAdmin, bearer: string, lastEventId: string | undefined): EventStream {
    if (this.#isStopped)
      throw new Failure('NOT_READY', 'The service is stopping. Try again in a moment.', {
        retryAfter: 1,
      });
    if ([...this.#listeners].filter((each) => each.admin.id === admin.id).length >= MAX_STREAMS) {
      throw new Failure(
        'RATE_LIMITED',
        `At most ${MAX_STREAMS} pages of one account can receive live updates at once.`,
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

  /**
   * Returns the changes since `lastEventId` as one message, for readers that do not stay connected.
   */
  async once(admin: SignedInAdmin, lastEventId: string | undefined): Promise<EventStream> {
    const { db } = this.#options;
    const changes =
      lastEventId === undefined ? await findRecent(db) : await findChanges(db, lastEventId);
    const stream = new EventStream();
    stream.tell(messageFor(admin, await this.#seenBy(admin, changes)), changes.cursor);
    stream.finish();
    return stream;
  }

  /** Ends every stream. Readers that do not disconnect in time are cut off. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const timer of this.#echoes) clearTimeout(timer);
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

  /** Reads and sends the latest changes, then brings new readers up to the same point. */
  async #round(): Promise<void> {
    const { db } = this.#options;
    // If this fails, changes are still sent by polling, only later.
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
    this.#echo(changes);
    for (const listener of newcomers) {
      // Read after the shared cursor was taken: changes in between are sent twice, and none is
      // lost.
      const missed =
        listener.lastEventId === undefined
          ? await findRecent(db)
          : await findChanges(db, listener.lastEventId);
      listener.hasJoined = true;
      await this.#tell(listener, missed, true);
      this.#echo(missed, listener);
    }
  }

  /** Sends changes once more, to all readers or to `only` one. */
  #echo(changes: Changes, only?: Listener): void {
    const { echoAfterMs, onTrouble } = this.#options;
    // A reader's own messages are never read from a replica.
    const rows = changes.rows.filter(({ adminId }) => adminId === null);
    const { missed } = changes;
    if (echoAfterMs === undefined || (rows.length === 0 && !missed)) return;
    const timer = setTimeout(() => {
      this.#echoes.delete(timer);
      if (this.#cursor === undefined) return;
      const again = { rows, missed, cursor: this.#cursor };
      const readers = [...this.#listeners].filter(
        (reader) => reader.hasJoined && (only ?? reader) === reader,
      );
      Promise.all(readers.map((reader) => this.#tell(reader, again))).catch(onTrouble);
    }, echoAfterMs);
    this.#echoes.add(timer);
  }

  async #tell(listener: Listener, changes: Changes, isFirst = false): Promise<void> {
    const isAboutRights =
      changes.missed ||
      changes.rows.some(
        ({ adminId, kinds }) => adminId === listener.admin.id && kinds.includes('rights'),
      );
    if (isAboutRights && !(await this.#isStill(listener))) return;
    const message = messageFor(listener.admin, await this.#seenBy(listener.admin, changes));
    if (isFirst || message.missed || message.events.length > 0)
      listener.stream.tell(message, changes.cursor);
  }

  /** Leaves out changes of other places for a limited admin, and IDs whose place is not known. */
  async #seenBy({ id, rights }: SignedInAdmin, changes: Changes): Promise<Changes> {
    if (!rights.isLimited) return changes;
    const fairIds = [...new Set(changes.rows.flatMap(({ fairId }) => fairId ?? []))];
    const seen = new Set(
      fairIds.length === 0
        ? []
        : await inPlaces(id, () => findSeenFairs(this.#options.db, fairIds)),
    );
    const rows = changes.rows.flatMap((row) => {
      if (row.fairId === null) return row.adminId === null ? { ...row, ids: [] } : row;
      return seen.has(row.fairId) ? row : [];
    });
    return { ...changes, rows };
  }

  async #beat(): Promise<void> {
    // One at a time, because they share the connection pool with all requests.
    for (const listener of this.#listeners) {
      if (!listener.hasJoined || !(await this.#isStill(listener)) || this.#cursor === undefined)
        continue;
      listener.stream.beat(this.#cursor);
    }
  }

  /**
   * Checks a reader's access again. If the token has expired or the rights have changed, sends a
   * notice and ends the stream.
   */
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

/**
 * Builds the message of changes that this admin may see. A possible change of the admin's own
 * rights is checked here, not passed on.
 */
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
