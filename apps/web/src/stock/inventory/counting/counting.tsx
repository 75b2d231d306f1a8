import type { FairLine } from '@pos/contract/stock/inventory';
import { MAX_UNITS } from '@pos/contract/limits';
import { formatCount } from '@pos/contract/values/counts';
import { useState } from 'react';
import { usePastedCounts } from '#web/ui/files/pasted-counts.tsx';
import { ScanInput } from '#web/ui/hooks/scan-input.tsx';
import { playTone } from '#web/ui/hooks/scan-tones.ts';
import { CountRemaining } from './count-remaining.tsx';
import * as styles from './count.module.css';
import { lineFinder, withCount, withoutCount, type Counts } from './count-state.ts';
import { trueOnHand } from '../change-words.ts';
import { IconX } from '@tabler/icons-react';
import { IconButton } from '#web/ui/buttons/button.tsx';
import { Stepper } from '#web/ui/fields/quantity-field.tsx';

type CountingProps = {
  lines: readonly FairLine[];
  counts: Counts;
  onCounts: (change: (counts: Counts) => Counts) => void;
  isLoud: boolean;
};

/**
 * Scan box, last scanned title, everything counted so far, latest first, and the titles not counted
 * yet. A column of counts can be pasted into any field.
 */
export function Counting({ lines, counts, onCounts, isLoud }: CountingProps) {
  const [unknown, setUnknown] = useState<string>();
  const [lastId, setLastId] = useState(() => [...counts.keys()].at(-1));
  const find = lineFinder(lines);
  const byId = new Map(lines.map((line) => [line.id, line]));
  const counted = [...counts.keys()].toReversed().flatMap((id) => byId.get(id) ?? []);
  const toCount = lines.filter(({ id }) => !counts.has(id));
  const { notice, paste } = usePastedCounts({
    find: (code) => find(code)?.id,
    fields: [...counted, ...toCount].map(({ id }) => id),
    unknown: "not in this fair's inventory",
    max: MAX_UNITS,
    counts,
    onCounts,
  });
  const add = (line: FairLine): void => {
    setLastId(line.id);
    setUnknown(undefined);
    onCounts((before) => withCount(before, line.id, (before.get(line.id) ?? 0) + 1));
  };
  const scan = (code: string): void => {
    const line = find(code);
    if (isLoud) playTone(line ? 'hit' : 'miss');
    if (line) add(line);
    else setUnknown(code);
  };
  const set = (id: string, units: number): void =>
    onCounts((before) => new Map(before).set(id, Math.max(units, 0)));
  const last = lastId === undefined || !counts.has(lastId) ? undefined : byId.get(lastId);
  return (
    <div className="stack" onPaste={paste}>
      <ScanInput label="ISBN or SKU" placeholder="Scan or type a code" onScan={scan} />
      <LastScan unknown={unknown} last={last} counted={last && counts.get(last.id)} />
      {notice}
      <p className="numeric subdued">
        {formatCount(counted.length)} of {formatCount(lines.length)} titles counted
      </p>
      {counted.length > 0 && (
        <ul className={`${styles.list} lined surface`} aria-label="Counted titles">
          {counted.map((line) => (
            <CountedTitle
              key={line.id}
              line={line}
              counted={counts.get(line.id) ?? 0}
              set={(units) => set(line.id, units)}
              onRemove={() => onCounts((before) => withoutCount(before, line.id))}
            />
          ))}
        </ul>
      )}
      <CountRemaining
        lines={toCount}
        onCount={add}
        set={(id, units) => onCounts((before) => withCount(before, id, units))}
      />
    </div>
  );
}

type LastScanProps = {
  /** Code that no title has. */
  unknown: string | undefined;
  last: FairLine | undefined;
  counted: number | undefined;
};

/** Title scanned last with its count, or the code that is not in the inventory. */
function LastScan({ unknown, last, counted = 0 }: LastScanProps) {
  return (
    <div role="status" className={styles.last}>
      {unknown !== undefined ? (
        <p className={styles.bad}>
          <b className="monospace">{unknown}</b> is not in this fair's inventory. Nothing was
          counted.
        </p>
      ) : last ? (
        <>
          <b className="section-heading">{last.title}</b>
          <span className="numeric">
            <b className={styles.number}>{formatCount(counted)}</b> counted,{' '}
            {formatCount(trueOnHand(last))} on hand
          </span>
        </>
      ) : (
        <p className="subdued">
          Scan the first book. Each scan adds one to its title. Counts can also be pasted from a
          spreadsheet.
        </p>
      )}
    </div>
  );
}

type CountedTitleProps = {
  line: FairLine;
  counted: number;
  set: (units: number) => void;
  onRemove: () => void;
};

/**
 * One counted title: corrected with buttons or by typing, or removed from the count, which differs
 * from counting zero.
 */
function CountedTitle({ line, counted, set, onRemove }: CountedTitleProps) {
  // Typed text that is not a number yet, such as a blank field.
  const [typed, setTyped] = useState<string>();
  const difference = counted - trueOnHand(line);
  const change = (value: unknown): void => {
    const isNumber = typeof value === 'number' && Number.isInteger(value) && value >= 0;
    setTyped(isNumber ? undefined : String(value ?? ''));
    if (isNumber) set(value);
  };
  return (
    <li data-count={line.id}>
      <span className={styles.title}>
        <span className="medium ellipsis">{line.title}</span>
        <small className="numeric">
          {formatCount(trueOnHand(line))} on hand
          {difference !== 0 && (
            <b className={styles.bad}>
              {' '}
              · {difference > 0 ? '+' : ''}
              {formatCount(difference)}
            </b>
          )}
        </small>
      </span>
      <Stepper
        of={line.title}
        aria-label={`Counted of ${line.title}`}
        value={typed ?? counted}
        change={change}
        lowest={0}
        onBlur={() => setTyped(undefined)}
      />
      <IconButton label={`Remove ${line.title} from the count`} onClick={onRemove}>
        <IconX size={18} aria-hidden />
      </IconButton>
    </li>
  );
}
