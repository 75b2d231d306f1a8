import { Density, type Preferences } from '@pos/contract/staff/preferences';
import type { ListKey, View } from '@pos/contract/staff/views';
import { failureText } from '#web/lib/api/failure.ts';
import { changePreferences, usePreferences } from '#web/lib/session/preferences.ts';
import * as menuStyles from '../../overlays/menu.module.css';
import { toast } from '../../messages/toast.tsx';
import type { Column } from '../description.ts';
import { ColumnBoxes } from './column-boxes.tsx';
import { inOrder } from './column-order.ts';
import { extraColumns, useColumnOrder, useHiddenColumns } from './shown-columns.ts';
import { toViewChanges, useUpdateView } from '../views/views.data.ts';
import * as viewBarStyles from '../views/view-bar.module.css';
import * as segmentStyles from '../../buttons/segments.module.css';

const DENSITIES: Record<Density, string> = {
  compact: 'Compact',
  default: 'Default',
  comfortable: 'Comfortable',
};

type ColumnChoiceProps = {
  list: ListKey;
  columns: readonly Column<never>[];
  /** IDs of the columns that have no room. */
  left: ReadonlySet<string>;
  /** The open view. */ view: View | undefined;
};

/**
 * Chooses the visible columns, their order and the row height. Changes the open view itself if it has its own
 * columns.
 */
export function ColumnChoice({ list, columns, left, view }: ColumnChoiceProps) {
  const { density } = usePreferences();
  return (
    <div className={viewBarStyles.columnChoice}>
      <p className={menuStyles.label}>Columns</p>
      {view?.hiddenColumns ? (
        <ColumnsOfView view={view} hidden={view.hiddenColumns} columns={columns} left={left} />
      ) : (
        <OwnColumns list={list} columns={columns} left={left} />
      )}
      <div className={viewBarStyles.columnFoot}>
        <span className="caption" id="density-label">
          Row height
        </span>
        <span className={segmentStyles.segments} role="group" aria-labelledby="density-label">
          {Density.options.map((value) => (
            <button
              key={value}
              type="button"
              aria-pressed={value === density}
              onClick={() => void keep({ density: value })}
            >
              {DENSITIES[value]}
            </button>
          ))}
        </span>
      </div>
    </div>
  );
}

function OwnColumns({ list, columns, left }: Omit<ColumnChoiceProps, 'view'>) {
  const { hiddenColumns, columnOrder = {} } = usePreferences();
  const { [list]: ownHidden, ...otherHidden } = hiddenColumns;
  const { [list]: ownOrder, ...otherOrders } = columnOrder;
  return (
    <ColumnBoxes
      columns={inOrder(columns, useColumnOrder(list))}
      left={left}
      hidden={useHiddenColumns(list, columns)}
      isUsual={ownHidden === undefined && ownOrder === undefined}
      onHide={(hidden) => void keep({ hiddenColumns: { ...hiddenColumns, [list]: hidden } })}
      onOrder={(order) => void keep({ columnOrder: { ...columnOrder, [list]: order } })}
      onReset={() => void keep({ hiddenColumns: otherHidden, columnOrder: otherOrders })}
    />
  );
}

function ColumnsOfView({
  view,
  hidden,
  columns,
  left,
}: Omit<ColumnChoiceProps, 'list'> & { view: View; hidden: readonly string[] }) {
  const usual = extraColumns(columns);
  const { mutate, isPending } = useUpdateView(view);
  const change = (changes: Partial<Pick<View, 'hiddenColumns' | 'columnOrder'>>): void => {
    if (!isPending) mutate({ ...toViewChanges(view), ...changes }, { onError: refused });
  };
  const hidesUsual = usual.length === hidden.length && usual.every((id) => hidden.includes(id));
  return (
    <>
      <p className={menuStyles.label}>
        {view.mayChange
          ? `Columns in the view “${view.name}”${view.isTeam ? ', for the whole team' : ''}`
          : `“${view.name}” has its own columns. To change them, save it as your own view.`}
      </p>
      <ColumnBoxes
        columns={inOrder(columns, view.columnOrder ?? [])}
        left={left}
        hidden={hidden}
        isUsual={hidesUsual && !view.columnOrder?.length}
        isLocked={!view.mayChange}
        onHide={(next) => change({ hiddenColumns: next })}
        onOrder={(next) => change({ columnOrder: next })}
        onReset={() => change({ hiddenColumns: usual, columnOrder: [] })}
      />
    </>
  );
}

async function keep(changes: Partial<Preferences>): Promise<void> {
  await changePreferences(changes).catch(refused);
}

function refused(error: unknown): void {
  toast.bad({ title: 'The setting could not be saved', detail: failureText(error).message });
}
