import { useDeviceSettings } from '#register/app/device-settings.ts';
import { useTill, useTillState } from '#register/app/till-context.ts';
import { rememberWalked, startWalk } from '#register/app/walk.ts';
import { Button } from '#register/ui/controls.tsx';
import { useSay } from '#register/words/say.tsx';

/** Offers a first sale in practice to a person who has not sold here yet. */
export function WalkOffer() {
  const say = useSay();
  const till = useTill();
  const { cashier, training } = useTillState();
  const { walked } = useDeviceSettings();
  if (!cashier || training || walked.includes(cashier.id)) return null;
  if (till.sales().some(({ cashierName }) => cashierName === cashier.name)) return null;
  return (
    <div className="row walk-offer">
      <Button
        className="b"
        onClick={() => {
          rememberWalked(cashier.id);
          startWalk(till);
        }}
      >
        {say('walkOffer')}
      </Button>
      <Button className="b ter" onClick={() => rememberWalked(cashier.id)}>
        {say('walkNo')}
      </Button>
    </div>
  );
}
