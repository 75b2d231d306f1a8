import { DrawerMove } from '@pos/contract/sales/drawers/drawers';
import { formatTime } from '@pos/contract/values/clock';
import { formatCents } from '@pos/contract/values/money';
import { useState } from 'react';
import { useTillState } from '#register/app/till-context.ts';
import { useNavigation } from '#register/app/view.ts';
import { Frame, Head } from '#register/frame/frame.tsx';
import { BigAmount } from '#register/frame/money-parts.tsx';
import { Reasons, type Reason } from '#register/screens/changes/reasons.tsx';
import type { Drawer, DrawerRecord } from '#register/till/drawer.ts';
import { plainAmount, toCents, typeAmount } from '#register/ui/amounts.ts';
import { useAnnounce } from '#register/ui/announcer.tsx';
import { Button } from '#register/ui/controls.tsx';
import { useKeys } from '#register/ui/keys.ts';
import { Keypad } from '#register/ui/keypad.tsx';
import { useSay } from '#register/words/say.tsx';

const REASONS = ['reasonSupplies', 'reasonFood'] as const;
const WHAT_FOR = 'whatFor';
const MOVES = DrawerMove.options;

/** Money that goes into or out of the drawer beside sales. */
export function MoveMoney({ drawer, onClose }: { drawer: Drawer; onClose: () => void }) {
  const say = useSay();
  const announce = useAnnounce();
  const { warn } = useNavigation();
  const [kind, setKind] = useState<DrawerMove>('float_in');
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useState<Reason | null>(null);
  const [busy, setBusy] = useState(false);
  useTillState();
  const amountCents = toCents(typed) ?? 0;
  const text = kind === 'pay_out' ? (reason?.text ?? '') : '';
  const isReady = amountCents > 0 && (kind !== 'pay_out' || text.length > 1);
  const press = (key: string) => setTyped((before) => typeAmount(before, key));
  const store = async () => {
    if (!isReady || busy) return;
    setBusy(true);
    const result = await drawer.move({ kind, amountCents, reason: text });
    setBusy(false);
    if (!result.ok) return warn(say('start_not_stored'));
    announce(say('noted', { move: say(`move_${kind}`), amount: formatCents(amountCents) }));
    setTyped('');
    setReason(null);
  };
  useKeys((key) => {
    if (key === 'Escape') onClose();
    else if (key === 'Enter') void store();
    else if (/^[\d.,]$/.test(key) || key === 'Backspace') press(key);
    else return false;
    return true;
  });
  return (
    <Frame
      className="scrolls"
      money={
        <>
          <BigAmount label={say(`move_${kind}`)} amount={formatCents(amountCents)} />
          <Keypad point onKey={press} />
          <div className="end" />
          <Button
            className="b pri main block"
            disabled={!isReady || busy}
            onClick={() => void store()}
          >
            {amountCents === 0
              ? say('typeAmountFirst')
              : isReady
                ? say(kind === 'float_in' ? 'putIn' : 'takeOut', {
                    amount: formatCents(amountCents),
                  })
                : say('sayWhatFor')}
            <kbd>Enter</kbd>
          </Button>
        </>
      }
    >
      <Head title={say('drawerTitle')} text={say('drawerText')} onBack={onClose} />
      <div className="reasons" role="group" aria-label={say('whatHappened')}>
        {MOVES.map((each) => (
          <Button
            key={each}
            className={`b ${each === kind ? 'on' : ''}`}
            aria-pressed={each === kind}
            onClick={() => setKind(each)}
          >
            {say(`move_${each}`)}
          </Button>
        ))}
      </div>
      {kind === 'pay_out' && (
        <div>
          <Reasons reasons={REASONS} reason={reason} onChange={setReason} title={WHAT_FOR} />
        </div>
      )}
      <Entries entries={drawer.entries()} />
    </Frame>
  );
}

function Entries({ entries }: { entries: readonly DrawerRecord[] }) {
  const say = useSay();
  const { fair } = useTillState();
  const rows = entries.flatMap(({ entry, enteredBy }) =>
    entry.kind === 'count' ? [] : [{ ...entry, enteredBy }],
  );
  return (
    <>
      <h2>{say('movesToday')}</h2>
      {rows.length === 0 ? (
        <p className="t2">{say('noMoves')}</p>
      ) : (
        <ul className="card rows last-sales">
          {rows.map(({ clientEntryId, kind, amountCents, reason, enteredBy, at }) => (
            <li key={clientEntryId} className="hit sale-row">
              <span className="sb">{say(`move_${kind}`)}</span>
              <span className="ell t2">
                {[fair && formatTime(at, fair.timeZone), enteredBy, reason]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
              <span className="num sb">
                {kind === 'float_in' ? plainAmount(amountCents) : `−${plainAmount(amountCents)}`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
