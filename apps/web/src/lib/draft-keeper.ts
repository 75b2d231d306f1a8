import { changedFields, isSameValue, type FieldTexts } from './draft-changes.ts';
import { DRAFT_PREFIX, openDraft, type Draft, type OpenDraft } from './drafts.ts';
import { changeSealed, removeSealed } from './sealed-store.ts';

/** Max age of what has been typed and is not being written yet, in ms. */
const WRITE_AFTER_MS = 400;

/**
 * Keeps the draft of one form while it is on the page. `values` is what the form begins with. Each
 * write decides by the state of the form at its turn, so the browser ends up with the last one.
 */
export class DraftKeeper implements OpenDraft {
  readonly name: string;
  readonly #owner: string;
  #begun: FieldTexts;
  #latest: FieldTexts;
  #offered: Draft | undefined;
  /** What a restored draft began with, where somebody changed that since. */
  #origin: Pick<Draft, 'version' | 'base'> | undefined;
  #isClosed = false;
  /** The draft in the browser is this form's: it may be removed. */
  #isOurs = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pendingWrite: Promise<void> | undefined;

  constructor(owner: string, name: string, values: FieldTexts) {
    this.#owner = owner;
    this.name = name;
    this.#begun = values;
    this.#latest = values;
  }

  /** The draft that was left here, to be offered; nothing when what it holds is already so. */
  async find(): Promise<Draft | undefined> {
    await changeSealed(this.#owner, this.#key, (kept) => this.#offer(kept as Draft | undefined));
    return this.#offered;
  }

  /** Offers the kept draft and returns what of it stays kept. */
  #offer(kept: Draft | undefined): Draft | undefined {
    if (!kept || this.#isClosed) return kept;
    const isDifferent = Object.keys(kept.changes).some(
      (name) => name in this.#begun && !isSameValue(kept.changes[name], this.#begun[name]),
    );
    this.#offered = isDifferent ? kept : undefined;
    return this.#offered;
  }

  /** Takes part until the returned function is called, which keeps what is not saved by then. */
  start(): () => void {
    this.#isClosed = false;
    const end = openDraft(this);
    return () => {
      end();
      void this.flush();
    };
  }

  /** The values as they stand now; written soon, also while somebody types without a pause. */
  note(values: FieldTexts): void {
    this.#latest = structuredClone(values);
    this.#timer ??= setTimeout(() => void this.flush(), WRITE_AFTER_MS);
  }

  /** True while there is unsaved work that a draft can hold. */
  hasChanges(): boolean {
    return !this.#isClosed && changedFields(this.#begun, this.#latest).length > 0;
  }

  /** Writes what is not saved without delay; without changes it removes what it wrote before. */
  async flush(): Promise<void> {
    this.#stopTimer();
    if (this.#isClosed || (!this.hasChanges() && !this.#isOurs)) return;
    this.#pendingWrite ??= changeSealed(this.#owner, this.#key, (kept) => {
      this.#pendingWrite = undefined;
      return this.#toKeep(kept);
    });
    await this.#pendingWrite;
  }

  /** The draft as it should stand in the browser now, given the one that stands there. */
  #toKeep(kept: unknown): unknown {
    if (this.#isClosed) return kept;
    if (this.hasChanges()) {
      this.#isOurs = true;
      return this.#draft();
    }
    return this.#isOurs && !this.#offered ? undefined : kept;
  }

  /** The fields to put into the form. What somebody else changed since is asked about when the form is saved. */
  restore(): FieldTexts {
    const draft = this.#offered;
    this.#offered = undefined;
    if (!draft) return {};
    const changes = Object.fromEntries(
      Object.entries(draft.changes).filter(([name]) => name in this.#begun),
    );
    const isStale = Object.keys(changes).some(
      (name) => !isSameValue(draft.base[name], this.#begun[name]),
    );
    this.#origin = isStale ? { version: draft.version, base: draft.base } : undefined;
    this.#isOurs = true;
    return changes;
  }

  /** Removes the offered draft; what has been typed meanwhile stays kept. */
  discard(): void {
    this.#offered = undefined;
    this.#isOurs = true;
    void this.flush();
  }

  /** What the unsaved changes began with, where that is older than the record on the page. */
  get origin(): Pick<Draft, 'version' | 'base'> | undefined {
    return this.#origin;
  }

  /** The form was saved with these values, or they were given up for them: the draft is gone. */
  settle(values: FieldTexts): void {
    this.#begun = structuredClone(values);
    this.#latest = this.#begun;
    this.#origin = undefined;
    this.#remove();
  }

  /** Refuses to write any more, and removes the draft: the person chose to leave, or the record is begun anew. */
  giveUp(): void {
    this.#isClosed = true;
    this.#remove();
  }

  /** For signing out: nothing more is written by this form. */
  close(): void {
    this.#isClosed = true;
    this.#stopTimer();
  }

  #remove(): void {
    this.#stopTimer();
    this.#offered = undefined;
    this.#isOurs = false;
    void removeSealed(this.#owner, this.#key);
  }

  /** An offered draft that nobody has answered yet stays in what is written over it. */
  #draft(): Draft {
    const older = this.#offered ?? this.#origin;
    const names = changedFields(this.#begun, this.#latest);
    const now = (values: FieldTexts): FieldTexts =>
      Object.fromEntries(names.map((name) => [name, values[name] ?? null]));
    const version = older ? older.version : this.#begun['version'];
    return {
      savedAt: new Date().toISOString(),
      version: typeof version === 'number' ? version : undefined,
      base: { ...now(this.#begun), ...older?.base },
      changes: { ...this.#offered?.changes, ...now(this.#latest) },
    };
  }

  #stopTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  get #key(): string {
    return DRAFT_PREFIX + this.name;
  }
}
