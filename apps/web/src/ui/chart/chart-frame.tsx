import { IconChartBar, IconTable } from '@tabler/icons-react';
import { useId, useState, type ReactNode } from 'react';
import { IconButton } from '../buttons/button.tsx';
import { Card } from '../layout/card.tsx';
import * as styles from './chart.module.css';

type ChartFrameProps = {
  title: string;
  /** Gray text next to the title: "School days, Eastern". */
  note?: string | undefined;
  /** For use inside a card: renders no card of its own. */
  bare?: boolean;
  chart: ReactNode;
  /** The chart's numbers as a table. */
  table: ReactNode;
};

/** Chart under its title, which can be switched to a table of the same numbers. */
export function ChartFrame({ title, note, bare = false, chart, table }: ChartFrameProps) {
  const [isTable, setIsTable] = useState(false);
  const id = useId();
  const SwitchIcon = isTable ? IconChartBar : IconTable;
  const aside = (
    <>
      {note && <span className="caption">{note}</span>}
      <IconButton
        label={isTable ? 'View as chart' : 'View as table'}
        onClick={() => setIsTable(!isTable)}
      >
        <SwitchIcon size={18} stroke={1.75} aria-hidden />
      </IconButton>
    </>
  );
  const shown = isTable ? table : chart;
  if (!bare)
    return (
      <Card title={title} aside={aside}>
        {shown}
      </Card>
    );
  return (
    <section className={styles.chartBare} aria-labelledby={id}>
      <div className={styles.chartHead}>
        <h3 id={id}>{title}</h3>
        {aside}
      </div>
      {shown}
    </section>
  );
}

type ChartTableProps = {
  title: string;
  /** Column heads, where the title does not explain them. */
  heads?: readonly string[];
  rows: readonly { name: string; running?: boolean | undefined; values: readonly string[] }[];
};

/** Table of a chart's numbers by name. */
export function ChartTable({ title, heads, rows }: ChartTableProps) {
  return (
    <table className={styles.chartTable}>
      <caption className="visually-hidden">{title}</caption>
      {heads && (
        <thead>
          <tr>
            {heads.map((head) =>
              head ? (
                <th key={head} scope="col">
                  {head}
                </th>
              ) : (
                <td key={head} />
              ),
            )}
          </tr>
        </thead>
      )}
      <tbody>
        {rows.map(({ name, running, values }) => (
          <tr key={name}>
            <th scope="row">
              {name} {running && <span className="muted">so far</span>}
            </th>
            {values.map((value, index) => (
              <td key={index}>{value}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
