import { useState } from 'react';
import { useTill, useTillState } from '#register/app/till-context.ts';
import { useAttempt } from '#register/app/use-attempt.ts';
import { useAnnounce } from '#register/ui/announcer.tsx';
import { Button, TextField } from '#register/ui/controls.tsx';
import { Sheet } from '#register/ui/sheet.tsx';
import { useSay } from '#register/words/say.tsx';

/** Parks the running sale, with a word to find it by if it has no buyer. */
export function ParkSheet({ onClose }: { onClose: () => void }) {
  const say = useSay();
  const till = useTill();
  const announce = useAnnounce();
  const { attempt } = useAttempt();
  const { sale } = useTillState();
  const [note, setNote] = useState('');
  return (
    <Sheet title={say('parkThis')} onClose={onClose}>
      <p className="label">{say('parkedText')}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (attempt(till.park(note.trim() || undefined))) announce(say('isParked'));
          onClose();
        }}
      >
        {sale.customer === null && (
          <TextField
            label={say('parkNote')}
            value={note}
            maxLength={60}
            placeholder={say('parkNoteHint')}
            onText={setNote}
          />
        )}
        <button type="submit" className="b pri block sheet-main">
          {say('park')}
        </button>
        <Button className="b block gap-above" onClick={onClose}>
          {say('cancelNothing')}
        </Button>
      </form>
    </Sheet>
  );
}
