import { LISTS_WITH_NAMES } from '@pos/contract/office/exports';
import type { ListKey, View } from '@pos/contract/staff/views';
import {
  IconBookmark,
  IconColumns3,
  IconDeviceFloppy,
  IconEdit,
  IconTrash,
  IconUsers,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { z } from 'zod';
import { failureText } from '#web/lib/api/failure.ts';
import {
  parseSearch,
  readQuery,
  stringifySearch,
  writeQuery,
} from '#web/lib/lists/search-params.ts';
import { useSearchParams } from '#web/lib/lists/search-state.ts';
import { IconButton } from '../../buttons/button.tsx';
import { Link } from '../../buttons/link.tsx';
import { ActionMenu } from '../../overlays/menu.tsx';
import { Notice } from '../../messages/notice.tsx';
import { TabCount, useCounting, type Tab } from '../../layout/page-head.tsx';
import { Popover } from '../../overlays/popover.tsx';
import { toast } from '../../messages/toast.tsx';
import { useIsPhone } from '../../hooks/use-is-phone.ts';
import { useOpened } from '../../overlays/use-opened.ts';
import type { Column, ListState, RowAction } from '../description.ts';
import * as styles from './view-bar.module.css';
import { toViewChanges, useUpdateView, viewsQuery } from './views.data.ts';
import { asidePart, lazyPart } from '../../messages/lazy-part.tsx';
import * as pageHeadStyles from '../../layout/page-head.module.css';

// Loaded when somebody wants to change something.
const ColumnChoice = lazyPart(() => import('../columns/column-choice.tsx'), 'ColumnChoice');
const loadDialogs = () => import('./view-dialogs.tsx');
const SaveViewDialog = asidePart(loadDialogs, 'SaveViewDialog');
const EditViewDialog = asidePart(loadDialogs, 'EditViewDialog');
const DeleteViewDialog = asidePart(loadDialogs, 'DeleteViewDialog');

type ViewBarProps = {
  list: ListKey;
  /** Plural name of the rows. */
  name: string;
  schema: z.ZodObject;
  state: ListState;
  tabs: readonly Tab[];
  /** Address of the list without filters. */
  home: string;
  /** All columns of the list. */
  columns: readonly Column<never>[];
  /** IDs of the columns that have no room. */
  left: ReadonlySet<string>;
};

/**
 * Bar above a list: its presets, its saved views, and buttons to save the current view and to
 * choose columns and density.
 */
export function ViewBar(props: ViewBarProps) {
  const { list, name, schema, state, tabs, home, columns, left } = props;
  const { saved } = useSearchParams();
  const { data: views = [] } = useQuery(viewsQuery(list));
  const isPhone = useIsPhone();
  const { opened: open, open: setOpen, close } = useOpened<'save' | 'edit' | 'delete'>();
  const navigate = useNavigate();
  const view = views.find(({ id }) => id === saved);
  const keeps = (query: Record<string, unknown>): Record<string, unknown> => {
    const { page: _page, cursor: _cursor, fairId: _fair, ...kept } = writeQuery(schema, query);
    if (LISTS_WITH_NAMES.some((one) => one === list)) delete kept['search'];
    return kept;
  };
  const query = keeps(state.query);
  const isChanged =
    view && JSON.stringify(query) !== JSON.stringify(keeps(readQuery(schema, view.query)));
  const toPath = (shown: View): string => {
    const [path = '', search = ''] = home.split('?');
    return `${path}${stringifySearch({ ...parseSearch(search), ...keeps(readQuery(schema, shown.query)), saved: shown.id })}`;
  };
  const show = (shown: View | undefined): void =>
    void navigate({ href: shown ? toPath(shown) : home, resetScroll: false });
  return (
    <>
      <div className={styles.viewBar} data-alone={tabs.length + views.length === 1 || undefined}>
        <ViewTabs name={name} tabs={tabs} views={views} open={view} toPath={toPath} />
        <span className={styles.tools}>
          {view && (
            <ViewMenu
              key={view.id}
              view={view}
              query={query}
              isChanged={isChanged ?? false}
              onAsk={setOpen}
            />
          )}
          {!isPhone && (
            <>
              <IconButton label="Save view" onClick={() => setOpen('save')}>
                <IconBookmark size={18} aria-hidden />
              </IconButton>
              <Popover
                label="Columns"
                align="end"
                width={260}
                button={(opener) => (
                  <IconButton {...opener} label="Columns">
                    <IconColumns3 size={18} aria-hidden />
                  </IconButton>
                )}
              >
                {() => <ColumnChoice list={list} columns={columns} left={left} view={view} />}
              </Popover>
            </>
          )}
        </span>
      </div>
      {view?.isBroken && (
        <div className={styles.note}>
          <Notice kind="warn">
            This list has changed since “{view.name}” was saved. Filters and sorting that no longer
            exist are left out.{' '}
            {view.mayChange ? 'Save it again or delete it.' : `${view.madeBy} can save it again.`}
          </Notice>
        </div>
      )}
      {open === 'save' && (
        <SaveViewDialog
          list={list}
          query={query}
          columns={columns}
          view={view}
          onSaved={show}
          onClose={close}
        />
      )}
      {open === 'edit' && view && <EditViewDialog view={view} onClose={close} />}
      {open === 'delete' && view && (
        <DeleteViewDialog view={view} onDeleted={() => show(undefined)} onClose={close} />
      )}
    </>
  );
}

type ViewTabsProps = Pick<ViewBarProps, 'name' | 'tabs'> & {
  views: readonly View[];
  open: View | undefined;
  toPath: (view: View) => string;
};

/** Presets and saved views as tabs; a single one offers nothing to choose. */
function ViewTabs({ name, tabs, views, open, toPath }: ViewTabsProps) {
  const counting = useCounting(tabs);
  if (tabs.length + views.length === 1) return null;
  return (
    <nav
      className={pageHeadStyles.tabs}
      data-part="tabs"
      aria-label={`Views of ${name}`}
      {...counting}
    >
      {tabs.map(({ label, to, count, waits, current }) => (
        <Link key={to} to={to} {...(current && !open && { 'aria-current': 'page' as const })}>
          {label} <TabCount count={count} waits={waits} />
        </Link>
      ))}
      {views.map((one) => (
        <SavedTab key={one.id} view={one} to={toPath(one)} isCurrent={one === open} />
      ))}
    </nav>
  );
}

type SavedTabProps = { view: View; to: string; isCurrent: boolean };

function SavedTab({ view: { name, isTeam, madeBy, isOwn }, to, isCurrent }: SavedTabProps) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (isCurrent) link.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [isCurrent]);
  return (
    <Link
      ref={link}
      to={to}
      {...(isTeam && {
        title: isOwn ? 'Shared with the team' : `Shared with the team by ${madeBy}`,
      })}
      {...(isCurrent && { 'aria-current': 'page' as const })}
    >
      {isTeam && <IconUsers size={14} aria-hidden />}
      {name}
      {isTeam && <span className="visually-hidden"> shared with the team</span>}
    </Link>
  );
}

type ViewMenuProps = {
  view: View;
  query: Record<string, unknown>;
  isChanged: boolean;
  onAsk: (what: 'edit' | 'delete') => void;
};

/** Actions on the open view, given the current state of the list. */
function ViewMenu({ view, query, isChanged, onAsk }: ViewMenuProps) {
  const { mutateAsync } = useUpdateView(view);
  if (!view.mayChange) return null;
  const save = async (): Promise<void> => {
    try {
      await mutateAsync({ ...toViewChanges(view), query });
      toast.ok('View saved');
    } catch (error) {
      toast.bad({ title: 'The view could not be saved', detail: failureText(error).message });
    }
  };
  const actions: RowAction[] = [
    ...(isChanged || view.isBroken
      ? [{ label: 'Save changes', icon: IconDeviceFloppy, run: () => void save() }]
      : []),
    { label: 'Rename or share…', icon: IconEdit, run: () => onAsk('edit') },
    { label: 'Delete…', icon: IconTrash, danger: true, run: () => onAsk('delete') },
  ];
  return (
    <>
      {isChanged && <span className={`caption ${styles.changed}`}>Changed</span>}
      <ActionMenu label={`Actions for the view ${view.name}`} actions={actions} />
    </>
  );
}
