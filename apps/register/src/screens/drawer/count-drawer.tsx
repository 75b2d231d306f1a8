import { formatCents } from '@pos/contract/values/money';
import { IconInfoCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigation } from '#register/app/view.ts';
import { Frame, Head } from '#register/frame/frame.tsx';
import { BigAmount } from '#register/frame/money-parts.tsx';
import type { Counted, Drawer } from '#register/till/drawer.ts';
import { plainAmount, toCents, typeAmount } from '#register/ui/amounts.ts';
import { Button } from '#register/ui/controls.tsx';
import { useKeys } from '#register/ui/keys.ts';
import { Keypad } from '#register/ui/keypad.tsx';
import { useSay } from '#register/words/say.tsx';
import { CountResult } from './count-result.tsx';
import { WhoCounted } from './who-counted.tsx';

/** Bills and coins that a drawer has, in cents, as they lie in it. */
const DRAWER = [10_000, 5_000, 2_000, 1_000, 500, 100, 25, 10, 5, 1] as const;
/** Fields in the order of counting; the last two are the checks. */
const FIELDS = [...DRAWER.map(String), 'checks', 'checkAmount'] as const;
const MAX_DIGITS = 4;

type Counts = Readonly<Record<string, string>>;

/** Counts the drawer by bills and coins; what is expected is shown after it is stored. */
export function CountDrawer({ drawer, onClose }: { drawer: Drawer; onClose: () => void }) {
  const say = useSay();
  const { warn } = useNavigation();
  const [counts, setCounts] = useState<Counts>({});
  const [step, setStep] = useState<'count' | 'who' | 'result'>('count');
  const [counted, setCounted] = useState<Counted | null>(null);
  const [busy, setBusy] = useState(false);
  const pieces = Object.fromEntries(DRAWER.map((piece) => [piece, Number(counts[piece] ?? 0)]));
  const checks = Number(counts['checks'] ?? 0);
  const checkCents = toCents(counts['checkAmount'] ?? '') ?? 0;
  const store = async (secondPerson: string, reason?: string) => {
    if (busy) return;
    setBusy(true);
    const given = { pieces, checks, checkCents, secondPerson };
    const result = await drawer.count(reason === undefined ? given : { ...given, reason });
    setBusy(false);
    if (!result.ok) return warn(say('start_not_stored'));
    if (reason !== undefined) return onClose();
    setCounted(result.counted);
    setStep('result');
  };
  if (step === 'result' && counted)
    return (
      <CountResult
        counted={counted}
        checks={checks}
        checkCents={checkCents}
        onAgain={() => setStep('count')}
        onStays={(reason) =>
          reason === null ? onClose() : void store(counted.secondPerson, reason)
        }
      />
    );
  if (step === 'who')
    return (
      <WhoCounted onBack={() => setStep('count')} onName={(name) => void store(name)} busy={busy} />
    );
  return (
    <Counting
      counts={counts}
      floatCents={drawer.money().floatInCents - drawer.money().floatOutCents}
      onChange={setCounts}
      onDone={() => (counted ? void store(counted.secondPerson) : setStep('who'))}
      onClose={onClose}
    />
  );
}

type CountingProps = {
  counts: Counts;
  floatCents: number;
  onChange: (counts: Counts) => void;
  onDone: () => void;
  onClose: () => void;
};

function Counting({ counts, floatCents, onChange, onDone, onClose }: CountingProps) {
  const say = useSay();
  const [field, setField] = useState<string>(FIELDS[0]);
  const total = DRAWER.reduce((sum, piece) => sum + piece * Number(counts[piece] ?? 0), 0);
  const typed = counts[field] ?? '';
  const press = (key: string) => {
    const next = field === 'checkAmount' ? typeAmount(typed, key) : typeCount(typed, key);
    onChange({ ...counts, [field]: next });
  };
  const step = (by: number) => {
    const at = FIELDS.findIndex((each) => each === field) + by;
    setField(FIELDS[(at + FIELDS.length) % FIELDS.length] ?? FIELDS[0]);
  };
  useKeys((key) => {
    if (key === 'Escape') onClose();
    else if (key === 'Enter' || key === 'ArrowDown') step(1);
    else if (key === 'ArrowUp') step(-1);
    else if (/^[\d.,]$/.test(key) || key === 'Backspace') press(key);
    else return false;
    return true;
  });
  const name = useFieldName();
  return (
    <Frame
      className="scrolls"
      money={
        <>
          <p className="label">{name(field)}</p>
          <div className="in num on count-typed" role="status">
            {typed || '0'}
          </div>
          <Keypad point={field === 'checkAmount'} onKey={press} />
          <Button className="b block gap-above" onClick={() => step(1)}>
            {say('nextField')}
            <kbd>Enter</kbd>
          </Button>
          <div className="end" />
          <p className="say">{say('shownAfter')}</p>
          <div className="rule" />
          <BigAmount label={say('counted')} more={say('soFar')} amount={formatCents(total)} />
          <Button className="b pri main block" onClick={onDone}>
            {say('countedAll')}
          </Button>
        </>
      }
    >
      <Head title={say('countTitle')} text={say('countText')} onBack={onClose} />
      <Fields counts={counts} field={field} onField={setField} />
      {floatCents > 0 && (
        <div className="note">
          <IconInfoCircle className="ic" />
          <span>{say('floatStays', { amount: formatCents(floatCents) })}</span>
        </div>
      )}
    </Frame>
  );
}

/** Words for a field: a bill, a coin, or the checks. */
function useFieldName(): (field: string) => string {
  const say = useSay();
  return (field) => {
    if (field === 'checks') return say('checksNumber');
    if (field === 'checkAmount') return say('checksAmount');
    return say('piecesOf', { amount: pieceName(Number(field)) });
  };
}

type FieldsProps = { counts: Counts; field: string; onField: (field: string) => void };

function Fields({ counts, field, onField }: FieldsProps) {
  const name = useFieldName();
  const box = (each: string) => (
    <Button
      ref={each === field ? scrollHere : undefined}
      className={`in num ${each === field ? 'on' : ''}`}
      aria-pressed={each === field}
      aria-label={`${name(each)}: ${counts[each] ?? '0'}`}
      onClick={() => onField(each)}
    >
      {counts[each] ?? <span className="t2">0</span>}
    </Button>
  );
  return (
    <>
      <div className="den card">
        {DRAWER.map((piece) => (
          <div className="dn" key={piece}>
            <span className={piece >= 100 ? 'bill' : `round d${piece}`}>{pieceName(piece)}</span>
            <span className="x">×</span>
            {box(String(piece))}
            <span className="num am">{plainAmount(piece * Number(counts[piece] ?? 0))}</span>
          </div>
        ))}
      </div>
      <div className="den checks card">
        {(['checks', 'checkAmount'] as const).map((each) => (
          <div className="dn" key={each}>
            <span>{name(each)}</span>
            {box(each)}
          </div>
        ))}
      </div>
    </>
  );
}

const scrollHere = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });

const pieceName = (cents: number): string => (cents >= 100 ? `$${cents / 100}` : `${cents}¢`);

function typeCount(typed: string, key: string): string {
  if (key === 'Backspace') return typed.slice(0, -1);
  if (!/^\d$/.test(key)) return typed;
  return typed === '0' ? key : (typed + key).slice(0, MAX_DIGITS);
}
