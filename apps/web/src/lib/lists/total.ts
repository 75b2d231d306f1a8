import { formatCount } from '@pos/contract/values/counts';
import type { ListAnswer } from './list.ts';

/** Total rows of a list. `isCapped`: counting stopped early, so there are more than `count`. */
export type Total = { count: number; isCapped: boolean };

/** Returns the total that a list call answered. */
export function toTotal({ totalResults, totalCapped }: ListAnswer<unknown>['data']): Total {
  return { count: totalResults, isCapped: totalCapped === true };
}

/** Formats a total for screens: `2,314`, or `1,000+` if there are more. */
export function formatTotal({ count, isCapped }: Total): string {
  return `${formatCount(count)}${isCapped ? '+' : ''}`;
}

/** Formats a total with its noun for screens: `1 order`, `1,000+ orders`. */
export function pluralizeTotal(total: Total, one: string, many: string): string {
  return `${formatTotal(total)} ${total.count === 1 ? one : many}`;
}
