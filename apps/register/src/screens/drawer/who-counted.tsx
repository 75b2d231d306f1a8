import { useState } from 'react';
import { useTillState } from '#register/app/till-context.ts';
import { Frame, Head } from '#register/frame/frame.tsx';
import { Button, TextField } from '#register/ui/controls.tsx';
import { Face } from '#register/ui/face.tsx';
import { useKeys } from '#register/ui/keys.ts';
import { useSay } from '#register/words/say.tsx';

type WhoCountedProps = { onBack: () => void; onName: (name: string) => void; busy: boolean };

/** The second person of a count: one of the fair's people, or a name. */
export function WhoCounted({ onBack, onName, busy }: WhoCountedProps) {
  const say = useSay();
  const { fairs, fair, cashier } = useTillState();
  const [typed, setTyped] = useState('');
  const people = (fairs.find(({ id }) => id === fair?.id)?.people ?? []).filter(
    ({ id }) => id !== cashier?.id,
  );
  const name = typed.trim();
  const isOther = name.length > 1 && name.toLowerCase() !== cashier?.name.toLowerCase();
  useKeys((key) => {
    const chosen = /^[1-9]$/.test(key) ? people[Number(key) - 1] : undefined;
    if (key === 'Escape') onBack();
    else if (key === 'Enter' && isOther) onName(name);
    else if (chosen) onName(chosen.name);
    else return false;
    return true;
  });
  return (
    <Frame className="scrolls">
      <Head title={say('whoCounted')} text={say('whoCountedText')} onBack={onBack} />
      <div className="tiles c3 people-tiles">
        {people.map((person, index) => (
          <Button
            key={person.id}
            className="tile solo"
            disabled={busy}
            onClick={() => onName(person.name)}
          >
            <Face name={person.name} size="l" />
            <b className="ell">{person.name}</b>
            {index < 9 && <kbd>{index + 1}</kbd>}
          </Button>
        ))}
      </div>
      <TextField
        label={say('otherName')}
        value={typed}
        maxLength={60}
        autoComplete="off"
        onText={setTyped}
      />
      <Button className="b pri main block" disabled={!isOther || busy} onClick={() => onName(name)}>
        {say('goOn')}
      </Button>
    </Frame>
  );
}
