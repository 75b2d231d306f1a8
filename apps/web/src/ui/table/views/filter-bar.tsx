import type { ListFilter, RecordKind } from '@pos/contract/list-filters';
import { formatDay, formatDayRange } from '@pos/contract/values/days';
import { formatCents } from '@pos/contract/values/money';
import {
  IconAdjustmentsHorizontal,
  IconCalendarEvent,
  IconChevronDown,
  IconSearch,
  IconX,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { RECORDS } from '#web/lib/lists/records.ts';
import { formatTotal, type Total } from '#web/lib/lists/total.ts';
import { Button } from '../../buttons/button.tsx';
import * as chipStyles from '../../buttons/chip.module.css';
import { Popover } from '../../overlays/popover.tsx';
import { useIsPhone } from '../../hooks/use-is-phone.ts';
import { chosen, filterKeys, isActive, without, type ListState } from '../description.ts';
import * as styles from './filters.module.css';
import { asidePart, lazyPart } from '../../messages/lazy-part.tsx';

// Loaded when a filter is first pointed at, focused or opened.
const loadBody = () => import('./filter-body.tsx');
const FilterBody = lazyPart(loadBody, 'FilterBody');
const Sheet = asidePart(() => import('../../overlays/sheet.tsx'), 'Sheet');

type FilterBarProps = {
  filters: readonly ListFilter[];
  state: ListState;
  today: string | undefined;
  searchHint: string | undefined;
  total: Total | undefined;
  sentence: string;
  tool?: ReactNode;
  /** Filters that the open tab sets, by their keys: its name says them. */
  said: ReadonlySet<string>;
};

/** Search, promoted filters, more filters, and the active filters as chips. */
export function FilterBar(props: FilterBarProps) {
  const { filters, state, today, searchHint, total, sentence, tool, said } = props;
  const [isMoreOpen, setIsMoreOpen] = useState(false);
  const isPhone = useIsPhone();
  const shown = filters.filter(({ promoted }) => promoted).slice(0, isPhone ? 1 : 3);
  const others = filters.filter((filter) => !shown.includes(filter));
  const active = filters.filter(
    (filter) => isActive(filter, state.query) && !filterKeys(filter).every((key) => said.has(key)),
  );
  const search = typeof state.query['search'] === 'string' ? state.query['search'] : '';
  return (
    <>
      <div className={styles.filters} data-part="filters">
        {searchHint && (
          <SearchBox
            hint={searchHint}
            search={search}
            onSearch={(text) => state.change({ search: text || undefined }, { replace: true })}
          />
        )}
        {shown.map((filter) => (
          <FilterButton key={filter.label} filter={filter} state={state} today={today} />
        ))}
        {others.length > 0 && (
          <button
            type="button"
            className={
              others.some((filter) => active.includes(filter))
                ? `${styles.filterButton} ${styles.on}`
                : styles.filterButton
            }
            onClick={() => setIsMoreOpen(true)}
          >
            <IconAdjustmentsHorizontal size={16} aria-hidden /> More filters
          </button>
        )}
        {tool && <span className={styles.atEnd}>{tool}</span>}
      </div>
      {(active.length > 0 || search) && (
        <div className={styles.chips} data-part="filters">
          {search && (
            <span className={chipStyles.chip}>
              Search <b>{search}</b>
              <ChipX label="Clear search" onClick={() => state.change({ search: undefined })} />
            </span>
          )}
          {active.map((filter) => (
            <span key={filter.label} className={chipStyles.chip}>
              {filter.label} <ChosenText filter={filter} state={state} />
              <ChipX
                label={`Clear ${filter.label}`}
                onClick={() => state.change(without(filter))}
              />
            </span>
          ))}
          {/* Without a row, the list offers it itself. */}
          {total?.count !== 0 && (
            <button type="button" className="link" onClick={() => state.change(noFilters(filters))}>
              Clear filters
            </button>
          )}
        </div>
      )}
      {isMoreOpen && (
        <Sheet
          title="Filters"
          onClose={() => setIsMoreOpen(false)}
          size={isPhone ? '100%' : 360}
          footer={
            <Button variant="primary" block onClick={() => setIsMoreOpen(false)}>
              {total === undefined ? 'Show results' : `Show ${formatTotal(total)} ${sentence}`}
            </Button>
          }
        >
          {others.map((filter) => (
            <section key={filter.label} className={styles.section}>
              <h3>{filter.label}</h3>
              <FilterBody filter={filter} state={state} today={today} />
            </section>
          ))}
        </Sheet>
      )}
    </>
  );
}

/** Changes that remove every filter and the search. */
export function noFilters(filters: readonly ListFilter[]): Record<string, undefined> {
  return { search: undefined, ...Object.assign({}, ...filters.map(without)) };
}

function ChipX({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button type="button" aria-label={label} onClick={onClick}>
      <IconX size={14} aria-hidden />
    </button>
  );
}

type SearchBoxProps = { hint: string; search: string; onSearch: (text: string) => void };

function SearchBox({ hint, search, onSearch }: SearchBoxProps) {
  const [text, setText] = useState(search);
  const [sent, setSent] = useState(search);
  const [seen, setSeen] = useState(search);
  if (search !== seen) {
    setSeen(search);
    if (search !== sent) {
      // The address changed elsewhere: a cleared chip, or Back.
      setSent(search);
      setText(search);
    }
  }
  useEffect(() => {
    const wanted = text.trim();
    if (wanted === sent) return undefined;
    const timer = setTimeout(() => {
      setSent(wanted);
      onSearch(wanted);
    }, 300);
    return () => clearTimeout(timer);
  }, [text, sent, onSearch]);
  return (
    <span className={styles.fieldSearch}>
      <IconSearch size={16} aria-hidden />
      <input
        type="search"
        aria-label="Search"
        placeholder={hint}
        autoComplete="off"
        maxLength={200}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
    </span>
  );
}

type FilterProps = { filter: ListFilter; state: ListState };

function FilterButton({ filter, state, today }: FilterProps & { today: string | undefined }) {
  const isOn = isActive(filter, state.query);
  return (
    <Popover
      label={filter.label}
      loadContent={loadBody}
      button={(props) => (
        <button
          type="button"
          {...props}
          className={isOn ? `${styles.filterButton} ${styles.on}` : styles.filterButton}
        >
          {filter.kind === 'days' && <IconCalendarEvent size={16} aria-hidden />}
          <span>
            {filter.label}
            {isOn && (
              <>
                : <ChosenText filter={filter} state={state} short />
              </>
            )}
          </span>
          <IconChevronDown size={14} aria-hidden />
        </button>
      )}
    >
      {(close) => (
        <div className={styles.filterDrop}>
          <FilterBody filter={filter} state={state} today={today} onDone={close} />
          {isOn && (
            <Button size="sm" variant="tertiary" onClick={() => state.change(without(filter))}>
              Clear
            </Button>
          )}
        </div>
      )}
    </Popover>
  );
}

/** Active value in words. `short`: "2 of 6" instead of several names. */
function ChosenText({ filter, state, short = false }: FilterProps & { short?: boolean }) {
  switch (filter.kind) {
    case 'choice': {
      const labels = chosen(state.query, filter.key).map(
        (value) => filter.choices.find((choice) => choice.value === value)?.label ?? value,
      );
      return (
        <b>
          {short && labels.length > 1
            ? `${labels.length} of ${filter.choices.length}`
            : labels.join(', ')}
        </b>
      );
    }
    case 'record':
      return <RecordLabel of={filter.of} value={String(state.query[filter.key])} />;
    case 'amounts': {
      const [min, max] = [state.query[filter.key], state.query[filter.to]].map((cents) =>
        typeof cents === 'number' ? formatCents(cents) : undefined,
      );
      return (
        <b className="numeric">
          {min && max ? `${min} to ${max}` : min ? `from ${min}` : `up to ${max}`}
        </b>
      );
    }
    case 'days': {
      const [from, to] = [state.query[filter.key], state.query[filter.to]].map((day) =>
        typeof day === 'string' ? day : undefined,
      );
      return (
        <b className="numeric">
          {from && to
            ? formatDayRange(from, to)
            : from
              ? `from ${formatDay(from)}`
              : `until ${formatDay(to ?? '')}`}
        </b>
      );
    }
  }
}

function RecordLabel({ of, value }: { of: RecordKind; value: string }) {
  const { getLabel, arePeople } = RECORDS[of];
  const { data } = useQuery(getLabel(value));
  return (
    <b className="ellipsis" data-private={arePeople}>
      {data ?? '1 chosen'}
    </b>
  );
}
