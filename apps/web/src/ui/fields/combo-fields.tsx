import { Combobox } from '@base-ui/react/combobox';
import { IconChevronDown, IconX } from '@tabler/icons-react';
import { useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { IconButton } from '../button.tsx';
import * as chipStyles from '../chip.module.css';
import { useLabels, useOptions, type Choices, type ComboOption } from '../options.ts';
import { boxClass } from './box-class.ts';
import * as boxStyles from './box.module.css';
import * as styles from './combo-fields.module.css';
import { Field, useField, type FieldProps, type Wired } from './field.tsx';

type SearchSelectProps<Option extends ComboOption> = FieldProps & {
  choices: Choices<Option>;
  /** Option the form opens with, or that was set from outside, so that its label is known. */
  current?: ComboOption | undefined;
  placeholder?: string;
  /** Gray text below an option's label. */
  detail?: (option: Option) => string;
  onPick?: (option: Option | undefined) => void;
  /** Value that a text matches exactly: taken when the field loses focus. */
  exact?: (text: string) => string | undefined;
  /** Always has a value: no button clears it. */
  isRequired?: boolean;
};

/** Select with search on the server. The value is the option's `value`, or null. */
export function AsyncSelectField<Option extends ComboOption>(field: SearchSelectProps<Option>) {
  return <SearchSelect {...field} wired={useField(field)} />;
}

/** Same select for a value that is not one field of the form: `wired` reads and changes it. */
export function SearchSelect<Option extends ComboOption>({
  choices,
  current,
  placeholder = 'Type to search',
  detail,
  onPick,
  exact,
  isRequired = false,
  wired,
  ...field
}: SearchSelectProps<Option> & { wired: Wired }) {
  const box = useRef<HTMLSpanElement>(null);
  const [picked, setPicked] = useState<ComboOption>();
  const [search, setSearch] = useState<string>();
  const [isOpen, setIsOpen] = useState(false);
  const found = useOptions(choices.options, search ?? '', isOpen);
  const list = found.data?.data ?? [];
  const values = typeof wired.value === 'string' && wired.value !== '' ? [wired.value] : [];
  const known = picked ? [picked, ...list] : list;
  const [label = ''] = useLabels(values, known, choices.labelOf, current);

  const pick = (option: Option | undefined): void => {
    setPicked(option);
    setSearch(undefined);
    wired.change(option?.value ?? null);
    onPick?.(option);
  };
  return (
    <Field field={field} wired={wired}>
      <Combobox.Root<ComboOption>
        {...ofOptions}
        items={list}
        value={values[0] === undefined ? null : { value: values[0], label }}
        // An emptied box keeps the value until another is picked; the button clears it.
        onValueChange={(option) => {
          if (option) pick(list.find(({ value }) => value === option.value));
        }}
        inputValue={search ?? label}
        onInputValueChange={(text, { reason }) =>
          setSearch(reason === 'input-change' || reason === 'input-clear' ? text : undefined)
        }
        onOpenChange={setIsOpen}
      >
        <span ref={box} className={boxClass(wired.error, boxStyles.joined)}>
          <Combobox.Input
            {...wired.control}
            onKeyDown={keepOnEscape(isOpen)}
            autoComplete="off"
            placeholder={placeholder}
            data-private={choices.arePeople}
            onFocus={(event) => event.currentTarget.select()}
            // A click in the focused box would put the cursor into the name.
            onClick={(event) => search === undefined && event.currentTarget.select()}
            onBlur={() => {
              const matching = search === undefined ? undefined : exact?.(search);
              if (matching) wired.change(matching);
              setSearch(undefined);
              wired.control.onBlur();
            }}
          />
          {label && search === undefined && !isRequired ? (
            <IconButton label={`Clear ${field.label}`} onClick={() => pick(undefined)}>
              <IconX size={16} aria-hidden />
            </IconButton>
          ) : (
            <IconChevronDown size={16} aria-hidden className={styles.arrow} />
          )}
        </span>
        <OptionList
          box={box}
          isLoading={found.isLoading}
          detail={detail}
          arePeople={choices.arePeople}
        />
      </Combobox.Root>
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
  const box = useRef<HTMLDivElement>(null);
  const [known, setKnown] = useState<readonly ComboOption[]>(current);
  const [search, setSearch] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const found = useOptions(choices.options, search, isOpen);
  const values = Array.isArray(wired.value) ? (wired.value as string[]) : [];
  const labels = useLabels(values, known, choices.labelOf);
  return (
    <Field field={field} wired={wired}>
      <Combobox.Root<ComboOption, true>
        {...ofOptions}
        multiple
        items={found.data?.data ?? []}
        value={values.map((value, index) => ({ value, label: labels[index] ?? value }))}
        onValueChange={(options) => {
          setKnown(options);
          wired.change(options.map(({ value }) => value));
        }}
        inputValue={search}
        onInputValueChange={setSearch}
        onOpenChange={setIsOpen}
      >
        <Combobox.Chips ref={box} className={boxClass(wired.error, boxStyles.several)}>
          {values.map((value, index) => {
            const label = labels[index] ?? value;
            return (
              <Combobox.Chip key={value} className={chipStyles.chip} data-part="chip">
                {label}
                <Combobox.ChipRemove aria-label={`Remove ${label}`}>
                  <IconX size={14} aria-hidden />
                </Combobox.ChipRemove>
              </Combobox.Chip>
            );
          })}
          <Combobox.Input
            {...wired.control}
            onKeyDown={keepOnEscape(isOpen)}
            autoComplete="off"
            placeholder={values.length > 0 ? '' : placeholder}
          />
        </Combobox.Chips>
        <OptionList box={box} isLoading={found.isLoading} />
      </Combobox.Root>
    </Field>
  );
}

type InputKey = KeyboardEvent<HTMLInputElement> & { preventBaseUIHandler: () => void };

/** Escape closes the options. While they are closed, the library would clear the whole value. */
const keepOnEscape = (isOpen: boolean) => (event: InputKey) => {
  if (event.key === 'Escape' && !isOpen) event.preventBaseUIHandler();
};

/** Settings of a list that the server has searched. The first option found is taken by Enter. */
const ofOptions = {
  filter: null,
  autoHighlight: true,
  loopFocus: false,
  itemToStringLabel: ({ label }: ComboOption) => label,
  isItemEqualToValue: (item: ComboOption, { value }: ComboOption) => item.value === value,
};

type OptionListProps<Option extends ComboOption> = {
  /** Box of the field, which the list is as wide as. */
  box: RefObject<HTMLElement | null>;
  isLoading: boolean;
  detail?: ((option: Option) => string) | undefined;
  arePeople?: boolean | undefined;
};

function OptionList<Option extends ComboOption>({
  box,
  isLoading,
  detail,
  arePeople,
}: OptionListProps<Option>) {
  return (
    <Combobox.Portal>
      <Combobox.Positioner anchor={box} sideOffset={4} className={styles.position}>
        <Combobox.Popup className={styles.options}>
          <Combobox.Empty>
            <span className={styles.empty}>{isLoading ? 'Searching…' : 'Nothing found'}</span>
          </Combobox.Empty>
          <Combobox.List>
            {(option: Option) => (
              <Combobox.Item key={option.value} value={option} className={styles.option}>
                <span data-private={arePeople}>{option.label}</span>
                {detail && <small>{detail(option)}</small>}
              </Combobox.Item>
            )}
          </Combobox.List>
        </Combobox.Popup>
      </Combobox.Positioner>
    </Combobox.Portal>
  );
}
