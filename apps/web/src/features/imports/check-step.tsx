import type { RowMessage, UploadResult } from '@pos/contract/imports';
import { useState } from 'react';
import { countOf, formatCount } from '#web/lib/money.ts';
import { Button } from '#web/ui/button.tsx';
import { KeyNumbers } from '#web/ui/card.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { cellKey, isOfCell } from './cells.ts';
import { CheckGrid } from './check-grid.tsx';
import { RejectedRows } from './rejected-rows.tsx';
import { UploadProgress } from './upload-progress.tsx';
import type { Fix, Upload } from './use-upload.ts';

/** What an import would do, row by row, with the cells that are wrong to be corrected in place. */
export function CheckStep({ upload, result }: { upload: Upload; result: UploadResult }) {
  const [drafts, setDrafts] = useState<ReadonlyMap<string, Fix>>(new Map());
  const edit = (fix: Fix, original: string): void => {
    const next = new Map(drafts);
    if (fix.value.trim() === original) next.delete(cellKey(fix));
    else next.set(cellKey(fix), { ...fix, value: fix.value });
    setDrafts(next);
  };
  const checkAgain = (): void => {
    const fixes = new Map([...upload.fixes.map((fix) => [cellKey(fix), fix] as const), ...drafts]);
    void upload.fix([...fixes.values()]);
  };
  const ofFile = [...result.errors, ...result.warnings].filter((message) => !isOfCell(message));
  return (
    <div className="stack">
      <KeyNumbers numbers={numbersOf(result)} />
      {upload.error && <Notice kind="bad">{upload.error}</Notice>}
      <FileWarnings messages={ofFile} />
      <CheckGrid result={result} drafts={drafts} onEdit={edit} />
      <div className="upload-bar" role="region" aria-label="Import">
        {upload.busy ? (
          <UploadProgress upload={upload} />
        ) : (
          <>
            <div className="row wrap">
              <Button variant="tertiary" onClick={upload.startOver}>
                Choose another file
              </Button>
              <Button variant="tertiary" onClick={upload.openMapping}>
                Match columns
              </Button>
              <RejectedRows jobId={result.errorFileId} />
            </div>
            <span className="upload-next">
              {drafts.size > 0 ? (
                <>
                  <span className="meta">{countOf(drafts.size, 'correction', 'corrections')} not checked yet</span>
                  <Button variant="primary" onClick={checkAgain}>
                    Check again
                  </Button>
                </>
              ) : (
                <Import result={result} onImport={upload.commit} />
              )}
            </span>
          </>
        )}
      </div>
    </div>
  );
}

/** The button says what it does, in numbers; leaving rows out is part of its words. */
function Import({ result, onImport }: { result: UploadResult; onImport: (onlyValidRows: boolean) => Promise<void> }) {
  const { created, updated, titles, rejected, unchanged } = result;
  if (created + updated === 0) {
    return <span className="t2">{rejected > 0 ? 'No row can be imported as it is. Correct the cells above.' : `All ${countOf(unchanged, 'row is', 'rows are')} loaded already: there is nothing to import.`}</span>;
  }
  const label = `Import ${countOf(titles, 'title', 'titles')}${rejected > 0 ? `, skip ${countOf(rejected, 'row', 'rows')}` : ''}`;
  return (
    <Button variant="primary" onClick={() => void onImport(rejected > 0)}>
      {label}
    </Button>
  );
}

function FileWarnings({ messages }: { messages: readonly RowMessage[] }) {
  if (messages.length === 0) return null;
  return (
    <Notice kind="warn">
      <ul className="file-warnings">
        {messages.map(({ code, row, column, message }) => (
          <li key={`${code} ${row} ${column}`}>{message}</li>
        ))}
      </ul>
    </Notice>
  );
}

function numbersOf({ created, updated, unchanged, rejected, titles, units, cartons, total }: UploadResult) {
  return [
    { label: 'Create', value: formatCount(created), detail: created + updated > 0 ? `${countOf(titles, 'title', 'titles')} in all` : `of ${countOf(total, 'row', 'rows')}` },
    { label: 'Update', value: formatCount(updated), detail: 'the price changes' },
    { label: 'Unchanged', value: formatCount(unchanged), detail: 'loaded already' },
    { label: 'Rejected', value: formatCount(rejected), detail: rejected > 0 ? 'to be corrected or skipped' : 'every row is good' },
    { label: 'Units', value: formatCount(units), detail: `in ${countOf(cartons, 'carton', 'cartons')}` },
  ];
}
