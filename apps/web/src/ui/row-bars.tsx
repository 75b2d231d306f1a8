import './row-bars.css';
import { usePoints } from './use-points.ts';

/** One bar: its name, its value, the number behind it and a quiet one beside that. */
export type RowBar = { name: string; value: number; text: string; detail: string };

type RowBarsProps = {
  title: string;
  bars: readonly RowBar[];
  /** The names are titles, which need room. */ long?: boolean;
};

/** Bars that lie under each other, from zero, in the order given. One stop of the Tab key: arrows move from bar to bar. */
export function RowBars({ title, bars, long = false }: RowBarsProps) {
  const point = usePoints(bars.length);
  const highest = Math.max(1, ...bars.map(({ value }) => value));
  return (
    <div className={long ? 'row-bars long' : 'row-bars'} role="group" aria-label={title}>
      {bars.map(({ name, value, text, detail }, index) => (
        <div
          key={name}
          {...point(index)}
          className={value === 0 ? 'row-bar none' : 'row-bar'}
          role="img"
          aria-label={`${name}: ${text}, ${detail}`}
          title={long ? name : undefined}
        >
          <span>{name}</span>
          <span className="row-track">
            <span style={{ width: `${(Math.max(0, value) / highest) * 100}%` }} />
          </span>
          <b className="num">{text}</b>
          <span className="num t3">{detail}</span>
        </div>
      ))}
    </div>
  );
}
