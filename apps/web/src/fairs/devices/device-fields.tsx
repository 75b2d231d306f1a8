import type { Device } from '@pos/contract/fairs/devices';
import { pluralize } from '@pos/contract/values/counts';
import { addYears, parseDay } from '@pos/contract/values/days';
import { useWatch, useFormContext } from 'react-hook-form';
import { RECORDS } from '#web/lib/lists/records.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { SelectField } from '#web/ui/fields/choice-fields.tsx';
import { AsyncSelectField } from '#web/ui/fields/combo/combo-fields.tsx';
import { DateField } from '#web/ui/fields/dates/date-field.tsx';
import * as styles from '#web/ui/fields/fields.module.css';
import { TextField } from '#web/ui/fields/text-fields.tsx';
import { MODELS } from './device-models.ts';
import { fairsOfOthers, LiveFairNotice } from './live-fair-notice.tsx';

/** Fields of a device, for adding and (given the device) editing. */
export function DeviceFields({ device }: { device?: Device }) {
  const admin = device?.adminId
    ? { value: device.adminId, label: device.adminName ?? '' }
    : undefined;
  return (
    <>
      <Card title="Device" intro="All fields are required unless marked optional.">
        <div className="stack gap-20">
          <div className={styles.pair}>
            <TextField
              name="deviceId"
              label="Device ID"
              note="2 to 30 characters"
              hint="As printed on the label; a register logs in with it."
              mono
              spellCheck={false}
              autoComplete="off"
            />
            <TextField name="name" label="Name" note="2 to 20 characters" autoComplete="off" />
          </div>
          <SelectField
            name="model"
            label="Model"
            note="optional"
            placeholder="Other or unknown"
            choices={MODELS}
            narrow
          />
        </div>
      </Card>
      <Card title="Warranty">
        <div className="stack gap-20">
          <div className={styles.pair}>
            <DateField name="purchaseDate" label="Purchase date" />
            <div className={styles.field}>
              <DateField name="warrantyDate" label="Warranty date" />
              <WarrantyYears />
            </div>
          </div>
        </div>
      </Card>
      <Card title="Assignment">
        <AsyncSelectField
          name="adminId"
          label="Assigned admin"
          note="optional"
          hint="The person responsible for this device."
          choices={RECORDS.admins}
          current={admin}
          narrow
        />
        {device && <GivenAway device={device} />}
      </Card>
    </>
  );
}

/** Warns only about a newly chosen admin. */
function GivenAway({ device }: { device: Device }) {
  const adminId: unknown = useWatch({ name: 'adminId' });
  if (typeof adminId !== 'string' || adminId === device.adminId) return null;
  return <LiveFairNotice fairs={fairsOfOthers(device, adminId)} subject="This device is" />;
}

/**
 * Sets the warranty date to 1, 2 or 3 years after the purchase date; if that is missing, moves the
 * focus there.
 */
function WarrantyYears() {
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
