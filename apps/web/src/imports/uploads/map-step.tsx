import { columnNames } from '@pos/contract/imports/upload-columns';
import { useState } from 'react';
import { Button } from '#web/ui/buttons/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { FieldMessages } from '#web/ui/fields/field-messages.tsx';
import { Notice } from '#web/ui/messages/notice.tsx';
import { UploadProgress } from './upload-progress.tsx';
import type { Upload } from './use-upload.ts';
import type { Headers } from './use-upload-check.ts';
import type { Mapping } from './use-upload-request.ts';
import * as styles from './uploads.module.css';
import * as boxStyles from '#web/ui/fields/box.module.css';
import * as fieldStyles from '#web/ui/fields/fields.module.css';
import { TableHead } from '#web/ui/layout/table-head.tsx';

const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
/** Likely column of a header: as assigned last time, or by its name. */
function guess(
  { header, column }: Headers['found'][number],
  columns: readonly string[],
  remembered: Mapping,
): string | null {
  const last = remembered[header];
  return (
    column ??
    (last === undefined ? (columns.find((name) => plain(name) === plain(header)) ?? null) : last)
  );
}

/** Assigns the file's columns to ours. */
export function MapStep({ upload, headers }: { upload: Upload; headers: Headers }) {
  const { all: columns, required } = columnNames(upload.kind);
  const [mapping, setMapping] = useState<Mapping>(() =>
    Object.fromEntries(
      headers.found.map((found) => [
        found.header,
        headers.complaint ? guess(found, columns, upload.remembered) : found.column,
      ]),
    ),
  );
  const [wasSent, setWasSent] = useState(false);
  const missing = required.filter((column) => !Object.values(mapping).includes(column));
  const assign = (header: string, column: string | null): void => {
    // Each of our columns is assigned only once.
    const others = Object.entries(mapping).map(
      ([other, known]) => [other, known === column ? null : known] as const,
    );
    setMapping({ ...Object.fromEntries(others), [header]: column });
  };
  const send = (): void => {
    setWasSent(true);
    if (missing.length === 0) void upload.map(mapping);
  };
  return (
    <div className={`${styles.uploadNarrow} stack`}>
      {headers.complaint && (
        <Notice kind="warn">{headers.complaint} Match the columns of the file to ours.</Notice>
      )}
      <Card
        title="Match columns"
        intro={`Columns left out are ignored. ${inWords(required)} are required.`}
        rows
      >
        <table className={styles.mapTable}>
          <TableHead heads={['Column in your file', 'Import as']} />
          <tbody>
            {headers.found.map(({ header, sample }) => (
              <tr key={header}>
                <th scope="row">
                  <span className="two-lines">
                    {header}
                    {sample && <small>{sample}</small>}
                  </span>
                </th>
                <td>
                  <select
                    className={`${boxStyles.box} ${boxStyles.small}`}
                    aria-label={`Column for ${header}`}
                    value={mapping[header] ?? ''}
                    onChange={({ target }) => assign(header, target.value || null)}
                  >
                    <option value="">Leave out</option>
                    {columns.map((column) => (
                      <option key={column} value={column}>
                        {column}
                      </option>
                    ))}
                  </select>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Card>
      {upload.busy ? (
        <UploadProgress upload={upload} />
      ) : (
        <div className={fieldStyles.field}>
          <div aria-live="polite">
            <FieldMessages
              id="mapping"
              error={
                wasSent && missing.length > 0
                  ? `Choose the column for ${missing.join(', ')}.`
                  : undefined
              }
              hint={missingWords(required, missing)}
            />
          </div>
          <div className="row wrapping spread">
            <Button onClick={upload.closeMapping}>
              {upload.result ? 'Back without changes' : 'Choose another file'}
            </Button>
            <Button variant="primary" onClick={send}>
              Check the file
            </Button>
          </div>
        </div>
      )}
    </div>
  );
}

/** Names the required columns not chosen yet. */
function missingWords(required: readonly string[], missing: readonly string[]): string {
  if (missing.length === 0)
    return required.length === 1
      ? 'The required column is chosen.'
      : 'All required columns are chosen.';
  const verb = missing.length === 1 ? 'is' : 'are';
  return `${missing.length} of ${required.length} required columns ${verb} still to be chosen: ${inWords(missing)}.`;
}

const inWords = (names: readonly string[]): string => new Intl.ListFormat('en-US').format(names);
