import type { CloseOut } from '@pos/contract/close-out/close-out';
import { useEffect, useRef, useState } from 'react';
import { useWatch, type FieldValues, type UseFormReturn } from 'react-hook-form';
import { movedBetween, type Moved } from '../moved-figures.ts';
import { moneySoFar, type WizardValues } from './wizard-form.ts';

type Form = UseFormReturn<FieldValues, unknown, FieldValues>;

/**
 * Keeps the close-out that the person has seen, and the changes since. While nothing is entered
 * there is nothing to sign, so the newest reading counts as seen.
 */
export function useReviewed(
  closeOut: CloseOut,
  form: Form,
): { seen: CloseOut; moved: Moved | null; acknowledge: () => void } {
  const [saved, setSaved] = useState(closeOut);
  const values = useWatch({ control: form.control }) as WizardValues;
  const { isDirty } = form.formState;
  if (!isDirty && saved.reviewed !== closeOut.reviewed) setSaved(closeOut);
  const { cashCents, checkCents } = moneySoFar(closeOut, values);
  const isCounted = { cash: cashCents !== null, checks: checkCents !== null };
  return {
    seen: saved,
    moved: movedBetween(saved, closeOut, isCounted),
    acknowledge: () => setSaved(closeOut),
  };
}

/**
 * Requires a new reason for a difference if the expected money changed after it was given: clears
 * it and returns its text. Drafts store the expected amount together with their reason.
 */
export function useReasonAgain({ cashControl }: CloseOut, { control, setValue }: Form): string {
  const { expectedCashCents, expectedChecksCents, expectedCheckCount } = cashControl;
  const expected = `${expectedCashCents} ${expectedChecksCents} ${expectedCheckCount}`;
  const [reason, reasonFor, earlier] = useWatch({
    control,
    name: ['overShortReason', 'reasonFor', 'earlierReason'],
  }) as [string, string, string];
  const last = useRef({ reason, reasonFor });
  useEffect(() => {
    const before = last.current;
    last.current = { reason, reasonFor };
    if (!reason) return;
    const isTyped = reason !== before.reason && reasonFor === before.reasonFor;
    if (isTyped) {
      if (reasonFor !== expected) setValue('reasonFor', expected, { shouldDirty: true });
      return;
    }
    if (reasonFor === expected) return;
    setValue('earlierReason', reason, { shouldDirty: true });
    setValue('overShortReason', '', { shouldDirty: true });
    setValue('reasonFor', '', { shouldDirty: true });
  }, [reason, reasonFor, expected, setValue]);
  return earlier;
}
