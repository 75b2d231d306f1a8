import { Density, type Preferences } from '@pos/contract/preferences';
import type { ListKey, View } from '@pos/contract/views';
import { failureText } from '#web/lib/failure.ts';
import { changePreferences, usePreferences } from '#web/lib/preferences.ts';
import { Button } from '../button.tsx';
import * as checkboxStyles from '../fields/checkbox.module.css';
import * as menuStyles from '../menu.module.css';
import { toast } from '../toast.tsx';
import type { Column } from './description.ts';
import * as styles from './filters.module.css';
import { extraColumns, useHiddenColumns } from './shown-columns.ts';
import { toViewChanges, useUpdateView } from './views.data.ts';
import * as viewBarStyles from './view-bar.module.css';
import * as segmentStyles from '../segments.module.css';

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
 * Chooses the visible columns and the row height. Changes the open view itself if it has its own
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
  const { hiddenColumns } = usePreferences();
  const { [list]: own, ...others } = hiddenColumns;
  return (
    <Boxes
      columns={columns}
      left={left}
      hidden={useHiddenColumns(list, columns)}
      isUsual={own === undefined}
      onChange={(hidden) => void keep({ hiddenColumns: { ...hiddenColumns, [list]: hidden } })}
      onReset={() => void keep({ hiddenColumns: others })}
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
  const change = (next: string[]): void =>
    mutate({ ...toViewChanges(view), hiddenColumns: next }, { onError: refused });
  return (
    <>
      <p className={menuStyles.label}>
        {view.mayChange
          ? `Columns in the view “${view.name}”${view.isTeam ? ', for the whole team' : ''}`
          : `“${view.name}” has its own columns. To change them, save it as your own view.`}
      </p>
      <Boxes
        columns={columns}
        left={left}
        hidden={hidden}
        isUsual={usual.length === hidden.length && usual.every((id) => hidden.includes(id))}
        isLocked={!view.mayChange}
        onChange={(next) => isPending || change(next)}
        onReset={() => isPending || change(usual)}
      />
    </>
  );
}

type BoxesProps = {
  columns: readonly Column<never>[];
  left: ReadonlySet<string>;
  hidden: readonly string[];
  /** True if the columns are those of somebody who never chose. */
  isUsual: boolean;
  isLocked?: boolean;
  onChange: (hidden: string[]) => void;
  onReset: () => void;
};

function Boxes(props: BoxesProps) {
  const { columns, left, hidden, isUsual, isLocked = false, onChange, onReset } = props;
  const shown = columns.filter(({ stays }) => !stays);
  const isHidden = (id: string): boolean => hidden.includes(id);
  return (
    <>
      <div role="group" aria-label="Columns" className={styles.choices} data-part="choices">
        {shown.map(({ id, header }, at) => (
          <label key={id}>
            <input
              type="checkbox"
              className={checkboxStyles.checkbox}
              disabled={at === 0 || isLocked}
              checked={at === 0 || !isHidden(id)}
              onChange={() =>
                onChange(isHidden(id) ? hidden.filter((one) => one !== id) : [...hidden, id])
              }
            />
            {header}
            {left.has(id) && <span className="caption">no room</span>}
          </label>
        ))}
      </div>
      {!isLocked && (
        <div className="row">
          {shown.some(({ id }, at) => at > 0 && isHidden(id)) && (
            <Button size="sm" variant="tertiary" onClick={() => onChange([])}>
              Show all columns
            </Button>
          )}
          {!isUsual && (
            <Button size="sm" variant="tertiary" onClick={onReset}>
              Reset
            </Button>
          )}
        </div>
      )}
    </>
  );
}

async function keep(changes: Partial<Preferences>): Promise<void> {
  await changePreferences(changes).catch(refused);
}

function refused(error: unknown): void {
  toast.bad({ title: 'The setting could not be saved', detail: failureText(error).message });
}
