import { formatCount } from '#web/lib/money.ts';

type EquationProps = { onHand: number; verb: string; units: unknown; sign: 1 | -1 };

/** Live result of a change: On hand 14 − Remove 3 = New total 11. Red if it would go below 0. */
export function Equation({ onHand, verb, units, sign }: EquationProps) {
  const number =
    typeof units === 'number' && Number.isInteger(units) && units > 0 ? units : undefined;
  const total = number === undefined ? undefined : onHand + sign * number;
  return (
    <div
      className="equation num"
      role="status"
      aria-label={
        total === undefined
          ? undefined
          : `On hand ${formatCount(onHand)} ${sign < 0 ? 'minus' : 'plus'} ${number} is ${formatCount(total)}`
      }
    >
      <span>
        <small>On hand</small>
        <b>{formatCount(onHand)}</b>
      </span>
      <i aria-hidden>{sign < 0 ? '−' : '+'}</i>
      <span>
        <small>{verb}</small>
        <b>{number === undefined ? '–' : formatCount(number)}</b>
      </span>
      <i aria-hidden>=</i>
      <span className={total !== undefined && total < 0 && sign < 0 ? 'bad' : undefined}>
        <small>New total</small>
        <b>{total === undefined ? '–' : formatCount(total)}</b>
      </span>
    </div>
  );
}
