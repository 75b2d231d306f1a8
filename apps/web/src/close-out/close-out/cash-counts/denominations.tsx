import { parseDecimal, parseScaled } from '@pos/contract/values/decimals';
import { formatCents } from '@pos/contract/values/money';
import { useId } from 'react';
import { boxClass } from '#web/ui/fields/box-class.ts';
import { usePastedCounts } from '#web/ui/files/pasted-counts.tsx';
import * as styles from '../wizard/count-step.module.css';
import * as boxStyles from '#web/ui/fields/box.module.css';

/** Number of bills and coins, keyed by their value in cents. */
export type Pieces = Readonly<Record<string, number>>;

const VALUES = [
  [10_000, 5_000, 2_000, 1_000, 500, 200, 100],
  [50, 25, 10, 5, 1],
] as const;

const FIELDS = VALUES.flat().map(String);
const MAX_PIECES = 999_999;

/** Value in cents of a bill or coin as people write it: `$20`, `20`, `0.25`, `25¢`. */
function findValue(code: string): string | undefined {
  const cents = code.endsWith('¢') ? parseScaled(code.slice(0, -1), 0) : parseScaled(code, 2);
  return FIELDS.find((field) => field === String(cents));
}

/** Sum of bills and coins, in cents. */
export function sumOfPieces(pieces: Pieces): number {
  return Object.entries(pieces).reduce((sum, [cents, count]) => sum + Number(cents) * count, 0);
}

type DenominationsProps = { pieces: Pieces; change: (pieces: Pieces) => void };

/**
 * Counts bills and coins; their sum is the counted cash. A column of counts can be pasted into any
 * field.
 */
export function Denominations({ pieces, change }: DenominationsProps) {
  const set = (cents: number, count: number): void => {
    const { [cents]: _, ...others } = pieces;
    change(count > 0 ? { ...others, [cents]: count } : others);
  };
  const { notice, paste } = usePastedCounts({
    find: findValue,
    fields: FIELDS,
    unknown: 'no such bill or coin',
    max: MAX_PIECES,
    counts: new Map(Object.entries(pieces)),
    onCounts: (changed) => {
      const counts = [...changed(new Map(Object.entries(pieces)))];
      change(Object.fromEntries(counts.filter(([, count]) => count > 0)));
    },
  });
  return (
    <fieldset className={styles.denominations} onPaste={paste}>
      <legend className="visually-hidden">Bills and coins</legend>
      {VALUES.map((column) => (
        <div key={column[0]}>
          {column.map((cents) => (
            <Denomination
              key={cents}
              cents={cents}
              count={pieces[cents]}
              change={(count) => set(cents, count)}
            />
          ))}
        </div>
      ))}
      {notice && <div className={styles.pasted}>{notice}</div>}
      <p className={styles.sum}>
        <span>Counted cash</span>{' '}
        <output className="numeric">{formatCents(sumOfPieces(pieces))}</output>
      </p>
    </fieldset>
  );
}

type DenominationProps = {
  cents: number;
  count: number | undefined;
  change: (count: number) => void;
};

function Denomination({ cents, count, change }: DenominationProps) {
  const id = useId();
  const name = cents >= 100 ? `$${cents / 100}` : `${cents}¢`;
  return (
    <div className={`${styles.denomination} numeric`}>
      <label htmlFor={id} className="subdued">
        <span className="visually-hidden">Number of </span>
        {name}
      </label>
      <span className="muted" aria-hidden>
        ×
      </span>
      <input
        id={id}
        className={boxClass(undefined, boxStyles.small)}
        inputMode="numeric"
        autoComplete="off"
        data-count={cents}
        value={count ?? ''}
        onChange={({ target }) => {
          const number = target.value.trim() === '' ? 0 : parseDecimal(target.value);
          if (
            number !== undefined &&
            Number.isInteger(number) &&
            number >= 0 &&
            number <= MAX_PIECES
          )
            change(number);
        }}
      />
      <span className={count ? 'align-right' : 'align-right muted'}>
        {formatCents(cents * (count ?? 0))}
      </span>
    </div>
  );
}
