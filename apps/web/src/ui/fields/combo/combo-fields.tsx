import { Combobox } from '@base-ui/react/combobox';
import { IconChevronDown, IconX } from '@tabler/icons-react';
import { useRef, useState, type RefObject } from 'react';
import { failureText } from '#web/lib/api/failure.ts';
import { IconButton } from '../../buttons/button.tsx';
import * as chipStyles from '../../buttons/chip.module.css';
import { useLabels, type Choices, type ComboOption } from '../../values/options.ts';
import { boxClass } from '../box-class.ts';
import * as boxStyles from '../box.module.css';
import * as styles from './combo-fields.module.css';
import { Field, useField, type FieldProps, type Wired } from '../field.tsx';
import { hasFocus, showMiss, useSearch } from './use-search.ts';

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
  const found = useSearch(
    choices,
    { text: search ?? '', isOpen },
    {
      take: (option) => pick(option),
      miss: (isSaveDropped) => {
        if (isSaveDropped) showMiss(box, setIsOpen);
        else if (!hasFocus(box)) setSearch(undefined);
      },
    },
  );
  const values = typeof wired.value === 'string' && wired.value !== '' ? [wired.value] : [];
  const known = [...(picked ? [picked] : []), ...found.list];
  const [label = ''] = useLabels(values, known, choices.getLabel, current);

  const pick = (option: Option | undefined): void => {
    setPicked(option);
    setSearch(undefined);
    setIsOpen(false);
    wired.change(option?.value ?? null);
    onPick?.(option);
  };
  const leave = (): void => {
    const matching = search === undefined ? undefined : exact?.(search);
    if (matching) {
      found.cancel();
      wired.change(matching);
    }
    if (matching || !found.isEntered) setSearch(undefined);
    wired.control.onBlur();
  };
  return (
    <Field field={field} wired={wired}>
      <Combobox.Root<ComboOption>
        {...ofOptions}
        items={found.list}
        value={values[0] === undefined ? null : { value: values[0], label }}
        // An emptied box keeps the value until another is picked; the button clears it.
        onValueChange={(option) => {
          if (option) pick(found.list.find(({ value }) => value === option.value));
        }}
        inputValue={search ?? label}
        onInputValueChange={(text, { reason }) => {
          if (reason === 'input-change') setSearch(text);
          else if (!found.isEntered) setSearch(undefined);
        }}
        open={isOpen}
        onOpenChange={setIsOpen}
      >
        <span ref={box} className={boxClass(wired.error, boxStyles.joined)}>
          <Combobox.Input
            {...wired.control}
            onKeyDown={found.onKeyDown}
            autoComplete="off"
            placeholder={placeholder}
            data-private={choices.arePeople}
            onFocus={(event) => event.currentTarget.select()}
            // A click in the focused box would put the cursor into the name, after this event.
            onMouseUp={(event) => {
              if (search !== undefined) return;
              event.preventDefault();
              event.currentTarget.select();
            }}
            onBlur={leave}
          />
          {label && search === undefined && !isRequired ? (
            <IconButton label={`Clear ${field.label}`} onClick={() => pick(undefined)}>
              <IconX size={16} aria-hidden />
            </IconButton>
          ) : (
            <IconChevronDown size={16} aria-hidden className={styles.arrow} />
          )}
        </span>
        <OptionList box={box} found={found} detail={detail} arePeople={choices.arePeople} />
      </Combobox.Root>
    </Field>
  );
}

type MultiSelectFieldProps = FieldProps & { choices: Choices; current?: readonly ComboOption[] };

/** Multi-select with search. The value is the array of the options' `value`s. */
export function MultiSelectField({ choices, current = [], ...field }: MultiSelectFieldProps) {
  const wired = useField(field);
  const box = useRef<HTMLDivElement>(null);
  const [known, setKnown] = useState<readonly ComboOption[]>(current);
  const [search, setSearch] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const found = useSearch(
    choices,
    { text: search, isOpen },
    {
      take: (option) => {
        setSearch('');
        if (!values.includes(option.value)) choose([...chosen, option]);
      },
      miss: (isSaveDropped) => {
        if (isSaveDropped) showMiss(box, setIsOpen);
        else if (!hasFocus(box)) setSearch('');
      },
    },
  );
  const values = Array.isArray(wired.value) ? (wired.value as string[]) : [];
  const labels = useLabels(values, known, choices.getLabel);
  const chosen = values.map((value, index) => ({ value, label: labels[index] ?? value }));
  const choose = (options: readonly ComboOption[]): void => {
    setKnown(options);
    wired.change(options.map(({ value }) => value));
  };
  return (
    <Field field={field} wired={wired}>
      <Combobox.Root<ComboOption, true>
        {...ofOptions}
        multiple
        items={found.list}
        value={chosen}
        onValueChange={choose}
        inputValue={search}
        onInputValueChange={(text, { reason }) => {
          if (reason === 'input-change' || !found.isEntered) setSearch(text);
        }}
        open={isOpen}
        onOpenChange={setIsOpen}
      >
        <Combobox.Chips ref={box} className={boxClass(wired.error, boxStyles.several)}>
          {chosen.map(({ value, label }) => (
            <Combobox.Chip key={value} className={chipStyles.chip} data-part="chip">
              {label}
              <Combobox.ChipRemove aria-label={`Remove ${label}`}>
                <IconX size={14} aria-hidden />
              </Combobox.ChipRemove>
            </Combobox.Chip>
          ))}
          <Combobox.Input
            {...wired.control}
            onKeyDown={found.onKeyDown}
            autoComplete="off"
            placeholder={values.length > 0 ? '' : 'Type to search'}
          />
        </Combobox.Chips>
        <OptionList box={box} found={found} />
      </Combobox.Root>
    </Field>
  );
}

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
  found: { earlier: readonly Option[]; isSearching: boolean; failure: Error | null };
  detail?: ((option: Option) => string) | undefined;
  arePeople?: boolean | undefined;
};

function OptionList<Option extends ComboOption>({
  box,
  found: { earlier, isSearching, failure },
  detail,
  arePeople,
}: OptionListProps<Option>) {
  const words = (option: Option) => (
    <>
      <span data-private={arePeople}>{option.label}</span>
      {detail && <small>{detail(option)}</small>}
    </>
  );
  return (
    <Combobox.Portal>
      <Combobox.Positioner anchor={box} sideOffset={4} className={styles.position}>
        <Combobox.Popup className={styles.options}>
          <Combobox.Empty>
            {isSearching && earlier.length > 0 ? (
              // Keeps the height of the list: these are no options of what is typed.
              <span aria-hidden className={styles.earlier}>
                {earlier.map((option) => (
                  <span key={option.value} className={styles.option}>
                    {words(option)}
                  </span>
                ))}
              </span>
            ) : (
              <span className={styles.empty}>
                {failure
                  ? failureText(failure).message
                  : isSearching
                    ? 'Searching…'
                    : 'Nothing found'}
              </span>
            )}
          </Combobox.Empty>
          <Combobox.List>
            {(option: Option) => (
              <Combobox.Item key={option.value} value={option} className={styles.option}>
                {words(option)}
              </Combobox.Item>
            )}
          </Combobox.List>
        </Combobox.Popup>
      </Combobox.Positioner>
    </Combobox.Portal>
  );
}
