import type { ProfitBands } from '@pos/contract/fairs/agreements';
import { formatCents } from '@pos/contract/values/money';
import { formatPpm } from '@pos/contract/values/percent';

/** Describes each band of an agreement: "From $2,500.00: 30% in cash, 45% in AveDollars". */
export function bandTexts(bands: ProfitBands): string[] {
  return bands.map(
    ({ fromCents, profitCashPpm, profitAveDollarPpm }) =>
      `From ${formatCents(fromCents)}: ${formatPpm(profitCashPpm)} in cash, ${formatPpm(profitAveDollarPpm)} in AveDollars`,
  );
}
