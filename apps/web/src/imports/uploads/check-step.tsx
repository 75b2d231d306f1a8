import type { RowMessage, UploadResult } from '@pos/contract/imports/uploads';
import { pluralize } from '@pos/contract/values/counts';
import { useState } from 'react';
import { Button } from '#web/ui/buttons/button.tsx';
import { KeyNumbers } from '#web/ui/layout/card.tsx';
import { Notice } from '#web/ui/messages/notice.tsx';
import { cellKey } from './cells.ts';
import { CheckGrid } from './check-grid.tsx';
import { messageGroups } from './message-groups.ts';
import { RejectedRows } from './rejected-rows.tsx';
import { UploadProgress } from './upload-progress.tsx';
import { KIND_WORDS } from './upload-words.ts';
import type { Upload } from './use-upload.ts';
import type { Fix } from './use-upload-request.ts';
import * as styles from './uploads.module.css';

type CheckStepProps = { upload: Upload; result: UploadResult; target?: string | undefined };

/** Preview of an import, row by row; wrong cells are corrected in place. */
export function CheckStep({ upload, result, target }: CheckStepProps) {
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
  const groups = messageGroups(upload.kind, result);
  return (
    <form
      className="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (drafts.size > 0) checkAgain();
      }}
    >
      {upload.error && <Notice kind="bad">{upload.error}</Notice>}
      {groups.package.length > 0 && (
        <Notice kind="warn">
          {groups.package.map(({ message }) => (
            <p key={message} className="semibold">
              {message}
            </p>
          ))}
          <p>Make sure that this is the right packing list before you import it.</p>
        </Notice>
      )}
      <KeyNumbers numbers={KIND_WORDS[upload.kind].numbers(result, false)} />
      <FileMessages kind="warn" messages={groups.file} />
      <CheckGrid kind={upload.kind} result={result} drafts={drafts} onEdit={edit} />
      <FileMessages kind="quiet" messages={groups.fileInformation} />
      <div className={styles.uploadBar} role="region" aria-label="Import">
        {upload.busy ? (
          <UploadProgress upload={upload} />
        ) : (
          <>
            <div className="row wrapping">
              <Button variant="tertiary" onClick={upload.startOver}>
                Choose another file
              </Button>
              <Button variant="tertiary" onClick={upload.openMapping}>
                Match columns
              </Button>
              <RejectedRows jobId={result.errorFileId} />
            </div>
            <span className={styles.uploadNext}>
              {drafts.size > 0 ? (
                <>
                  <span className="caption">
                    {pluralize(drafts.size, 'correction', 'corrections')} not checked yet
                  </span>
                  <Button variant="primary" type="submit">
                    Check again
                  </Button>
                </>
              ) : (
                <ImportButton upload={upload} result={result} target={target} />
              )}
            </span>
          </>
        )}
      </div>
    </form>
  );
}

/** The import button names its effect in numbers, including the skipped rows. */
function ImportButton({ upload, result, target }: CheckStepProps) {
  const { created, updated, rejected, unchanged } = result;
  const words = KIND_WORDS[upload.kind];
  if (created + updated === 0) {
    return (
      <span className="subdued">
        {rejected > 0
          ? 'No row can be imported yet. Correct the cells above.'
          : `${pluralize(unchanged, 'row is', 'rows are')} already imported. There is nothing to import.`}
      </span>
    );
  }
  const label = `Import ${words.things(result)}${target ? ` to ${target}` : ''}${rejected > 0 ? `, skip ${pluralize(rejected, 'row', 'rows')}` : ''}`;
  return (
    <Button variant="primary" onClick={() => void upload.commit(rejected > 0)}>
      {label}
    </Button>
  );
}

type FileMessagesProps = { kind: 'warn' | 'quiet'; messages: readonly RowMessage[] };

function FileMessages({ kind, messages }: FileMessagesProps) {
  if (messages.length === 0) return null;
  return (
    <Notice kind={kind}>
      <ul className="grid gap-4">
        {messages.map(({ code, row, column, message }) => (
          <li key={`${code} ${row} ${column}`}>{message}</li>
        ))}
      </ul>
    </Notice>
  );
}
