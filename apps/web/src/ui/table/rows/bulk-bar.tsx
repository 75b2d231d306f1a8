import { formatCount } from '@pos/contract/values/counts';
import type { ReactNode } from 'react';
import { Button } from '../../buttons/button.tsx';
import type { BulkAction } from '../description.ts';
import * as styles from './bulk.module.css';
import * as checkboxStyles from '../../fields/checkbox.module.css';

type BulkBarProps = {
  count: number;
  more?: ReactNode;
  actions: readonly BulkAction[];
  onClear: () => void;
};

/**
 * Replaces search and filters while rows are selected: their number, a way to select `more`, and
 * the bulk actions.
 */
export function BulkBar({ count, more, actions, onClear }: BulkBarProps) {
  return (
    <div className={styles.bulk} role="group" aria-label="Selected rows">
      <span className="semibold numeric" role="status">
        {formatCount(count)} selected
      </span>
      {more}
      <span className={styles.actions}>
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
  /** Disabled: the row cannot be selected. */ isOff?: boolean;
  onToggle: (through: boolean) => void;
};

/** Checkbox that selects a row, or a page of rows with `isMixed`. */
export function Pick({ label, isOn, isMixed = false, isOff = false, onToggle }: PickProps) {
  return (
    <input
      type="checkbox"
      className={checkboxStyles.checkbox}
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
