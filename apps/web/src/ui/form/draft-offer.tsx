import { useState } from 'react';
import { formatDraftTime } from '#web/lib/input/time.ts';
import type { FormMemory } from './form-memory.ts';
import { Notice } from '../messages/notice.tsx';
import type { useDraft } from './use-draft.ts';

type DraftOfferProps = { savedAt: string; onRestore: () => void; onDiscard: () => void };

/** Banner above a form that was left with unsaved changes. */
export function DraftOffer({ savedAt, onRestore, onDiscard }: DraftOfferProps) {
  return (
    <section aria-label="Unsaved draft">
      <Notice
        kind="info"
        action={
          <span className="row">
            <button type="button" onClick={onRestore}>
              Restore
            </button>
            <button type="button" onClick={onDiscard}>
              Discard
            </button>
          </span>
        }
      >
        Restore your draft from {formatDraftTime(savedAt)}?
      </Notice>
    </section>
  );
}

type SavedDraftProps = {
  draft: ReturnType<typeof useDraft>;
  memory: FormMemory;
  goTo: (field: string) => void;
};

/** Offers the draft of a form; once restored, names the fields that can no longer be changed. */
export function SavedDraft({ draft, memory, goTo }: SavedDraftProps) {
  // Labels of the locked fields that the draft would have changed.
  const [leftOut, setLeftOut] = useState<readonly string[]>([]);
  const goToFirst = (names: Iterable<string>): void => {
    const [first] = names;
    if (first) goTo(first);
  };
  const restore = (): void => {
    const held = Object.keys(draft.offered?.changes ?? {});
    setLeftOut(held.flatMap((name) => memory.locked.get(name) ?? []));
    goToFirst(
      draft.restore((name) => memory.isShown(name)).filter((name) => memory.names.has(name)),
    );
  };
  const discard = (): void => {
    draft.discard();
    goToFirst(memory.names);
  };
  return (
    <>
      {draft.offered && (
        <DraftOffer savedAt={draft.offered.savedAt} onRestore={restore} onDiscard={discard} />
      )}
      {leftOut.length > 0 && (
        <div role="status">
          <Notice kind="info">{notRestored(leftOut)}</Notice>
        </div>
      )}
    </>
  );
}

function notRestored(labels: readonly string[]): string {
  return labels.length === 1
    ? `${labels[0]} was not restored: it can no longer be changed here.`
    : `${labels.join(', ')} were not restored: they can no longer be changed here.`;
}
