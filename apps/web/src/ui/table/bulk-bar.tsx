import { Button } from '../button.tsx';
import type { BulkAction } from './description.ts';
import './selection.css';

/** In place of search and filters while rows are chosen: how many, and what can be done with them. */
export function BulkBar({
  count,
  actions,
  onClear,
}: {
  count: number;
  actions: readonly BulkAction[];
  onClear: () => void;
}) {
  return (
    <div className="bulk" role="group" aria-label="Chosen rows">
      <span className="sb num" role="status">
        {count} selected
      </span>
      <span className="bulk-actions">
        {actions.map(({ label, icon: ActionIcon, run }) => (
          <Button key={label} size="sm" onClick={run}>
            {ActionIcon && <ActionIcon size={16} aria-hidden />} {label}
          </Button>
        ))}
      </span>
      <Button size="sm" variant="tertiary" onClick={onClear}>
        Clear
      </Button>
    </div>
  );
}

type PickProps = {
  label: string;
  isOn: boolean;
  isMixed?: boolean;
  /** There is nothing to choose. */ isOff?: boolean;
  onToggle: (through: boolean) => void;
};

/** The box that chooses a row, or with `isMixed` a page of them. */
export function Pick({ label, isOn, isMixed = false, isOff = false, onToggle }: PickProps) {
  return (
    <input
      type="checkbox"
      className="cb"
      aria-label={label}
      checked={isOn}
      disabled={isOff}
      ref={(box) => {
        if (box) box.indeterminate = isMixed && !isOn;
      }}
      onChange={({ nativeEvent }) =>
        onToggle(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
      }
    />
  );
}
