import type { RowMessage } from '@pos/contract/imports';
import { useId } from 'react';
import { boxClass } from '#web/ui/fields/box-class.ts';
import type { Fix } from './use-upload.ts';

type CheckCellProps = {
  /** The cell as the server read it. */
  cell: Fix;
  /** As it was corrected since. */
  draft: string | undefined;
  messages: readonly RowMessage[];
  isWrong: boolean;
  isRight: boolean;
  onEdit: (fix: Fix, original: string) => void;
};

/** One cell of the check: plain where it is good, a field with what is wrong below it where it is not. */
export function CheckCell({ cell, draft, messages, isWrong, isRight, onEdit }: CheckCellProps) {
  const id = useId();
  if (messages.length === 0) {
    return (
      <td className={isRight ? 'r' : undefined}>
        <span className="ell check-text" title={cell.value}>
          {cell.value}
        </span>
      </td>
    );
  }
  return (
    <td className={isRight ? 'r wrong' : 'wrong'}>
      <input
        className={boxClass(isWrong && draft === undefined ? 'wrong' : undefined, 'sm')}
        aria-label={`${cell.column}, row ${cell.row}`}
        aria-invalid={isWrong && draft === undefined}
        aria-describedby={id}
        autoComplete="off"
        spellCheck={false}
        value={draft ?? cell.value}
        onChange={({ target }) => onEdit({ ...cell, value: target.value }, cell.value)}
      />
      <span id={id} className={`check-message ${draft !== undefined ? 't3' : isWrong ? 'bad' : 'warn'}`}>
        {draft !== undefined ? 'Not checked yet' : messages.map(({ message }) => message).join(' ')}
      </span>
    </td>
  );
}
