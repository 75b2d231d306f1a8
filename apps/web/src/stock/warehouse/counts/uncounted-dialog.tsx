import { countsApi, type CountDetails } from '@pos/contract/stock/warehouse/counts';
import { allows } from '@pos/contract/permissions';
import { pluralize } from '@pos/contract/values/counts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { failureText } from '#web/lib/api/failure.ts';
import { useRights } from '#web/lib/session/session.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { ErrorNotice, Notice, Skeleton } from '#web/ui/messages/notice.tsx';
import { toast } from '#web/ui/messages/toast.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { uncountedTitles, useConfirmUncounted } from './counts.data.ts';
import * as styles from './counts.module.css';

/** Lists the titles that nobody has counted; confirming the list counts each of them as 0. */
export function UncountedDialog({ count, onClose }: { count: CountDetails; onClose: () => void }) {
  const { id } = count;
  const { data, error, refetch } = useQuery(uncountedTitles(id));
  const { mutateAsync, isPending } = useConfirmUncounted(id);
  const [refusal, setRefusal] = useState<unknown>();
  const mayConfirm = allows(countsApi.confirmUncounted.access, useRights());
  const number = data?.titles.length ?? 0;
  const confirm = async (): Promise<void> => {
    setRefusal(undefined);
    try {
      await mutateAsync(data!.reviewed);
      toast.ok({ title: `${pluralize(number, 'title')} counted as 0` });
      onClose();
    } catch (refused) {
      setRefusal(refused);
      void refetch();
    }
  };
  return (
    <Dialog
      title="Not counted yet"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          {mayConfirm && number > 0 && (
            <Button
              variant="primary"
              busy={isPending && 'Counting…'}
              onClick={() => void confirm()}
            >
              Count {pluralize(number, 'title')} as 0
            </Button>
          )}
        </>
      }
    >
      <div className="stack gap-12">
        {refusal !== undefined && <Notice kind="bad">{failureText(refusal).message}</Notice>}
        {error && !data ? (
          <ErrorNotice what="The list" error={error} retry={() => void refetch()} />
        ) : data ? (
          <>
            <p>
              {number === 0
                ? 'Every title of this count is counted.'
                : 'Nobody scanned these titles. Look for them once more; confirm the list only if none is there.'}
            </p>
            <ul className={styles.list} aria-label="Titles not counted">
              {data.titles.map(({ titleId, title, isbn13, sku, category }) => (
                <li key={titleId}>
                  <span className="two-lines">
                    <span className="medium">{title}</span>
                    <small>
                      <span className="monospace">{isbn13 ?? sku}</span> · {category}
                    </small>
                  </span>
                </li>
              ))}
            </ul>
          </>
        ) : (
          <Skeleton height={120} />
        )}
      </div>
    </Dialog>
  );
}
