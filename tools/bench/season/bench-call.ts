/**
 * A call measured at one connection. `maxMs` limits its median, in milliseconds; a call with `bare`
 * must also reach at least the share `atLeast` of the bare handler's requests a second. `maxGrowth`
 * limits how many times as much it costs on a season ten times as large.
 */
export type BenchCall = {
  name: string;
  path: string;
  by?: 'register';
  maxMs?: number;
  bare?: { path: string; atLeast: number };
  maxGrowth: number;
};

const MAX_GROWTH = 1.5;

const limited =
  (maxMs: number, maxGrowth = MAX_GROWTH) =>
  (name: string, path: string, bare?: BenchCall['bare']): BenchCall => ({
    name,
    path,
    maxMs,
    maxGrowth,
    ...(bare && { bare }),
  });
/** A list or a record: at most 10 ms. */
export const usual = limited(10);
/** A search: at most 20 ms. */
export const search = limited(20);
/** A report of one fair: at most 25 ms. */
export const fairReport = limited(25);
/** A report of all schools over a season, which reads ten times as many fairs: at most 2 s. */
export const seasonReport = limited(2_000, 12);
