import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { failureText } from '#web/lib/api/failure.ts';
import { refreshOnce } from '#web/lib/api/query-client.ts';

/** Result for one row: without a refusal it was done. */
export type Outcome = { name: string; refusal?: string };

/** Thrown by a bulk action for a row that it does not apply to; the message is its reason. */
export class NotForRow extends Error {}

const STOPPED = 'Not done, because you stopped.';

/**
 * Runs one action on several rows, one call at a time, until it is stopped; lists are refetched
 * once at the end. `outcomes` is undefined before the start.
 */
export function useBulkRun<Row>(rows: readonly Row[], rowName: (row: Row) => string) {
  const queryClient = useQueryClient();
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>();
  const [isRunning, setIsRunning] = useState(false);
  const isStopped = useRef(false);
  useEffect(
    () => () => {
      isStopped.current = true;
    },
    [],
  );
  const run = async (each: (row: Row) => Promise<unknown>): Promise<readonly Outcome[]> => {
    const told: Outcome[] = [];
    isStopped.current = false;
    setOutcomes([]);
    setIsRunning(true);
    await refreshOnce(queryClient, async () => {
      for (const row of rows) {
        told.push({
          name: rowName(row),
          ...(isStopped.current ? { refusal: STOPPED } : await findRefusal(each(row))),
        });
        if (!isStopped.current) setOutcomes([...told]);
      }
    });
    setOutcomes(told);
    setIsRunning(false);
    return told;
  };
  return {
    run,
    outcomes,
    isRunning,
    stop: () => {
      isStopped.current = true;
    },
  };
}

async function findRefusal(call: Promise<unknown>): Promise<Pick<Outcome, 'refusal'>> {
  try {
    await call;
    return {};
  } catch (error) {
    return { refusal: error instanceof NotForRow ? error.message : failureText(error).message };
  }
}
