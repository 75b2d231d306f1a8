import { columnNames } from '@pos/contract/imports/upload-columns';
import { uploadsApi, type UploadKind } from '@pos/contract/imports/uploads';
import { IconDownload } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { saveFile } from '#web/lib/api/api.ts';
import { failureText } from '#web/lib/api/failure.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { FileDrop } from '#web/ui/files/file-drop.tsx';
import { Notice } from '#web/ui/messages/notice.tsx';
import { UploadProgress } from './upload-progress.tsx';
import { KIND_WORDS } from './upload-words.ts';
import type { Upload } from './use-upload.ts';
import * as styles from './uploads.module.css';

/** Sample value of each column. */
const SAMPLES: Readonly<Record<string, string>> = {
  'School Identifier': 'MI006719',
  'School Name': 'Maple Grove Elementary',
  'Fair Identifier': 'MI006719-26-01',
  'Fair Name': 'Fall Book Fair',
  Address: '12 Elm St, Ada, MI 49301',
  'Start Date': '10/19/2026',
  'End Date': '10/23/2026',
  'Sales Tax Rate': '6',
  'Admin Email': 'dana@example.com',
  'Package Option': '25P400',
  Status: 'Active',
  'Time Zone': 'America/Detroit',
  'Student Number': '20451',
  'First Name': 'Wren',
  'Last Name': 'Ashby',
  Grade: '3',
  Teacher: 'Ms. Oak',
  'Parent Name': 'Petra Ashby',
  'Parent Email': 'petra@example.org',
  Carton: 'MI006719-26-01-C02',
  'ISBN/SKU': '9780439023481',
  Title: 'Where Do Umbrellas Sleep?',
  Author: 'A. Hollis',
  Category: 'Picture',
  Format: 'Hardcover',
  Price: '7.99',
  'Catalog Price': '8.99',
  Season: 'Fall 2026',
  SKU: 'PENCIL-1',
  ISBN: '9780439023481',
  UPC: '036000291452',
  City: 'Ada',
  State: 'MI',
  'ZIP Code': '49301',
  Phone: '(616) 555-0100',
  Region: 'West',
  Enrollment: '353',
  Coordinator: 'Ivy Vannick',
  'Coordinator Email': 'ivy@example.org',
  'Coordinator Phone': '(616) 555-0142',
  Contacts: 'Ann Lee, Librarian; Bo Kim',
  'Tax-Exempt': 'Y',
  'Certificate Number': 'ME-0012345',
  'Exempt Until': '06/30/2027',
  FACTS: 'Y',
  'Payment Terms': 'Net 30',
  Notes: 'Deliver at dock B.',
  Quantity: '12',
  Taxable: 'Y',
  Counted: '8',
  Cost: '4.25',
  Damaged: '1',
};

/** File picker; checks the file at once, which writes nothing. `children` follow below. */
export function ChooseStep({ upload, children }: { upload: Upload; children: ReactNode }) {
  const words = KIND_WORDS[upload.kind];
  return (
    <div className={styles.chooseFile}>
      <div className="stack">
        <Card title={words.file} intro={words.intro}>
          <div className="stack gap-20">
            {upload.busy ? (
              <UploadProgress upload={upload} />
            ) : (
              <FileDrop
                label={words.choose}
                file={upload.file}
                onFile={(file) => void upload.choose(file)}
                error={upload.error}
              />
            )}
          </div>
        </Card>
        {children}
      </div>
      <Columns kind={upload.kind} />
    </div>
  );
}

/** Columns of the file with a sample of each, and the template. */
function Columns({ kind }: { kind: UploadKind }) {
  const { all, required } = columnNames(kind);
  const columns = all.toSorted(
    (one, other) => Number(required.includes(other)) - Number(required.includes(one)),
  );
  return (
    <Card title="Columns" intro="In any order. Other names can be matched in the next step." rows>
      <ul className={`${styles.columns} lined`}>
        {columns.map((column) => (
          <li key={column}>
            <span className={required.includes(column) ? 'medium' : undefined}>{column}</span>
            <span className="caption">{required.includes(column) ? 'required' : 'optional'}</span>
            <span className="caption numeric ellipsis">{SAMPLES[column]}</span>
          </li>
        ))}
      </ul>
      <div className={styles.template}>
        <Template kind={kind} />
      </div>
    </Card>
  );
}

function Template({ kind }: { kind: UploadKind }) {
  const [error, setError] = useState<unknown>();
  const download = async (): Promise<void> => {
    setError(undefined);
    await saveFile(uploadsApi.template, { query: { kind } }).catch(setError);
  };
  return (
    <div className="stack">
      <span>
        <Button variant="tertiary" size="sm" onClick={() => void download()}>
          <IconDownload size={16} stroke={1.75} aria-hidden /> Download the template
        </Button>
      </span>
      {error !== undefined && <Notice kind="bad">{failureText(error).message}</Notice>}
    </div>
  );
}
