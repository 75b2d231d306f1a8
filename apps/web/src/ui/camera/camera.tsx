import { CameraError, watchCamera, type CameraTrouble } from '@pos/register/camera/watch-camera.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Button } from '../buttons/button.tsx';
import { Notice } from '../messages/notice.tsx';
import * as styles from './camera.module.css';

const TROUBLE: Record<CameraTrouble, string> = {
  refused:
    'The camera is not allowed. Tap the icon in front of the address and allow it, then open it again. It needs an address that begins with https.',
  missing: 'No camera was found. Connect one, or type the code.',
  busy: 'Another app has the camera. Close that app, then open the camera again.',
  unloaded: 'The camera cannot read yet. Check your connection, then open it again.',
};

const HINTS = {
  opening: 'The camera opens…',
  ready: 'Hold the code inside the frame.',
  next: 'Read. Show the next code.',
};

/** The picture of the camera with a frame, until it is closed. Each code that it sees is a scan. */
export function Camera({ onScan, onHide }: { onScan: (code: string) => void; onHide: () => void }) {
  const video = useRef<HTMLVideoElement>(null);
  const [trouble, setTrouble] = useState<CameraTrouble>();
  const [hint, setHint] = useState<keyof typeof HINTS>('opening');
  const scanned = useEffectEvent((code: string) => {
    setHint('next');
    onScan(code);
  });
  useEffect(() => {
    const { current } = video;
    if (!current) return undefined;
    const end = new AbortController();
    watchCamera(
      current,
      { onReady: () => setHint('ready'), onCode: (code) => scanned(code) },
      end.signal,
    ).catch((error: unknown) => {
      if (!end.signal.aborted) setTrouble(error instanceof CameraError ? error.reason : 'missing');
    });
    return () => end.abort();
  }, []);
  return (
    <section aria-label="Camera" className="stack gap-8">
      {trouble ? (
        <Notice kind="bad">{TROUBLE[trouble]}</Notice>
      ) : (
        <div className={styles.camera}>
          <video ref={video} className={styles.picture} muted playsInline aria-hidden />
          <span className={styles.frame} aria-hidden />
          <p className={styles.hint} role="status">
            {HINTS[hint]}
          </p>
        </div>
      )}
      <div>
        <Button onClick={onHide}>Close the camera</Button>
      </div>
    </section>
  );
}
