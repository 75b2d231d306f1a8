import { useStorageTrouble, type StorageTrouble } from '#web/lib/session/browser-storage.ts';
import { Notice } from '../messages/notice.tsx';

const TEXTS: Record<StorageTrouble, { what: string; next: string }> = {
  blocked: {
    what: 'This browser does not let the site store data.',
    next: 'Allow this site to store data in the browser’s settings, then reload.',
  },
  full: {
    what: 'The browser has no space left for this site.',
    next: 'Free some space on this computer, then reload.',
  },
};

/** Says that the browser stores nothing for the site; renders nothing otherwise. */
export function StorageNotice() {
  const trouble = useStorageTrouble();
  if (!trouble) return null;
  const { what, next } = TEXTS[trouble];
  return (
    <Notice kind="warn">
      <b>{what}</b> You can work, but reloading the page signs you out and loses what is not saved.{' '}
      {next}
    </Notice>
  );
}
