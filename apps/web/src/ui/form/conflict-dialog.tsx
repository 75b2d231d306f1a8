import { pluralize } from '@pos/contract/values/counts';
import { IconHistory } from '@tabler/icons-react';
import { useId, useState, type ReactNode } from 'react';
import { Button } from '../buttons/button.tsx';
import * as styles from './conflict-dialog.module.css';
import { Dialog } from '../overlays/dialog.tsx';
import * as checkboxStyles from '../fields/checkbox.module.css';
import { TableHead } from '../layout/table-head.tsx';

/** Field that both sides changed, with each value as shown. */
export type ClashingField = { name: string; label: string; yours: ReactNode; theirs: ReactNode };

type ConflictDialogProps = {
  /** "Maria Lopez changed this fair 3 min ago." */
  title: string;
  fields: readonly ClashingField[];
  /** Saves, taking their value in the named fields. */
  onSave: (theirs: ReadonlySet<string>) => void;
  /** Discards the own changes and shows the current record. */
  onDiscard: () => void;
  onClose: () => void;
};

/**
 * Resolves a conflict with someone else's save: shows the clashing fields, yours and theirs, to
 * choose from; the rest is merged.
 */
export function ConflictDialog({ title, fields, onSave, onDiscard, onClose }: ConflictDialogProps) {
  const [theirs, setTheirs] = useState<ReadonlySet<string>>(new Set());
  const id = useId();
  const choose = (name: string, isTheirs: boolean): void =>
    setTheirs(
      (before) => new Set([...before].filter((one) => one !== name).concat(isTheirs ? name : [])),
    );
  return (
    <Dialog
      title={title}
      icon={<IconHistory size={20} stroke={1.75} aria-hidden />}
      size={600}
      onClose={onClose}
      actions={
        <>
          <Button variant="tertiary" onClick={onDiscard}>
            Discard mine
          </Button>
          <span className={styles.spacer} />
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" onClick={() => onSave(theirs)}>
            Save merged
          </Button>
        </>
      }
    >
      <p>
        {fields.length === 0
          ? 'Your changes and theirs are in different fields. Saving keeps both.'
          : `${pluralize(fields.length, 'field differs', 'fields differ')}. Choose which to keep; everything else is merged.`}
      </p>
      {fields.length > 0 && (
        <table className={styles.differences}>
          <TableHead heads={['Field', 'Yours', 'Theirs']} />
          <tbody>
            {fields.map(({ name, label, ...values }) => (
              <tr key={name}>
                <th scope="row">{label}</th>
                {(['yours', 'theirs'] as const).map((side) => (
                  <td key={side}>
                    <label>
                      <input
                        type="radio"
                        className={`${checkboxStyles.checkbox} ${checkboxStyles.round}`}
                        name={`${id}-${name}`}
                        checked={theirs.has(name) === (side === 'theirs')}
                        onChange={() => choose(name, side === 'theirs')}
                      />
                      <span className="visually-hidden">
                        {label}, {side}:
                      </span>
                      <span>{values[side]}</span>
                    </label>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Dialog>
  );
}
