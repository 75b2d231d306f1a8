import type { FairDetails } from '@pos/contract/fairs/fairs';
import { schoolsApi, type School } from '@pos/contract/fairs/schools';
import { zoneName } from '@pos/contract/values/clock';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { AddSchoolDialog } from '#web/fairs/schools/add-school-dialog.tsx';
import { schoolLabel, schoolsByIdentifier } from '#web/fairs/schools/schools.data.ts';
import { Allowed } from '#web/lib/session/session.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { AsyncSelectField } from '#web/ui/fields/combo/combo-fields.tsx';
import { useOpened } from '#web/ui/overlays/use-opened.ts';
import * as styles from '#web/ui/fields/fields.module.css';

type SchoolFieldProps = { fair: FairDetails | undefined };

/**
 * School of a fair: found by name or identifier, or added here. Choosing one fills in the address.
 */
export function SchoolField({ fair }: SchoolFieldProps) {
  const { setValue } = useFormContext();
  const [added, setAdded] = useState<School>();
  const { opened: isAdding, open: setIsAdding, close } = useOpened<true>();
  const fillIn = (address: string): void =>
    setValue('address', address, { shouldDirty: true, shouldTouch: true, shouldValidate: true });
  const choose = (school: School): void => {
    setAdded(school);
    close();
    setValue('schoolIdentifier', school.identifier, {
      shouldDirty: true,
      shouldTouch: true,
      shouldValidate: true,
    });
    fillIn(`${school.address}, ${school.city}, ${school.state} ${school.zip}`);
  };
  const known = added
    ? { value: added.identifier, label: schoolLabel(added) }
    : fair && {
        value: fair.schoolIdentifier,
        label: schoolLabel({ name: fair.schoolName, identifier: fair.schoolIdentifier }),
      };
  return (
    <div className={styles.field}>
      <AsyncSelectField
        name="schoolIdentifier"
        label="School"
        placeholder="Type a name or identifier"
        choices={schoolsByIdentifier}
        current={known}
        detail={({ address, timeZone, taxExempt }) =>
          [address, zoneName(timeZone), taxExempt && 'tax-exempt'].filter(Boolean).join(' · ')
        }
        onPick={(school) => school && fillIn(school.address)}
      />
      <Allowed to={schoolsApi.add}>
        <span>
          <Button
            size="sm"
            variant="tertiary"
            // On blur the field would show its error, which moves this button from under the click.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => setIsAdding(true)}
          >
            <IconPlus size={16} stroke={2} aria-hidden /> Add a school
          </Button>
        </span>
      </Allowed>
      {isAdding && <AddSchoolDialog onAdded={choose} onClose={close} />}
    </div>
  );
}
