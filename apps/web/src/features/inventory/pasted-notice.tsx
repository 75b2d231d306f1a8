import { formatCount } from '@pos/contract/values/counts';
import { IconX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import * as styles from './count.module.css';
import { pasteWords, type PastedCounts } from './count-paste.ts';

/** Lines that gave no count and are listed; a wrong paste may have thousands. */
const MAX_SHOWN = 20;

type PastedNoticeProps = { pasted: PastedCounts; onUndo: () => void; onClose: () => void };

/** Result of a paste: the number of counts, and the lines that gave none. Nothing is saved yet. */
export function PastedNotice({ pasted, onUndo, onClose }: PastedNoticeProps) {
  const { counts, unread } = pasted;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The field that was pasted into has moved to the counted titles.
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
