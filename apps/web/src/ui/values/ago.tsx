import { formatInstant } from '@pos/contract/values/clock';
import { HERE, formatAgo } from '#web/lib/input/time.ts';

/** Age under 24 hours ("12 min ago"), older as a date; the exact moment shows on hover. */
export function Ago({ at, never = 'Never' }: { at: string | null; never?: string }) {
  if (at === null) return <span className="muted">{never}</span>;
  return (
    <time dateTime={at} title={formatInstant(at, HERE)}>
      {formatAgo(at)}
    </time>
  );
}
