/** Round steps from zero up to at least `highest`, at most five: `ticksUpTo(351_700)` is 0, 100,000, … 400,000. */
export function ticksUpTo(highest: number): number[] {
  if (highest <= 0) return [0, 1];
  const rough = highest / 4;
  const size = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 2.5, 5, 10].find((factor) => factor * size >= rough) ?? 10) * size;
  return Array.from({ length: Math.ceil(highest / step) + 1 }, (_, index) => index * step);
}
