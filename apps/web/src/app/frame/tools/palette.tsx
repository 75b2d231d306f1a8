import { pluralize } from '@pos/contract/values/counts';
import { IconSearch, IconX } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import {
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type RefObject,
} from 'react';
import { failureText } from '#web/lib/api/failure.ts';
import { takeTyping } from '#web/lib/input/typed-ahead.ts';
import { typedText } from '#web/lib/input/typed-text.ts';
import { IconButton } from '#web/ui/buttons/button.tsx';
import { useFocusReturn } from '#web/ui/overlays/use-focus-return.ts';
import { writeValue } from '#web/ui/form/write-value.ts';
import { enterOpened } from '../../navigation-focus.ts';
import type { Command } from './command.ts';
import type { Group } from './palette-groups.ts';
import { usePaletteCommands } from './use-palette-commands.ts';
import * as styles from './palette.module.css';
import { COMMAND_KEY } from './use-shortcuts.ts';
import * as tableStyles from '#web/ui/table/table.module.css';
import { formatCents } from '@pos/contract/values/money';

type PaletteProps = { onClose: () => void; onHelp: () => void; onSignOut: () => void };

/**
 * Search of every page, action and record that the rights open. A combobox: the focus stays in the
 * field, ↑ and ↓ choose, Enter opens, Ctrl/⌘+Enter opens a new tab. A scanned code opens as soon as
 * it is found.
 */
export function Palette({ onClose, onHelp, onSignOut }: PaletteProps) {
  const id = useId();
  const box = useRef<HTMLDialogElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [text, setText] = useState('');
  // Chosen by arrow or pointer; otherwise the first one is.
  const [chosenKey, setChosenKey] = useState<string>();
  const entersNewTab = useRef(false);
  const go = useGo(onClose);
  const { groups, all, error, hasText, isSearching, isSettled, enter, cancel } = usePaletteCommands(
    text,
    {
      onHelp,
      onSignOut,
      onEntered: (command) => go(command, entersNewTab.current),
    },
  );
  const chosen = all.find(({ key }) => key === chosenKey);
  const current = chosen ?? all[0];
  useFocusReturn();
  useShown(box, enter, onClose);

  const goOn = (inNewTab: boolean): void => {
    if (chosen || isSettled) {
      if (current) go(current, inNewTab);
      return;
    }
    // A scanner, or a person who knows the result, does not wait for the list.
    entersNewTab.current = inNewTab;
    enter();
  };
  const move = (to: number): void => {
    const next = (to + all.length) % all.length;
    cancel();
    setChosenKey(all[next]?.key);
    list.current?.querySelector(`#${CSS.escape(`${id}-${next}`)}`)?.scrollIntoView({
      block: 'nearest',
    });
  };
  const press = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const here = current ? all.indexOf(current) : -1;
    if (event.key === 'Enter') goOn(event.ctrlKey || event.metaKey);
    else if (event.key === 'ArrowDown' && all.length > 0) move(here + 1);
    else if (event.key === 'ArrowUp' && all.length > 0) move(here - 1);
    else if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)) onClose();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <dialog
      ref={box}
      className={styles.palette}
      aria-modal="true"
      aria-label="Search and commands"
      onClose={onClose}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div className={styles.box} data-part="palette-box">
        <Field
          text={text}
          listId={`${id}-list`}
          currentId={current && `${id}-${all.indexOf(current)}`}
          hasResults={all.length > 0}
          onText={(next) => {
            setText(next);
            setChosenKey(undefined);
          }}
          onPress={press}
          onClose={onClose}
        />
        {isSearching && <span className={tableStyles.progressLine} aria-hidden />}
        <Results
          ref={list}
          id={id}
          groups={groups}
          all={all}
          text={text}
          current={current}
          onPoint={({ key }) => setChosenKey(key)}
          onGo={go}
        />
        <Outcome count={all.length} error={error} hasText={hasText} isSettled={isSettled} />
        <Keys />
      </div>
    </dialog>
  );
}

/** Returns a function that opens or runs a command; a new tab leaves the palette open. */
function useGo(onClose: () => void) {
  const navigate = useNavigate();
  const [opener] = useState(() => document.activeElement);
  return (command: Command, inNewTab: boolean): void => {
    if ('to' in command && inNewTab) {
      window.open(command.to, '_blank', 'noopener');
      return;
    }
    onClose();
    if ('to' in command) void navigate({ href: command.to }).then(() => enterOpened(opener));
    else command.run();
  };
}

/**
 * Opens the dialog and types into it what was typed while this chunk was loading. All in one step
 * before the browser goes on, so that no key falls in between.
 */
function useShown(
  box: RefObject<HTMLDialogElement | null>,
  enter: (text: string) => void,
  onClose: () => void,
): void {
  const begin = useEffectEvent(() => {
    const { text, isEntered, isCancelled } = typedText(takeTyping());
    if (isCancelled) return onClose();
    if (box.current?.open === false) box.current.showModal();
    const field = box.current?.querySelector('input');
    if (!field || text === '') return undefined;
    writeValue(field, text.slice(0, field.maxLength));
    // Without a text nothing was asked for.
    if (isEntered && text.trim() !== '') enter(text.trim());
    return undefined;
  });
  useLayoutEffect(() => begin(), []);
}

type FieldProps = {
  text: string;
  listId: string;
  currentId: string | undefined;
  hasResults: boolean;
  onText: (text: string) => void;
  onPress: (event: KeyboardEvent) => void;
  onClose: () => void;
};

function Field({ text, listId, currentId, hasResults, onText, onPress, onClose }: FieldProps) {
  return (
    <div className={styles.searchBox}>
      <IconSearch size={20} stroke={1.75} aria-hidden />
      <input
        role="combobox"
        aria-label="Search and commands"
        aria-expanded={hasResults}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={currentId}
        placeholder="Order, fair, title, person or action"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="go"
        maxLength={100}
        value={text}
        onChange={({ target }) => onText(target.value)}
        onKeyDown={onPress}
      />
      <IconButton label="Close" onClick={onClose}>
        <IconX size={18} aria-hidden />
      </IconButton>
    </div>
  );
}

type ResultsProps = {
  ref: RefObject<HTMLDivElement | null>;
  id: string;
  groups: readonly Group[];
  /** Commands that match the text; the others were found for an earlier one. */
  all: readonly Command[];
  text: string;
  current: Command | undefined;
  onPoint: (command: Command) => void;
  onGo: (command: Command, inNewTab: boolean) => void;
};

function Results({ ref, id, groups, all, text, current, onPoint, onGo }: ResultsProps) {
  return (
    <div ref={ref} id={`${id}-list`} role="listbox" aria-label="Results" className={styles.list}>
      {groups.map(({ title, commands }) => (
        <div key={title} role="group" aria-label={title}>
          <p aria-hidden>{title}</p>
          {commands.map((command) => (
            <Line
              key={command.key}
              id={all.includes(command) ? `${id}-${all.indexOf(command)}` : undefined}
              command={command}
              isOn={command === current}
              text={text}
              onPoint={() => onPoint(command)}
              onGo={(inNewTab) => onGo(command, inNewTab)}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

type OutcomeProps = { count: number; error: Error | null; hasText: boolean; isSettled: boolean };

/** Shows an empty or failed search below the list, and announces the number of results. */
function Outcome({ count, error, hasText, isSettled }: OutcomeProps) {
  return (
    <>
      {error ? (
        <p className={styles.nothing} role="alert">
          Records could not be searched. {failureText(error).message}
        </p>
      ) : (
        count === 0 &&
        isSettled && (
          <p className={styles.nothing}>
            Nothing found. Try a number, a part of a name, or a page.
          </p>
        )
      )}
      <p className="visually-hidden" role="status">
        {hasText && isSettled && !error
          ? count === 0
            ? 'Nothing found'
            : pluralize(count, 'result', 'results')
          : ''}
      </p>
    </>
  );
}

/** The keys of the palette, along its foot. */
function Keys() {
  return (
    <div className={styles.foot} aria-hidden>
      <span>
        <kbd>↑</kbd> <kbd>↓</kbd> move
      </span>
      <span>
        <kbd>Enter</kbd> open
      </span>
      <span>
        <kbd>{COMMAND_KEY} Enter</kbd> new tab
      </span>
      <span>
        <kbd>Esc</kbd> close
      </span>
    </div>
  );
}

type LineProps = {
  /** Undefined for a command found for an earlier text, which cannot be chosen. */
  id: string | undefined;
  command: Command;
  isOn: boolean;
  /** Searched text, of which the matches are shown bold. */
  text: string;
  onPoint: () => void;
  onGo: (inNewTab: boolean) => void;
};

/** One command of the palette. */
function Line({ id, command, isOn, text, onPoint, onGo }: LineProps) {
  const { label, detail, amountCents, icon: LineIcon, isCode, isName } = command;
  const hidden = isName && { 'data-private': true };
  return (
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isOn}
      inert={id === undefined}
      className={isOn ? `${styles.line} ${styles.on}` : styles.line}
      // A pointer at rest also "moves", by nothing, when lines change below it.
      onMouseMove={({ movementX, movementY }) => {
        if (!isOn && (movementX !== 0 || movementY !== 0)) onPoint();
      }}
      // Keeps the focus in the field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => onGo(event.ctrlKey || event.metaKey)}
    >
      <LineIcon size={18} stroke={1.75} aria-hidden />
      <span className={isCode ? 'ellipsis monospace' : 'ellipsis'} {...hidden}>
        <Matched label={label} text={text} />
      </span>
      <span className="caption ellipsis" {...hidden}>
        {detail}
      </span>
      {typeof amountCents === 'number' && (
        <span className="numeric medium">{formatCents(amountCents)}</span>
      )}
    </div>
  );
}

/** Label with the words of the text in bold. */
function Matched({ label, text }: { label: string; text: string }) {
  const words = text.trim().split(/\s+/).filter(Boolean);
  if (words.length === 0) return label;
  const pattern = words.map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|');
  return label
    .split(new RegExp(`(${pattern})`, 'i'))
    .map((part, index) => (index % 2 === 1 ? <b key={`${index} ${part}`}>{part}</b> : part));
}
