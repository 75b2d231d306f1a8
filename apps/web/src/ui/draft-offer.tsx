import { formatDraftTime } from '#web/lib/time.ts';
import { Notice } from './notice.tsx';

type DraftOfferProps = { savedAt: string; onRestore: () => void; onDiscard: () => void };

/** On top of a form that was left with unsaved work. */
export function DraftOffer({ savedAt, onRestore, onDiscard }: DraftOfferProps) {
  return (
    <section aria-label="Kept draft">
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
