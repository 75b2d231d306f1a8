import { formatCount } from '@pos/contract/values/counts';
import { IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState, type ClipboardEvent } from 'react';
import {
  pasteWords,
  readPastedCounts,
  withoutPaste,
  withPaste,
  type PastedCounts,
  type PasteTargets,
} from '#web/lib/input/pasted-counts.ts';
import { Button, IconButton } from '../buttons/button.tsx';
import { Notice } from '../messages/notice.tsx';
import * as styles from './pasted-counts.module.css';

type Counts = ReadonlyMap<string, number>;
type PasteInto = PasteTargets & {
  /** IDs of the fields in the order shown. Each is the `data-count` of the field or around it. */
  fields: readonly string[];
  counts: Counts;
  onCounts: (change: (before: Counts) => Counts) => void;
};

/** Takes pasted columns of counts, and reports the last one until it is undone or hidden. */
export function usePastedCounts({ fields, counts, onCounts, ...targets }: PasteInto) {
  const [pasted, setPasted] = useState<PastedCounts & { before: Counts }>();
  const paste = (event: ClipboardEvent<HTMLElement>): void => {
    const field = (event.target as HTMLElement).closest<HTMLElement>('[data-count]');
    const at = fields.indexOf(field?.dataset['count'] ?? '');
    const below = at < 0 ? [] : fields.slice(at);
    const read = readPastedCounts(event.clipboardData.getData('text/plain'), below, targets);
    if (!read) return;
    event.preventDefault();
    setPasted({ ...read, before: counts });
    onCounts((before) => withPaste(before, read.counts));
  };
  const hide = (): void => setPasted(undefined);
  const undo = (): void => {
    if (pasted) onCounts((now) => withoutPaste(now, pasted.counts, pasted.before));
    hide();
  };
  const notice = pasted && <PastedNotice pasted={pasted} onUndo={undo} onClose={hide} />;
  return { notice, paste };
}

/** Lines that gave no count and are listed; a wrong paste may have thousands. */
const MAX_SHOWN = 20;

type PastedNoticeProps = { pasted: PastedCounts; onUndo: () => void; onClose: () => void };

/** Result of a paste: the number of counts, and the lines that gave none. Nothing is saved yet. */
function PastedNotice({ pasted, onUndo, onClose }: PastedNoticeProps) {
  const { counts, unread } = pasted;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The field that was pasted into has moved, and lost the focus.
    if (!(document.activeElement instanceof HTMLInputElement))
      box.current?.querySelector('button')?.focus({ preventScroll: true });
  }, [pasted]);
  return (
    <div ref={box} role="status" aria-label="Pasted counts">
      <Notice
        kind={unread.length === 0 ? 'ok' : 'warn'}
        action={
          <span className="row">
            {counts.size > 0 && (
              <Button size="sm" variant="quiet" onClick={onUndo}>
                Undo
              </Button>
            )}
            <IconButton label="Hide the pasted counts" onClick={onClose}>
              <IconX size={16} aria-hidden />
            </IconButton>
          </span>
        }
      >
        <b className="medium">{pasteWords(pasted)}</b>
        {unread.length > 0 && (
          <ul className={styles.unread} aria-label="Lines not understood">
            {unread.slice(0, MAX_SHOWN).map(({ line, text, why }) => (
              <li key={line}>
                Line {formatCount(line)}: <span className="monospace">{text}</span>, {why}
              </li>
            ))}
            {unread.length > MAX_SHOWN && (
              <li>and {formatCount(unread.length - MAX_SHOWN)} more</li>
            )}
          </ul>
        )}
      </Notice>
    </div>
  );
}
