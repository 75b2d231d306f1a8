import { formatCount } from '@pos/contract/values/counts';
import { formatCents } from '@pos/contract/values/money';

/** Amount in a column; an unremarkable zero is gray. */
export function Amount({ cents, strong = false }: { cents: number; strong?: boolean }) {
  return (
    <span className={className(cents, strong)} data-part="amount">
      {formatCents(cents)}
    </span>
  );
}

/** Count in a column, styled like `Amount`. */
export function Count({ count, strong = false }: { count: number; strong?: boolean }) {
  return <span className={className(count, strong)}>{formatCount(count)}</span>;
}

function className(value: number, strong: boolean): string {
  return value === 0 ? 'numeric muted' : strong ? 'numeric semibold' : 'numeric';
}
