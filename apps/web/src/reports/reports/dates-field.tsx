import { ALL_SCHOOLS } from '@pos/contract/reports/report-query';
import { formatDay, formatDayRange, parseDay } from '@pos/contract/values/days';
import { IconChevronDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId, useState, type Ref } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { boxClass } from '#web/ui/fields/box-class.ts';
import { DayInput } from '#web/ui/fields/dates/day-input.tsx';
import { asText, useField, type Wired } from '#web/ui/fields/field.tsx';
import { FieldMessages } from '#web/ui/fields/field-messages.tsx';
import * as fieldStyles from '#web/ui/fields/fields.module.css';
import { Popover } from '#web/ui/overlays/popover.tsx';
import { presetsOfAllSchools, reportPresets, type Preset } from './report-presets.ts';
import { schoolFairsQuery, schoolQuery } from './reports.data.ts';
import { useFill } from './use-fill.ts';
import * as styles from './report-form.module.css';

/** Days of a report: a button with the range, and a box with presets and both dates. */
export function DatesField() {
  const { trigger, getValues, setValue } = useFormContext();
  const start = useField({ name: 'startDate', label: 'Start date' });
  const end = useField({ name: 'endDate', label: 'End date' });
  const id = useId();
  const isWhole = useWatch({ name: 'wholeFair' }) === true;
  const text = isWhole ? 'All of this fair' : toRange(asText(start.value), asText(end.value));
  const error = start.error ?? end.error;
  const settle = (wired: Wired, day: string): void => {
    wired.change(day);
    setValue('wholeFair', false);
    if (getValues('startDate') && getValues('endDate')) void trigger(['startDate', 'endDate']);
  };
  return (
    <div className={fieldStyles.field}>
      <span className={fieldStyles.label}>Dates</span>
      <Popover
        label="Dates"
        width={320}
        button={({ ref, ...props }) => (
          <button
            type="button"
            {...props}
            ref={both(ref, start.control.ref as Ref<HTMLButtonElement>)}
            className={boxClass(error, styles.select, 'numeric')}
            aria-label={text ? `Dates: ${text}. Choose others` : 'Dates: Choose dates'}
            aria-describedby={error && `${id}-error`}
          >
            <span className={text ? 'ellipsis' : 'ellipsis muted'}>{text || 'Choose dates'}</span>
            <IconChevronDown size={16} aria-hidden />
          </button>
        )}
      >
        {(close) => (
          <div className={styles.box}>
            <RangePresets onPick={close} />
            <div className={styles.days}>
              <DayField label="Start date" wired={start} onDay={(day) => settle(start, day)} />
              <DayField label="End date" wired={end} onDay={(day) => settle(end, day)} />
            </div>
          </div>
        )}
      </Popover>
      <FieldMessages id={id} error={error} hint={undefined} />
    </div>
  );
}

/** Range with its year once: `10/19 – 10/23/2026`. */
function toRange(start: string, end: string): string {
  if (!parseDay(start) || !parseDay(end)) return [start, end].filter(Boolean).join(' – ');
  if (start === end || start.slice(0, 4) !== end.slice(0, 4)) return formatDayRange(start, end);
  return `${formatDay(start).slice(0, 5)} – ${formatDay(end)}`;
}

/** Gives an element to two refs. */
function both<Element>(one: Ref<Element> | undefined, other: Ref<Element>): Ref<Element> {
  return (element) => {
    for (const ref of [one, other]) {
      if (typeof ref === 'function') ref(element);
      else if (ref) ref.current = element;
    }
  };
}

type DayFieldProps = { label: string; wired: Wired; onDay: (day: string) => void };

/** One date of the range, taken once it is complete or left. */
function DayField({ label, wired, onDay }: DayFieldProps) {
  const [typed, setTyped] = useState<string>();
  const id = useId();
  const change = (text: string): void => {
    const day = parseDay(text);
    setTyped(day ? undefined : text);
    if (day) onDay(day);
  };
  return (
    <div className={fieldStyles.field}>
      <label className={fieldStyles.label} htmlFor={id}>
        {label}
      </label>
      <DayInput
        id={id}
        value={typed ?? asText(wired.value)}
        onChange={change}
        onBlur={() => {
          if (typed !== undefined) onDay(typed);
          setTyped(undefined);
        }}
        isWrong={Boolean(wired.error)}
        aria-invalid={Boolean(wired.error)}
        aria-describedby={wired.error && `${id}-error`}
      />
      <FieldMessages id={id} error={wired.error} hint={undefined} />
    </div>
  );
}

/** Ranges in one click. A range of the fair also chooses the fair, if none is chosen. */
function RangePresets({ onPick }: { onPick: () => void }) {
  const fill = useFill();
  const [school, fairIdentifier, start, end, wholeFair]: unknown[] = useWatch({
    name: ['schoolIdentifier', 'fairIdentifier', 'startDate', 'endDate', 'wholeFair'],
  });
  const identifier = asText(school);
  const timeZone = useQuery(schoolQuery(identifier)).data?.timeZone;
  const fairs = useQuery(schoolFairsQuery(identifier)).data ?? [];
  const chosen = fairs.find((one) => one.identifier === fairIdentifier);
  const fair = chosen ?? fairs[0];
  const presets =
    identifier === ALL_SCHOOLS
      ? presetsOfAllSchools()
      : reportPresets(fair, chosen?.timeZone ?? timeZone);
  const isCurrent = ({ ofFair, startDate, endDate }: Preset) =>
    ofFair === (wholeFair === true) && startDate === start && endDate === end;
  const current = presets.find(isCurrent);
  const apply = ({ ofFair, startDate, endDate }: Preset): void => {
    fill({
      ...(ofFair && !chosen && fair && { fairIdentifier: fair.identifier }),
      startDate,
      endDate,
      wholeFair: ofFair,
    });
    onPick();
  };
  return (
    <div className={`${styles.presets} grid gap-2`} role="group" aria-label="Ranges">
      {presets
        .filter(({ startDate }) => startDate !== '')
        .map((preset) => (
          <button
            key={preset.label}
            type="button"
            aria-pressed={preset === current}
            onClick={() => apply(preset)}
          >
            {preset.label}
            <small className="numeric">
              {preset.ofFair
                ? 'with earlier sales, later refunds'
                : formatDayRange(preset.startDate, preset.endDate)}
            </small>
          </button>
        ))}
    </div>
  );
}
