import { pluralize } from '@pos/contract/values/counts';
import { useIsPhone } from '#web/ui/hooks/use-is-phone.ts';
import { Count } from '#web/ui/values/amount.tsx';

/** Units in a column; on a phone's card, which has no headers, with their word. */
export function Units({ count }: { count: number }) {
  return useIsPhone() ? pluralize(count, 'unit') : <Count count={count} />;
}
