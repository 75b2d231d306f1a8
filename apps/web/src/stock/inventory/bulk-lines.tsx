import type { FairLine } from '@pos/contract/stock/inventory';
import { pluralize } from '@pos/contract/values/counts';
import { z } from 'zod';
import { BulkDialog, type BulkRows } from '#web/ui/form/bulk-dialog.tsx';
import { TextField } from '#web/ui/fields/text-fields.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { useChangeLineStatus, useDeleteLine } from './inventory.data.ts';

export type BulkLinesProps = BulkRows<FairLine> & { what: 'activate' | 'deactivate' | 'delete' };

const titles = (count: number): string => pluralize(count, 'title', 'titles');
const WORD = 'DELETE';
const Typed = z.strictObject({
  word: z
    .string()
    .trim()
    .refine((typed) => typed.toUpperCase() === WORD, `Type ${WORD} to continue.`),
});

/** Dialog for one action on several titles of a fair; sold titles are kept and named. */
export function BulkLines({ what, rows, onDone, onClose }: BulkLinesProps) {
  const changeStatus = useChangeLineStatus().mutateAsync;
  const remove = useDeleteLine().mutateAsync;
  const common = { rows, rowName: ({ title }: FairLine) => title, onDone, onClose };
  if (what !== 'delete') {
    return (
      <BulkDialog
        {...common}
        title={`${what === 'activate' ? 'Activate' : 'Deactivate'} ${titles(rows.length)}`}
        doneWords={(count) => `${titles(count)} ${what}d`}
        call={({ id }) => changeStatus({ id, status: what === 'activate' ? 'active' : 'inactive' })}
      >
        {what === 'activate'
          ? 'Registers of this fair can sell them again.'
          : 'Registers of this fair can no longer sell them. Past sales stay in the books.'}
      </BulkDialog>
    );
  }
  return (
    <BulkDialog
      {...common}
      title={`Delete ${titles(rows.length)} from this fair`}
      doneWords={(count) => `${titles(count)} deleted`}
      form={(start, close) => (
        <Form
          schema={Typed}
          values={{ word: '' }}
          guard={false}
          save={() => start(({ id }) => remove(id))}
          submitLabel={`Delete ${titles(rows.length)}`}
          onCancel={close}
        >
          <div className="stack gap-20">
            <p className="subdued">
              Units on hand go back to the warehouse. A title that was sold is kept and named
              afterward. This cannot be undone.
            </p>
            <TextField name="word" label={`Type ${WORD}`} autoComplete="off" />
          </div>
        </Form>
      )}
    />
  );
}
