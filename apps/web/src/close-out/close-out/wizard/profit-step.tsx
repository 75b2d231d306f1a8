import type { CloseOut } from '@pos/contract/close-out/close-out';
import { ProfitOption } from '@pos/contract/close-out/close-out-snapshot';
import { formatCents } from '@pos/contract/values/money';
import { formatPpm } from '@pos/contract/values/percent';
import type { ReactNode } from 'react';
import { FieldMessages } from '#web/ui/fields/field-messages.tsx';
import { useField } from '#web/ui/fields/field.tsx';
import { NumberField } from '#web/ui/fields/number-field.tsx';
import { TextField } from '#web/ui/fields/text-fields.tsx';
import { Facts } from '#web/ui/layout/card.tsx';
import { dueLabel, eligibleWords, PROFIT_OPTIONS } from '../close-out-words.ts';
import { StepCard } from './step-card.tsx';
import * as checkboxStyles from '#web/ui/fields/checkbox.module.css';
import * as fieldStyles from '#web/ui/fields/fields.module.css';
import * as styles from '../close-out.module.css';

const MEANING: Record<ProfitOption, string> = {
  cash: 'The school keeps its share in money; it is taken off what the school owes.',
  ave_dollar: 'The share becomes credit for later purchases; the school owes everything it holds.',
};

/** Choice of how the school takes its profit, with the settlement of each option. */
export function ProfitStep({ settlements, totals }: Pick<CloseOut, 'settlements' | 'totals'>) {
  const { control, value, change, error } = useField({
    name: 'profitOption',
    label: 'How the school takes its profit',
  });
  const { id, ref, ...wired } = control;
  return (
    <StepCard
      title="How the school takes its profit"
      intro={`Both are computed from the sales of the whole fair: ${eligibleWords(totals, settlements.cash)}.`}
    >
      <div className="grid gap-20">
        <fieldset
          className={fieldStyles.field}
          role="radiogroup"
          aria-invalid={wired['aria-invalid']}
          aria-describedby={wired['aria-describedby']}
        >
          <legend className="visually-hidden">How the school takes its profit</legend>
          <div className={styles.profitOptions}>
            {ProfitOption.options.map((option, index) => (
              <ProfitCard key={option} option={option} settlement={settlements[option]}>
                <input
                  type="radio"
                  className={`${checkboxStyles.checkbox} ${checkboxStyles.round}`}
                  name={`${id}-option`}
                  id={index === 0 ? id : undefined}
                  ref={index === 0 ? ref : undefined}
                  aria-describedby={`${id}-${option}`}
                  checked={value === option}
                  onChange={() => change(option)}
                  onBlur={wired.onBlur}
                />
              </ProfitCard>
            ))}
          </div>
          <FieldMessages id={id} error={error} hint={undefined} />
        </fieldset>
        <NumberField
          name="adjustmentCents"
          label="Fee or credit"
          note="optional"
          prefix="$"
          decimals={2}
          scaled
          hint="Added to what the school owes, such as a delivery fee; a credit has a minus. It is in no report."
        />
        <TextField
          name="adjustmentReason"
          label="Reason for it"
          note="optional"
          hint="Printed on the statement, for example: Fuel surcharge."
        />
      </div>
    </StepCard>
  );
}

type ProfitCardProps = {
  option: ProfitOption;
  settlement: CloseOut['settlements']['cash'];
  children: ReactNode;
};

function ProfitCard({ option, settlement, children }: ProfitCardProps) {
  const { heldBySchoolCents, eligibleNetCents, profitRatePpm, profitCents, dueFromSchoolCents } =
    settlement;
  return (
    <div className={styles.profitOption}>
      <label className="row semibold">
        {children} {PROFIT_OPTIONS[option]}
      </label>
      <p className="caption">{MEANING[option]}</p>
      <Facts
        facts={[
          ['Held by school', formatCents(heldBySchoolCents)],
          [
            `${formatPpm(profitRatePpm)} of ${formatCents(eligibleNetCents)}`,
            formatCents(profitCents),
          ],
          [
            dueLabel(dueFromSchoolCents),
            <b key="due" className="semibold">
              {formatCents(Math.abs(dueFromSchoolCents))}
            </b>,
          ],
        ]}
      />
    </div>
  );
}
