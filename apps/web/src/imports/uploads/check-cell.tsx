import type { RowMessage } from '@pos/contract/imports/uploads';
import { formatCents } from '@pos/contract/values/money';
import { IconWand } from '@tabler/icons-react';
import { useId, useRef } from 'react';
import { boxClass } from '#web/ui/fields/box-class.ts';
import type { Fix } from './use-upload-request.ts';
import * as styles from './uploads.module.css';
import * as boxStyles from '#web/ui/fields/box.module.css';

type CheckCellProps = {
  /** Cell as the server read it. */
  cell: Fix;
  /** Correction typed since. */
  draft: string | undefined;
  messages: readonly RowMessage[];
  /** Information about the cell: "New school: Lakeview". */
  notes: readonly RowMessage[];
  isWrong: boolean;
  isRight: boolean;
  onEdit: (fix: Fix, original: string) => void;
};

/** Columns of codes. */
const MONOSPACED: readonly string[] = [
  'ISBN/SKU',
  'Carton',
  'Fair Identifier',
  'School Identifier',
];

/** Price as money: "2.5" is $2.50. Anything else stays as it is in the file. */
function priceText(value: string): string {
  return /^\d+(\.\d{1,2})?$/.test(value) ? formatCents(Math.round(Number(value) * 100)) : value;
}

/** One cell of the check: plain text if valid, otherwise a field with its errors. */
export function CheckCell({
  cell,
  draft,
  messages,
  notes,
  isWrong,
  isRight,
  onEdit,
}: CheckCellProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  if (messages.length === 0) {
    return (
      <td className={isRight ? 'align-right' : undefined}>
        <span
          className={['ellipsis', styles.checkText, MONOSPACED.includes(cell.column) && 'monospace']
            .filter(Boolean)
            .join(' ')}
          title={cell.value}
        >
          {cell.column === 'Price' ? priceText(cell.value) : cell.value}
        </span>
        {notes.map(({ code, message }) => (
          <span key={code} className={`${styles.checkMessage} muted`}>
            {message}
          </span>
        ))}
      </td>
    );
  }
  const suggestion = messages.find((message) => message.suggestion !== undefined)?.suggestion;
  const takeSuggestion = (): void => {
    if (suggestion === undefined) return;
    onEdit({ ...cell, value: suggestion }, cell.value);
    // The button disappears; keep the focus.
    field.current?.focus();
  };
  return (
    <td className={isRight ? `align-right ${styles.wrong}` : styles.wrong}>
      <input
        ref={field}
        className={boxClass(isWrong && draft === undefined, boxStyles.small)}
        aria-label={`${cell.column}, row ${cell.row}`}
        aria-invalid={isWrong && draft === undefined}
        aria-describedby={id}
        autoComplete="off"
        spellCheck={false}
        value={draft ?? cell.value}
        onChange={({ target }) => onEdit({ ...cell, value: target.value }, cell.value)}
      />
      <span
        id={id}
        className={`${styles.checkMessage} ${draft !== undefined ? 'muted' : isWrong ? styles.bad : styles.warn}`}
      >
        {draft !== undefined ? 'Not checked yet' : messages.map(({ message }) => message).join(' ')}
      </span>
      {suggestion !== undefined && draft === undefined && (
        <button
          type="button"
          className={styles.checkSuggestion}
          aria-label={`Use ${suggestion} in ${cell.column}, row ${cell.row}`}
          onClick={takeSuggestion}
        >
          <IconWand size={14} stroke={1.75} aria-hidden /> Use{' '}
          <span className="numeric">{suggestion}</span>
        </button>
      )}
    </td>
  );
}
