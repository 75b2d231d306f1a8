/**
 * One measured call: ours, the bare handler's for the same response, and the goals. `times` is a
 * multiple of the first page of the list named by `than`, `ms` a limit for the median at one
 * connection.
 */
export type BenchCall = {
  name: string;
  ours: string;
  bare: string;
  by?: 'register';
  atLeast?: number;
  steady?: true;
  atMost?: { ms: number } | { times: number; than: string };
  /** Measured at one connection only. */
  ofSeason?: true;
  /** ID of a fair that sells meanwhile, so that its figures are computed each time. */
  sellingFair?: string;
};

/**
 * Lists and records: minimum share of the bare handler's requests a second, and a p99 of at most
 * five medians.
 */
const USUAL = { atLeast: 0.6, steady: true } as const;
const SEARCH = { ...USUAL, atMost: { ms: 20 } } as const;
type Bounds = Pick<BenchCall, 'atLeast' | 'steady' | 'atMost'>;
const bounded =
  (bounds: Bounds) =>
  (name: string, ours: string, bare: string): BenchCall => ({ name, ours, bare, ...bounds });
/** A list or a record. */
export const usual = bounded(USUAL);
/** A search: at most 20 ms. */
export const search = bounded(SEARCH);
/** The tighter baseline: one prepared statement whose JSON PostgreSQL builds. */
export const tight = (name: string, ours: string, bare: string): BenchCall => ({
  name: `${name}, against JSON by PostgreSQL`,
  ours,
  bare,
  atLeast: 0.6,
});
/** A far page of a list: its median is at most three times that of the first page, `than`. */
export const page = (name: string, ours: string, bare: string, than: string): BenchCall => ({
  ...usual(name, ours, bare),
  atMost: { times: 3, than },
});
