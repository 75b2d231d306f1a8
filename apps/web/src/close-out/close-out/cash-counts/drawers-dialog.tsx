import type { CashCountDay } from '@pos/contract/close-out/cash-counts';
import type { DrawerDay, DrawerMove } from '@pos/contract/sales/drawers/drawers';
import { formatInstant } from '@pos/contract/values/clock';
import { pluralize } from '@pos/contract/values/counts';
import { formatDay } from '@pos/contract/values/days';
import { formatCents } from '@pos/contract/values/money';
import { Button } from '#web/ui/buttons/button.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { StatusPill } from '#web/ui/values/status-pill.tsx';
import { varianceStatus } from '../close-out-words.ts';
import { hasEntries } from './drawer-sums.ts';
import * as styles from './cash-counts.module.css';

const MOVES: Record<DrawerMove, string> = {
  float_in: 'Float in',
  float_out: 'Float out',
  to_safe: 'To the safe',
  pay_out: 'Paid out',
};

/** Drawers of a day: what registers put in, took out and counted, and the way to take it over. */
export function DrawersDialog({
  day: { businessDay, weekday, drawers, count },
  timeZone,
  onUse,
  onClose,
}: {
  day: CashCountDay;
  timeZone: string;
  /** Left out if this person may not count, or no drawer is counted. */
  onUse: (() => void) | undefined;
  onClose: () => void;
}) {
  const counted = drawers.filter((drawer) => drawer.count !== null).length;
  return (
    <Dialog
      title={`Drawers: ${weekday} ${formatDay(businessDay)}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          {onUse && (
            <Button variant="primary" onClick={onUse}>
              {count ? 'Count again with these' : 'Use these counts'}
            </Button>
          )}
        </>
      }
    >
      <div className="stack gap-20">
        <p>
          {counted} of {pluralize(drawers.length, 'drawer', 'drawers')} counted at the register.
          Over or short is against what the register had sold by then.
        </p>
        <ul className={`${styles.earlierCounts} grid gap-12`}>
          {drawers.map((drawer) => (
            <Drawer key={drawer.deviceId} drawer={drawer} timeZone={timeZone} />
          ))}
        </ul>
      </div>
    </Dialog>
  );
}

function Drawer({ drawer, timeZone }: { drawer: DrawerDay; timeZone: string }) {
  const { deviceName, deviceId, moves, count } = drawer;
  const cash = count && varianceStatus(count.cashVarianceCents);
  const checks =
    count && count.checkVarianceCents !== 0 && varianceStatus(count.checkVarianceCents);
  return (
    <li>
      <p className="semibold">
        {deviceName} <span className="muted">{deviceId}</span>
      </p>
      {count ? (
        <>
          <p className="row wrapping numeric">
            {formatCents(count.cashCents)} cash, {formatCents(count.checkCents)} in{' '}
            {pluralize(count.checks, 'check', 'checks')} {cash && <StatusPill status={cash} />}
            {checks && <StatusPill status={{ ...checks, label: `Checks ${checks.label}` }} />}
          </p>
          <p>
            <span data-private>
              {count.countedBy}, {count.secondPerson}
            </span>
            {count.reason && `: ${count.reason}`}
          </p>
          <p className="caption">Counted on {formatInstant(count.at, timeZone)}</p>
        </>
      ) : (
        <p className="muted">{hasEntries(drawer) ? 'Not counted yet' : 'Not counted'}</p>
      )}
      {moves.map(({ id, kind, amountCents, reason, enteredBy, at }) => (
        <p key={id} className="numeric">
          {MOVES[kind]} {formatCents(amountCents)}
          {reason && `: ${reason}`}{' '}
          <span className="caption">
            <span data-private>{enteredBy}</span>, {formatInstant(at, timeZone)}
          </span>
        </p>
      ))}
    </li>
  );
}
