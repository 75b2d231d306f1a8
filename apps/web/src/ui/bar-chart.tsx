import { IconChartBar, IconTable } from '@tabler/icons-react';
import { useState } from 'react';
import { ticksUpTo } from '#web/lib/chart-scale.ts';
import './bar-chart.css';
import { IconButton } from './button.tsx';
import { Card } from './card.tsx';

/** One bar. Without a value there is none yet; `running` is the day or hour that goes on ("so far"). */
export type Bar = { label: string; detail?: string; value?: number; text?: string; running?: boolean };

type BarChartProps = {
  title: string;
  /** Beside the title in grey: "School days, Eastern". */
  note?: string;
  bars: readonly Bar[];
  /** A number of the axis, short: `$4k`. */
  tickText: (value: number) => string;
};

/** A card with upright bars from zero, each with its number, and the same numbers as a table. */
export function BarChart({ title, note, bars, tickText }: BarChartProps) {
  const [isTable, setIsTable] = useState(false);
  const ticks = ticksUpTo(Math.max(0, ...bars.map(({ value }) => value ?? 0)));
  const top = ticks.at(-1) ?? 1;
  const SwitchIcon = isTable ? IconChartBar : IconTable;
  const percent = (value: number): string => `${(Math.max(0, value) / top) * 100}%`;
  return (
    <Card
      title={title}
      aside={
        <>
          {note && <span className="meta">{note}</span>}
          <IconButton label={isTable ? 'View as chart' : 'View as table'} onClick={() => setIsTable(!isTable)}>
            <SwitchIcon size={18} stroke={1.75} aria-hidden />
          </IconButton>
        </>
      }
    >
      {isTable ? (
        <BarTable title={title} bars={bars} />
      ) : (
        <div className="bars" role="img" aria-label={`${title}: ${bars.map(inWords).join('; ')}`}>
          <div className="ticks">
            <i>{tickText(top)}</i>
            {ticks.map((tick) => (
              <span key={tick} style={{ bottom: percent(tick) }}>
                {tickText(tick)}
              </span>
            ))}
          </div>
          <div className="plot">
            {ticks.slice(1).map((tick) => (
              <hr key={tick} style={{ bottom: percent(tick) }} />
            ))}
            {bars.map(({ label, detail, value, text, running }) => (
              <span key={`${label} ${detail}`} className="slot">
                {value !== undefined && <span className={running ? 'bar running' : 'bar'} style={{ height: percent(value) }} />}
                <b style={{ bottom: percent(value ?? 0) }}>{text ?? '–'}</b>
              </span>
            ))}
          </div>
          <div className="names">
            {bars.map(({ label, detail, running }) => (
              <span key={`${label} ${detail}`} className={running ? 'running' : undefined}>
                {label}
                {detail && <span>{detail}</span>}
              </span>
            ))}
          </div>
        </div>
      )}
    </Card>
  );
}

function inWords({ label, detail, text, running }: Bar): string {
  return `${label}${detail ? ` ${detail}` : ''} ${text ?? 'nothing yet'}${running ? ' so far' : ''}`;
}

function BarTable({ title, bars }: { title: string; bars: readonly Bar[] }) {
  return (
    <table className="chart-table">
      <caption className="vh">{title}</caption>
      <tbody>
        {bars.map((bar) => (
          <tr key={`${bar.label} ${bar.detail}`}>
            <th scope="row">
              {bar.label} {bar.detail} {bar.running && <span className="t3">so far</span>}
            </th>
            <td>{bar.text ?? '–'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
