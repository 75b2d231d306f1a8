import { formatTime } from '@pos/contract/values/clock';
import { useState } from 'react';
import { HERE } from '#web/lib/time.ts';
import { Notice } from '#web/ui/notice.tsx';
import { useOnline } from '#web/ui/use-online.ts';
import * as styles from './frame.module.css';

/** Banner while the browser has no network: gives the time of the data on the page. */
export function OfflineBanner() {
  return useOnline() ? null : <OfflineSince />;
}

function OfflineSince() {
  const [since] = useState(() => new Date().toISOString());
  return (
    <div className={styles.banner}>
      <Notice kind="warn">
        <b>Offline: showing data from {formatTime(since, HERE)}.</b> Saving waits until you are
        connected again.
      </Notice>
    </div>
  );
}
