import type { Access } from './access.ts';
import type { Books } from '../journal/books.ts';
import type { Clock } from './clock.ts';
import { type Server, toTrouble } from './server.ts';
import { isSameButForTime, type StoredCatalog, withChanges } from '../rules/shelf.ts';

/** Prices, stock and students of the fair, read from the server and kept on the device. */
export class Supplies {
  readonly #books: Books;
  readonly #server: Server;
  readonly #access: Access;
  readonly #clock: Clock;

  constructor(books: Books, server: Server, access: Access, clock: Clock) {
    this.#clock = clock;
    this.#books = books;
    this.#server = server;
    this.#access = access;
  }

  /**
   * Reads the catalog, with `all` in full, and the students. Returns false if it could not; what was
   * read before stays.
   */
  async refresh({ all = false }: { all?: boolean } = {}): Promise<boolean> {
    const { session } = this.#books.notes;
    // After the fair nobody needs the names, which have left the device.
    if (session?.mode !== 'sell' || this.#clock.isAfter(session.fair)) return false;
    const { identifier } = session.fair;
    try {
      const token = await this.#access.tokenFor(identifier);
      if (token === null) return false;
      await this.#readCatalog(token, all);
      const { data } = await this.#server.pos(token).students();
      // Somebody may have gone to another fair meanwhile.
      if (this.#books.notes.session?.fair.identifier !== identifier) return false;
      const students = { fairIdentifier: identifier, students: data };
      if (JSON.stringify(students) !== JSON.stringify(this.#books.notes.students))
        this.#books.keepSoon({ students });
      return true;
    } catch (error) {
      if (toTrouble(error).kind === 'unauthorized') this.#access.drop(identifier);
      return false;
    }
  }

  async #readCatalog(token: string, all: boolean): Promise<void> {
    const { session, catalog: stored } = this.#books.notes;
    const before = stored?.fair.identifier === session?.fair.identifier ? stored : undefined;
    // Sales that the server takes in after this moment are not in the answer yet.
    const fetchedAt = this.#clock.now();
    const read = await this.#server.catalog(
      token,
      all || !before ? { etag: before?.etag ?? null } : { since: before.cursor },
    );
    if (this.#books.notes.session?.fair.id !== session?.fair.id) return;
    if (read)
      return this.#keepCatalog({ ...read.catalog, etag: read.etag, fetchedAt }, all, before);
    if (before) this.#books.keepInMemory({ catalog: { ...before, fetchedAt } });
  }

  /** The list is large: one that differs in time only stays on the disk as it was read before. */
  #keepCatalog(next: StoredCatalog, all: boolean, before: StoredCatalog | undefined): void {
    if (all || !before) return this.#books.keepSoon({ catalog: next });
    const catalog = { ...withChanges(before, next), etag: before.etag };
    if (isSameButForTime(before, catalog)) this.#books.keepInMemory({ catalog });
    else this.#books.keepSoon({ catalog });
  }

  /** Reads one student again, whose balance may have changed since. */
  async refreshStudent(studentNumber: string): Promise<void> {
    const { session } = this.#books.notes;
    if (session?.mode !== 'sell') return;
    try {
      const token = await this.#access.tokenFor(session.fair.identifier);
      if (token === null) return;
      const { data } = await this.#server.pos(token).students({ query: { search: studentNumber } });
      const { students } = this.#books.notes;
      if (!students || students.fairIdentifier !== session.fair.identifier) return;
      const fresh = new Map(data.map((student) => [student.studentNumber, student]));
      this.#books.keepSoon({
        students: {
          ...students,
          students: students.students.map((each) => fresh.get(each.studentNumber) ?? each),
        },
      });
    } catch (error) {
      toTrouble(error);
    }
  }
}
