import { formatCount, pluralize } from '@pos/contract/values/counts';
import { IconVolume, IconVolumeOff } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useRef } from 'react';
import { Button, IconButton } from '#web/ui/buttons/button.tsx';
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx';
import { FullScreen } from '#web/ui/overlays/full-screen.tsx';
import { AfterDelay, Skeleton, Unloaded } from '#web/ui/messages/notice.tsx';
import { TypingAhead } from '#web/ui/hooks/typed-ahead.tsx';
import { useOpened } from '#web/ui/overlays/use-opened.ts';
import { countDifferences, withoutCount, type Counts, type Difference } from './count-state.ts';
import { Counting } from './counting.tsx';
import { wholeFairInventory, useUpdateLine } from '../inventory.data.ts';
import { tabStore } from '#web/lib/session/browser-storage.ts';
import { seal, unseal } from '#web/lib/drafts/seal.ts';
import { BulkDialog } from '#web/ui/form/bulk-dialog.tsx';

/**
 * Counts not applied yet, in this tab's session storage, so that a reload loses nothing. Sealed
 * with the browser's key, or in plain text if there is no key, because counts hold no personal data
 * and must not be lost.
 */

const toKey = (fairId: string): string => `count.${fairId}`;
const PLAIN = 'plain ';

let writing: Promise<void> = Promise.resolve();

/** Stores the counts of a fair, in the order of the calls; an empty map removes them. */
function keepCounts(fairId: string, counts: Counts): Promise<void> {
  const write = async (): Promise<void> => {
    if (counts.size === 0) return tabStore.remove(toKey(fairId));
    const text = JSON.stringify([...counts]);
    tabStore.write(toKey(fairId), (await seal(text, toKey(fairId))) ?? PLAIN + text);
  };
  writing = writing.then(write);
  return writing;
}

/** Counts stored before the page was left; an empty map if there are none. */
async function readSavedCounts(fairId: string): Promise<Counts> {
  await writing;
  const stored = tabStore.read(toKey(fairId));
  if (stored === null) return new Map();
  try {
    const saved: unknown = JSON.parse(
      stored.startsWith(PLAIN)
        ? stored.slice(PLAIN.length)
        : ((await unseal(stored, toKey(fairId))) ?? '[]'),
    );
    return new Map(
      Array.isArray(saved)
        ? saved.filter(
            (entry): entry is [string, number] =>
              Array.isArray(entry) && typeof entry[0] === 'string' && Number.isInteger(entry[1]),
          )
        : [],
    );
  } catch {
    return new Map();
  }
}

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
      ) : (
        <Unloaded what="The inventory" error={error} retry={refetch}>
          <TypingAhead onEscape={leave} />
          <AfterDelay>
            <Skeleton height={48} />
            <Skeleton height={160} />
          </AfterDelay>
        </Unloaded>
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

type ApplyCountProps = {
  fairId: string;
  differences: readonly Difference[];
  onApplied: (lineIds: readonly string[]) => void;
  onClose: () => void;
};

/**
 * Adjusts stock to the count, title by title. A title whose quantity changed since it was read is
 * refused and named, to be counted again.
 */
function ApplyCount({ fairId, differences, onApplied, onClose }: ApplyCountProps) {
  const { mutateAsync: update } = useUpdateLine();
  const queryClient = useQueryClient();
  const applied = useRef<string[]>([]);
  const apply = async ({ line, onHand, delta }: Difference): Promise<void> => {
    await update({
      id: line.id,
      operation: delta < 0 ? 'remove' : 'add',
      updatedQuantity: Math.abs(delta),
      seenQuantity: onHand,
      reason: 'count',
    });
    applied.current.push(line.id);
  };
  const done = (): void => {
    void queryClient.invalidateQueries(wholeFairInventory(fairId));
    onApplied(applied.current);
  };
  return (
    <BulkDialog
      rows={differences}
      rowName={({ line, onHand, counted }) =>
        `${line.title} (from ${formatCount(onHand)} to ${formatCount(counted)})`
      }
      title={`Apply ${pluralize(differences.length, 'difference', 'differences')}`}
      doneWords={(count) => `${pluralize(count, 'title', 'titles')} counted`}
      call={apply}
      onDone={done}
      onClose={onClose}
    >
      Sets on hand to the count. Titles not counted stay as they are. A title sold in the meantime
      is skipped and named.
    </BulkDialog>
  );
}
