import { useState, useSyncExternalStore } from 'react';
import { formatTime } from '#web/lib/time.ts';
import { Notice } from '#web/ui/notice.tsx';

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** While the browser has no network: since when the data on the page is old. */
export function OfflineBanner() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  return isOnline ? null : <OfflineSince />;
}

function OfflineSince() {
  const [since] = useState(() => new Date().toISOString());
  return (
    <div className="banner">
      <Notice kind="warn">
        <b>Offline: showing data from {formatTime(since)}.</b> Saving waits until you are connected again.
      </Notice>
    </div>
  );
}
