import { pageAddress } from '@pos/contract/addresses';
import type { FieldErrors, Reason } from '@pos/contract/errors';
import { SCHOOL_SOURCE_FIELDS, type School, type SchoolChanges } from '@pos/contract/fairs/schools';
import { pluralize } from '@pos/contract/values/counts';
import { formatCents } from '@pos/contract/values/money';

/**
 * Returns the changed fields that the form may not change, with the reason: those that the source
 * system owns, and the identifier of a school with fairs, which public addresses and files name.
 */
export function lockedFields(before: School, changes: Omit<SchoolChanges, 'version'>): FieldErrors {
  const errors: FieldErrors = {};
  for (const field of before.sourceFields) {
    const given = changes[field];
    if (given !== undefined && given !== before[field])
      errors[field] =
        `${SCHOOL_SOURCE_FIELDS[field]} comes from the source system. Change it there.`;
  }
  const { identifier = before.identifier } = changes;
  if (identifier !== before.identifier && before.fairs > 0)
    errors['identifier'] ??=
      `The identifier is fixed: ${pluralize(before.fairs, 'fair')} of this school ${before.fairs === 1 ? 'uses' : 'use'} it.`;
  return errors;
}

/** Returns the reason why a duplicate that was merged can no longer change; undefined for others. */
export function mergedReason({ name, mergedInto }: School): Reason | undefined {
  return mergedInto
    ? {
        code: 'MERGED',
        text: `${name} was merged into ${mergedInto.name}`,
        link: pageAddress('school-details', { id: mergedInto.id }),
      }
    : undefined;
}

/** Reasons why a school cannot be deactivated: sums and numbers of what is still open there. */
export type SchoolUses = { fairs: number; aveDollarCents: number; walletCents: number };

/** Returns the reasons that block the deactivation of a school, as for a sync (docs/sync.md). */
export function openReasons(
  schoolId: string,
  { fairs, aveDollarCents, walletCents }: SchoolUses,
): Reason[] {
  return [
    {
      code: 'FAIRS_OPEN',
      text: `${pluralize(fairs, 'fair')} not closed out`,
      count: fairs,
      link: pageAddress('fairs', { schoolId }),
    },
    {
      code: 'AVE_DOLLARS',
      text: `${formatCents(aveDollarCents)} in AveDollars`,
      count: aveDollarCents,
    },
    {
      code: 'EWALLETS',
      text: `${formatCents(walletCents)} in eWallets of its students`,
      count: walletCents,
    },
  ].filter(({ count }) => count > 0);
}

/** Says what is still open at a school that cannot be deactivated. */
export function stillOpen(name: string, reasons: readonly Reason[]): string {
  return `${name} still has ${reasons.map(({ text }) => text).join(', ')}.`;
}
