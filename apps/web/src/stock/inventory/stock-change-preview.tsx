import { formatCount } from '@pos/contract/values/counts';
import * as styles from './inventory.module.css';

type StockChangePreviewProps = {
  onHand: number;
  /** Label of the change, such as `Remove`. */
  verb: string;
  /** Units as the form has them; anything but a positive integer is unknown. */
  units: unknown;
  sign: 1 | -1;
};

// A dash would read as a minus.
const UNKNOWN = <span className="muted">?</span>;

/**
 * Preview of a change of the units on hand: On hand 14 − Remove 3 = New on hand 11. A removal below
 * 0 is red.
 */
export function StockChangePreview({ onHand, verb, units, sign }: StockChangePreviewProps) {
  const quantity =
    typeof units === 'number' && Number.isInteger(units) && units > 0 ? units : undefined;
  const newOnHand = quantity === undefined ? undefined : onHand + sign * quantity;
  return (
    <div
      className={`${styles.stockChange} numeric`}
      role="status"
      aria-label={
        newOnHand === undefined
          ? undefined
          : `On hand ${formatCount(onHand)} ${sign < 0 ? 'minus' : 'plus'} ${quantity}, new on hand ${formatCount(newOnHand)}`
      }
    >
      <span>
        <small>On hand</small>
        <b>{formatCount(onHand)}</b>
      </span>
      <i aria-hidden>{sign < 0 ? '−' : '+'}</i>
      <span>
        <small>{verb}</small>
        <b>{quantity === undefined ? UNKNOWN : formatCount(quantity)}</b>
      </span>
      <i aria-hidden>=</i>
      <span
        className={newOnHand !== undefined && newOnHand < 0 && sign < 0 ? styles.bad : undefined}
      >
        <small>New on hand</small>
        <b>{newOnHand === undefined ? UNKNOWN : formatCount(newOnHand)}</b>
      </span>
    </div>
  );
}
