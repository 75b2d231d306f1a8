import { PACKAGE_OPTIONS, type PackageOption } from '@pos/contract/fairs/package-options';
import { seasonName, toSeason } from '@pos/contract/fairs/seasons';
import { Day } from '@pos/contract/values';
import { getTaxCents } from '@pos/contract/sales/money-rules';
import { USUAL_FAIR_DAYS, USUAL_YEARS_AHEAD, type FairDetails } from '@pos/contract/fairs/fairs';
import { today, zoneName } from '@pos/contract/values/clock';
import { pluralize } from '@pos/contract/values/counts';
import {
  addYears,
  daysBetween,
  formatDay,
  parseDay,
  shortWeekday,
} from '@pos/contract/values/days';
import { formatCents } from '@pos/contract/values/money';
import { doubtFraction, ppmOfPercent } from '@pos/contract/values/percent';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useWatch, useFormContext } from 'react-hook-form';
import { schoolOfIdentifier, schoolsByIdentifier } from '#web/fairs/schools/schools.data.ts';
import { HERE } from '#web/lib/input/time.ts';
import { RECORDS, schoolLabel } from '#web/lib/lists/records.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { TileRadioField } from '#web/ui/fields/choice-fields.tsx';
import { AsyncSelectField, MultiSelectField } from '#web/ui/fields/combo/combo-fields.tsx';
import { asText } from '#web/ui/fields/field.tsx';
import { DateField } from '#web/ui/fields/dates/date-field.tsx';
import { LockedField } from '#web/ui/fields/locked-field.tsx';
import { NumberField } from '#web/ui/fields/number-field.tsx';
import { TextareaField, TextField } from '#web/ui/fields/text-fields.tsx';
import type { Section } from '#web/ui/layout/section-nav.tsx';
import { PACKAGE_CHOICES } from '../fair-status.ts';
import { packagesOfSeason, packageWords } from '../fairs.data.ts';
import * as styles from '#web/ui/fields/fields.module.css';
import { schoolsApi, type School } from '@pos/contract/fairs/schools';
import { IconPlus } from '@tabler/icons-react';
import { AddSchoolDialog } from '#web/fairs/schools/add-school-dialog.tsx';
import { Allowed } from '#web/lib/session/session.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { useOpened } from '#web/ui/overlays/use-opened.ts';

export const FAIR_SECTIONS: readonly Section[] = [
  { id: 'basics', label: 'Basics' },
  { id: 'schedule', label: 'Schedule' },
  { id: 'money', label: 'Money' },
  { id: 'people', label: 'People and devices' },
];

const PACKAGE_GROUPS = ['25P', '25C'].map((label) => ({
  label: `Series ${label}`,
  choices: PACKAGE_CHOICES.filter((choice) => choice.label.startsWith(label)),
}));

type FairSectionsProps = { fair?: FairDetails; copied?: FairDetails | undefined };

/**
 * Fields of a fair, for adding and (given the fair) editing. Some lock after the first order.
 * `copied` names the values a new fair took over.
 */
export function FairSections({ fair, copied }: FairSectionsProps) {
  const known = fair ?? copied;
  const zone = useZoneOfSchool(known);
  const lockReason =
    fair && fair.orders > 0
      ? `Fixed since the first of ${pluralize(fair.orders, 'order', 'orders')}.`
      : undefined;
  return (
    <>
      <Basics fair={fair} known={known} lockReason={lockReason} />
      <Schedule fair={fair} zone={zone} lockReason={lockReason} />
      <Part id="money" title="Money">
        <NumberField
          name="salesTaxRate"
          label="Sales tax rate"
          note="up to 4 decimals"
          suffix="%"
          decimals={4}
          hint={
            <>
              <TaxSample />
              {lockReason && '. Orders that were sold keep their rate.'}
            </>
          }
          narrow
        />
        <TileRadioField
          name="packageOption"
          label="Package"
          groups={PACKAGE_GROUPS}
          hint={<ChosenPackage />}
        />
      </Part>
      <Part id="people" title="People and devices">
        <div className={styles.pair}>
          <AsyncSelectField
            name="adminId"
            label="Admin"
            hint="The person responsible for this fair."
            choices={RECORDS.admins}
            current={known && { value: known.adminId, label: known.adminName }}
          />
          <MultiSelectField
            name="deviceIds"
            label="Planned devices"
            note="optional"
            hint="More can be added at any time."
            choices={RECORDS.devices}
            current={
              known?.devices.map(({ id, deviceId, name }) => ({
                value: id,
                label: `${deviceId} · ${name}`,
              })) ?? []
            }
          />
        </div>
      </Part>
    </>
  );
}

type LockableProps = {
  fair: FairDetails | undefined;
  /** Reason for the locked fields; undefined before the first order. */
  lockReason: string | undefined;
};

function Basics({ fair, known, lockReason }: LockableProps & { known: FairDetails | undefined }) {
  return (
    <Part id="basics" title="Basics" intro="All fields are required unless marked optional.">
      {fair && lockReason ? (
        <LockedField
          name="schoolIdentifier"
          label="School"
          value={schoolLabel({ name: fair.schoolName, identifier: fair.schoolIdentifier })}
          reason={lockReason}
        />
      ) : (
        <SchoolField fair={known} />
      )}
      {fair ? (
        <TextField name="name" label="Fair name" autoComplete="off" />
      ) : (
        <div className={styles.pair}>
          <TextField name="name" label="Fair name" autoComplete="off" />
          <TextField
            name="identifier"
            label="Fair identifier"
            note="optional"
            hint="Leave blank to generate it."
            mono
            spellCheck={false}
            autoComplete="off"
          />
        </div>
      )}
      <TextField
        name="address"
        label="Address"
        hint="Filled in from the school. Change it if the fair is elsewhere."
        autoComplete="off"
      />
      <TextareaField
        name="publicMessage"
        label="Message to families"
        note="optional"
        hint="For the fair's public page."
      />
    </Part>
  );
}

function Schedule({ fair, zone, lockReason }: LockableProps & { zone: string | undefined }) {
  return (
    <Part
      id="schedule"
      title="Schedule"
      intro={
        zone
          ? `All times are ${zoneName(zone)}, the school's time zone.`
          : "All times are in the school's time zone."
      }
    >
      <div className={styles.pair}>
        {fair && lockReason ? (
          <LockedField
            name="startDate"
            label="Start date"
            value={formatDay(fair.startDate)}
            reason={lockReason}
          />
        ) : (
          <DateField name="startDate" label="Start date" />
        )}
        <DateField
          name="endDate"
          label="End date"
          hint={<FairLength isNew={!fair} zone={zone} />}
        />
      </div>
      <TextField
        name="hours"
        label="Hours"
        note="optional"
        placeholder="8:00 AM to 4:00 PM"
        autoComplete="off"
      />
    </Part>
  );
}

/** Time zone of the school chosen in the form; undefined until one is chosen. */
function useZoneOfSchool(known: FairDetails | undefined): string | undefined {
  const identifier = asText(useWatch({ name: 'schoolIdentifier' }));
  const isKnown = known?.schoolIdentifier === identifier;
  const { data } = useQuery({
    ...schoolOfIdentifier(identifier),
    enabled: identifier !== '' && !isKnown,
  });
  return isKnown ? known.timeZone : data?.timeZone;
}

type PartProps = { id: string; title: string; intro?: string; children: ReactNode };

function Part({ id, title, intro, children }: PartProps) {
  return (
    <div id={id}>
      <Card title={title} intro={intro}>
        <div className="stack gap-20">{children}</div>
      </Card>
    </div>
  );
}

/**
 * Length of the fair, once both dates are known. Warns about a long fair (domain 3.5), and about a
 * new one in the past by the clock of its zone, or of the browser's zone until that is known.
 */
function FairLength({ isNew, zone }: { isNew: boolean; zone: string | undefined }) {
  const [start, end] = useWatch({ name: ['startDate', 'endDate'] }).map((day: unknown) =>
    parseDay(String(day ?? '')),
  );
  if (!start || !end || end < start) return 'The last day of the fair.';
  const days = daysBetween(start, end) + 1;
  const length =
    days === 1
      ? `One day, ${shortWeekday(start)}`
      : `${days} days, ${shortWeekday(start)} to ${shortWeekday(end)}`;
  const doubts = [
    ...(days > USUAL_FAIR_DAYS ? ['That is longer than usual.'] : []),
    ...(isNew && end < today(zone ?? HERE) ? ['That is in the past.'] : []),
    ...(start > addYears(today(zone ?? HERE), USUAL_YEARS_AHEAD)
      ? [`That is more than ${USUAL_YEARS_AHEAD} years ahead.`]
      : []),
  ];
  if (doubts.length === 0) return length;
  return (
    <>
      {length}. <span className="doubt">{doubts.join(' ')}</span>
    </>
  );
}

const SAMPLE_CENTS = 1_000;

/** Example of the rate on a book of $10.00, computed as registers do. */
function TaxSample() {
  const rate: unknown = useWatch({ name: 'salesTaxRate' });
  if (typeof rate !== 'number' || rate < 0 || rate > 100)
    return 'In percent, as the school charges it: 8.25';
  const doubt = doubtFraction(rate);
  if (doubt) return <span className="doubt">{doubt.message}</span>;
  return `A ${formatCents(SAMPLE_CENTS)} book rings up at ${formatCents(SAMPLE_CENTS + getTaxCents(SAMPLE_CENTS, ppmOfPercent(rate)))}`;
}

/** Contents of the package that the form has chosen, in the season of its first day. */
function ChosenPackage() {
  const [option, startDate] = useWatch({ name: ['packageOption', 'startDate'] }) as unknown[];
  const day = Day.safeParse(startDate);
  const season = day.success ? toSeason(day.data) : '';
  const { data } = useQuery({ ...packagesOfSeason(season), enabled: season !== '' });
  const row = data?.find(({ packageOption }) => packageOption === option);
  if (typeof option !== 'number')
    return 'Your company decides what a series contains. The number is about how many units a package has; choose one to see its titles.';
  if (season === '') return 'Enter the first day to see the titles of the package.';
  if (!row) return null;
  return `${PACKAGE_OPTIONS[option as PackageOption]} in ${seasonName(season)}: ${packageWords(row)}.`;
}

type SchoolFieldProps = { fair: FairDetails | undefined };

/**
 * School of a fair: found by name or identifier, or added here. Choosing one fills in the address.
 */
function SchoolField({ fair }: SchoolFieldProps) {
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
