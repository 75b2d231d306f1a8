import { formatCount, pluralize } from '@pos/contract/values/counts';
import { IconVolume, IconVolumeOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Button, IconButton } from '#web/ui/buttons/button.tsx';
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx';
import { FullScreen } from '#web/ui/overlays/full-screen.tsx';
import { AfterDelay, ErrorNotice, Skeleton } from '#web/ui/messages/notice.tsx';
import { TypingAhead } from '#web/ui/hooks/typed-ahead.tsx';
import { useOpened } from '#web/ui/overlays/use-opened.ts';
import { ApplyCount } from './apply-count.tsx';
import { countDifferences, withoutCount, type Counts } from './count-state.ts';
import { Counting } from './counting.tsx';
import { wholeFairInventory } from '../inventory.data.ts';
import { keepCounts, readSavedCounts } from './saved-counts.ts';

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
        <>
          <TypingAhead onEscape={leave} />
          <AfterDelay>
            <Skeleton height={48} />
            <Skeleton height={160} />
          </AfterDelay>
        </>
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
