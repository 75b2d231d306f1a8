import { MAX_BANDS, type ProfitBand } from '@pos/contract/fairs/agreements';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { Button, IconButton } from '#web/ui/buttons/button.tsx';
import { NumberField } from '#web/ui/fields/number-field.tsx';
import { useFormRows } from '#web/ui/fields/use-form-rows.ts';
import * as styles from './school-page.module.css';

/** Values of a row before anything is typed. */
type BandValues = { [Field in keyof ProfitBand]?: ProfitBand[Field] | undefined };

/** Sales bands of the agreement with a school, each with the shares of its profit. */
export function AgreementFields() {
  const { rows, append, remove } = useFormRows<BandValues>({
    name: 'profitBands',
    label: 'Profit agreement',
  });
  const blank: BandValues = {
    fromCents: rows.length === 0 ? 0 : undefined,
    profitCashPpm: undefined,
    profitAveDollarPpm: undefined,
  };
  return (
    <>
      {rows.map((_, index) => (
        // The fields of a band are named by its place, and so is the band.
        <div
          key={`profitBands.${index}`}
          role="group"
          aria-label={`Band ${index + 1}`}
          className={styles.band}
        >
          <NumberField
            name={`profitBands.${index}.fromCents`}
            label="Sales from"
            prefix="$"
            decimals={2}
            scaled
          />
          <NumberField
            name={`profitBands.${index}.profitCashPpm`}
            label="Paid in cash"
            suffix="%"
            decimals={4}
            scaled
          />
          <NumberField
            name={`profitBands.${index}.profitAveDollarPpm`}
            label="In AveDollars"
            suffix="%"
            decimals={4}
            scaled
          />
          <IconButton label={`Remove band ${index + 1}`} onClick={() => remove(index)}>
            <IconTrash size={16} stroke={1.75} aria-hidden />
          </IconButton>
        </div>
      ))}
      {rows.length < MAX_BANDS && (
        <span>
          <Button
            size="sm"
            variant="tertiary"
            onClick={() => append(blank, rows.length === 0 ? 'profitCashPpm' : 'fromCents')}
          >
            <IconPlus size={16} stroke={2} aria-hidden /> Add a band
          </Button>
        </span>
      )}
    </>
  );
}
