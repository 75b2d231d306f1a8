import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { setPrivacy, usePrivacy } from '#web/lib/drafts/privacy.ts';
import { Button } from '#web/ui/buttons/button.tsx';

/** Turns the privacy blur on where most names are, or off. */
export function HideNames() {
  const isOn = usePrivacy();
  return (
    <Button onClick={() => setPrivacy(!isOn)}>
      {isOn ? <IconEye size={16} aria-hidden /> : <IconEyeOff size={16} aria-hidden />}{' '}
      {isOn ? 'Show names' : 'Hide names'}
    </Button>
  );
}
