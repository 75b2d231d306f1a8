import type { Report } from '@pos/contract/reports/reports';
import type { ReportDescription } from '@pos/contract/reports/description';
import { REPORTS } from '@pos/contract/reports/list';
import {
  type FilledTable,
  filledTables,
  type Figures,
  type PlacedColumn,
  screenTables,
} from '@pos/contract/reports/tables';
import { useMemo } from 'react';
import { Summary } from '#web/ui/layout/summary.tsx';
import { FigureTable } from './figure-table.tsx';
import * as styles from './figure-table.module.css';

/** Tables of a report, one below the other; those without rows are left out after the first. */
export function ReportTables({ report }: { report: Report }) {
  const tables = useMemo(() => shownTables(report), [report]);
  const zones = new Map(report.fairs.map(({ identifier, timeZone }) => [identifier, timeZone]));
  return (
    <>
      {tables.map(({ caption, heading, filled }) => (
        <FigureTable
          key={caption}
          caption={caption}
          heading={heading}
          filled={filled}
          zones={zones}
        />
      ))}
      {tables.length > 0 && (
        <Definitions columns={tables.flatMap(({ filled }) => filled.columns)} />
      )}
    </>
  );
}

type ShownTable = { caption: string; heading: string | undefined; filled: FilledTable };

function shownTables(report: Report): ShownTable[] {
  const { title, hasBlocks }: ReportDescription = REPORTS[report.reportType];
  const showsStudents = !('showsStudents' in report) || report.showsStudents;
  return filledTables(report)
    .filter(({ table, groups }) => !table.isInFilesOnly && !isWithoutYearBefore(table.rows, groups))
    .flatMap(screenTables)
    .map((filled, index) => {
      const isReportItself = index === 0 && !hasBlocks;
      return {
        caption: isReportItself ? title : filled.table.name,
        heading: isReportItself ? undefined : filled.table.name,
        filled: {
          ...filled,
          // The first table has the weekday of each date.
          columns: shownColumns(filled, showsStudents).filter(
            ({ path }) => index === 0 || path[0] !== 'weekday',
          ),
        },
      };
    })
    .filter(
      ({ heading, filled }) =>
        heading === undefined || filled.groups.some(({ rows }) => rows.length > 0),
    );
}

/** True for the comparison with a year in which nothing was sold. */
const isWithoutYearBefore = (rows: string, groups: FilledTable['groups']): boolean =>
  rows === 'comparison' &&
  groups.every((group) => group.rows.every(({ previousOrders }) => previousOrders === 0));

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

/** Meanings of the columns by label, each once. */
function Definitions({ columns }: { columns: readonly PlacedColumn[] }) {
  const meanings = new Map(columns.map(({ column: { label, meaning } }) => [label, meaning]));
  return (
    <details className={styles.definitions}>
      <Summary>Column definitions</Summary>
      <dl>
        {[...meanings].map(([label, meaning]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
