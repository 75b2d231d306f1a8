import { IconCameraOff, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { giveScan } from '#register/ui/keys.ts';
import { addHelpingWords } from '#register/words/helping.ts';
import { useSay } from '#register/words/say.tsx';
import { CameraError, watchCamera, type CameraTrouble } from '#register/camera/watch-camera.ts';
import { Button } from '#register/ui/controls.tsx';
import './camera.css';

addHelpingWords();

/** The camera as the scanner, above the lines, until it is closed. Each code that it reads is a scan. */
export default function Camera({ onClose }: { onClose: () => void }) {
  const say = useSay();
  const video = useRef<HTMLVideoElement>(null);
  const [trouble, setTrouble] = useState<CameraTrouble | null>(null);
  const [hint, setHint] = useState<'cameraOpening' | 'cameraHint' | 'cameraNext'>('cameraOpening');
  useEffect(() => {
    const { current } = video;
    if (!current) return undefined;
    const end = new AbortController();
    const onCode = (text: string) => {
      setHint('cameraNext');
      giveScan(text);
    };
    const onReady = () => setHint('cameraHint');
    watchCamera(current, { onReady, onCode }, end.signal).catch((error: unknown) => {
      if (!end.signal.aborted) setTrouble(error instanceof CameraError ? error.reason : 'missing');
    });
    return () => end.abort();
  }, []);
  return (
    <section className="card camera" aria-label={say('camera')}>
      {trouble ? (
        <p className="camera-trouble" role="alert">
          <IconCameraOff className="ic l" />
          <span>
            <b>{say(`camera_${trouble}`)}</b>
            <br />
            {say(`camera_${trouble}_text`)}
          </span>
        </p>
      ) : (
        <>
          <video ref={video} className="camera-picture" muted playsInline aria-hidden="true" />
          <span className="camera-frame" aria-hidden="true" />
          <p className="camera-hint" role="status">
            {say(hint)}
          </p>
        </>
      )}
      <Button className="camera-close" aria-label={say('cameraClose')} onClick={onClose}>
        <IconX className="ic" />
      </Button>
    </section>
  );
}
