import { AsyncSelectField } from '#web/ui/fields/combo-fields.tsx';
import { reportSchools, type SchoolChoice } from './reports.data.ts';

type SchoolFieldProps = {
  /** Offers "All schools" too. */ withAll: boolean;
  current: SchoolChoice | undefined;
  onPick: (picked: SchoolChoice | undefined) => void;
};

/** School of a report, found by its name or code. */
export function SchoolField({ withAll, current, onPick }: SchoolFieldProps) {
  return (
    <AsyncSelectField<SchoolChoice>
      name="schoolIdentifier"
      label="School"
      choices={reportSchools(withAll)}
      current={current}
      detail={(one) => one.identifier ?? 'Every fair of every school'}
      onPick={onPick}
    />
  );
}
