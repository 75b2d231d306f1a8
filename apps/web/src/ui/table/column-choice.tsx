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
  /** The open view. */ view: View | undefined;
};

/**
 * Chooses the visible columns and the row height. Changes the open view itself if it has its own
 * columns.
 */
export function ColumnChoice({ list, columns, view }: ColumnChoiceProps) {
  const { density } = usePreferences();
  return (
    <div className={viewBarStyles.columnChoice}>
      {view?.hiddenColumns ? (
        <ColumnsOfView view={view} hidden={view.hiddenColumns} columns={columns} />
      ) : (
        <OwnColumns list={list} columns={columns} />
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

function OwnColumns({ list, columns }: { list: ListKey; columns: readonly Column<never>[] }) {
  const { hiddenColumns } = usePreferences();
  return (
    <Boxes
      columns={columns}
      hidden={hiddenColumns[list] ?? []}
      onChange={(hidden) => void keep({ hiddenColumns: { ...hiddenColumns, [list]: hidden } })}
    />
  );
}

function ColumnsOfView({
  view,
  hidden,
  columns,
}: {
  view: View;
  hidden: readonly string[];
  columns: readonly Column<never>[];
}) {
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
        hidden={hidden}
        isLocked={!view.mayChange}
        onChange={(next) => isPending || change(next)}
      />
    </>
  );
}

type BoxesProps = {
  columns: readonly Column<never>[];
  hidden: readonly string[];
  isLocked?: boolean;
  onChange: (hidden: string[]) => void;
};

function Boxes({ columns, hidden, isLocked = false, onChange }: BoxesProps) {
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
          </label>
        ))}
      </div>
      {!isLocked && shown.some(({ id }, at) => at > 0 && isHidden(id)) && (
        <Button size="sm" variant="tertiary" onClick={() => onChange([])}>
          Show all columns
        </Button>
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
