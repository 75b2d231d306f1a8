import { isDeepStrictEqual } from 'node:util';

/** Result of one part of the walk: number of checks, and the failed ones. */
export type Walked = { checks: number; wrong: string[] };

/** Compares a value with the expected one, and counts the check. */
export type Expect = (what: string, actual: unknown, expected: unknown) => void;

/** Starts the checks of one part of the walk, which failures name. */
export function toChecks(part: string): { walked: Walked; expect: Expect } {
  const walked: Walked = { checks: 0, wrong: [] };
  return {
    walked,
    expect: (what, actual, expected) => {
      walked.checks++;
      if (!isDeepStrictEqual(actual, expected))
        walked.wrong.push(
          `${part}, ${what}: ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`.slice(
            0,
            500,
          ),
        );
    },
  };
}
