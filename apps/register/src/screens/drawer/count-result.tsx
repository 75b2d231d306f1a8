import { formatTime } from '@pos/contract/values/clock';
import { formatCents } from '@pos/contract/values/money';
import { IconCheck, IconInfoCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { useTillState } from '#register/app/till-context.ts';
import { Frame, Head } from '#register/frame/frame.tsx';
import { BigAmount } from '#register/frame/money-parts.tsx';
import type { Counted } from '#register/till/drawer.ts';
import { plainAmount } from '#register/ui/amounts.ts';
import { Button } from '#register/ui/controls.tsx';
import { Face } from '#register/ui/face.tsx';
import { useKeys } from '#register/ui/keys.ts';
import { useSay } from '#register/words/say.tsx';
import { wordsIn } from '#register/words/words.ts';

const GUESSES = ['guess_change', 'guess_paid', 'guess_unknown'] as const;
type Guess = (typeof GUESSES)[number];

/** A stored count beside what should be there, and what two people think about a difference. */
export function CountResult({
  counted: { cashCents, sums, countedBy, secondPerson, at },
  checks,
  checkCents,
  onAgain,
  onStays,
}: {
  counted: Counted;
  checks: number;
  checkCents: number;
  onAgain: () => void;
  /** Leaves the count as it is, with the reason if one was chosen. */
  onStays: (reason: string | null) => void;
}) {
  const say = useSay();
  const { fair } = useTillState();
  const [guess, setGuess] = useState<Guess | null>(null);
  const off = cashCents - sums.expectedCents;
  const amount = formatCents(Math.abs(off));
  const { title, label, figure } = {
    '-1': { title: say('isMissing', { amount }), label: say('missing'), figure: `−${amount}` },
    '0': { title: say('itMatches'), label: say('counted'), figure: formatCents(cashCents) },
    '1': { title: say('isTooMuch', { amount }), label: say('tooMuch'), figure: amount },
  }[`${Math.sign(off) as -1 | 0 | 1}`];
  const areChecksRight = checks === sums.checks && checkCents === sums.checkCents;
  const isRight = off === 0 && areChecksRight;
  // The office reads English.
  const leave = () => onStays(guess && wordsIn('en')(guess));
  useKeys((key) => {
    if (key !== 'Escape' && key !== 'Enter') return false;
    if (key === 'Enter' && !isRight) onAgain();
    else leave();
    return true;
  });
  return (
    <Frame
      className="scrolls"
      money={
        <>
          <div className="row count-people">
            <Face name={countedBy} size="l" />
            <div className="narrow">
              <h2 className="ell">
                {countedBy}, {secondPerson}
              </h2>
              <p className="label">{fair && formatTime(at, fair.timeZone)}</p>
            </div>
          </div>
          <ul className="mini first num">
            <li>
              <span>{say('checksOf', { counted: checks, expected: sums.checks })}</span>
              <span className={`pill ${areChecksRight ? 'ok' : 'warn'}`}>
                {areChecksRight && <IconCheck className="ic xs" />}
                {plainAmount(checkCents)}
              </span>
            </li>
          </ul>
          <div className="end" />
          {!isRight && (
            <Button className="b block" onClick={leave}>
              {say('staysSo')}
            </Button>
          )}
          <div className="rule" />
          <BigAmount label={label} more={say('inCash')} amount={figure} />
          <Button className="b pri main block" onClick={isRight ? leave : onAgain}>
            {say(isRight ? 'goOn' : 'countAgain')}
            <kbd>Enter</kbd>
          </Button>
        </>
      }
    >
      <Head
        title={title}
        text={say('youCounted', {
          counted: formatCents(cashCents),
          expected: formatCents(sums.expectedCents),
        })}
        onBack={leave}
      />
      <ShouldBe
        sums={sums}
        cashCents={cashCents}
        people={{ first: countedBy, second: secondPerson }}
      />
      {!isRight && <Guesses guess={guess} onGuess={setGuess} />}
    </Frame>
  );
}

type ShouldBeProps = {
  sums: Counted['sums'];
  cashCents: number;
  people: { first: string; second: string };
};

/** Adds up what should be in the drawer, above what was counted. */
function ShouldBe({ sums, cashCents, people }: ShouldBeProps) {
  const say = useSay();
  return (
    <section className="card sums-card">
      <table className="tab num">
        <tbody>
          <Row label={say('floatLine')} cents={sums.floatInCents - sums.floatOutCents} />
          <Row label={say('cashTaken', { count: sums.cashPayments })} cents={sums.takenCents} />
          <Row label={say('cashBack')} cents={-sums.givenBackCents} />
          <Row label={say('safeLine')} cents={-sums.toSafeCents} />
          <Row label={say('paidLine')} cents={-sums.paidOutCents} />
          <tr className="sum">
            <td>{say('shouldBe')}</td>
            <td className="r">{plainAmount(sums.expectedCents)}</td>
          </tr>
          <tr>
            <td className="sb">{say('countedBy', people)}</td>
            <td className="r sb">{plainAmount(cashCents)}</td>
          </tr>
        </tbody>
      </table>
    </section>
  );
}

function Guesses({ guess, onGuess }: { guess: Guess | null; onGuess: (guess: Guess) => void }) {
  const say = useSay();
  return (
    <>
      <div className="note">
        <IconInfoCircle className="ic" />
        <span>{say('happens')}</span>
      </div>
      <p className="lab">{say('ifItStays')}</p>
      <div className="acts guesses" role="group" aria-label={say('ifItStays')}>
        {GUESSES.map((each) => (
          <Button
            key={each}
            className={`b ${guess === each ? 'on' : ''}`}
            aria-pressed={guess === each}
            onClick={() => onGuess(each)}
          >
            {say(each)}
          </Button>
        ))}
      </div>
    </>
  );
}

function Row({ label, cents }: { label: string; cents: number }) {
  return (
    <tr>
      <td>{label}</td>
      <td className="r">{cents < 0 ? `−${plainAmount(-cents)}` : plainAmount(Math.abs(cents))}</td>
    </tr>
  );
}
