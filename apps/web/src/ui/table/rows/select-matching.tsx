import { formatCount } from '@pos/contract/values/counts';
import { useEffect, useRef, useState } from 'react';
import { failureText } from '#web/lib/api/failure.ts';
import type { Total } from '#web/lib/lists/total.ts';
import { Button } from '../../buttons/button.tsx';
import { toast } from '../../messages/toast.tsx';
import { MAX_SELECTED } from './matching-rows.ts';

type SelectMatchingProps<Row> = {
  /** Plural name of the rows: "titles". */
  name: string;
  /** Total of the matching rows. */
  total: Total;
  read: (onRead: (count: number) => void, signal: AbortSignal) => Promise<readonly Row[]>;
  onRows: (rows: readonly Row[]) => void;
};

/**
 * Offers to select all rows that match, once those of the page are selected; reads them page by
 * page and can be stopped meanwhile.
 */
export function SelectMatching<Row>({ name, total, read, onRows }: SelectMatchingProps<Row>) {
  const [count, setCount] = useState<number>();
  const reading = useRef<AbortController>(undefined);
  useEffect(() => () => reading.current?.abort(), []);
  const goal = Math.min(total.count, MAX_SELECTED);
  const select = async (): Promise<void> => {
    const { signal } = (reading.current = new AbortController());
    setCount(0);
    try {
      onRows(await read(setCount, signal));
    } catch (error) {
      if (!signal.aborted)
        toast.bad({ title: `Not all ${name} were selected`, detail: failureText(error).message });
    }
    if (!signal.aborted) setCount(undefined);
  };
  const stop = (): void => {
    reading.current?.abort();
    setCount(undefined);
  };
  if (count === undefined) {
    return (
      <Button size="sm" variant="tertiary" onClick={() => void select()}>
        {offerText(total, goal)}
      </Button>
    );
  }
  return (
    <span className="row">
      <span className="numeric" role="status">
        Selecting {formatCount(count)}
        {total.isCapped ? '' : ` of ${formatCount(goal)}`}…
      </span>
      <Button size="sm" variant="tertiary" onClick={stop}>
        Stop
      </Button>
    </span>
  );
}

function offerText({ count, isCapped }: Total, goal: number): string {
  if (isCapped) return `Select up to ${formatCount(MAX_SELECTED)} that match`;
  return goal < count
    ? `Select the first ${formatCount(goal)} of ${formatCount(count)} that match`
    : `Select all ${formatCount(count)} that match`;
}
