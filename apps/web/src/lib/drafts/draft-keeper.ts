import { changedFields, isSameValue, type FieldTexts } from './draft-changes.ts';
import { DRAFT_PREFIX, openDraft, type Draft, type OpenDraft } from './drafts.ts';
import { changeSealed, removeSealed } from './sealed-store.ts';

/** Maximum age of typed text before a write starts, in ms. */
const WRITE_AFTER_MS = 400;

/**
 * Keeps the draft of one form while it is on the page. `values` are the form's initial values. Each
 * write uses the form's state at its turn in the queue, so the browser ends up with the last one.
 */
export class DraftKeeper implements OpenDraft {
  readonly name: string;
  readonly #owner: string;
  #begun: FieldTexts;
  #latest: FieldTexts;
  #offered: Draft | undefined;
  /** Base of a restored draft, if the record has changed since. */
  #origin: Pick<Draft, 'version' | 'base'> | undefined;
  #isClosed = false;
  /** True if the draft in the browser is this form's and may be removed. */
  #isOurs = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pendingWrite: Promise<void> | undefined;
  #isWritten = true;
  readonly #watchers = new Set<() => void>();

  constructor(owner: string, name: string, values: FieldTexts) {
    this.#owner = owner;
    this.name = name;
    this.#begun = values;
    this.#latest = values;
  }

  /** Finds a draft left here, to be offered; undefined if its values are already saved. */
  async find(): Promise<Draft | undefined> {
    await changeSealed(this.#owner, this.#key, (kept) => this.#offer(kept as Draft | undefined));
    return this.#offered;
  }

  /** Offers the stored draft and returns the part to keep. */
  #offer(kept: Draft | undefined): Draft | undefined {
    if (!kept || this.#isClosed) return kept;
    const isDifferent = Object.keys(kept.changes).some(
      (name) => name in this.#begun && !isSameValue(kept.changes[name], this.#begun[name]),
    );
    this.#offered = isDifferent ? kept : undefined;
    return this.#offered;
  }

  /** Registers the draft until the returned function is called, which writes unsaved changes. */
  start(): () => void {
    this.#isClosed = false;
    const end = openDraft(this);
    return () => {
      end();
      void this.flush();
    };
  }

  /** Records the current values; written soon, also while typing continues. */
  note(values: FieldTexts): void {
    this.#latest = structuredClone(values);
    this.#timer ??= setTimeout(() => void this.flush(), WRITE_AFTER_MS);
    this.#setWritten(!this.hasChanges());
  }

  /** True unless something was typed that is not in the browser's store yet. */
  isWritten = (): boolean => this.#isWritten;

  /** Calls `changed` whenever `isWritten` changes, until the returned function is called. */
  watch = (changed: () => void): (() => void) => {
    this.#watchers.add(changed);
    return () => void this.#watchers.delete(changed);
  };

  #setWritten(isWritten: boolean): void {
    if (this.#isWritten === isWritten) return;
    this.#isWritten = isWritten;
    for (const changed of this.#watchers) changed();
  }

  /** Writes at once what was typed since the last write began, if anything. */
  flushTyped(): void {
    if (this.#timer !== undefined) void this.flush();
  }

  /** True while there are unsaved changes that a draft can hold. */
  hasChanges(): boolean {
    return !this.#isClosed && changedFields(this.#begun, this.#latest).length > 0;
  }

  /** Writes unsaved changes at once; removes an earlier draft if there are none. */
  async flush(): Promise<void> {
    this.#stopTimer();
    if (this.#isClosed || (!this.hasChanges() && !this.#isOurs)) return;
    this.#pendingWrite ??= changeSealed(this.#owner, this.#key, (kept) => {
      this.#pendingWrite = undefined;
      return this.#toKeep(kept);
    });
    await this.#pendingWrite;
    if (this.#timer === undefined && !this.#pendingWrite) this.#setWritten(true);
  }

  /** Draft to store now, given the stored one. */
  #toKeep(kept: unknown): unknown {
    if (this.#isClosed) return kept;
    if (this.hasChanges()) {
      this.#isOurs = true;
      return this.#draft();
    }
    return this.#isOurs && !this.#offered ? undefined : kept;
  }

  /**
   * Fields to put into the form. Changes by others since then are resolved when the form is saved.
   */
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

  /** Removes the offered draft; text typed since stays kept. */
  discard(): void {
    this.#offered = undefined;
    this.#isOurs = true;
    void this.flush();
  }

  /** Base of the unsaved changes, if it is older than the record on the page. */
  get origin(): Pick<Draft, 'version' | 'base'> | undefined {
    return this.#origin;
  }

  /** Removes the draft after the form was saved with these values, or reset to them. */
  settle(values: FieldTexts): void {
    this.#begun = structuredClone(values);
    this.#latest = this.#begun;
    this.#origin = undefined;
    this.#remove();
  }

  /**
   * Stops writing and removes the draft: the person chose to leave, or the record is loaded again.
   */
  giveUp(): void {
    this.#isClosed = true;
    this.#remove();
  }

  /** Stops writing, for signing out. */
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

  /** Draft from the form; includes an offered draft that was not answered yet. */
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
