import { formatCents } from '@pos/contract/values/money';
import type { Category } from '@pos/contract/stock/inventory';
import { IconArrowForwardUp, IconBarcode, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTill } from '#register/app/till-context.ts';
import { useAttempt } from '#register/app/use-attempt.ts';
import { SALE, useNavigation } from '#register/app/view.ts';
import { Frame, Head } from '#register/frame/frame.tsx';
import { toCents, typeAmount } from '#register/ui/amounts.ts';
import { Button } from '#register/ui/controls.tsx';
import { useKeys } from '#register/ui/keys.ts';
import { Keypad } from '#register/ui/keypad.tsx';
import { useSay } from '#register/words/say.tsx';
import { Kinds, KINDS } from './kinds.tsx';

/** A number that the scanner read and the fair has no price for, with three ways on. */
export default function Unknown({ code, onClose }: { code: string; onClose: () => void }) {
  const say = useSay();
  const till = useTill();
  const { go } = useNavigation();
  const { attempt } = useAttempt();
  const [kind, setKind] = useState<Category>('Picture');
  const [typed, setTyped] = useState('');
  const cents = toCents(typed) ?? 0;
  const press = (key: string) => setTyped((before) => typeAmount(before, key));
  const add = () => {
    const item = { category: kind, title: say(KINDS[kind]), unitPriceCents: cents, code };
    if (cents > 0 && attempt(till.addItem(item))) go(SALE);
  };
  useKeys((key) => {
    if (key === 'Escape') onClose();
    else if (key === 'Enter') add();
    else if (/^[\d.,]$/.test(key) || key === 'Backspace') press(key);
    else return false;
    return true;
  });
  return (
    <Frame
      money={
        <>
          <p className="label">{say('stickerPrice')}</p>
          <div className="due">
            <span className="v num">{formatCents(cents)}</span>
          </div>
          <Keypad point onKey={press} />
          <div className="end" />
          <p className="say money-note">{say('officeSees')}</p>
          <Button className="b pri main block" disabled={cents === 0} onClick={add}>
            {say('addFor', { amount: formatCents(cents) })}
          </Button>
        </>
      }
    >
      <Head
        title={say('notOnList')}
        text={say('notOnListText')}
        onBack={onClose}
        backLabel={say('leaveOut')}
      />
      <section className="card scanned">
        <span className="big-ic warn">
          <IconBarcode className="ic xl" />
        </span>
        <div className="grow">
          <p className="label">{say('scanned')}</p>
          <p className="num scanned-code">{code}</p>
        </div>
      </section>
      <h2>{say('sellSticker')}</h2>
      <Kinds kind={kind} onChange={setKind} />
      <div className="tiles end">
        <Button className="tile" onClick={() => go({ name: 'search', query: '' })}>
          <IconSearch className="ic l" />
          <b>{say('lookTitle')}</b>
          <small>{say('lookTitleText')}</small>
        </Button>
        <Button className="tile" onClick={onClose}>
          <IconArrowForwardUp className="ic l" />
          <b>{say('leaveOut')}</b>
          <small>{say('leaveOutText')}</small>
        </Button>
      </div>
    </Frame>
  );
}
