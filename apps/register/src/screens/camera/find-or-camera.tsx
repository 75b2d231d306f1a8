import { IconBarcode, IconCamera } from '@tabler/icons-react';
import { changeDeviceSettings, useDeviceSettings } from '#register/app/device-settings.ts';
import { later } from '#register/app/later.tsx';
import { useNavigation } from '#register/app/view.ts';
import { Button } from '#register/ui/controls.tsx';
import { useSay } from '#register/words/say.tsx';

const Camera = later(() => import('./camera.tsx'));

/** The search, and the camera beside it, which opens below. */
export function FindOrCamera() {
  const say = useSay();
  const { go } = useNavigation();
  const { camera } = useDeviceSettings();
  const setCamera = (isOpen: boolean) => changeDeviceSettings({ camera: isOpen });
  return (
    <>
      <div className="find">
        <Button className="find-open" onClick={() => go({ name: 'search', query: '' })}>
          <IconBarcode className="ic" />
          <span className="grow ell find-long">{say('find')}</span>
          <span className="grow ell find-short">{say('findShort')}</span>
          <span className="ready">{say('ready')}</span>
        </Button>
        <Button
          className="bi"
          aria-label={say('cameraOpen')}
          aria-pressed={camera}
          onClick={() => setCamera(!camera)}
        >
          <IconCamera className="ic" />
        </Button>
      </div>
      {camera && <Camera onClose={() => setCamera(false)} />}
    </>
  );
}
