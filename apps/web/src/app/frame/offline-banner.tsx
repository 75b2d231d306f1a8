import { useState } from 'react';
import { formatTime } from '#web/lib/time.ts';
import { Notice } from '#web/ui/notice.tsx';
import { useOnline } from '#web/ui/use-online.ts';

/** While the browser has no network: since when the data on the page is old. */
export function OfflineBanner() {
  return useOnline() ? null : <OfflineSince />;
}

function OfflineSince() {
  const [since] = useState(() => new Date().toISOString());
  return (
    <div className="banner">
      <Notice kind="warn">
        <b>Offline: showing data from {formatTime(since)}.</b> Saving waits until you are connected
        again.
      </Notice>
    </div>
  );
}
