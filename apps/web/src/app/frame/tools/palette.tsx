import { MIN_SEARCH, type SearchGroup, type SearchKind } from '@pos/contract/search';
import {
  IconBook2,
  IconBox,
  IconBuilding,
  IconCalendarEvent,
  IconCreditCard,
  IconDeviceTablet,
  IconHistory,
  IconReceipt,
  IconSchool,
  IconSearch,
  IconUser,
  IconX,
  type Icon,
} from '@tabler/icons-react';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import {
  useContext,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
} from 'react';
import { failureText } from '#web/lib/failure.ts';
import { countOf, formatCents } from '#web/lib/money.ts';
import { useRights } from '#web/lib/session.tsx';
import { IconButton } from '#web/ui/button.tsx';
import { useDebounced } from '#web/ui/use-debounced.ts';
import { useFocusReturn } from '#web/ui/use-focus-return.ts';
import { enterOpened } from '../../navigation-focus.ts';
import { FairScope } from '../fair-scope.ts';
import { useRecentPages } from '../recent-pages.ts';
import { stopHolding, typedAhead } from '../typed-ahead.ts';
import { actionCommands, matching, pageCommands, type Command } from './commands.ts';
import './palette.css';
import { searchRecords } from './search.data.ts';
import { COMMAND_KEY } from './use-shortcuts.ts';

const KINDS: Record<SearchKind, { label: string; icon: Icon; isCode?: true }> = {
  fair: { label: 'Fairs', icon: IconCalendarEvent },
  school: { label: 'Schools', icon: IconBuilding },
  order: { label: 'Orders', icon: IconReceipt, isCode: true },
  payment: { label: 'Payments', icon: IconCreditCard },
  student: { label: 'Students', icon: IconSchool },
  title: { label: 'Titles', icon: IconBook2 },
  device: { label: 'Devices', icon: IconDeviceTablet, isCode: true },
  carton: { label: 'Cartons', icon: IconBox, isCode: true },
  user: { label: 'Users', icon: IconUser },
};
const DEBOUNCE_MS = 150;

type Group = { title: string; commands: readonly Command[] };
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
  // Keys typed while this chunk was loading.
  const [typed] = useState(typedAhead);
  const [text, setText] = useState(typed.text);
  const [at, setAt] = useState(0);
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const rights = useRights();
  const fairId = useContext(FairScope);
  const recent = useRecentPages();
  const sought = text.trim();
  const asked = useDebounced(sought, DEBOUNCE_MS);
  const {
    data: found,
    error,
    isFetching,
  } = useQuery({ ...searchRecords(asked, fairId), placeholderData: keepPreviousData });
  const [opener] = useState(() => document.activeElement);
  useFocusReturn();
  const begin = useEffectEvent(() => {
    stopHolding();
    if (typed.isCancelled) onClose();
    else if (box.current?.open === false) box.current.showModal();
  });
  useEffect(() => begin(), []);

  const records = (groups: readonly SearchGroup[] = []): Group[] =>
    groups.map(({ kind, hits, more }) => ({
      title: more ? `${KINDS[kind].label}, the first ${hits.length}` : KINDS[kind].label,
      commands: hits.map(({ id: record, label, detail, amountCents, link }) => ({
        key: `${kind} ${record}`,
        label,
        detail,
        amountCents,
        to: link,
        icon: KINDS[kind].icon,
        ...(KINDS[kind].isCode && { isCode: true }),
      })),
    }));
  const isExact = ({ hits }: SearchGroup): boolean => hits.some(({ exact }) => exact);
  const pages = pageCommands(rights, fairId);
  const actions = actionCommands(rights, { onHelp, onSignOut });
  const groupsOf = (answered: readonly SearchGroup[]): Group[] =>
    (sought === ''
      ? [
          {
            title: 'Recent pages',
            commands: recent.map(({ to, label }) => ({
              key: `recent ${to}`,
              label,
              to,
              icon: IconHistory,
            })),
          },
          { title: 'Pages', commands: pages },
          { title: 'Actions', commands: actions },
        ]
      : [
          ...records(answered.filter(isExact)),
          { title: 'Pages', commands: matching(pages, sought) },
          { title: 'Actions', commands: matching(actions, sought) },
          ...records(answered.filter((group) => !isExact(group))),
        ]
    ).filter(({ commands }) => commands.length > 0);
  const groups = groupsOf(sought.length < MIN_SEARCH ? [] : (found ?? []));
  const all = groups.flatMap(({ commands }) => commands);
  const current = all[Math.min(at, all.length - 1)];
  const isSettled = sought.length < MIN_SEARCH || (asked === sought && !isFetching);

  const go = (command: Command, inNewTab: boolean): void => {
    if ('to' in command && inNewTab) {
      window.open(command.to, '_blank', 'noopener');
      return;
    }
    onClose();
    if ('to' in command) void navigate({ href: command.to }).then(() => enterOpened(opener));
    else command.run();
  };
  const goOn = async (inNewTab: boolean): Promise<void> => {
    const isChosen = at > 0;
    if (isSettled || isChosen) {
      if (current) go(current, inNewTab);
      return;
    }
    // A scanner, or a person who knows the result, does not wait for the list.
    const answered = await queryClient
      .fetchQuery(searchRecords(sought, fairId))
      .catch((): SearchGroup[] => []);
    const [first] = groupsOf(answered).flatMap(({ commands }) => commands);
    if (first && box.current) go(first, inNewTab);
  };
  const enter = useEffectEvent(() => {
    if (typed.isEntered) void goOn(false);
  });
  useEffect(() => enter(), []);
  const move = (to: number): void => {
    const next = (to + all.length) % all.length;
    setAt(next);
    list.current?.querySelectorAll('[role="option"]')[next]?.scrollIntoView({ block: 'nearest' });
  };
  const press = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const here = current ? all.indexOf(current) : -1;
    if (event.key === 'Enter') void goOn(event.ctrlKey || event.metaKey);
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
      className="palette"
      aria-modal="true"
      aria-label="Search and commands"
      onClose={onClose}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div className="palette-box">
        <div className="palette-in">
          <IconSearch size={20} stroke={1.75} aria-hidden />
          <input
            role="combobox"
            aria-label="Search and commands"
            aria-expanded={all.length > 0}
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            aria-activedescendant={current && `${id}-${all.indexOf(current)}`}
            placeholder="Order, student, title, fair, page or action"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            enterKeyHint="go"
            maxLength={100}
            value={text}
            onChange={({ target }) => {
              setText(target.value);
              setAt(0);
            }}
            onKeyDown={press}
          />
          <IconButton label="Close" onClick={onClose}>
            <IconX size={18} aria-hidden />
          </IconButton>
        </div>
        {isFetching && sought.length >= MIN_SEARCH && (
          <span className="progress-line" aria-hidden />
        )}
        <div
          ref={list}
          id={`${id}-list`}
          role="listbox"
          aria-label="Results"
          className="palette-list"
        >
          {groups.map(({ title, commands }) => (
            <div key={title} role="group" aria-label={title}>
              <p aria-hidden>{title}</p>
              {commands.map((command) => (
                <Line
                  key={command.key}
                  id={`${id}-${all.indexOf(command)}`}
                  command={command}
                  isOn={command === current}
                  onPoint={() => setAt(all.indexOf(command))}
                  onGo={(inNewTab) => go(command, inNewTab)}
                />
              ))}
            </div>
          ))}
        </div>
        {error ? (
          <p className="palette-none" role="alert">
            Records could not be searched. {failureText(error).message}
          </p>
        ) : (
          all.length === 0 &&
          isSettled && (
            <p className="palette-none">
              Nothing found. Try a number, a part of a name, or a page.
            </p>
          )
        )}
        <p className="vh" role="status">
          {sought && isSettled && !error
            ? all.length === 0
              ? 'Nothing found'
              : countOf(all.length, 'result', 'results')
            : ''}
        </p>
        <div className="palette-foot" aria-hidden>
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
      </div>
    </dialog>
  );
}

type LineProps = {
  id: string;
  command: Command;
  isOn: boolean;
  onPoint: () => void;
  onGo: (inNewTab: boolean) => void;
};

function Line({ id, command, isOn, onPoint, onGo }: LineProps) {
  const { label, detail, amountCents, icon: LineIcon, isCode } = command;
  return (
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isOn}
      className={isOn ? 'palette-line on' : 'palette-line'}
      onMouseMove={isOn ? undefined : onPoint}
      // Keeps the focus in the field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => onGo(event.ctrlKey || event.metaKey)}
    >
      <LineIcon size={18} stroke={1.75} aria-hidden />
      <span className={isCode ? 'ell mono' : 'ell'}>{label}</span>
      <span className="meta ell">{detail}</span>
      {typeof amountCents === 'number' && (
        <span className="num md">{formatCents(amountCents)}</span>
      )}
    </div>
  );
}
