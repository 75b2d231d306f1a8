import type { FieldTexts } from './draft-changes.ts';
import { removeAllSealed, sealedNames, sealedWritten } from './sealed-store.ts';

/**
 * Unsaved changes of forms, stored in this browser per person and form until saved or discarded.
 * They survive an expired session, a reload and a crash (decision 0011).
 */
export type Draft = {
  /** ISO instant of the last change. */
  savedAt: string;
  /** Version of the record that the changes are based on; undefined for a new record. */
  version: number | undefined;
  /** Changed fields with their earlier values. */
  base: FieldTexts;
  /** Changed fields with their new values. */
  changes: FieldTexts;
};

/** Form on the page that keeps a draft (lib/draft-keeper.ts). */
export type OpenDraft = {
  readonly name: string;
  /** Base of the unsaved changes, if it is older than the record on the page. */
  readonly origin: Pick<Draft, 'version' | 'base'> | undefined;
  hasChanges(): boolean;
  flush(): Promise<void>;
  giveUp(): void;
  close(): void;
};

/** Prefix of draft names in the sealed store. */
export const DRAFT_PREFIX = 'draft ';

const open = new Set<OpenDraft>();

/** Registers a draft until the returned function is called. */
export function openDraft(draft: OpenDraft): () => void {
  open.add(draft);
  return () => void open.delete(draft);
}

/**
 * Writes the drafts of all forms on the page at once. `isSaved` is true if there is one; `written`
 * resolves once these and the drafts of forms just left are on disk. Await it before leaving the
 * document.
 */
export function keepDrafts(): { isSaved: boolean; written: Promise<void> } {
  const unsaved = [...open].filter((keeper) => keeper.hasChanges());
  for (const keeper of unsaved) void keeper.flush();
  return { isSaved: unsaved.length > 0, written: sealedWritten() };
}

/**
 * Base of the unsaved changes in the form of this name, if it is older than the record on the page.
 */
export function draftOrigin(name: string): Pick<Draft, 'version' | 'base'> | undefined {
  return [...open].find((keeper) => keeper.name === name)?.origin;
}

/** Discards the unsaved changes in the form of this name, because the record is loaded again. */
export function giveUpDraft(name: string): void {
  for (const keeper of open) if (keeper.name === name) keeper.giveUp();
}

/** True if this person has unsaved changes in this browser, in any tab. */
export async function hasDrafts(owner: string): Promise<boolean> {
  return (
    keepDrafts().isSaved || (await sealedNames(owner)).some((name) => name.startsWith(DRAFT_PREFIX))
  );
}

/** Signs the person out: removes their drafts and stops the open forms from writing. */
export async function endDrafts(owner: string): Promise<void> {
  for (const keeper of open) keeper.close();
  await removeAllSealed(owner);
}
