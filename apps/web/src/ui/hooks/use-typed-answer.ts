import { keepPreviousData, useQuery, type QueryKey } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useDebounced } from './use-debounced.ts';

/** Call that depends on a typed text. */
export type TypedQuery<Data> = {
  queryKey: QueryKey;
  queryFn: (context: { signal: AbortSignal }) => Promise<Data>;
  staleTime?: number;
};

type TypedAnswerOptions<Data> = {
  /** Time without a key after which the text is asked for (ms). */
  restMs?: number;
  /** False while nothing shows the answer. Default true. */
  isWanted?: boolean;
  /** Called after `enter` with the answer to the text that was entered, or undefined if it failed. */
  onEntered?: (answer: Data | undefined) => void;
};

/**
 * Answer to a text as it is typed, for everything that one chooses from. Only `answer` may be
 * chosen from: it is undefined until the server has answered the text as it stands. `earlier` fills
 * the space meanwhile.
 *
 * `enter` waits for that answer and calls `onEntered` with it, so that a fast typist chooses the
 * same as a slow one. Typing on, or `cancel`, takes the Enter back.
 */
export function useTypedAnswer<Data>(
  queryFor: (text: string) => TypedQuery<Data>,
  text: string,
  { restMs = 200, isWanted = true, onEntered }: TypedAnswerOptions<Data> = {},
) {
  const [entered, setEntered] = useState<string>();
  const isEntered = entered === text;
  const rested = useDebounced(text, restMs);
  const asked = isEntered ? text : rested;
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...queryFor(asked),
    enabled: isWanted || isEntered,
    placeholderData: keepPreviousData,
  });
  const isAsked = asked === text;
  const answer = isAsked && !isPlaceholderData ? data : undefined;
  const failure = isAsked && answer === undefined ? error : null;

  const settle = useEffectEvent(() => {
    setEntered(undefined);
    onEntered?.(answer);
  });
  const isDone = isEntered && (answer !== undefined || failure !== null);
  useEffect(() => {
    // In a task of its own: what is chosen may change much of the page.
    if (isDone) queueMicrotask(settle);
  }, [isDone]);
  // A text that is left and typed again was not entered again.
  if (entered !== undefined && !isEntered) setEntered(undefined);

  return {
    answer,
    /** Last answer, perhaps to an earlier text: for display only. */
    earlier: data,
    failure,
    retry: () => void refetch(),
    /** True while an Enter waits for the answer. */
    isEntered,
    /** Enters the text, or the one that it becomes with this render. */
    enter: (next = text) => setEntered(next),
    cancel: () => setEntered(undefined),
  };
}
