import type { FairDetails } from '@pos/contract/fairs';
import { schoolsApi, type School } from '@pos/contract/schools';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { AddSchoolDialog } from '#web/features/schools/add-school-dialog.tsx';
import { schoolChoices, schoolLabel } from '#web/features/schools/schools.data.ts';
import { Allowed } from '#web/lib/session.tsx';
import { zoneName } from '#web/lib/time.ts';
import { Button } from '#web/ui/button.tsx';
import { AsyncSelectField } from '#web/ui/fields/combo-fields.tsx';

/** The schools as the form of a fair takes them: the value is the school's identifier, not its id. */
const schoolsByIdentifier = (search: string) => {
  const { queryKey, queryFn } = schoolChoices.options(search);
  return {
    queryKey: [...queryKey, 'by-identifier'],
    queryFn: async (context: { signal: AbortSignal }) => ({ data: (await queryFn(context)).data.map((school) => ({ ...school, value: school.identifier })) }),
  };
};

type SchoolFieldProps = { fair: FairDetails | undefined; onZone: (zone: string | undefined) => void };

/** The school of a fair: found by name or identifier, or added here. Choosing one fills in the address. */
export function SchoolField({ fair, onZone }: SchoolFieldProps) {
  const { setValue } = useFormContext();
  const [added, setAdded] = useState<School>();
  const [isAdding, setIsAdding] = useState(false);
  const fillIn = (address: string, zone: string): void => {
    setValue('address', address, { shouldDirty: true, shouldTouch: true, shouldValidate: true });
    onZone(zone);
  };
  const choose = (school: School): void => {
    setAdded(school);
    setIsAdding(false);
    setValue('schoolIdentifier', school.identifier, { shouldDirty: true, shouldTouch: true, shouldValidate: true });
    fillIn(`${school.address}, ${school.city}, ${school.state} ${school.zip}`, school.timeZone);
  };
  const known = added ? { value: added.identifier, label: schoolLabel(added) } : fair && { value: fair.schoolIdentifier, label: schoolLabel({ name: fair.schoolName, identifier: fair.schoolIdentifier }) };
  return (
    <div className="fld">
      <AsyncSelectField
        name="schoolIdentifier"
        label="School"
        placeholder="Type a name or identifier"
        options={schoolsByIdentifier}
        current={known}
        detail={({ address, timeZone, taxExempt }) => [address, zoneName(timeZone), taxExempt && 'tax-exempt'].filter(Boolean).join(' · ')}
        onPick={(school) => (school ? fillIn(school.address, school.timeZone) : onZone(undefined))}
      />
      <Allowed to={schoolsApi.add}>
        <span>
          <Button size="sm" variant="tertiary" onClick={() => setIsAdding(true)}>
            <IconPlus size={16} stroke={2} aria-hidden /> Add a school
          </Button>
        </span>
      </Allowed>
      {isAdding && <AddSchoolDialog onAdded={choose} onClose={() => setIsAdding(false)} />}
    </div>
  );
}
