import type { FairLine } from '@pos/contract/inventory';
import { formatCount, pluralize } from '@pos/contract/values/counts';
import { IconPlus } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { Button, IconButton } from '#web/ui/button.tsx';
import { TitleCover } from '#web/ui/title-cover.tsx';
import * as styles from './count.module.css';
import { trueOnHand } from './stock-words.ts';

/** Titles shown before the rest is asked for. */
const SHOWN = 20;

/** Titles not counted yet, largest stock first, each with a button for a copy without a barcode. */
export function CountRemaining({
  lines,
  onCount,
}: {
  lines: readonly FairLine[];
  onCount: (line: FairLine) => void;
}) {
  const [showsAll, setShowsAll] = useState(false);
  const heading = useId();
  const sorted = lines.toSorted((one, other) => trueOnHand(other) - trueOnHand(one));
  const shown = showsAll ? sorted : sorted.slice(0, SHOWN);
  if (lines.length === 0) return null;
  return (
    <section className={styles.remaining} aria-labelledby={heading}>
      <h2 id={heading}>
        Not counted yet <span className="subdued numeric">{formatCount(lines.length)}</span>
      </h2>
      <ul className={styles.list} aria-labelledby={heading}>
        {shown.map((line) => (
          <li key={line.id}>
            <span className={styles.pictured}>
              <TitleCover title={line.title} category={line.category} />
              <span className={styles.title}>
                <span className="medium ellipsis">{line.title}</span>
                <small className="monospace">{line.sku}</small>
              </span>
            </span>
            <span className="align-right numeric subdued">
              {formatCount(trueOnHand(line))} on hand
            </span>
            <IconButton label={`Count one of ${line.title}`} onClick={() => onCount(line)}>
              <IconPlus size={18} aria-hidden />
            </IconButton>
          </li>
        ))}
      </ul>
      {shown.length < lines.length && (
        <div>
          <Button size="sm" onClick={() => setShowsAll(true)}>
            Show {pluralize(lines.length - shown.length, 'more title')}
          </Button>
        </div>
      )}
    </section>
  );
}
