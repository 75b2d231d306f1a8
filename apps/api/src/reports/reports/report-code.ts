import type { Report, ReportHead, ReportResult } from '@pos/contract/reports/reports';
import type { ReportQuery } from '@pos/contract/reports/report-query';
import type { ReportType } from '@pos/contract/reports/list';
import type { Db } from '#api/db/db.ts';
import type { PrintedTable } from '#api/pdf/table-document.ts';
import type { Figures } from './figures/figures.ts';
import type { ReportLines } from './files/report-lines.ts';
import type { ReportScope } from './report-scope.ts';
import type { ReportTable } from './files/report-table.ts';

/**
 * Person a report is made for. The report carries the name; without the right to read Students it
 * names no child. A file for someone outside of the company has no column about students at all.
 */
export type Reader = { name: string; readsStudents: boolean; isOutside?: boolean };

/** Everything that a report may be computed from. `profitCashPpm` is the rate of the settings. */
export type ReportContext = Pick<Reader, 'readsStudents'> & {
  db: Db;
  scope: ReportScope;
  query: ReportQuery;
  profitCashPpm: number;
  /** Takes the parts of all fairs from a report that reads them: the tie-out needs the same. */
  tellParts?: (parts: Figures) => void;
};

type ReportFor<Type extends ReportType> = Extract<Report, { reportType: Type }>;
/** JSON of a report besides the head. */
export type ReportBody<Type extends ReportType = ReportType> = {
  [One in Type]: Omit<ReportResult<One>, keyof ReportHead>;
}[Type];

/** The part of a report that its description does not cover: computing, and special layouts. */
export type ReportCode<Type extends ReportType = ReportType> = {
  compute(asked: ReportContext): Promise<ReportBody<Type>>;
  /** Counts the order lines of a report that lists them, before it is made for the screen. */
  countLines?(db: Db, scope: ReportScope): Promise<number>;
  /** Counts the rows of a report in memory, if `countLines` is more than it lists. */
  countRows?(db: Db, scope: ReportScope): Promise<number>;
  /** Prepares a file of any length, whose lines are read while it is written. */
  readLines?(asked: ReportContext): Promise<ReportLines>;
  /** Leaves out what a screen cannot show. */
  shortened?(report: ReportFor<Type>): ReportFor<Type>;
  /** Puts the rows in the order of the files. */
  sortedForFiles?(report: ReportFor<Type>): ReportFor<Type>;
  /** Makes a table that stands before the described ones. */
  firstTable?(report: ReportFor<Type>): ReportTable;
  /** Makes tables that the JSON lacks. */
  furtherTables?(
    report: ReportFor<Type>,
    db: Db,
    scope: ReportScope,
    reader: Reader,
  ): Promise<ReportTable[]>;
  /** Lays out the first table for printing. */
  printFirst?(
    report: ReportFor<Type>,
    print: (table: ReportTable) => Promise<PrintedTable>,
  ): Promise<PrintedTable[]> | PrintedTable[];
  /** Makes tables that are only printed, after the others. */
  printLast?(report: ReportFor<Type>): PrintedTable[];
};
