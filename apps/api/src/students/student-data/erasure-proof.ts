import { formatInstant, zoneName } from '@pos/contract/values/clock';
import { formatCount, pluralize } from '@pos/contract/values/counts';
import { Paper } from '#api/pdf/paper.ts';
import type { ErasureScan, OpenErasure } from './erasures.queries.ts';

type Proof = OpenErasure & {
  schoolName: string;
  identifier: string;
  companyName: string;
  timeZone: string;
  scan: ErasureScan;
  /** Time at which the erasure ended. */
  at: string;
  backupDays: number | undefined;
};

/** Kinds of changed rows, by table, in the order of the proof. */
const CHANGES: Readonly<Record<string, string>> = {
  students: 'Students whose names, teacher and FACTS family were erased',
  parents: 'Parents deleted with their email and phone',
  orders: 'Orders without a customer name now',
  held_orders: 'Held orders without a name now',
  held_refunds: 'Held refunds without a name now',
  refunds: 'Refunds whose reason named somebody',
  schools: 'Notes of the school that named somebody',
  fairs: 'Messages of fairs that named somebody',
  uploads: 'Imports that no longer list the students',
  jobs: 'Background jobs that named somebody',
  idempotency_keys: 'Stored answers that named somebody',
};

/** Renders the proof of an erasure as a PDF. It contains no name of a student or parent. */
export function erasureProof(proof: Proof): Promise<Buffer> {
  const { companyName, schoolName, timeZone, at, id, scan } = proof;
  const time = (instant: string) => `${formatInstant(instant, timeZone)} ${zoneName(timeZone)}`;
  const paper = new Paper({
    title: `Proof of erasure, ${schoolName}`,
    author: companyName,
    footer: `${companyName} · erasure ${id}`,
    createdAt: new Date(at),
  });
  const isClean = scan.found.length === 0;
  paper.head(companyName, 'Proof of erasure', {
    text: isClean ? 'Nothing found' : 'Names remain',
    isFinal: isClean,
  });
  paper.facts([
    { label: 'School', value: `${schoolName} (${proof.identifier})` },
    { label: 'Scope', value: toScope(proof) },
    { label: 'Started', value: time(proof.askedAt) },
    { label: 'Ended', value: time(at) },
    { label: 'Asked for by', value: proof.askedByName },
    { label: 'Reason', value: proof.reason || 'Retention rule' },
  ]);
  addChanges(paper, proof);
  addScan(paper, proof);
  addRest(paper, proof);
  return paper.bytes();
}

function toScope({ months }: Proof): string {
  return months === null
    ? 'All students of the school'
    : `Students without activity for ${pluralize(months, 'month')}`;
}

function addChanges(paper: Paper, { counts, left }: Proof): void {
  paper.heading('Erased');
  paper.lines([
    ...Object.entries(CHANGES).map(([table, label]) => ({
      label,
      value: formatCount(counts[table] ?? 0),
    })),
    { label: 'Students left, because money or orders are open', value: formatCount(left) },
  ]);
}

function addScan(paper: Paper, { scan, erased }: Proof): void {
  paper.heading('Search for the names afterwards');
  paper.lines([
    { label: 'Names searched for, in any case and order', value: formatCount(scan.names) },
    { label: 'Columns that may name somebody', value: formatCount(scan.columns) },
    { label: 'Texts', value: formatCount(scan.rows) },
    {
      label: 'Places with an erased name',
      value: formatCount(scan.found.length),
      kind: 'total',
    },
    ...scan.found.map(({ place, count }) => ({
      label: place,
      value: pluralize(count, 'row'),
      kind: 'sub' as const,
    })),
  ]);
  if (scan.found.length > 0)
    paper.note('Such a place may also name somebody or something else, such as a book.');
  if (scan.singleWords > 0)
    paper.note(`${pluralize(scan.singleWords, 'name')} of a single word cannot be searched for.`);
  if (erased > 0)
    paper.note(
      'Exported lists, reports, rejected rows of imports and saved emails with a file were deleted.',
    );
}

function addRest(paper: Paper, { backupDays }: Proof): void {
  paper.heading('Not erased');
  paper.note(
    'Student numbers and grades, eWallets with their ledgers, orders, payments, refunds, totals and activity stay.',
  );
  paper.note(
    backupDays === undefined
      ? 'Backups cannot be changed. The product makes none by itself here; the operator deletes those from before the end of this erasure.'
      : `Backups cannot be changed. The product deletes its daily backups after ${pluralize(backupDays, 'day')}; copies elsewhere are the operator's. After restoring one from before this erasure, the erasure must be repeated.`,
  );
  paper.note(
    'Registers drop the names when they next load their data. Files that staff downloaded and papers that they printed are outside of the product.',
  );
}
