/** Reasons of a difference that a count found, by its side: too few or too many units. */
export const FEW_REASONS = [
  'record_wrong',
  'not_recorded',
  'lost',
  'theft',
  'damaged',
  'other',
] as const;
export const MANY_REASONS = ['record_wrong', 'not_recorded', 'found', 'other'] as const;
export type CountReason = (typeof FEW_REASONS | typeof MANY_REASONS)[number];

/** Labels of the reasons. */
export const COUNT_REASONS: Record<CountReason, string> = {
  record_wrong: 'An earlier count or entry was wrong',
  not_recorded: 'Moved without a record',
  lost: 'Lost',
  theft: 'Theft',
  damaged: 'Damaged and thrown away',
  found: 'Found',
  other: 'Other',
};

/**
 * A title is counted a second time if its first count differs by more than these units, or by more
 * than this share of what was on record.
 */
export const SECOND_COUNT_UNITS = 3;
export const SECOND_COUNT_PERCENT = 10;
