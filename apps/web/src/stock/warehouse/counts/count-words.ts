import { type Count, COUNT_SCOPE } from '@pos/contract/stock/warehouse/counts';

/** Titles of a count in words: `Whole warehouse`, `Teen`. */
export const scopeText = ({ scope, categories }: Count): string =>
  scope === 'category' ? categories.join(', ') : COUNT_SCOPE[scope];
