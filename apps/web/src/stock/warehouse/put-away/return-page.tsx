import { allows } from '@pos/contract/permissions';
import { CARTON_STATUS } from '@pos/contract/stock/cartons';
import {
  putAwayApi,
  type FairReturnDetails,
  type NotOurs,
  type ReturnCarton,
  type ReturnLine,
} from '@pos/contract/stock/warehouse/put-away';
import { formatInstant } from '@pos/contract/values/clock';
import { formatCount, pluralize } from '@pos/contract/values/counts';
import { formatDay } from '@pos/contract/values/days';
import { IconMinus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fairPath } from '#web/fairs/fairs/fair-paths.ts';
import { failureText } from '#web/lib/api/failure.ts';
import { pathTo } from '#web/lib/api/paths.ts';
import { useRecordId } from '#web/lib/api/record-id.ts';
import { newId } from '#web/lib/input/new-id.ts';
import { HERE } from '#web/lib/input/time.ts';
import { useLiveRefresh } from '#web/lib/live/use-live-refresh.ts';
import { tabStore } from '#web/lib/session/browser-storage.ts';
import { useRights } from '#web/lib/session/session.tsx';
import { IconButton } from '#web/ui/buttons/button.tsx';
import { Link } from '#web/ui/buttons/link.tsx';
import { FormSkeleton } from '#web/ui/form/form-skeleton.tsx';
import { Card, KeyNumbers, type KeyNumber } from '#web/ui/layout/card.tsx';
import { PageHead } from '#web/ui/layout/page-head.tsx';
import { NotLoaded } from '#web/ui/layout/record-error.tsx';
import { toast } from '#web/ui/messages/toast.tsx';
import { StatusPill } from '#web/ui/values/status-pill.tsx';
import { warehousePath } from '../warehouse-paths.ts';
import { fairReturn, RETURNS, useScanReturn } from './put-away.data.ts';
import { ReturnActions } from './return-actions.tsx';
import { ReturnScanner } from './return-scanner.tsx';
import { KIND_WORDS, missingQty, RETURN_STATE } from './return-words.ts';
import * as styles from './put-away.module.css';

/** Put-away of a fair's return: scanner, what came back, cartons, and the button that books it. */
export function ReturnPage() {
  const id = useRecordId();
  useLiveRefresh(['warehouse', 'cartons', 'stock'], RETURNS);
  const query = useQuery(fairReturn(id));
  const { data } = query;
  if (!data) return <NotLoaded what="return" query={query} outline={<FormSkeleton cards={2} />} />;
  return <ReturnBody data={data} />;
}

function ReturnBody({ data }: { data: FairReturnDetails }) {
  const { fairId, fairName, number, state, lines, notOurs, cartons } = data;
  const [cartonId, setCartonId] = useCarton(fairId);
  const canScan = allows(putAwayApi.scan.access, useRights()) && state !== 'booked';
  return (
    <>
      <PageHead
        title={fairName}
        crumbs={[
          { label: 'Returns to put away', to: warehousePath('returns') },
          { label: number, mono: true },
        ]}
        badge={<StatusPill status={RETURN_STATE[state]} />}
        sub={<ReturnFacts data={data} />}
        actions={<ReturnActions data={data} />}
      />
      <div className="stack">
        <KeyNumbers
          numbers={[
            { label: 'Expected', value: formatCount(data.expectedQty) },
            { label: 'Good', value: formatCount(data.goodQty) },
            { label: 'Damaged', value: formatCount(data.damagedQty) },
            { label: 'Not ours', value: formatCount(data.notOursQty) },
            ...(data.state === 'booked' ? toDifferences(data) : []),
          ]}
        />
        {canScan && (
          <ReturnScanner
            fairId={fairId}
            carton={cartons.find(({ id }) => id === cartonId)}
            onCarton={setCartonId}
          />
        )}
        {lines.length > 0 && <Lines fairId={fairId} lines={lines} canScan={canScan} />}
        {notOurs.length > 0 && <NotOursList fairId={fairId} items={notOurs} canScan={canScan} />}
        {cartons.length > 0 && <Cartons cartons={cartons} />}
      </div>
    </>
  );
}

/** Carton that is being unpacked, also after this tab was loaded again. */
function useCarton(fairId: string): [string | undefined, (id: string | undefined) => void] {
  const key = `carton.${fairId}`;
  const [cartonId, setCartonId] = useState(() => tabStore.read(key) ?? undefined);
  const begin = (id: string | undefined): void => {
    setCartonId(id);
    if (id === undefined) tabStore.remove(key);
    else tabStore.write(key, id);
  };
  return [cartonId, begin];
}

/** Units of the titles counted here that did not come back, and those beyond what was expected. */
function toDifferences({ lines }: FairReturnDetails): KeyNumber[] {
  const sum = (getUnits: (line: ReturnLine) => number) =>
    lines.reduce((total, line) => total + Math.max(0, getUnits(line)), 0);
  const over = sum((line) => -missingQty(line));
  return [
    { label: 'Missing', value: formatCount(sum(missingQty)) },
    ...(over > 0 ? [{ label: 'More than expected', value: formatCount(over) }] : []),
  ];
}

function ReturnFacts({ data }: { data: FairReturnDetails }) {
  const { fairId, schoolName, endDate, openedBy, bookedBy, bookedAt, isClosedOut } = data;
  return (
    <>
      <span>{schoolName}</span>
      <span>ended {formatDay(endDate)}</span>
      <Link to={fairPath(fairId, isClosedOut ? 'close-out' : 'overview')}>
        {isClosedOut ? 'Close-out of the fair' : 'Open the fair'}
      </Link>
      {openedBy && <span data-private>begun by {openedBy}</span>}
      {bookedBy && bookedAt && (
        <span data-private>
          put away by {bookedBy}, {formatInstant(bookedAt, HERE)}
        </span>
      )}
    </>
  );
}

type ListProps = { fairId: string; canScan: boolean };

/** Titles that came back; a wrong scan is taken off again. */
function Lines({ fairId, lines, canScan }: ListProps & { lines: readonly ReturnLine[] }) {
  return (
    <Card title="Came back" count={lines.length} rows>
      <ul className={`${styles.list} lined`} aria-label="Titles that came back">
        {lines.map((line) => (
          <li key={line.titleId}>
            <span className="two-lines">
              <Link to={pathTo('title-details', { id: line.titleId })}>{line.title}</Link>
              <small>
                <span className="monospace">{line.sku}</span> · {formatCount(line.expectedQty)}{' '}
                expected
                {countedBefore(line)}
              </small>
            </span>
            <span className={styles.units}>
              {(['good', 'damaged'] as const)
                .filter((kind) => toUnits(line, kind) > 0 || kind === 'good')
                .map((kind) => (
                  <span key={kind} className="row">
                    {line.damagedQty > 0 && <small>{KIND_WORDS[kind]}</small>}
                    <b className="numeric">{formatCount(toUnits(line, kind))}</b>
                    {canScan && toUnits(line, kind) > 0 && (
                      <TakeOff
                        fairId={fairId}
                        name={kind === 'damaged' ? `damaged ${line.title}` : line.title}
                        scan={{ titleId: line.titleId, kind }}
                      />
                    )}
                  </span>
                ))}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

const toUnits = ({ goodQty, damagedQty }: ReturnLine, kind: 'good' | 'damaged'): number =>
  kind === 'good' ? goodQty : damagedQty;

/** Another count that booking replaces. */
function countedBefore({ goodQty, damagedQty, countedQty }: ReturnLine): string {
  return countedQty === null || countedQty === goodQty + damagedQty
    ? ''
    : ` · counted ${formatCount(countedQty)} before`;
}

function NotOursList({ fairId, items, canScan }: ListProps & { items: readonly NotOurs[] }) {
  return (
    <Card title="Not ours" count={items.length} intro="Noted for the school; no stock." rows>
      <ul className={`${styles.list} lined`} aria-label="Not ours">
        {items.map(({ code, titleId, title, note, qty }) => (
          <li key={titleId ?? code}>
            <span className="two-lines">
              <span>{title ?? (note || code)}</span>
              <small className="monospace">{code}</small>
            </span>
            <span className="row">
              <b className="numeric">{formatCount(qty)}</b>
              {canScan && (
                <TakeOff
                  fairId={fairId}
                  name={title ?? code}
                  scan={{ ...(titleId ? { titleId } : { code }), kind: 'not_ours' }}
                />
              )}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

type TakeOffProps = {
  fairId: string;
  name: string;
  scan: { titleId?: string; code?: string; kind: 'good' | 'damaged' | 'not_ours' };
};

/** Takes one unit off that was scanned by mistake. */
function TakeOff({ fairId, name, scan }: TakeOffProps) {
  const { mutateAsync, isPending } = useScanReturn(fairId);
  const takeOff = async (): Promise<void> => {
    try {
      await mutateAsync({ scanId: newId(), quantity: -1, ...scan });
    } catch (error) {
      toast.bad({ title: `${name} stays`, detail: failureText(error).message });
    }
  };
  return (
    <IconButton
      label={`Take one of ${name} off`}
      aria-disabled={isPending}
      onClick={() => !isPending && void takeOff()}
    >
      <IconMinus size={18} aria-hidden />
    </IconButton>
  );
}

function Cartons({ cartons }: { cartons: readonly ReturnCarton[] }) {
  return (
    <Card title="Cartons" count={cartons.length} rows>
      <ul className={`${styles.list} lined`} aria-label="Cartons of the fair">
        {cartons.map(({ id, code, label, status, qty }) => (
          <li key={id}>
            <span className="two-lines">
              <span className="monospace semibold">{code}</span>
              <small>
                {[label, qty > 0 && `${pluralize(qty, 'unit')} put away`]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
            </span>
            <StatusPill status={CARTON_STATUS[status]} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
