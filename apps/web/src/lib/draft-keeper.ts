import { changedFields, isSameValue, type FieldTexts } from './draft-changes.ts';
import { DRAFT_PREFIX, inTurn, openDraft, type Draft, type OpenDraft } from './drafts.ts';
import { keepSealed, readSealed, removeSealed } from './sealed-store.ts';

const WRITE_AFTER_MS = 400;

/** Keeps the draft of one form while it is on the page. `values` is what the form begins with. */
export class DraftKeeper implements OpenDraft {
  readonly name: string;
  readonly #owner: string;
  #begun: FieldTexts;
  #latest: FieldTexts;
  #offered: Draft | undefined;
  /** What a restored draft began with, where somebody changed that since. */
  #origin: Pick<Draft, 'version' | 'base'> | undefined;
  #isClosed = false;
  #isWritten = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(owner: string, name: string, values: FieldTexts) {
    this.#owner = owner;
    this.name = name;
    this.#begun = values;
    this.#latest = values;
  }

  /** The draft that was left here, to be offered; nothing when what it holds is already so. */
  async find(): Promise<Draft | undefined> {
    const found = (await inTurn(() => readSealed(this.#owner, DRAFT_PREFIX + this.name))) as
      | Draft
      | undefined;
    if (!found || this.#isClosed) return undefined;
    const differing = Object.keys(found.changes).filter(
      (name) => name in this.#begun && !isSameValue(found.changes[name], this.#begun[name]),
    );
    this.#offered = differing.length > 0 ? found : undefined;
    if (!this.#offered) await this.forget();
    return this.#offered;
  }

  /** Takes part until the answered function is called, which keeps what is not saved by then. */
  start(): () => void {
    this.#isClosed = false;
    const end = openDraft(this);
    return () => {
      end();
      void this.flush();
    };
  }

  /** The values as they stand now; written soon. */
  note(values: FieldTexts): void {
    this.#latest = structuredClone(values);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), WRITE_AFTER_MS);
  }

  /** True while there is unsaved work that a draft can hold. */
  hasChanges(): boolean {
    return !this.#isClosed && changedFields(this.#begun, this.#latest).length > 0;
  }

  /** Writes now what is not saved; without changes it removes what it wrote before. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    if (this.#isClosed) return;
    if (!this.hasChanges()) {
      if (this.#isWritten && !this.#offered) await this.forget();
      return;
    }
    this.#isWritten = true;
    const draft = this.#draft();
    await inTurn(async () =>
      this.#isClosed ? undefined : keepSealed(this.#owner, DRAFT_PREFIX + this.name, draft),
    );
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
    this.#isWritten = true;
    return changes;
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
    void this.forget();
  }

  /** Refuses to write any more, and removes the draft: the person chose to leave, or the record is begun anew. */
  giveUp(): void {
    this.#isClosed = true;
    void this.forget();
  }

  /** Removes the draft, offered or written. */
  async forget(): Promise<void> {
    clearTimeout(this.#timer);
    this.#offered = undefined;
    this.#isWritten = false;
    await inTurn(() => removeSealed(this.#owner, DRAFT_PREFIX + this.name));
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

  /** For signing out: nothing more is written by this form. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }
}
