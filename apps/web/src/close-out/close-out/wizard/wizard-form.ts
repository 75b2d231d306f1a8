import { CloseOutAction, type CloseOut } from '@pos/contract/close-out/close-out';
import { ProfitOption } from '@pos/contract/close-out/close-out-snapshot';
import { z } from 'zod';
import { unconfirmedPoints } from '../close-out-words.ts';

/** Steps of closing out, in order; their names are part of the address. */
export const WIZARD_STEPS = ['checks', 'count', 'returns', 'profit', 'review'] as const;
export type WizardStep = (typeof WIZARD_STEPS)[number];
export const STEP_LABELS: Record<WizardStep, string> = {
  checks: 'Checks',
  count: 'Count',
  returns: 'Returns',
  profit: 'Profit',
  review: 'Review and sign',
};

/** Form fields by step. */
export const STEP_FIELDS: Record<WizardStep, readonly (keyof WizardValues)[]> = {
  checks: [],
  count: ['countedCashCents', 'countedCheckCents', 'countedChecks', 'overShortReason'],
  returns: [],
  profit: ['profitOption', 'adjustmentCents', 'adjustmentReason'],
  review: ['confirmed', 'secondPerson'],
};

/** Labels of the fields in the error summary. */
export const FIELD_LABELS: Readonly<Record<string, string>> = {
  countedCashCents: 'Counted cash',
  countedCheckCents: 'Counted checks',
  countedChecks: 'Number of checks',
  overShortReason: 'Why over or short',
  profitOption: 'Profit',
  adjustmentCents: 'Fee or credit',
  adjustmentReason: 'Reason for the fee or credit',
  confirmed: 'To confirm',
  secondPerson: 'Second person',
};

/**
 * Counted money, from the form or else the evening counts, against the expected; null if not
 * counted.
 */
export type MoneySoFar = {
  cashCents: number | null;
  cashVarianceCents: number | null;
  checkCents: number | null;
  checkVarianceCents: number | null;
  varianceCents: number | null;
  checks: number | null;
  checkCountVariance: number | null;
};

/** Evaluates the counted amounts of the form; a field without an amount counts as not counted. */
export function moneySoFar(
  { cashControl }: Pick<CloseOut, 'cashControl'>,
  values: { countedCashCents?: unknown; countedCheckCents?: unknown; countedChecks?: unknown },
): MoneySoFar {
  const counted = (typed: unknown, evening: number | null) =>
    typeof typed === 'number'
      ? typed
      : typed === undefined || typed === null || typed === ''
        ? evening
        : null;
  const cashCents = counted(values.countedCashCents, cashControl.countedCashCents);
  const checkCents = counted(values.countedCheckCents, cashControl.countedChecksCents);
  const cashVarianceCents = cashCents === null ? null : cashCents - cashControl.expectedCashCents;
  const checkVarianceCents =
    checkCents === null ? null : checkCents - cashControl.expectedChecksCents;
  const varianceCents =
    cashVarianceCents === null && checkVarianceCents === null
      ? null
      : (cashVarianceCents ?? 0) + (checkVarianceCents ?? 0);
  const checks = counted(values.countedChecks, cashControl.countedCheckCount);
  const checkCountVariance =
    checks === null || cashControl.expectedCheckCount === null
      ? null
      : checks - cashControl.expectedCheckCount;
  return {
    cashCents,
    cashVarianceCents,
    checkCents,
    checkVarianceCents,
    varianceCents,
    checks,
    checkCountVariance,
  };
}

/** True if counted and expected differ in cash, in checks or in the number of checks. */
export function isOverOrShort({
  cashVarianceCents,
  checkVarianceCents,
  checkCountVariance,
}: MoneySoFar): boolean {
  return Boolean(cashVarianceCents) || Boolean(checkVarianceCents) || Boolean(checkCountVariance);
}

/**
 * Schema of the wizard: the contract's fields of a finish, plus bills and coins, the expected money
 * at the time of the reason, an earlier reason, and the confirmed points. A reason is required if
 * the money is over or short.
 */
export function wizardSchema(closeOut: Pick<CloseOut, 'cashControl' | 'reasons' | 'warnings'>) {
  const {
    countedCashCents,
    countedCheckCents,
    countedChecks,
    overShortReason,
    secondPerson,
    adjustmentCents,
    adjustmentReason,
  } = CloseOutAction.shape;
  return z
    .strictObject({
      countedCashCents,
      countedCheckCents,
      countedChecks,
      overShortReason,
      secondPerson,
      adjustmentCents,
      adjustmentReason,
      profitOption: ProfitOption,
      pieces: z.record(z.string(), z.int()),
      reasonFor: z.string(),
      earlierReason: z.string(),
      confirmed: z.array(z.string()),
    })
    .refine(
      (values) => !isOverOrShort(moneySoFar(closeOut, values)) || Boolean(values.overShortReason),
      {
        path: ['overShortReason'],
        message: 'Explain why the money is over or short.',
        when: () => true,
      },
    )
    .refine(
      ({ adjustmentCents: cents, adjustmentReason: reason }) => !cents || Boolean(reason?.trim()),
      {
        path: ['adjustmentReason'],
        message: 'Enter a reason for the fee or credit.',
        when: () => true,
      },
    )
    .refine(({ confirmed }) => unconfirmedPoints(closeOut, confirmed).length === 0, {
      path: ['confirmed'],
      message: 'Confirm each point before you finish.',
      when: () => true,
    });
}
export type WizardValues = z.input<ReturnType<typeof wizardSchema>>;

/** Initial values of the wizard. */
export const NOT_BEGUN = {
  countedCashCents: null,
  countedCheckCents: null,
  countedChecks: null,
  overShortReason: '',
  secondPerson: '',
  adjustmentCents: null,
  adjustmentReason: '',
  profitOption: '',
  pieces: {},
  reasonFor: '',
  earlierReason: '',
  confirmed: [],
};
