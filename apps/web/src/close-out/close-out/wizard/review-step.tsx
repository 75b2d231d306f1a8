import type { CloseOut } from '@pos/contract/close-out/close-out';
import type { FairDetails } from '@pos/contract/fairs/fairs';
import { pluralize, formatCount } from '@pos/contract/values/counts';
import { formatCents } from '@pos/contract/values/money';
import { formatPpm } from '@pos/contract/values/percent';
import { type ReactNode, useId, type Ref } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import type { AttentionItem } from '#web/ui/layout/attention-list.tsx';
import { Facts } from '#web/ui/layout/card.tsx';
import * as checkboxStyles from '#web/ui/fields/checkbox.module.css';
import { FieldMessages } from '#web/ui/fields/field-messages.tsx';
import { TextField } from '#web/ui/fields/text-fields.tsx';
import { Notice } from '#web/ui/messages/notice.tsx';
import {
  checkCountStatus,
  closeOutChecks,
  dueLabel,
  PROFIT_OPTIONS,
  varianceStatus,
  soldDays,
} from '../close-out-words.ts';
import * as styles from '../close-out.module.css';
import { StepCard } from './step-card.tsx';
import type { MoneySoFar, WizardValues } from './wizard-form.ts';

type ReviewProps = {
  fair: FairDetails;
  closeOut: CloseOut;
  money: MoneySoFar;
  values: WizardValues;
};

/** Shows everything on one page before signing. */
export function ReviewStep({ fair, closeOut, money, values }: ReviewProps) {
  const { reasons, totals, returns, range } = closeOut;
  const toConfirm = closeOutChecks(closeOut).filter(({ kind }) => kind === 'warn');
  const settlement = closeOut.settlements[values.profitOption];
  const adjustmentCents = values.adjustmentCents ?? 0;
  const dueCents = (settlement?.dueFromSchoolCents ?? 0) + adjustmentCents;
  return (
    <StepCard
      title="Review and sign"
      intro="Finishing freezes the fair, its inventory, orders and refunds. It can be reverted, with a reason."
    >
      <div className={`${styles.review} grid gap-20`}>
        {reasons.length > 0 && (
          <Notice kind="bad">
            {pluralize(reasons.length, 'point', 'points')} on the first step must be settled before
            this fair can be closed out.
          </Notice>
        )}
        <Block title="Sales">
          <Facts
            facts={[
              ['Days', soldDays(range, fair.timeZone)],
              ['Orders', formatCount(totals.orders)],
              ['Net sales', formatCents(totals.netCents)],
              ['Net tax', formatCents(totals.netTaxCents)],
              ['Total', formatCents(totals.totalCents)],
              ...(totals.uncollectedCents === 0
                ? []
                : [['Uncollected', formatCents(totals.uncollectedCents)] as const]),
            ]}
          />
        </Block>
        <Block title="Money">
          <Facts
            facts={[
              ['Cash', countedText(money.cashCents, money.cashVarianceCents)],
              ['Checks', countedText(money.checkCents, money.checkVarianceCents)],
              ['Number of checks', checksText(money)],
              ...(values.overShortReason?.trim() ? [['Why', values.overShortReason] as const] : []),
            ]}
          />
        </Block>
        <Block title="Returns">
          <Facts
            facts={[
              [
                'Titles counted',
                `${formatCount(returns.countedTitles)} of ${formatCount(returns.titles)}`,
              ],
              [
                'Units counted',
                `${formatCount(returns.countedUnits)} of ${formatCount(returns.expectedUnits)} expected`,
              ],
              [
                'Variance',
                `${pluralize(returns.varianceUnits, 'unit', 'units')}, ${formatCents(returns.varianceValueCents)} at retail`,
              ],
            ]}
          />
        </Block>
        <Block title="Profit">
          {settlement ? (
            <Facts
              facts={[
                [
                  `${PROFIT_OPTIONS[values.profitOption]}, ${formatPpm(settlement.profitRatePpm)}`,
                  formatCents(settlement.profitCents),
                ],
                ['Held by school', formatCents(settlement.heldBySchoolCents)],
                ...(adjustmentCents
                  ? [[values.adjustmentReason ?? '', formatCents(adjustmentCents)] as const]
                  : []),
                [dueLabel(dueCents), formatCents(Math.abs(dueCents))],
              ]}
            />
          ) : (
            <Notice kind="warn">Choose cash or AveDollars first.</Notice>
          )}
        </Block>
        {toConfirm.length > 0 && (
          <Block title="Confirm before you finish">
            <ConfirmPoints points={toConfirm} />
          </Block>
        )}
        <TextField
          name="secondPerson"
          label="Second person"
          note="optional"
          hint={`The person who counted and signs with you. ${fair.name} is closed out under your name.`}
        />
      </div>
    </StepCard>
  );
}

function Block({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={`${styles.reviewBlock} grid gap-8`}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

function countedText(cents: number | null, varianceCents: number | null): string {
  return cents === null
    ? 'Not counted'
    : `${formatCents(cents)}, ${varianceStatus(varianceCents)?.label.toLowerCase() ?? ''}`;
}

function checksText({ checks, checkCountVariance }: MoneySoFar): string {
  if (checks === null) return 'Not counted';
  return [formatCount(checks), checkCountStatus(checkCountVariance)?.label.toLowerCase()]
    .filter(Boolean)
    .join(', ');
}

/** Checkbox for each point that the person confirms before finishing. */
function ConfirmPoints({ points }: { points: readonly AttentionItem[] }) {
  const { control, getValues } = useFormContext();
  const { field, fieldState } = useController({ name: 'confirmed', control });
  const id = useId();
  const confirmed = field.value as readonly string[];
  const error = fieldState.error?.message;
  const firstOpen = points.find(({ key }) => !confirmed.includes(key)) ?? points[0];
  return (
    <div className={`${styles.confirmPoints} grid gap-4`} role="group" aria-label="To confirm">
      {points.map((point) => {
        const { key, text } = point;
        return (
          <label key={key}>
            <input
              type="checkbox"
              className={checkboxStyles.checkbox}
              ref={point === firstOpen ? (field.ref as Ref<HTMLInputElement>) : undefined}
              checked={confirmed.includes(key)}
              aria-invalid={Boolean(error) && !confirmed.includes(key)}
              aria-describedby={error && `${id}-error`}
              onChange={({ target }) => {
                const others = (getValues('confirmed') as readonly string[]).filter(
                  (each) => each !== key,
                );
                field.onChange(target.checked ? [...others, key] : others);
              }}
            />
            <span>{text}</span>
          </label>
        );
      })}
      <FieldMessages id={id} error={error} hint={undefined} />
    </div>
  );
}
