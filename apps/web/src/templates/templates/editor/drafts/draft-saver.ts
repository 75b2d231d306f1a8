import type { PlacedField } from '@pos/contract/templates/template-fields';

type Fields = readonly PlacedField[];
/** Saves fields over a version and returns the new one. */
type Send = (fields: Fields, version: number) => Promise<{ version: number; updatedAt: string }>;
/** State of a draft: `waiting` for a pause in editing or being saved, saved at `at`, or refused. */
export type DraftState = { at: string; isWaiting: boolean; failure: unknown };

const REST_MS = 700;

/**
 * Saves a draft on the server: each change after a short pause, one save at a time, each based on
 * the version of the last.
 */
export class DraftSaver {
  #wanted: Fields;
  #kept: Fields;
  #version: number;
  #state: DraftState;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #underWay: Promise<void> | undefined;
  #listeners = new Set<() => void>();
  readonly #send: Send;

  constructor(begin: { fields: Fields; version: number; updatedAt: string }, send: Send) {
    this.#wanted = begin.fields;
    this.#kept = begin.fields;
    this.#version = begin.version;
    this.#state = { at: begin.updatedAt, isWaiting: false, failure: undefined };
    this.#send = send;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  state = (): DraftState => this.#state;

  get version(): number {
    return this.#version;
  }

  /** Schedules a save of these fields. */
  want(fields: Fields): void {
    if (fields === this.#wanted) return;
    this.#wanted = fields;
    this.#show({ isWaiting: fields !== this.#kept, failure: undefined });
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush().catch(() => undefined), REST_MS);
  }

  /** Saves pending changes now and returns the version; throws if the server refuses. */
  async flush(): Promise<number> {
    clearTimeout(this.#timer);
    while (this.#underWay || this.#wanted !== this.#kept) {
      this.#underWay ??= this.#save().finally(() => (this.#underWay = undefined));
      await this.#underWay;
    }
    return this.#version;
  }

  /** Overwrites a colleague's changes of the draft, which is now at this version. */
  async overwrite(version: number): Promise<void> {
    this.#version = version;
    await this.flush();
  }

  /** Sets the version after the template was changed in another way on this page. */
  advance(version: number): void {
    this.#version = version;
  }

  async #save(): Promise<void> {
    const fields = this.#wanted;
    try {
      const { version, updatedAt } = await this.#send(fields, this.#version);
      this.#version = version;
      this.#kept = fields;
      this.#show({ at: updatedAt, isWaiting: this.#wanted !== fields, failure: undefined });
    } catch (failure) {
      this.#show({ failure });
      throw failure;
    }
  }

  #show(changes: Partial<DraftState>): void {
    this.#state = { ...this.#state, ...changes };
    for (const listener of this.#listeners) listener();
  }
}
