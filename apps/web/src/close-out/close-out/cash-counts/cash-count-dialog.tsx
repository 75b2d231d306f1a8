import { NewCashCount, type CashCountDay } from '@pos/contract/close-out/cash-counts';
import { formatDay } from '@pos/contract/values/days';
import { formatCents } from '@pos/contract/values/money';
import { IconCalculator } from '@tabler/icons-react';
import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useSession } from '#web/lib/session/session.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { NumberField } from '#web/ui/fields/number-field.tsx';
import { TextField } from '#web/ui/fields/text-fields.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { toast } from '#web/ui/messages/toast.tsx';
import { getDrawerSums } from './drawer-sums.ts';
import * as styles from '../wizard/count-step.module.css';
import { useAddCashCount } from '../close-out.data.ts';
import { varianceStatus } from '../close-out-words.ts';
import { Denominations, sumOfPieces, type Pieces } from './denominations.tsx';
import * as fieldStyles from '#web/ui/fields/fields.module.css';

/**
 * Records the money two people counted on a day; an earlier count of that day stays in the history.
 */
export function CashCountDialog({
  fairId,
  day: { businessDay, weekday, count, drawers },
  usesDrawers = false,
  onClose,
}: {
  fairId: string;
  day: CashCountDay;
  /** Begins with the sums that registers have counted. */
  usesDrawers?: boolean;
  onClose: () => void;
}) {
  const add = useAddCashCount();
  const signer = useSession()?.user.name ?? '';
  const of = `${weekday} ${formatDay(businessDay)}`;
  return (
    <FormDialog
      title={`${count ? 'Count again' : 'Count the drawers'}: ${of}`}
      onClose={onClose}
      schema={NewCashCount}
      values={{
        fairId,
        businessDay,
        cashCents: undefined,
        checkCents: undefined,
        checks: undefined,
        countedBy: count?.countedBy ?? signer,
        secondPerson: count?.secondPerson ?? '',
        note: '',
        ...(usesDrawers && getDrawerSums(drawers)),
      }}
      save={add.mutateAsync}
      onSaved={({ days }) => {
        const day = days.find((each) => each.businessDay === businessDay);
        toast.ok({
          title: `${of} counted`,
          detail: `Cash ${formatCents(day?.count?.cashCents ?? 0)}: ${varianceStatus(day?.cashVarianceCents)?.label ?? ''}`,
        });
        onClose();
      }}
      submitLabel="Save count"
      draft
    >
      {usesDrawers && (
        <p>
          These are the counts of the registers with the money that went to the safe. Correct what
          you count otherwise.
        </p>
      )}
      {count && (
        <p>
          The count of {count.countedBy} and {count.secondPerson} stays in the history.
        </p>
      )}
      <CashFields />
      <div className={fieldStyles.pair}>
        <NumberField name="checkCents" label="Checks" prefix="$" decimals={2} scaled />
        <NumberField name="checks" label="Number of checks" />
      </div>
      <div className={fieldStyles.pair}>
        <TextField name="countedBy" label="Counted by" autoComplete="off" />
        <TextField name="secondPerson" label="Second person" autoComplete="off" />
      </div>
      <TextField name="note" label="Note" note="optional" />
    </FormDialog>
  );
}

/** Enters one total, or bills and coins that add up to it. */
function CashFields() {
  const { setValue } = useFormContext();
  const [pieces, setPieces] = useState<Pieces>();
  const typed: unknown = useWatch({ name: 'cashCents' });
  // A total typed over the bills and coins wins.
  const isOverwritten =
    pieces !== undefined && Object.keys(pieces).length > 0 && typed !== sumOfPieces(pieces);
  const change = (next: Pieces): void => {
    setPieces(next);
    setValue('cashCents', Object.keys(next).length > 0 ? sumOfPieces(next) : undefined, {
      shouldDirty: true,
      shouldTouch: true,
      shouldValidate: true,
    });
  };
  return (
    <div className={styles.cashFields}>
      <NumberField name="cashCents" label="Cash" prefix="$" decimals={2} scaled />
      <Button
        variant="tertiary"
        size="sm"
        aria-expanded={pieces !== undefined}
        onClick={() => setPieces(pieces ? undefined : {})}
      >
        <IconCalculator size={16} stroke={1.75} aria-hidden />{' '}
        {pieces ? 'Enter one total instead' : 'Bills and coins'}
      </Button>
      {pieces && <Denominations pieces={isOverwritten ? {} : pieces} change={change} />}
    </div>
  );
}
