import { pluralize } from '@pos/contract/values/counts';
import { addYears, parseDay } from '@pos/contract/values/days';
import { useFormContext } from 'react-hook-form';
import { Button } from '#web/ui/button.tsx';

/**
 * Sets the warranty date to 1, 2 or 3 years after the purchase date; if that is missing, moves the
 * focus there.
 */
export function WarrantyYears() {
  const { getValues, setValue, setFocus, trigger } = useFormContext<{
    purchaseDate: string;
    warrantyDate: string;
  }>();
  const set = async (years: number): Promise<void> => {
    const purchased = parseDay(getValues('purchaseDate'));
    if (!purchased) {
      await trigger('purchaseDate');
      setFocus('purchaseDate');
      return;
    }
    setValue('warrantyDate', addYears(purchased, years), {
      shouldDirty: true,
      shouldTouch: true,
      shouldValidate: true,
    });
  };
  return (
    <div className="row" role="group" aria-label="Years of warranty">
      {[1, 2, 3].map((years) => (
        <Button
          key={years}
          size="sm"
          variant="quiet"
          aria-label={`${pluralize(years, 'year')} after purchase`}
          onClick={() => void set(years)}
        >
          +{pluralize(years, 'year')}
        </Button>
      ))}
    </div>
  );
}
