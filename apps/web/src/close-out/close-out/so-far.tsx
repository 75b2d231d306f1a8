import type { CloseOut } from '@pos/contract/close-out/close-out';
import { formatCount } from '@pos/contract/values/counts';
import { formatCents } from '@pos/contract/values/money';
import { Card, Facts } from '#web/ui/layout/card.tsx';
import { Notice } from '#web/ui/messages/notice.tsx';
import * as styles from './wizard/count-step.module.css';
import { PROFIT_OPTIONS } from './close-out-words.ts';
import type { MoneySoFar, WizardValues } from './wizard/wizard-form.ts';

type SoFarProps = { closeOut: CloseOut; money: MoneySoFar; values: WizardValues; signer: string };

/** Running summary of the close-out, next to every step. */
export function SoFar({ closeOut: { cashControl, returns }, money, values, signer }: SoFarProps) {
  const counted = (money.cashCents ?? 0) + (money.checkCents ?? 0);
  const expected =
    (money.cashCents === null ? 0 : cashControl.expectedCashCents) +
    (money.checkCents === null ? 0 : cashControl.expectedChecksCents);
  const isCounted = money.varianceCents !== null;
  const variance = money.varianceCents ?? 0;
  return (
    <aside className={styles.soFar} aria-label="So far">
      <Card title="So far">
        <dl className={`${styles.soFarSums} numeric`}>
          <div>
            <dt>Expected (counted methods)</dt>
            <dd>{isCounted ? formatCents(expected) : '–'}</dd>
          </div>
          <div>
            <dt>Counted</dt>
            <dd>{isCounted ? formatCents(counted) : '–'}</dd>
          </div>
          <div className={styles.big}>
            <dt>{variance < 0 ? 'Short' : variance > 0 ? 'Over' : 'Over or short'}</dt>
            <dd className={variance < 0 ? styles.short : undefined}>
              {isCounted ? formatCents(variance) : '–'}
            </dd>
          </div>
        </dl>
        <Notice kind="quiet">Nothing is final until you finish.</Notice>
        <Facts
          facts={[
            [
              'Titles counted',
              `${formatCount(returns.countedTitles)} of ${formatCount(returns.titles)}`,
            ],
            [
              'Profit',
              values.profitOption in PROFIT_OPTIONS
                ? PROFIT_OPTIONS[values.profitOption]
                : 'Not yet',
            ],
            ['Will be signed by', signer],
            ['Second person', values.secondPerson?.trim() || 'Not yet'],
          ]}
        />
      </Card>
    </aside>
  );
}
