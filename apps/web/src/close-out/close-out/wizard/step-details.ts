import type { CloseOut } from '@pos/contract/close-out/close-out';
import { pluralize } from '@pos/contract/values/counts';
import {
  checkCountStatus,
  closeOutChecks,
  PROFIT_OPTIONS,
  unconfirmedPoints,
  varianceStatus,
} from '../close-out-words.ts';
import {
  isOverOrShort,
  type MoneySoFar,
  type WizardStep,
  type WizardValues,
} from './wizard-form.ts';

/** True for steps that still need something before the fair can be finished. */
export const IS_UNSETTLED: Record<WizardStep, (progress: Progress) => boolean> = {
  checks: ({ closeOut, values }) =>
    closeOut.reasons.length > 0 || unconfirmedPoints(closeOut, values.confirmed).length > 0,
  count: ({ money, values }) =>
    money.varianceCents === null || (isOverOrShort(money) && !values.overShortReason?.trim()),
  returns: ({ closeOut: { returns } }) => returns.notCountedTitles > 0,
  profit: ({ values: { profitOption } }) => !(profitOption in PROFIT_OPTIONS),
  review: () => true,
};

/** State of the close-out and of the form. */
export type Progress = { closeOut: CloseOut; money: MoneySoFar; values: WizardValues };

/** Short result of each step, shown in the stepper. */
export const STEP_DETAILS: Record<WizardStep, (progress: Progress) => string | undefined> = {
  checks: checksDetail,
  count: countDetail,
  returns: ({ closeOut: { returns } }) =>
    returns.notCountedTitles > 0
      ? `${pluralize(returns.notCountedTitles, 'title', 'titles')} not counted`
      : 'All counted',
  profit: ({ values: { profitOption } }) =>
    profitOption in PROFIT_OPTIONS ? PROFIT_OPTIONS[profitOption] : 'Not chosen',
  review: () => undefined,
};

function checksDetail({ closeOut, values }: Progress): string {
  const found = closeOutChecks(closeOut);
  const blocking = found.filter(({ kind }) => kind === 'bad').length;
  if (blocking > 0) return `${blocking} to settle`;
  const toConfirm = unconfirmedPoints(closeOut, values.confirmed).length;
  if (toConfirm > 0) return `${toConfirm} to confirm`;
  return found.length > 0 ? 'All confirmed' : 'All passed';
}

function countDetail({ money }: Progress): string | undefined {
  if (money.varianceCents === null) return 'Not counted';
  if (money.varianceCents !== 0 || !isOverOrShort(money))
    return varianceStatus(money.varianceCents)?.label;
  return money.cashVarianceCents
    ? 'Cash and checks differ'
    : checkCountStatus(money.checkCountVariance)?.label;
}
