import { type UploadKind, uploadsApi } from '@pos/contract/imports/uploads';
import { useQuery } from '@tanstack/react-query';
import {
  fairPath,
  FAIRS_UPLOAD_PATH,
  packingListPath,
  returnCountPath,
  uploadPath,
} from '#web/fairs/fairs/fair-paths.ts';
import { fairDetails } from '#web/fairs/fairs/fairs.data.ts';
import { schoolDetails } from '#web/fairs/schools/schools.data.ts';
import { studentsUploadPath } from '#web/fairs/schools/students-upload-path.ts';
import { pathTo } from '#web/lib/api/paths.ts';
import { useRecordId } from '#web/lib/api/record-id.ts';
import { useSearchParams } from '#web/lib/lists/search-state.ts';
import { originText } from '#web/stock/warehouse/receipts/receipt-words.ts';
import { receiptDetails } from '#web/stock/warehouse/receipts/receipts.data.ts';
import { documentPath, warehousePath } from '#web/stock/warehouse/warehouse-paths.ts';
import { ButtonLink, Button } from '#web/ui/buttons/button.tsx';
import { Link } from '#web/ui/buttons/link.tsx';
import { DelayedSkeleton, Notice } from '#web/ui/messages/notice.tsx';
import { PageHead } from '#web/ui/layout/page-head.tsx';
import { NotLoaded } from '#web/ui/layout/record-error.tsx';
import * as styles from '#web/ui/buttons/segments.module.css';
import { UploadWizard } from './upload-wizard.tsx';
import { KIND_WORDS } from './upload-words.ts';
import { seasonName, toSeason, seasonsAround } from '@pos/contract/fairs/seasons';
import { today } from '@pos/contract/values/clock';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { saveFile } from '#web/lib/api/api.ts';
import { failureText } from '#web/lib/api/failure.ts';
import { HERE } from '#web/lib/input/time.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { boxClass } from '#web/ui/fields/box-class.ts';

const HEADING_OUTLINE = <DelayedSkeleton width="40%" height={28} />;

/** Page to upload a fair's packing list. */
export function UploadPage() {
  return <FairUpload kind="inventory" />;
}

/** Page to upload a fair's return count. */
export function ReturnCountPage() {
  return <FairUpload kind="return-count" />;
}

/** Page to add fairs from a spreadsheet. */
export function FairsUploadPage() {
  return (
    <>
      <PageHead
        title={KIND_WORDS.fairs.title}
        crumbs={[{ label: 'Fairs', to: pathTo('fairs') }, { label: 'Upload' }]}
      />
      <UploadWizard kind="fairs" fairId={null} path={FAIRS_UPLOAD_PATH} />
    </>
  );
}

/** Page to add and change schools from a spreadsheet. */
export function SchoolsUploadPage() {
  return (
    <>
      <PageHead
        title={KIND_WORDS.schools.title}
        crumbs={[{ label: 'Schools', to: pathTo('schools') }, { label: 'Upload' }]}
      />
      <UploadWizard kind="schools" fairId={null} path={`${pathTo('schools')}/upload`} />
    </>
  );
}

/** Page to add and change titles from a spreadsheet. */
export function TitlesUploadPage() {
  return (
    <>
      <PageHead
        title={KIND_WORDS.titles.title}
        crumbs={[{ label: 'All inventory', to: pathTo('inventory') }, { label: 'Upload' }]}
        actions={<CatalogFiles current="titles" />}
      />
      <UploadWizard kind="titles" fairId={null} path={OF_CATALOG.titles} />
    </>
  );
}

/** Page to upload a school's list of students. */
export function StudentsUploadPage() {
  const id = useRecordId();
  const query = useQuery(schoolDetails(id));
  const { data: school } = query;
  if (!school) return <NotLoaded what="school" query={query} outline={HEADING_OUTLINE} />;
  return (
    <>
      <PageHead
        title={KIND_WORDS.students.title}
        crumbs={[
          { label: 'Schools', to: pathTo('schools') },
          { label: school.identifier, to: pathTo('school-details', { id }), mono: true },
          { label: 'Upload' },
        ]}
        sub={<span>{school.name}</span>}
      />
      <UploadWizard
        kind="students"
        fairId={null}
        schoolId={id}
        path={studentsUploadPath(id)}
        target={school.name}
      />
    </>
  );
}

/** Page to upload the sheet of a receipt: what is expected, or what is here. */
export function ReceiptUploadPage() {
  const id = useRecordId();
  const { listed } = useSearchParams();
  const query = useQuery(receiptDetails(id));
  const { data: receipt } = query;
  if (!receipt) return <NotLoaded what="receipt" query={query} outline={HEADING_OUTLINE} />;
  const { number, isOpening, state } = receipt;
  const path = `${documentPath('receipts', id)}/upload`;
  const content = isOpening || listed === 'received' ? 'received' : 'expected';
  return (
    <>
      <PageHead
        title={KIND_WORDS.receipt.title}
        crumbs={[
          { label: 'Receipts', to: warehousePath('receipts') },
          { label: number, to: documentPath('receipts', id), mono: true },
          { label: 'Upload' },
        ]}
        sub={<span>{originText(receipt)}</span>}
        actions={
          !isOpening && (
            <nav className={styles.segments} aria-label="Content of the sheet">
              {SHEETS.map(({ value, label }) => (
                <Link
                  key={value}
                  to={`${path}?listed=${value}`}
                  {...(value === content && { 'aria-current': 'page' })}
                >
                  {label}
                </Link>
              ))}
            </nav>
          )
        }
      />
      {state === 'open' ? (
        <UploadWizard
          key={content}
          kind="receipt"
          fairId={null}
          receiptId={id}
          listed={content}
          path={path}
          target={number}
        />
      ) : (
        <Notice
          kind="quiet"
          action={<Link to={documentPath('receipts', id)}>Go to the receipt</Link>}
        >
          {number} is {state}. Nothing can be added to it.
        </Notice>
      )}
    </>
  );
}

const SHEETS = [
  { value: 'expected', label: 'What is expected' },
  { value: 'received', label: 'What is here' },
] as const;

/** Page with a season's price list as a file: download it, change it, upload it. */
export function PricesUploadPage() {
  return (
    <>
      <PageHead
        title={KIND_WORDS.prices.title}
        crumbs={[
          { label: 'All inventory', to: pathTo('inventory') },
          { label: KIND_WORDS.prices.title },
        ]}
        actions={<CatalogFiles current="prices" />}
      />
      <div className="stack">
        <PriceListCard />
        <UploadWizard kind="prices" fairId={null} path={OF_CATALOG.prices} />
      </div>
    </>
  );
}

const OF_CATALOG = {
  titles: `${pathTo('inventory')}/upload`,
  prices: `${pathTo('inventory')}/prices`,
} as const satisfies Partial<Record<UploadKind, string>>;

/** Links between the files of titles and of their prices. */
function CatalogFiles({ current }: { current: keyof typeof OF_CATALOG }) {
  return (
    <nav className={styles.segments} aria-label="Content of the file">
      {(['titles', 'prices'] as const).map((kind) => (
        <Link
          key={kind}
          to={OF_CATALOG[kind]}
          {...(kind === current && { 'aria-current': 'page' })}
        >
          {KIND_WORDS[kind].file}
        </Link>
      ))}
    </nav>
  );
}

const OF_FAIR = {
  inventory: uploadPath,
  'return-count': returnCountPath,
} as const satisfies Partial<Record<UploadKind, (id: string) => string>>;

function FairUpload({ kind }: { kind: keyof typeof OF_FAIR }) {
  const id = useRecordId();
  const query = useQuery(fairDetails(id));
  const { data: fair } = query;
  if (!fair) return <NotLoaded what="fair" query={query} outline={HEADING_OUTLINE} />;
  return (
    <>
      <PageHead
        title={KIND_WORDS[kind].title}
        crumbs={[
          { label: 'Fairs', to: pathTo('fairs') },
          { label: fair.identifier, to: fairPath(id), mono: true },
          { label: 'Upload' },
        ]}
        sub={<span>{fair.name}</span>}
        actions={
          <>
            {
              // Nothing comes back from a fair that has not begun.
              (kind === 'return-count' || fair.phase !== 'upcoming') && (
                <nav className={styles.segments} aria-label="Content of the file">
                  {Object.entries(OF_FAIR).map(([other, path]) => (
                    <Link
                      key={other}
                      to={path(id)}
                      {...(other === kind && { 'aria-current': 'page' })}
                    >
                      {KIND_WORDS[other as keyof typeof OF_FAIR].file}
                    </Link>
                  ))}
                </nav>
              )
            }
            {kind === 'inventory' && fair.closeOutState === 'open' && (
              <ButtonLink to={packingListPath(id)}>Use the package's titles</ButtonLink>
            )}
          </>
        }
      />
      {kind === 'inventory' && fair.closeOutState === 'finished' ? (
        <Notice kind="quiet" action={<Link to={fairPath(id, 'close-out')}>See close-out</Link>}>
          This fair is closed out. Its inventory cannot be changed until the close-out is reverted.
        </Notice>
      ) : (
        <UploadWizard key={kind} kind={kind} fairId={id} path={OF_FAIR[kind](id)} />
      )}
    </>
  );
}

/** Downloads the price list of a season, ready to be changed and uploaded. */
function PriceListCard() {
  const [season, setSeason] = useState(toSeason(today(HERE)));
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const download = async (): Promise<void> => {
    setIsBusy(true);
    setError(undefined);
    await saveFile(uploadsApi.priceList, { query: { season } }).catch(setError);
    setIsBusy(false);
  };
  return (
    <Card
      title="Price list of a season"
      intro="All active titles with their prices at fairs that start in the season. Download it, change prices, and upload it below."
    >
      <div className="row wrapping">
        <span>
          <select
            aria-label="Season"
            className={boxClass(false)}
            value={season}
            onChange={({ target }) => setSeason(target.value)}
          >
            {seasonsAround(today(HERE)).map((each) => (
              <option key={each} value={each}>
                {seasonName(each)}
              </option>
            ))}
          </select>
        </span>
        <Button busy={isBusy && 'Downloading…'} onClick={() => void download()}>
          <IconDownload size={16} stroke={1.75} aria-hidden /> Download the price list
        </Button>
      </div>
      {error !== undefined && <Notice kind="bad">{failureText(error).message}</Notice>}
    </Card>
  );
}
