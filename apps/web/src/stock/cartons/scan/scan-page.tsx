import type { Carton, CartonStage } from '@pos/contract/stock/cartons';
import type { FairDetails } from '@pos/contract/fairs/fairs';
import { uploadsApi } from '@pos/contract/imports/uploads';
import { IconLock, IconPackages } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { fairPath, uploadPath } from '#web/fairs/fairs/fair-paths.ts';
import { fairDetails } from '#web/fairs/fairs/fairs.data.ts';
import { useRecordId } from '#web/lib/api/record-id.ts';
import { useSearchParams } from '#web/lib/lists/search-state.ts';
import { Allowed } from '#web/lib/session/session.tsx';
import { ButtonLink } from '#web/ui/buttons/button.tsx';
import { AfterDelay, Empty, Skeleton } from '#web/ui/messages/notice.tsx';
import { RecordError } from '#web/ui/layout/record-error.tsx';
import { TypingAhead } from '#web/ui/hooks/typed-ahead.tsx';
import { fairCartons } from '../cartons.data.ts';
import { ScanHead } from './scan-head.tsx';
import { ScanStation } from './scan-station.tsx';
import * as styles from './scan.module.css';

/**
 * Full-screen page to scan cartons in at delivery and back at return, with a scanner or a phone.
 */
export function ScanPage() {
  const id = useRecordId();
  const { data: fair, error: fairError, refetch: readFair } = useQuery(fairDetails(id));
  const { data: cartons, error: cartonsError, refetch: readCartons } = useQuery(fairCartons(id));
  const stage: CartonStage = useSearchParams()['stage'] === 'return' ? 'return' : 'delivery';
  const error = (fair ? null : fairError) ?? (cartons ? null : cartonsError);
  if (error) {
    const retry = (): void => {
      void readFair();
      void readCartons();
    };
    return <RecordError what="fair" error={error} retry={retry} />;
  }
  if (!fair || !cartons) {
    return (
      <>
        <TypingAhead />
        <AfterDelay>
          <div className={styles.page}>
            <Skeleton width={240} height={28} />
            <Skeleton height={160} />
          </div>
        </AfterDelay>
      </>
    );
  }
  return <Scan fair={fair} cartons={cartons} stage={stage} />;
}

type ScanProps = { fair: FairDetails; cartons: readonly Carton[]; stage: CartonStage };

function Scan({ fair, cartons, stage }: ScanProps) {
  const back = (
    <ButtonLink to={fairPath(fair.id, 'cartons')} variant="primary">
      Back to the fair
    </ButtonLink>
  );
  if (fair.closeOutState === 'finished') {
    return (
      <div className={styles.page}>
        <ScanHead fair={fair} stage={stage} />
        <Empty
          title="This fair is closed out"
          text="Revert the close-out to scan its cartons."
          icon={IconLock}
          actions={back}
        />
      </div>
    );
  }
  if (cartons.length === 0) {
    return (
      <div className={styles.page}>
        <ScanHead fair={fair} stage={stage} />
        <Empty
          title="This fair has no cartons yet"
          text="The packing list shows the titles in each carton."
          icon={IconPackages}
          actions={
            <Allowed to={uploadsApi.bulkUpload} otherwise={back}>
              <ButtonLink to={uploadPath(fair.id)} variant="primary">
                Upload inventory
              </ButtonLink>
            </Allowed>
          }
        />
      </div>
    );
  }
  // Keyed by stage, so that nothing of the other stage stays on the screen.
  return <ScanStation key={stage} fair={fair} cartons={cartons} stage={stage} />;
}
