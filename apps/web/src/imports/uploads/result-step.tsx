import type { PageKey } from '@pos/contract/permissions';
import { type UploadKind, uploadsApi } from '@pos/contract/imports/uploads';
import { formatInstant } from '@pos/contract/values/clock';
import { fairPath, scanPath } from '#web/fairs/fairs/fair-paths.ts';
import { pathTo } from '#web/lib/api/paths.ts';
import { HERE } from '#web/lib/input/time.ts';
import { documentPath } from '#web/stock/warehouse/warehouse-paths.ts';
import { Button, ButtonLink } from '#web/ui/buttons/button.tsx';
import { Card, KeyNumbers } from '#web/ui/layout/card.tsx';
import { Notice } from '#web/ui/messages/notice.tsx';
import { RejectedRows } from './rejected-rows.tsx';
import { KIND_WORDS } from './upload-words.ts';
import { Allowed } from '#web/lib/session/session.tsx';
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx';
import { toast } from '#web/ui/messages/toast.tsx';
import { useAsk } from '#web/ui/hooks/use-ask.ts';
import { useUndoUpload } from './uploads.data.ts';

const OF_FAIRS = { page: 'fairs', label: 'See the fairs' } as const;
/** List with the imported records, for files that are not of one fair. */
const LIST_OF: Record<UploadKind, { page: PageKey; label: string }> = {
  fairs: OF_FAIRS,
  schools: { page: 'schools', label: 'See the schools' },
  students: { page: 'students', label: 'See the students' },
  titles: { page: 'inventory', label: 'See the titles' },
  prices: { page: 'inventory', label: 'See the titles' },
  inventory: OF_FAIRS,
  'return-count': OF_FAIRS,
  receipt: { page: 'warehouse', label: 'See the receipts' },
};

type ResultStepProps = {
  kind: UploadKind;
  fairId: string | null;
  receiptId: string | undefined;
  counts: Parameters<(typeof KIND_WORDS)[UploadKind]['numbers']>[0];
  /** Job with the rejected rows. */
  rejectsId: string | undefined;
  /** Job that can be undone. */
  undoId: string | undefined;
  undoneAt: string | undefined;
  onAgain: () => void;
};

/** Result of an import, with Undo and the rejected rows as a file to correct. */
export function ResultStep({
  kind,
  fairId,
  receiptId,
  counts,
  rejectsId,
  undoId,
  undoneAt,
  onAgain,
}: ResultStepProps) {
  const words = KIND_WORDS[kind];
  const nothing = counts.created + counts.updated === 0;
  return (
    <div className="stack">
      {undoneAt !== undefined ? (
        <Notice kind="info">
          This import was undone on {formatInstant(undoneAt, HERE)}. {words.undo(counts)}
        </Notice>
      ) : (
        <Notice kind={nothing ? 'warn' : 'ok'}>
          {nothing
            ? 'Nothing was imported. Something changed since the check, or everything was already there.'
            : words.imported(counts)}
        </Notice>
      )}
      <KeyNumbers numbers={words.numbers(counts, true)} />
      {counts.rejected > 0 && rejectsId !== undefined && (
        <Card
          title="Rejected rows"
          intro="The same sheet with an Error column. Correct its rows and upload it here again. Rows already imported stay as they are."
        >
          <RejectedRows jobId={rejectsId} />
        </Card>
      )}
      <div className="row wrapping">
        <NextStep
          kind={kind}
          fairId={fairId}
          receiptId={receiptId}
          hasCartons={!nothing && undoneAt === undefined && counts.cartons > 0}
        />
        <Button onClick={onAgain}>Upload another file</Button>
        {undoId !== undefined && undoneAt === undefined && (
          <UndoUpload jobId={undoId} effect={words.undo(counts)} />
        )}
      </div>
    </div>
  );
}

/** Link to the work that follows an import, and the way back. */
function NextStep({
  kind,
  fairId,
  receiptId,
  hasCartons,
}: Pick<ResultStepProps, 'kind' | 'fairId' | 'receiptId'> & {
  /** The import brought cartons, which are scanned next. */
  hasCartons: boolean;
}) {
  if (receiptId !== undefined)
    return (
      <ButtonLink to={documentPath('receipts', receiptId)} variant="primary">
        Go to the receipt
      </ButtonLink>
    );
  if (fairId === null)
    return (
      <ButtonLink to={pathTo(LIST_OF[kind].page)} variant="primary">
        {LIST_OF[kind].label}
      </ButtonLink>
    );
  return (
    <>
      {kind === 'inventory' ? (
        <>
          {hasCartons && (
            <ButtonLink to={scanPath(fairId, 'delivery')} variant="primary">
              Scan cartons in
            </ButtonLink>
          )}
          <ButtonLink
            to={fairPath(fairId, 'inventory')}
            variant={hasCartons ? 'secondary' : 'primary'}
          >
            See the inventory
          </ButtonLink>
        </>
      ) : (
        <ButtonLink to={fairPath(fairId, 'close-out')} variant="primary">
          Go to close-out
        </ButtonLink>
      )}
      <ButtonLink to={fairPath(fairId)} variant="tertiary">
        Back to the fair
      </ButtonLink>
    </>
  );
}

/** Undoes an import after asking; if something depends on it, the dialog says what. */
function UndoUpload({ jobId, effect }: { jobId: string; effect: string }) {
  const { ask, dialog } = useAsk();
  const undo = useUndoUpload();
  const open = (): void =>
    void ask<undefined>((answer) => (
      <ConfirmDialog
        title="Undo this import?"
        confirmLabel="Undo this import"
        busyLabel="Undoing…"
        confirm={async () => {
          await undo.mutateAsync(jobId);
          toast.ok('Upload undone');
        }}
        onClose={() => answer(undefined)}
      >
        {effect}
      </ConfirmDialog>
    ));
  return (
    <Allowed to={uploadsApi.undo}>
      <Button variant="tertiary" onClick={open}>
        Undo this import
      </Button>
      {dialog}
    </Allowed>
  );
}
