import type { FairLine } from '@pos/contract/inventory';
import { formatCount, pluralize } from '@pos/contract/values/counts';
import { IconVolume, IconVolumeOff, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Button, IconButton } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import { Stepper } from '#web/ui/fields/quantity-field.tsx';
import { FullScreen } from '#web/ui/full-screen.tsx';
import { AfterDelay, ErrorNotice, Skeleton } from '#web/ui/notice.tsx';
import { ScanInput } from '#web/ui/scan-input.tsx';
import { playTone } from '#web/ui/scan-tones.ts';
import { useOpened } from '#web/ui/use-opened.ts';
import { ApplyCount } from './apply-count.tsx';
import * as styles from './count.module.css';
import { CountRemaining } from './count-remaining.tsx';
import {
  countDifferences,
  lineFinder,
  withCount,
  withoutCount,
  type Counts,
} from './count-state.ts';
import { wholeFairInventory } from './inventory.data.ts';
import { keepCounts, readSavedCounts } from './saved-counts.ts';
import { trueOnHand } from './stock-words.ts';

const NOTHING: Counts = new Map();

type CountModeProps = { fairId: string; fairName: string; onClose: () => void };

/**
 * Counts shelves by scanning: each scan adds one to its title. The count is compared with the
 * expected stock, and applied on request.
 */
export function CountMode({ fairId, fairName, onClose }: CountModeProps) {
  const { data: lines, error, refetch } = useQuery(wholeFairInventory(fairId));
  // Nothing is written before the stored counts are read.
  const [saved, setSaved] = useState<Counts>();
  const counts = saved ?? NOTHING;
  const setCounts = (change: (before: Counts) => Counts): void =>
    setSaved((before) => before && change(before));
  const { opened: asked, open: setAsked, close } = useOpened<'leave' | 'apply'>();
  const [isLoud, setIsLoud] = useState(true);
  useEffect(() => {
    void readSavedCounts(fairId).then(setSaved);
  }, [fairId]);
  useEffect(() => {
    if (saved) void keepCounts(fairId, saved);
  }, [fairId, saved]);
  const differences = countDifferences(lines ?? [], counts);
  const leave = (): void => (counts.size > 0 ? setAsked('leave') : onClose());
  const SoundIcon = isLoud ? IconVolume : IconVolumeOff;
  return (
    <FullScreen
      title="Quick count"
      sub={fairName}
      onClose={leave}
      actions={
        <IconButton
          label={isLoud ? 'Sound is on' : 'Sound is off'}
          aria-pressed={isLoud}
          onClick={() => setIsLoud(!isLoud)}
        >
          <SoundIcon size={20} aria-hidden />
        </IconButton>
      }
      footer={
        <>
          <Button onClick={leave}>Close</Button>
          <Button
            variant={differences.length === 0 ? 'secondary' : 'primary'}
            aria-disabled={differences.length === 0}
            onClick={() => differences.length > 0 && setAsked('apply')}
          >
            {differences.length === 0
              ? 'Apply differences'
              : `Apply ${pluralize(differences.length, 'difference')}`}
          </Button>
        </>
      }
    >
      {lines && saved ? (
        <Counting lines={lines} counts={counts} onCounts={setCounts} isLoud={isLoud} />
      ) : error ? (
        <ErrorNotice what="The inventory" error={error} retry={() => void refetch()} />
      ) : (
        <AfterDelay>
          <Skeleton height={48} />
          <Skeleton height={160} />
        </AfterDelay>
      )}
      {asked === 'leave' && (
        <ConfirmDialog
          title="Leave the count?"
          confirmLabel="Discard the count"
          isDanger
          confirm={async () => {
            await keepCounts(fairId, new Map());
            onClose();
          }}
          onClose={close}
        >
          The count of {formatCount(counts.size)} {counts.size === 1 ? 'title' : 'titles'} has not
          been applied.
        </ConfirmDialog>
      )}
      {asked === 'apply' && (
        <ApplyCount
          fairId={fairId}
          differences={differences}
          onApplied={(ids) => setCounts((before) => ids.reduce(withoutCount, before))}
          onClose={close}
        />
      )}
    </FullScreen>
  );
}

type CountingProps = {
  lines: readonly FairLine[];
  counts: Counts;
  onCounts: (change: (counts: Counts) => Counts) => void;
  isLoud: boolean;
};

/** Scan box, last scanned title, and everything counted so far, latest first. */
function Counting({ lines, counts, onCounts, isLoud }: CountingProps) {
  const [unknown, setUnknown] = useState<string>();
  const [lastId, setLastId] = useState(() => [...counts.keys()].at(-1));
  const find = lineFinder(lines);
  const add = (line: FairLine): void => {
    setLastId(line.id);
    setUnknown(undefined);
    onCounts((before) => withCount(before, line.id, (before.get(line.id) ?? 0) + 1));
  };
  const scan = (code: string): void => {
    const line = find(code);
    if (isLoud) playTone(line ? 'hit' : 'miss');
    if (line) add(line);
    else setUnknown(code);
  };
  const set = (id: string, units: number): void =>
    onCounts((before) => new Map(before).set(id, Math.max(units, 0)));
  const byId = new Map(lines.map((line) => [line.id, line]));
  const counted = [...counts.keys()].toReversed().flatMap((id) => byId.get(id) ?? []);
  const last = lastId === undefined || !counts.has(lastId) ? undefined : byId.get(lastId);
  return (
    <>
      <ScanInput label="ISBN or SKU" placeholder="Scan or type a code" onScan={scan} />
      <div role="status" className={styles.last}>
        {unknown !== undefined ? (
          <p className={styles.bad}>
            <b className="monospace">{unknown}</b> is not in this fair's inventory. Nothing was
            counted.
          </p>
        ) : last ? (
          <>
            <b className="section-heading">{last.title}</b>
            <span className="numeric">
              <b className={styles.number}>{formatCount(counts.get(last.id) ?? 0)}</b> counted,{' '}
              {formatCount(trueOnHand(last))} on hand
            </span>
          </>
        ) : (
          <p className="subdued">Scan the first book. Each scan adds one to its title.</p>
        )}
      </div>
      <p className="numeric subdued">
        {formatCount(counted.length)} of {formatCount(lines.length)} titles counted
      </p>
      {counted.length > 0 && (
        <ul className={styles.list} aria-label="Counted titles">
          {counted.map((line) => (
            <CountedTitle
              key={line.id}
              line={line}
              counted={counts.get(line.id) ?? 0}
              set={(units) => set(line.id, units)}
              onRemove={() => onCounts((before) => withoutCount(before, line.id))}
            />
          ))}
        </ul>
      )}
      <CountRemaining lines={lines.filter(({ id }) => !counts.has(id))} onCount={add} />
    </>
  );
}

type CountedTitleProps = {
  line: FairLine;
  counted: number;
  set: (units: number) => void;
  onRemove: () => void;
};

/**
 * One counted title: corrected with buttons or by typing, or removed from the count, which differs
 * from counting zero.
 */
function CountedTitle({ line, counted, set, onRemove }: CountedTitleProps) {
  // Typed text that is not a number yet, such as a blank field.
  const [typed, setTyped] = useState<string>();
  const difference = counted - trueOnHand(line);
  const change = (value: unknown): void => {
    const isNumber = typeof value === 'number' && Number.isInteger(value) && value >= 0;
    setTyped(isNumber ? undefined : String(value ?? ''));
    if (isNumber) set(value);
  };
  return (
    <li>
      <span className={styles.title}>
        <span className="medium ellipsis">{line.title}</span>
        <small className="numeric">
          {formatCount(trueOnHand(line))} on hand
          {difference !== 0 && (
            <b className={styles.bad}>
              {' '}
              · {difference > 0 ? '+' : ''}
              {formatCount(difference)}
            </b>
          )}
        </small>
      </span>
      <Stepper
        of={line.title}
        aria-label={`Counted of ${line.title}`}
        value={typed ?? counted}
        change={change}
        lowest={0}
        onBlur={() => setTyped(undefined)}
      />
      <IconButton label={`Remove ${line.title} from the count`} onClick={onRemove}>
        <IconX size={18} aria-hidden />
      </IconButton>
    </li>
  );
}
