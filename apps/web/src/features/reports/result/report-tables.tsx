import type { Report } from '@pos/contract/reports';
import type { ReportDescription } from '@pos/contract/reports/description';
import { REPORTS } from '@pos/contract/reports/list';
import {
  type FilledTable,
  filledTables,
  type Figures,
  type PlacedColumn,
} from '@pos/contract/reports/tables';
import { Fragment } from 'react';
import { FigureTable } from './figure-table.tsx';
import * as styles from '../reports.module.css';

/** Tables of a report, one below the other; those without rows are left out after the first. */
export function ReportTables({ report }: { report: Report }) {
  const { title, hasBlocks }: ReportDescription = REPORTS[report.reportType];
  const zones = new Map(report.fairs.map(({ identifier, timeZone }) => [identifier, timeZone]));
  const showsStudents = !('showsStudents' in report) || report.showsStudents;
  return filledTables(report)
    .filter(({ table }) => !table.isInFilesOnly)
    .map((filled, index) => {
      const isReportItself = index === 0 && !hasBlocks;
      if (!isReportItself && filled.groups.every(({ rows }) => rows.length === 0)) return null;
      const { name } = filled.table;
      return (
        <Fragment key={name}>
          {!isReportItself && <h3 className={styles.heading}>{name}</h3>}
          <FigureTable
            caption={isReportItself ? title : name}
            filled={{ ...filled, columns: shownColumns(filled, showsStudents) }}
            zones={zones}
          />
        </Fragment>
      );
    });
}

/**
 * Columns of a table on the screen: without those that a heading above the rows or the cell of the
 * title shows, the fair if there is only one, and students whom the reader may not see. A status is
 * no name for a row, so it is not the first.
 */
function shownColumns(
  { table: { groupedBy = [] }, columns, groups }: FilledTable,
  showsStudents: boolean,
): PlacedColumn[] {
  const rows = groups.flatMap((group): readonly Figures[] => group.rows);
  const hasSeveralFairs = new Set(rows.map((row) => row['fairIdentifier'])).size > 1;
  const hasTitle = columns.some(({ column }) => column.kind === 'title');
  const shown = columns.filter(
    ({ path: [name = ''], column }) =>
      !groupedBy.includes(name) &&
      !(column.kind === 'isbn' && hasTitle) &&
      (column.kind !== 'fair' || hasSeveralFairs) &&
      (!column.ofStudents || showsStudents),
  );
  const first = shown.findIndex(({ column }) => column.kind !== 'choice');
  return [...shown.splice(first, 1), ...shown];
}
