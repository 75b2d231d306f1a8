import { Combobox, useCombobox, type ComboboxStore } from '@mantine/core';
import { IconChevronDown, IconX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { IconButton } from '../button.tsx';
import { Behavior } from '../mantine.tsx';
import { useLabels, useOptions, type Choices, type ComboOption } from '../options.ts';
import '../chip.css';
import './combo.css';
import { boxClass } from './box-class.ts';
import { Field, useField, type FieldProps } from './field.tsx';

type AsyncSelectFieldProps<Option extends ComboOption> = FieldProps & {
  choices: Choices<Option>;
  /** Option the form opens with, or that was set from outside, so that its label is known. */
  current?: ComboOption | undefined;
  placeholder?: string;
  /** Gray text below an option's label. */
  detail?: (option: Option) => string;
  onPick?: (option: Option | undefined) => void;
  /** Value that a text matches exactly: taken when the field loses focus. */
  exact?: (text: string) => string | undefined;
};

/** Select with search on the server. The value is the option's `value`, or null. */
export function AsyncSelectField<Option extends ComboOption>({
  choices,
  current,
  placeholder = 'Type to search',
  detail,
  onPick,
  exact,
  ...field
}: AsyncSelectFieldProps<Option>) {
  const wired = useField(field);
  const [picked, setPicked] = useState<ComboOption>();
  const [search, setSearch] = useState<string>();
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const found = useOptions(choices.options, search ?? '', combobox.dropdownOpened);
  const list = found.data?.data ?? [];
  useFirstOption(combobox, found.data, Boolean(search));
  const values = typeof wired.value === 'string' && wired.value !== '' ? [wired.value] : [];
  const known = picked ? [picked, ...list] : list;
  const [label = ''] = useLabels(values, known, choices.labelOf, current);

  const pick = (option: Option | undefined): void => {
    setPicked(option);
    setSearch(undefined);
    wired.change(option?.value ?? null);
    onPick?.(option);
    combobox.closeDropdown();
  };
  return (
    <Field field={field} wired={wired}>
      <Behavior>
        <Combobox
          store={combobox}
          onOptionSubmit={(value) => pick(list.find((option) => option.value === value))}
          offset={4}
        >
          <Combobox.DropdownTarget>
            <span className={boxClass(wired.error, 'joined')}>
              <Combobox.EventsTarget>
                <input
                  {...wired.control}
                  autoComplete="off"
                  placeholder={placeholder}
                  value={search ?? label}
                  onClick={() => combobox.openDropdown()}
                  onFocus={(event) => event.currentTarget.select()}
                  onChange={({ target }) => {
                    setSearch(target.value);
                    combobox.openDropdown();
                  }}
                  onBlur={() => {
                    const matching = search === undefined ? undefined : exact?.(search);
                    if (matching) wired.change(matching);
                    setSearch(undefined);
                    combobox.closeDropdown();
                    wired.control.onBlur();
                  }}
                />
              </Combobox.EventsTarget>
              {label && search === undefined ? (
                <IconButton label={`Clear ${field.label}`} onClick={() => pick(undefined)}>
                  <IconX size={16} aria-hidden />
                </IconButton>
              ) : (
                <IconChevronDown size={16} aria-hidden className="combo-mark" />
              )}
            </span>
          </Combobox.DropdownTarget>
          <OptionList
            list={list}
            isLoading={found.isLoading}
            isSelected={(value) => value === wired.value}
            detail={detail}
          />
        </Combobox>
      </Behavior>
    </Field>
  );
}

type MultiSelectFieldProps = FieldProps & {
  choices: Choices;
  current?: readonly ComboOption[];
  placeholder?: string;
};

/** Multi-select with search. The value is the array of the options' `value`s. */
export function MultiSelectField({
  choices,
  current = [],
  placeholder = 'Type to search',
  ...field
}: MultiSelectFieldProps) {
  const wired = useField(field);
  const [known, setKnown] = useState<readonly ComboOption[]>(current);
  const [search, setSearch] = useState('');
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const found = useOptions(choices.options, search, combobox.dropdownOpened);
  const list = found.data?.data ?? [];
  useFirstOption(combobox, found.data, Boolean(search));
  const values = Array.isArray(wired.value) ? (wired.value as string[]) : [];
  const labels = useLabels(values, known, choices.labelOf);

  const toggle = (value: string): void => {
    const option = list.find((one) => one.value === value);
    if (option) setKnown((before) => [...before.filter((one) => one.value !== value), option]);
    setSearch('');
    wired.change(
      values.includes(value) ? values.filter((one) => one !== value) : [...values, value],
    );
  };
  return (
    <Field field={field} wired={wired}>
      <Behavior>
        <Combobox store={combobox} onOptionSubmit={toggle} offset={4}>
          <Combobox.DropdownTarget>
            <span className={boxClass(wired.error, 'several')}>
              {values.map((value, index) => {
                const label = labels[index] ?? value;
                return (
                  <span key={value} className="chip">
                    {label}
                    <button
                      type="button"
                      aria-label={`Remove ${label}`}
                      onClick={() => toggle(value)}
                    >
                      <IconX size={14} aria-hidden />
                    </button>
                  </span>
                );
              })}
              <Combobox.EventsTarget>
                <input
                  {...wired.control}
                  autoComplete="off"
                  placeholder={values.length > 0 ? '' : placeholder}
                  value={search}
                  onClick={() => combobox.openDropdown()}
                  onChange={({ target }) => {
                    setSearch(target.value);
                    combobox.openDropdown();
                  }}
                  onKeyDown={({ key }) => {
                    const last = values.at(-1);
                    if (key === 'Backspace' && search === '' && last) toggle(last);
                  }}
                  onBlur={() => {
                    setSearch('');
                    combobox.closeDropdown();
                    wired.control.onBlur();
                  }}
                />
              </Combobox.EventsTarget>
            </span>
          </Combobox.DropdownTarget>
          <OptionList
            list={list}
            isLoading={found.isLoading}
            isSelected={(value) => values.includes(value)}
          />
        </Combobox>
      </Behavior>
    </Field>
  );
}

/** Preselects the first option found, so that Enter takes it. */
function useFirstOption(
  { selectFirstOption }: ComboboxStore,
  found: unknown,
  isSearching: boolean,
): void {
  useEffect(() => {
    if (found && isSearching) selectFirstOption();
  }, [found, isSearching, selectFirstOption]);
}

type OptionListProps<Option extends ComboOption> = {
  list: readonly Option[];
  isLoading: boolean;
  isSelected: (value: string) => boolean;
  detail?: ((option: Option) => string) | undefined;
};

function OptionList<Option extends ComboOption>({
  list,
  isLoading,
  isSelected,
  detail,
}: OptionListProps<Option>) {
  return (
    <Combobox.Dropdown>
      <Combobox.Options className="combo-options">
        {list.map((option) => (
          <Combobox.Option
            key={option.value}
            value={option.value}
            selected={isSelected(option.value)}
          >
            {option.label}
            {detail && <small>{detail(option)}</small>}
          </Combobox.Option>
        ))}
        {list.length === 0 && (
          <Combobox.Empty>{isLoading ? 'Searching…' : 'Nothing found'}</Combobox.Empty>
        )}
      </Combobox.Options>
    </Combobox.Dropdown>
  );
}
