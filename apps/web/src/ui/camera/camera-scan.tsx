import { opensCamera } from '@pos/contract/addresses';
import { IconCamera } from '@tabler/icons-react';
import { useState } from 'react';
import { reloadNow } from '#web/lib/live/new-version.ts';
import { tabStore } from '#web/lib/session/browser-storage.ts';
import { Button } from '../buttons/button.tsx';
import { asidePart } from '../messages/lazy-part.tsx';

// Loaded on demand, with the reader of barcodes.
const Camera = asidePart(() => import('./camera.tsx'), 'Camera');

/** Set in a tab while its camera is open, so that it opens again after the page was reloaded. */
const KEY = 'camera';

/**
 * True if the server allows this document the camera: it does so by the address that the document
 * was loaded from (decision 88), which a link within the app does not change.
 */
function mayOpenCamera(): boolean {
  const [loaded] = performance.getEntriesByType('navigation');
  return loaded !== undefined && opensCamera(new URL(loaded.name, location.href).pathname);
}

/**
 * The camera as a scanner, for pages in `CAMERA_PAGES`: a button, and the camera while it is open.
 * Each code that it reads is a scan. A page that was reached by a link is loaded once more when the
 * camera is opened; earlier scans must be stored by then.
 */
export function CameraScan({ onScan }: { onScan: (code: string) => void }) {
  const [isOpen, setIsOpen] = useState(() => tabStore.read(KEY) !== null && mayOpenCamera());
  const open = (): void => {
    tabStore.write(KEY, 'open');
    if (mayOpenCamera()) setIsOpen(true);
    else void reloadNow();
  };
  const close = (): void => {
    tabStore.remove(KEY);
    setIsOpen(false);
  };
  if (isOpen) return <Camera onScan={onScan} onHide={close} />;
  return (
    <div>
      <Button onClick={open}>
        <IconCamera size={18} stroke={1.75} aria-hidden /> Scan with the camera
      </Button>
    </div>
  );
}
