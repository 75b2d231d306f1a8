import { IconCloudOff, IconPhone, IconQrcode, type Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTill, useTillState } from '#register/app/till-context.ts';
import { endWalk, startWalk, type WalkStep } from '#register/app/walk.ts';
import { useHelp } from '#register/frame/use-help.ts';
import { Button } from '#register/ui/controls.tsx';
import { Sheet } from '#register/ui/sheet.tsx';
import { addHelpingWords } from '#register/words/helping.ts';
import { useSay } from '#register/words/say.tsx';
import './walk.css';

addHelpingWords();

const STEPS: readonly WalkStep[] = ['scan', 'pay', 'cash', 'change'];

/** Leads through the first sale: one sentence a step, above the screen that it is about. */
export default function Coach({ step }: { step: WalkStep }) {
  const say = useSay();
  if (step === 'end') return <End />;
  return (
    <>
      <span className="nowrap">
        <b className="coach-practice">{say('practice')}</b>{' '}
        <span className="num">
          {say('walkStep', { at: STEPS.indexOf(step) + 1, of: STEPS.length })}
        </span>
      </span>
      <b className="coach">{say(`walk_${step}`)}</b>
      <Button className="b sm coach-skip" onClick={endWalk}>
        {say('walkSkip')}
      </Button>
    </>
  );
}

/** The end of the walk: three things worth knowing, and the way to the first real sale. */
function End() {
  const say = useSay();
  const till = useTill();
  const help = useHelp();
  const { cashier } = useTillState();
  const tip = (TipIcon: Icon, text: ReactNode) => (
    <li>
      <TipIcon className="ic" />
      <span>{text}</span>
    </li>
  );
  return (
    <Sheet title={say('walkEnd')} onClose={endWalk}>
      <ul className="walk-tips">
        {tip(IconCloudOff, say('walkTipNetwork'))}
        {tip(IconQrcode, say('walkTipCard'))}
        {help && tip(IconPhone, say('callHelp', help))}
      </ul>
      <Button className="b pri block sheet-main" onClick={() => till.setTraining(false)}>
        {say(cashier ? 'walkSell' : 'endPractice')}
      </Button>
      <Button className="b block ter" onClick={() => startWalk(till)}>
        {say('walkAgain')}
      </Button>
    </Sheet>
  );
}
