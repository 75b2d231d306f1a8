import type { CloseOut } from '@pos/contract/close-out/close-out';
import type { CloseOutVersion } from '@pos/contract/close-out/close-out-snapshot';
import type { FairDetails } from '@pos/contract/fairs/fairs';
import { formatInstant, zoneName } from '@pos/contract/values/clock';
import { pluralize } from '@pos/contract/values/counts';
import { formatCents } from '@pos/contract/values/money';
import { Card } from '#web/ui/layout/card.tsx';
import { CopyButton } from '#web/ui/buttons/copy-button.tsx';
import { StatusPill, type StatusText } from '#web/ui/values/status-pill.tsx';
import { PROFIT_IN } from './close-out-words.ts';
import { DifferenceCard } from './difference-card.tsx';
import * as styles from './close-out.module.css';

const STANDS: StatusText = { label: 'Current', meaning: 'ok' };
const REVERTED: StatusText = { label: 'Reverted', meaning: 'undone' };

/** Differences between the last two close-outs of a fair, and all of them. */
export function CloseOutHistory({ fair, closeOut }: { fair: FairDetails; closeOut: CloseOut }) {
  const { difference, versions } = closeOut;
  return (
    <>
      {difference && <DifferenceCard difference={difference} />}
      {versions.length > 0 && <VersionsCard versions={versions} timeZone={fair.timeZone} />}
    </>
  );
}

type VersionsCardProps = { versions: readonly CloseOutVersion[]; timeZone: string };

/** All close-outs of the fair, newest first, with their reversals. */
function VersionsCard({ versions, timeZone }: VersionsCardProps) {
  return (
    <Card title="History" count={versions.length} rows>
      <ul className={`${styles.versions} small`}>
        {versions.map((version) => (
          <Version key={version.number} version={version} timeZone={timeZone} />
        ))}
      </ul>
    </Card>
  );
}

function Version({ version, timeZone }: { version: CloseOutVersion; timeZone: string }) {
  const {
    number,
    finishedAt,
    finishedBy,
    secondPerson,
    overShortReason,
    profitOption,
    profitCents,
    sha256,
    totals,
    reverted,
  } = version;
  const moment = (instant: string) => `${formatInstant(instant, timeZone)} ${zoneName(timeZone)}`;
  return (
    <li>
      <div className="row wrapping">
        <b className="semibold">v{number}</b>
        <StatusPill status={reverted ? REVERTED : STANDS} />
        <span className="subdued">
          Finished by {finishedBy}
          {secondPerson && ` with ${secondPerson}`} on {moment(finishedAt)}
        </span>
      </div>
      <p className="numeric">
        {pluralize(totals.orders, 'order', 'orders')}, {formatCents(totals.netCents)} net,{' '}
        {formatCents(totals.totalCents)} with tax; profit {formatCents(profitCents)} in{' '}
        {PROFIT_IN[profitOption]}; {formatCents(totals.dueFromSchoolCents)} due from school
      </p>
      {overShortReason && <p className="subdued">Over or short: {overShortReason}</p>}
      {reverted && (
        <p className="subdued">
          Reverted by {reverted.by} on {moment(reverted.at)}: {reverted.reason}
        </p>
      )}
      <p className="caption row">
        Fingerprint{' '}
        <span className="monospace" title={`SHA-256 ${sha256}`}>
          {sha256.slice(0, 12)}…
        </span>{' '}
        <CopyButton text={sha256} label={`Copy fingerprint of v${number}`} />
      </p>
    </li>
  );
}
