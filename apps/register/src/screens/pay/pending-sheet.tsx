import { Steps } from '#register/frame/steps.tsx';
import { Button } from '#register/ui/controls.tsx';
import { Sheet } from '#register/ui/sheet.tsx';
import { addHelpingWords } from '#register/words/helping.ts';
import { useSay } from '#register/words/say.tsx';

addHelpingWords();

type PendingSheetProps = { onTake: () => void; onClose: () => void };

/**
 * The terminal shows neither Approved nor Declined. Waits for it, or lets the books go with the
 * payment left open, which staff settle by the terminal's own list.
 */
export default function PendingSheet({ onTake, onClose }: PendingSheetProps) {
  const say = useSay();
  const steps = [
    { head: say('pending1'), text: say('pending1Text') },
    { head: say('pending2'), text: say('pending2Text') },
    { head: say('pending3'), text: say('pending3Text') },
  ];
  return (
    <Sheet title={say('pendingTitle')} onClose={onClose}>
      <Steps steps={steps} now={1} />
      <Button className="b pri block sheet-main" onClick={onClose}>
        {say('pendingWait')}
      </Button>
      <Button
        className="b block"
        onClick={() => {
          onTake();
          onClose();
        }}
      >
        {say('pendingGo')}
      </Button>
    </Sheet>
  );
}
