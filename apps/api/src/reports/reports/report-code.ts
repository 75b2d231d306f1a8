import type { Report, ReportHead, ReportResult } from '@pos/contract/reports/reports';
import type { ReportQuery } from '@pos/contract/reports/report-query';
import type { ReportType } from '@pos/contract/reports/list';
import type { Db } from '#api/db/db.ts';
import type { PrintedTable } from '#api/pdf/table-document.ts';
import type { ReportLines } from './files/report-lines.ts';
import type { ReportScope } from './report-scope.ts';
import type { ReportTable } from './files/report-table.ts';

/**
 * Person a report is made for. The report carries the name; without the right to read Students it
 * names no child. A file for someone outside of the company has no column about students at all.
 */
export type Reader = { name: string; readsStudents: boolean; isOutside?: boolean };

/** Everything that a report may be computed from. `profitCashPpm` is the rate of the settings. */
export type Asked = Pick<Reader, 'readsStudents'> & {
  db: Db;
  scope: ReportScope;
  query: ReportQuery;
  profitCashPpm: number;
};

type Made<Type extends ReportType> = Extract<Report, { reportType: Type }>;
/** JSON of a report besides the head. */
export type ReportBody<Type extends ReportType = ReportType> = {
  [One in Type]: Omit<ReportResult<One>, keyof ReportHead>;
}[Type];

/** The part of a report that its description does not cover: computing, and special layouts. */
export type ReportCode<Type extends ReportType = ReportType> = {
  compute(asked: Asked): Promise<ReportBody<Type>>;
  /** Counts the order lines of a report that lists them, before it is made for the screen. */
  countLines?(db: Db, scope: ReportScope): Promise<number>;
  /** Counts the rows of a report in memory, if `countLines` is more than it lists. */
  countRows?(db: Db, scope: ReportScope): Promise<number>;
  /** Prepares a file of any length, whose lines are read while it is written. */
  readLines?(asked: Asked): Promise<ReportLines>;
  /** Leaves out what a screen cannot show. */
  shortened?(report: Made<Type>): Made<Type>;
  /** Puts the rows in the order of the files. */
  sortedForFiles?(report: Made<Type>): Made<Type>;
  /** Makes a table that stands before the described ones. */
  firstTable?(report: Made<Type>): ReportTable;
  /** Makes tables that the JSON lacks. */
  furtherTables?(
    report: Made<Type>,
    db: Db,
    scope: ReportScope,
    reader: Reader,
  ): Promise<ReportTable[]>;
  /** Lays out the first table for printing. */
  printFirst?(
    report: Made<Type>,
    print: (table: ReportTable) => Promise<PrintedTable>,
  ): Promise<PrintedTable[]> | PrintedTable[];
  /** Makes tables that are only printed, after the others. */
  printLast?(report: Made<Type>): PrintedTable[];
};
