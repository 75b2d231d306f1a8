import type {
  RegisterFair,
  RegisterPeople,
  RegisterPerson,
} from '@pos/contract/sales/register-people';
import type { RegisterSession } from '@pos/contract/sales/register-session';
import type { Books } from '../journal/books.ts';
import type { Clock } from './clock.ts';
import type { Change, Notes, Session } from '../journal/journal.ts';
import { OfflineSignIn } from './offline-sign-in.ts';
import { type Server, toTrouble } from './server.ts';
import type { Person, Result, StartRefusal } from '../till.ts';

/** Ten minutes: two tablets are not paired with one device within it, and both sell before one sends. */
const EPOCH_MS = 600_000;
const FIRST_EPOCH_AT = Date.UTC(2026, 0, 1);
/** A token is renewed this long before it ends. */
const RENEWED_BEFORE_MS = 10 * 60_000;

/** Pairing, and the people who sign in: who may use this register, and the tokens of its calls. */
export class Access {
  readonly #books: Books;
  readonly #server: Server;
  readonly #clock: Clock;
  readonly #offline: OfflineSignIn;
  /** Login as the person entered it, to renew a token; never stored. */
  #entered: { person: Person; secretCode: string } | null = null;

  constructor(books: Books, server: Server, clock: Clock) {
    this.#books = books;
    this.#server = server;
    this.#clock = clock;
    this.#offline = new OfflineSignIn(books, clock);
  }

  /** Exchanges a pairing code for the device's key. The first call with the key ends the code. */
  async pair(given: { deviceId: string; pairingCode: string }): Promise<Result<StartRefusal>> {
    const deviceId = given.deviceId.trim();
    const asked = Date.now();
    try {
      const body = { deviceId, pairingCode: given.pairingCode };
      const { data } = await this.#server.pos().people({ body });
      this.#clock.learn(data.serverTime, asked);
      if (data.deviceKey === undefined) return { ok: false, reason: 'server_trouble' };
      const { device, deviceKey, fairs } = data;
      await this.#books.keep({
        notes: {
          pairing: { deviceId: device.deviceId, deviceKey, name: device.name },
          people: this.#toKeep(fairs),
          numbers: this.#getNumbers(device),
          clock: this.#clock.note(),
        },
      });
    } catch (error) {
      return toRefusal(error, 'wrong_code');
    }
    await this.refreshPeople();
    return { ok: true };
  }

  /** Checks of codes are for the days of the fair; names stay for those who hand in after it. */
  #toKeep(fairs: readonly RegisterFair[]): RegisterFair[] {
    return fairs.map((fair) =>
      this.#clock.isAfter(fair) ? { ...fair, people: fair.people.map(withoutCheck) } : fair,
    );
  }

  /** A device that is not known here begins a higher epoch than any before. */
  #getNumbers({ deviceId, lastEpoch }: RegisterPeople['device']): Notes['numbers'] {
    const before = this.#books.notes.numbers;
    if (before?.deviceId === deviceId) return before;
    const byTime = 1 + Math.floor((this.#clock.nowMs() - FIRST_EPOCH_AT) / EPOCH_MS);
    const last = [...this.#books.sales.values()].at(-1)?.order.epoch ?? 0;
    const used = Math.max(before?.epoch ?? 0, last, lastEpoch);
    return { deviceId, epoch: Math.max(byTime, used + 1), sequence: 0 };
  }

  /** Reads who may work here. A key that is refused ends the pairing; sales stay. */
  async refreshPeople(): Promise<Result<StartRefusal>> {
    const { pairing } = this.#books.notes;
    if (!pairing) return { ok: false, reason: 'device_key_refused' };
    const asked = Date.now();
    try {
      const { deviceId, deviceKey } = pairing;
      const { data } = await this.#server.pos().people({ body: { deviceId, deviceKey } });
      this.#clock.learn(data.serverTime, asked);
      const named = { ...pairing, name: data.device.name };
      const people = this.#toKeep(data.fairs);
      this.#books.keepSoon({ people, pairing: named, clock: this.#clock.note() });
      return { ok: true };
    } catch (error) {
      const refusal = toRefusal(error, 'device_key_refused');
      if (refusal.reason === 'device_key_refused') await this.#forgetPairing();
      return refusal;
    }
  }

  async #forgetPairing(): Promise<void> {
    this.#entered = null;
    await this.#books.keep({
      notes: {
        pairing: null,
        people: null,
        checks: null,
        students: null,
        session: null,
        tokens: null,
      },
    });
  }

  /** Signs a person in at a fair, without a network by the check of the code. */
  async signIn(given: {
    personId: string;
    secretCode: string;
    fairIdentifier: string;
  }): Promise<Result<StartRefusal>> {
    const fair = this.#books.notes.people?.find(
      ({ identifier }) => identifier === given.fairIdentifier,
    );
    const person = fair?.people.find(({ id }) => id === given.personId);
    if (!fair || !person) return { ok: false, reason: 'wrong_code' };
    const refusal = await this.#logIn(fair.identifier, person, given.secretCode).then(
      (session) => this.#enter(session, person, given.secretCode),
      (error: unknown) => toRefusal(error, 'wrong_code'),
    );
    if (refusal.ok) return refusal;
    if (refusal.reason === 'no_network') return this.#signInHere(fair, person, given.secretCode);
    if (refusal.reason !== 'wrong_code') return refusal;
    // The same answer stands for a wrong code and a forgotten pairing.
    const people = await this.refreshPeople();
    return !people.ok && people.reason === 'device_key_refused' ? people : refusal;
  }

  async #logIn(
    fairIdentifier: string,
    person: Person,
    secretCode: string,
  ): Promise<RegisterSession> {
    const { deviceId = '', deviceKey } = this.#books.notes.pairing ?? {};
    const who = person.kind === 'admin' ? { adminId: person.id } : { cashierId: person.id };
    const body = { deviceId, deviceKey, ...who, secretCode, fairIdentifier };
    return (await this.#server.pos().login({ body })).data;
  }

  async #enter(
    { token, mode, fair }: RegisterSession,
    person: RegisterPerson,
    secretCode: string,
  ): Promise<Result<StartRefusal>> {
    const tokens = { ...this.#books.notes.tokens, [fair.identifier]: token };
    const notes = { tokens, ...this.#otherFair(fair.identifier) };
    const result = await this.#begin({ person: withoutCheck(person), fair, mode }, notes);
    if (!result.ok) return result;
    this.#entered = { person, secretCode };
    await this.#offline.remember(person, secretCode);
    return result;
  }

  async #signInHere(
    { identifier }: RegisterFair,
    person: RegisterPerson,
    secretCode: string,
  ): Promise<Result<StartRefusal>> {
    const { catalog } = this.#books.notes;
    if (catalog?.fair.identifier !== identifier) return { ok: false, reason: 'needs_network' };
    const checked = await this.#offline.check(person, secretCode);
    if (!checked.ok) return checked;
    const { fair } = catalog;
    const result = await this.#begin({ person: withoutCheck(person), fair, mode: 'sell' }, {});
    if (result.ok) this.#entered = { person, secretCode };
    return result;
  }

  /** Checks a person's code by what this device knows of it. */
  checkHere(person: RegisterPerson, secretCode: string): Promise<Result<StartRefusal>> {
    return this.#offline.check(person, secretCode);
  }

  async #begin(
    session: Session,
    notes: NonNullable<Change['notes']>,
  ): Promise<Result<StartRefusal>> {
    try {
      await this.#books.keep({ notes: { ...notes, session } });
      return { ok: true };
    } catch {
      return { ok: false, reason: 'not_stored' };
    }
  }

  /** Prices and students of another fair leave the device. */
  #otherFair(identifier: string) {
    const { catalog, students } = this.#books.notes;
    return {
      ...(catalog && catalog.fair.identifier !== identifier && { catalog: null }),
      ...(students && students.fairIdentifier !== identifier && { students: null }),
    };
  }

  async signOff(): Promise<Result<'not_stored'>> {
    try {
      await this.#books.keep({ notes: { session: null } });
    } catch {
      return { ok: false, reason: 'not_stored' };
    }
    this.#entered = null;
    return { ok: true };
  }

  /** True if the code of the person at this register is known, so that a token can be renewed. */
  get canLogIn(): boolean {
    return this.#entered !== null;
  }

  /**
   * Returns a token of a fair: the stored one, or a new one of the person at this register. Null if
   * the code is not known any more, as after a reload; throws if a login fails otherwise.
   */
  async tokenFor(fairIdentifier: string): Promise<string | null> {
    const token = this.#books.notes.tokens?.[fairIdentifier];
    if (token && Date.parse(token.expiresAt) - this.#clock.nowMs() > RENEWED_BEFORE_MS)
      return token.token;
    if (!this.#entered || !this.#books.notes.pairing) return token?.token ?? null;
    const { person, secretCode } = this.#entered;
    const session = await this.#logIn(fairIdentifier, person, secretCode).catch(
      async (error: unknown) => {
        if (toTrouble(error).kind !== 'unauthorized') throw error;
        // The code was changed, or the pairing was forgotten.
        this.#entered = null;
        await this.refreshPeople();
        return null;
      },
    );
    if (!session) return token?.token ?? null;
    const { tokens } = this.#books.notes;
    this.#books.keepSoon({ tokens: { ...tokens, [fairIdentifier]: session.token } });
    return session.token.token;
  }

  /** Forgets a token that the server refused. */
  drop(fairIdentifier: string): void {
    const { [fairIdentifier]: _dropped, ...tokens } = this.#books.notes.tokens ?? {};
    this.#books.keepSoon({ tokens });
  }
}

const withoutCheck = ({ codeCheck: _, ...person }: RegisterPerson): Person => person;

function toRefusal(
  error: unknown,
  unauthorized: StartRefusal,
): { ok: false; reason: StartRefusal; detail?: string } {
  if (error instanceof DOMException && error.name === 'QuotaExceededError')
    return { ok: false, reason: 'not_stored' };
  const { kind, seconds } = toTrouble(error);
  const detail = seconds === undefined ? {} : { detail: String(seconds) };
  switch (kind) {
    case 'no_network':
    case 'unready':
      return { ok: false, reason: 'no_network', ...detail };
    case 'unauthorized':
      return { ok: false, reason: unauthorized };
    case 'locked':
      return { ok: false, reason: 'locked', ...detail };
    case 'wait':
      return { ok: false, reason: 'wait', ...detail };
    default:
      return { ok: false, reason: 'server_trouble' };
  }
}
