import type { UploadResult } from '@pos/contract/imports';
import { fairPath } from '#web/features/fairs/fair-paths.ts';
import { countOf, formatCount } from '#web/lib/money.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Card, KeyNumbers } from '#web/ui/card.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { RejectedRows } from './rejected-rows.tsx';

/** What was imported, and the rows that were not, as a file to correct. */
export function ResultStep({ fairId, result, onAgain }: { fairId: string; result: UploadResult; onAgain: () => void }) {
  const { created, updated, unchanged, rejected, titles, units, cartons } = result;
  const nothing = created + updated === 0;
  return (
    <div className="stack">
      <Notice kind={nothing ? 'warn' : 'ok'}>
        {nothing ? 'Nothing was imported: the stock changed since the check, or everything was loaded already.' : `${countOf(titles, 'title is', 'titles are')} imported. The file holds ${countOf(units, 'good unit', 'good units')} in ${countOf(cartons, 'carton', 'cartons')}.`}
      </Notice>
      <KeyNumbers
        numbers={[
          { label: 'Created', value: formatCount(created), detail: created === 1 ? 'row' : 'rows' },
          { label: 'Updated', value: formatCount(updated), detail: 'the price changed' },
          { label: 'Unchanged', value: formatCount(unchanged), detail: 'loaded already' },
          { label: 'Rejected', value: formatCount(rejected), detail: rejected > 0 ? 'not imported' : 'none' },
        ]}
      />
      {rejected > 0 && (
        <Card title="Rejected rows" intro="The same sheet with an Error column. Correct the rows in it and upload the file here again: what is loaded already stays as it is.">
          <RejectedRows jobId={result.errorFileId} />
        </Card>
      )}
      <div className="form-buttons">
        <ButtonLink to={fairPath(fairId, 'inventory')} variant="primary">
          See the inventory
        </ButtonLink>
        <ButtonLink to={fairPath(fairId)}>Back to the fair</ButtonLink>
        <Button variant="tertiary" onClick={onAgain}>
          Upload another file
        </Button>
      </div>
    </div>
  );
}
