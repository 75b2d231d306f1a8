import { IconChartBar, IconTable } from '@tabler/icons-react';
import { Fragment, useState } from 'react';
import { nameStep, ticksUpTo } from '#web/lib/chart-scale.ts';
import './bar-chart.css';
import { IconButton } from './button.tsx';
import { Card } from './card.tsx';
import { useIsPhone } from './use-is-phone.ts';
import { usePoints } from './use-points.ts';

/** One bar. Without a value there is none yet; `running` is the day or hour that goes on ("so far"). */
export type Bar = {
  label: string;
  detail?: string;
  /** What it is called where there is room, in the table and for who hears it; else the label. */
  spoken?: string;
  value?: number;
  /** Above the bar, short: `$3,517`. */
  text?: string;
  /** In the table and for who reads the bar: `$3,517.25, 153 orders`. */
  exact?: string;
  running?: boolean;
};

/** With more bars than this only the highest has its number on it; the others show theirs when pointed at. */
const CROWDED = 9;
/** So many names fit below the bars. */
const NAMES = { wide: 9, phone: 5 };

type BarChartProps = {
  title: string;
  /** Beside the title in grey: "School days, Eastern". */
  note?: string;
  bars: readonly Bar[];
  /** A number of the axis, short: `$4k`. */
  tickText: (value: number) => string;
};

/** A card with upright bars from zero, each with its number, and the same numbers as a table. One stop of the Tab key: arrows move from bar to bar. */
export function BarChart({ title, note, bars, tickText }: BarChartProps) {
  const [isTable, setIsTable] = useState(false);
  const step = nameStep(bars.length, useIsPhone() && bars.length > NAMES.wide ? NAMES.phone : NAMES.wide);
  const point = usePoints(bars.length);
  const highest = Math.max(0, ...bars.map(({ value }) => value ?? 0));
  const ticks = ticksUpTo(highest);
  const top = ticks.at(-1) ?? 1;
  const SwitchIcon = isTable ? IconChartBar : IconTable;
  // What has another height is drawn anew, so that nothing counts as having moved under the eyes of who reads.
  const drawn = (value: number | undefined): string => `${value} of ${top}`;
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
        <div className={bars.length > CROWDED ? 'bars crowded' : 'bars'} role="group" aria-label={title}>
          <div className="ticks">
            <i>{tickText(top)}</i>
            {ticks.map((tick) => (
              <span key={drawn(tick)} style={{ bottom: percent(tick) }}>
                {tickText(tick)}
              </span>
            ))}
          </div>
          <div className="plot">
            {ticks.slice(1).map((tick) => (
              <hr key={drawn(tick)} style={{ bottom: percent(tick) }} />
            ))}
            {bars.map((bar, index) => (
              <span key={`${bar.label} ${bar.detail}`} {...point(index)} className={bar.value === highest && highest > 0 ? 'slot peak' : 'slot'} role="img" aria-label={inWords(bar)} title={inWords(bar)}>
                <Fragment key={drawn(bar.value)}>
                  {bar.value !== undefined && <span className={bar.running ? 'bar running' : 'bar'} style={{ height: percent(bar.value) }} />}
                  <b style={{ bottom: percent(bar.value ?? 0) }}>{bar.text ?? '–'}</b>
                </Fragment>
              </span>
            ))}
          </div>
          <div className="names">
            {bars.map(({ label, detail, running }, index) => (
              <span key={`${label} ${detail}`} className={[running && 'running', index % step > 0 && 'unnamed'].filter(Boolean).join(' ') || undefined}>
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

function inWords({ label, detail, spoken, text, exact = text, running }: Bar): string {
  return `${spoken ?? nameOf(label, detail)}: ${exact ?? 'nothing yet'}${running ? ' so far' : ''}`;
}

function nameOf(label: string, detail: string | undefined): string {
  return detail ? `${label} ${detail}` : label;
}

function BarTable({ title, bars }: { title: string; bars: readonly Bar[] }) {
  return (
    <table className="chart-table">
      <caption className="vh">{title}</caption>
      <tbody>
        {bars.map((bar) => (
          <tr key={`${bar.label} ${bar.detail}`}>
            <th scope="row">
              {bar.spoken ?? nameOf(bar.label, bar.detail)} {bar.running && <span className="t3">so far</span>}
            </th>
            <td>{bar.exact ?? bar.text ?? '–'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
