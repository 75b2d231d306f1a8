import type { FairLine } from '@pos/contract/stock/inventory';
import { MAX_UNITS } from '@pos/contract/limits';
import { formatCount, pluralize } from '@pos/contract/values/counts';
import { parseDecimal } from '@pos/contract/values/decimals';
import { IconPlus } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { Button, IconButton } from '#web/ui/buttons/button.tsx';
import { boxClass } from '#web/ui/fields/box-class.ts';
import { TitleCover } from '#web/ui/values/title-cover.tsx';
import * as styles from './count.module.css';
import { trueOnHand } from '../change-words.ts';

/** Titles shown before the rest is asked for. */
const SHOWN = 20;

type CountRemainingProps = {
  lines: readonly FairLine[];
  /** Counts a copy without a barcode. */
  onCount: (line: FairLine) => void;
  set: (id: string, units: number) => void;
};

/**
 * Titles not counted yet, in the order of the inventory and its files, so that a column pasted from
 * such a file meets its titles.
 */
export function CountRemaining({ lines, onCount, set }: CountRemainingProps) {
  const [showsAll, setShowsAll] = useState(false);
  const heading = useId();
  const shown = showsAll ? lines : lines.slice(0, SHOWN);
  if (lines.length === 0) return null;
  return (
    <section className={`${styles.remaining} grid gap-8`} aria-labelledby={heading}>
      <h2 id={heading}>
        Not counted yet <span className="subdued numeric">{formatCount(lines.length)}</span>
      </h2>
      <ul className={`${styles.list} lined surface`} aria-labelledby={heading}>
        {shown.map((line) => (
          <TitleToCount
            key={line.id}
            line={line}
            onCount={() => onCount(line)}
            set={(units) => set(line.id, units)}
          />
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

type TitleToCountProps = { line: FairLine; onCount: () => void; set: (units: number) => void };

/**
 * Field for the count of one title. Enter counts it and goes to the next one; the title moves to
 * the counted ones when its field is left, so that typing is never interrupted.
 */
function TitleToCount({ line, onCount, set }: TitleToCountProps) {
  const [typed, setTyped] = useState('');
  const [isWrong, setIsWrong] = useState(false);
  const count = (): void => {
    if (typed.trim() === '') return;
    const units = parseDecimal(typed) ?? -1;
    if (Number.isInteger(units) && units >= 0 && units <= MAX_UNITS) set(units);
    else setIsWrong(true);
  };
  return (
    <li data-count={line.id}>
      <span className={styles.pictured}>
        <TitleCover title={line.title} category={line.category} pictureId={line.pictureId} />
        <span className={styles.title}>
          <span className="medium ellipsis">{line.title}</span>
          <small className="numeric">
            {isWrong ? (
              <b id={`${line.id}-wrong`} role="alert" className={styles.bad}>
                Count must be a whole number, 0 or more.
              </b>
            ) : (
              <>
                {formatCount(trueOnHand(line))} on hand ·{' '}
                <span className="monospace">{line.isbn13 ?? line.sku}</span>
              </>
            )}
          </small>
        </span>
      </span>
      <input
        className={boxClass(isWrong)}
        aria-label={`Count of ${line.title}`}
        aria-invalid={isWrong}
        aria-describedby={isWrong ? `${line.id}-wrong` : undefined}
        inputMode="numeric"
        autoComplete="off"
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          setIsWrong(false);
        }}
        onBlur={count}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          const next = event.currentTarget.closest('li')?.nextElementSibling;
          (next?.querySelector('input') ?? event.currentTarget).focus();
          if (!next) count();
        }}
      />
      <IconButton label={`Count one of ${line.title}`} onClick={onCount}>
        <IconPlus size={18} aria-hidden />
      </IconButton>
    </li>
  );
}
