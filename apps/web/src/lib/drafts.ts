import type { FieldTexts } from './draft-changes.ts';
import { removeAllSealed, sealedNames, sealedWritten } from './sealed-store.ts';

/**
 * Unsaved work of forms, kept in this browser per person and form until it is saved or given up (screens 1.0, Forms):
 * it outlives an ended session, a reload and a crash.
 */
export type Draft = {
  /** ISO instant of the last change. */
  savedAt: string;
  /** The version of the record that the changes began with; nothing for a new record. */
  version: number | undefined;
  /** The changed fields as they were. */
  base: FieldTexts;
  /** The changed fields as they are. */
  changes: FieldTexts;
};

/** A form on the page that keeps a draft (lib/draft-keeper.ts). */
export type OpenDraft = {
  readonly name: string;
  /** What the unsaved changes began with, where that is older than the record on the page. */
  readonly origin: Pick<Draft, 'version' | 'base'> | undefined;
  hasChanges(): boolean;
  flush(): Promise<void>;
  giveUp(): void;
  close(): void;
};

/** Before the names of drafts among what is kept sealed. */
export const DRAFT_PREFIX = 'draft ';

const open = new Set<OpenDraft>();

/** Takes part until the returned function is called. */
export function openDraft(draft: OpenDraft): () => void {
  open.add(draft);
  return () => void open.delete(draft);
}

/**
 * Writes the drafts of all forms on the page without delay. `isKept` is true when there is one; `written` resolves
 * once these and the drafts of forms that have just left the page are on the disk: whoever leaves the
 * document waits for it.
 */
export function keepDrafts(): { isKept: boolean; written: Promise<void> } {
  const unsaved = [...open].filter((keeper) => keeper.hasChanges());
  for (const keeper of unsaved) void keeper.flush();
  return { isKept: unsaved.length > 0, written: sealedWritten() };
}

/** What the unsaved changes of the form of this name began with, where that is older than the record on the page. */
export function draftOrigin(name: string): Pick<Draft, 'version' | 'base'> | undefined {
  return [...open].find((keeper) => keeper.name === name)?.origin;
}

/** Gives up the unsaved changes of the form of this name: the record is begun anew. */
export function giveUpDraft(name: string): void {
  for (const keeper of open) if (keeper.name === name) keeper.giveUp();
}

/** True when this person has unsaved work in this browser, in whatever tab. */
export async function hasDrafts(owner: string): Promise<boolean> {
  return (
    keepDrafts().isKept || (await sealedNames(owner)).some((name) => name.startsWith(DRAFT_PREFIX))
  );
}

/** The person signs out: what is kept for them goes, and the forms still on the page write nothing more. */
export async function endDrafts(owner: string): Promise<void> {
  for (const keeper of open) keeper.close();
  await removeAllSealed(owner);
}
