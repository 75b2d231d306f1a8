import type { ListFilter } from '@pos/contract/list-filters';
import { parseDay } from '@pos/contract/values/days';
import { formatScaled, parseScaled } from '@pos/contract/values/decimals';
import { IconSearch } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { boxClass } from '../../fields/box-class.ts';
import { DayInput } from '../../fields/dates/day-input.tsx';
import * as checkboxStyles from '../../fields/checkbox.module.css';
import * as boxStyles from '../../fields/box.module.css';
import * as fieldStyles from '../../fields/fields.module.css';
import { ErrorNotice } from '../../messages/notice.tsx';
import { useTypedAnswer } from '../../hooks/use-typed-answer.ts';
import { RECORDS } from '#web/lib/lists/records.ts';
import { chosen, type ListState } from '../description.ts';
import * as styles from './filters.module.css';
import { recentDays } from './presets.ts';

type Of<Kind extends ListFilter['kind']> = Extract<ListFilter, { kind: Kind }>;

type FilterBodyProps = {
  filter: ListFilter;
  state: ListState;
  /** Day that ranges of days end with. */
  today: string | undefined;
  onDone?: () => void;
};

/** Controls of a filter, the same in its dropdown and in the sheet of more filters. */
export function FilterBody({ filter, state, today, onDone }: FilterBodyProps) {
  switch (filter.kind) {
    case 'choice':
      return <ChoiceBody filter={filter} state={state} {...(onDone && { onDone })} />;
    case 'record':
      return <RecordBody filter={filter} state={state} {...(onDone && { onDone })} />;
    case 'days':
      return <DaysBody filter={filter} state={state} today={today} />;
    case 'amounts':
      return <AmountsBody filter={filter} state={state} />;
  }
}

type ChoiceBodyProps = { filter: Of<'choice'>; state: ListState; onDone?: () => void };

function ChoiceBody({ filter, state, onDone }: ChoiceBodyProps) {
  const name = useId();
  const values = chosen(state.query, filter.key);
  const toggle = (value: string): void => {
    if (filter.isMany) {
      state.change({
        [filter.key]: filter.choices
          .map((choice) => choice.value)
          .filter((one) => values.includes(one) !== (one === value)),
      });
    } else {
      state.change({ [filter.key]: value });
      onDone?.();
    }
  };
  return (
    <div
      role={filter.isMany ? 'group' : 'radiogroup'}
      aria-label={filter.label}
      className={styles.choices}
    >
      {filter.choices.map(({ value, label }) => (
        <label key={value}>
          <input
            type={filter.isMany ? 'checkbox' : 'radio'}
            name={name}
            className={
              filter.isMany
                ? checkboxStyles.checkbox
                : `${checkboxStyles.checkbox} ${checkboxStyles.round}`
            }
            checked={values.includes(value)}
            onChange={() => toggle(value)}
          />
          {label}
        </label>
      ))}
    </div>
  );
}

type RecordBodyProps = { filter: Of<'record'>; state: ListState; onDone?: () => void };

function RecordBody({ filter, state, onDone }: RecordBodyProps) {
  const [search, setSearch] = useState('');
  const { options, arePeople } = RECORDS[filter.of];
  const { answer, earlier, failure, retry } = useTypedAnswer(options, search);
  const name = useId();
  const list = (answer ?? earlier)?.data ?? [];
  return (
    <div className="grid gap-6">
      <span className={`${boxStyles.box} ${boxStyles.small}`}>
        <IconSearch size={16} aria-hidden />
        <input
          type="search"
          aria-label={`Search ${filter.label}`}
          placeholder="Type to search"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
      </span>
      <div role="radiogroup" aria-label={filter.label} className={styles.choices} inert={!answer}>
        {list.map(({ value, label }) => (
          <label key={value}>
            <input
              type="radio"
              className={`${checkboxStyles.checkbox} ${checkboxStyles.round}`}
              name={name}
              checked={state.query[filter.key] === value}
              onChange={() => {
                state.change({ [filter.key]: value });
                onDone?.();
              }}
            />
            <span data-private={arePeople}>{label}</span>
          </label>
        ))}
      </div>
      {failure ? (
        <ErrorNotice what={filter.label} error={failure} retry={retry} />
      ) : (
        list.length === 0 && <p className="caption">{answer ? 'Nothing found' : 'Searching…'}</p>
      )}
    </div>
  );
}

type DaysBodyProps = { filter: Of<'days'>; state: ListState; today: string | undefined };

function DaysBody({ filter: { key, to: end }, state, today }: DaysBodyProps) {
  return (
    <div className={styles.dayChoice}>
      {(today === undefined ? [] : recentDays(today)).map(({ label, from, to }) => (
        <button
          key={label}
          type="button"
          className={styles.preset}
          aria-pressed={state.query[key] === from && state.query[end] === to}
          onClick={() => state.change({ [key]: from, [end]: to })}
        >
          {label}
        </button>
      ))}
      <DayField
        label="From"
        value={state.query[key]}
        onDay={(day) => state.change({ [key]: day })}
      />
      <DayField label="To" value={state.query[end]} onDay={(day) => state.change({ [end]: day })} />
    </div>
  );
}

type DayFieldProps = { label: string; value: unknown; onDay: (day: string | undefined) => void };

function DayField({ label, value, onDay }: DayFieldProps) {
  const [text, setText] = useState<string>();
  const day = typeof value === 'string' ? value : '';
  const change = (typed: string): void => {
    const parsed = parseDay(typed);
    setText(parsed ? undefined : typed);
    if (parsed) onDay(parsed);
    if (typed === '') onDay(undefined);
  };
  return (
    <div className={fieldStyles.field}>
      <span className={fieldStyles.label}>{label}</span>
      <DayInput
        small
        aria-label={label}
        value={text ?? day}
        isWrong={Boolean(text)}
        aria-invalid={Boolean(text)}
        onChange={change}
      />
      {text && <p className="caption">Enter a date as MM/DD/YYYY.</p>}
    </div>
  );
}

function AmountsBody({ filter, state }: { filter: Of<'amounts'>; state: ListState }) {
  return (
    <div className={styles.dayChoice}>
      <AmountField
        label="At least"
        cents={state.query[filter.key]}
        onCents={(cents) => state.change({ [filter.key]: cents }, { replace: true })}
      />
      <AmountField
        label="At most"
        cents={state.query[filter.to]}
        onCents={(cents) => state.change({ [filter.to]: cents }, { replace: true })}
      />
    </div>
  );
}

type AmountFieldProps = {
  label: string;
  cents: unknown;
  onCents: (cents: number | undefined) => void;
};

/** Amount typed in dollars; applied on blur or Enter. */
function AmountField({ label, cents, onCents }: AmountFieldProps) {
  const id = useId();
  const [typed, setTyped] = useState<string>();
  const parsed = typed === undefined || typed.trim() === '' ? undefined : parseScaled(typed, 2);
  const isWrong =
    typed !== undefined && typed.trim() !== '' && (parsed === undefined || parsed < 0);
  const settle = (): void => {
    if (typed === undefined || isWrong) return;
    onCents(parsed);
    setTyped(undefined);
  };
  return (
    <div className={fieldStyles.field}>
      <label className={fieldStyles.label} htmlFor={id}>
        {label}
      </label>
      <span className={boxClass(isWrong, boxStyles.small, 'numeric')}>
        <span className={boxStyles.affix}>$</span>
        <input
          id={id}
          inputMode="decimal"
          autoComplete="off"
          aria-invalid={isWrong}
          value={typed ?? (typeof cents === 'number' ? formatScaled(cents, 2) : '')}
          onChange={({ target }) => setTyped(target.value)}
          onBlur={settle}
          onKeyDown={({ key }) => key === 'Enter' && settle()}
        />
      </span>
      {isWrong && <p className="caption">Enter an amount such as 12.50.</p>}
    </div>
  );
}
