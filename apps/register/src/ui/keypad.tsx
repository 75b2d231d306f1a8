import { IconBackspace } from '@tabler/icons-react';
import { useSay } from '#register/words/say.tsx';

const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const;

type KeypadProps = { onKey: (key: string) => void; point?: boolean };

/** Digits laid out as on a phone; with `point` also a decimal point. */
export function Keypad({ onKey, point = false }: KeypadProps) {
  const say = useSay();
  return (
    <div className="keys num">
      {DIGITS.map((digit) => (
        <button key={digit} type="button" onClick={() => onKey(digit)}>
          {digit}
        </button>
      ))}
      {point ? (
        <button type="button" onClick={() => onKey('.')}>
          .
        </button>
      ) : (
        <span />
      )}
      <button type="button" onClick={() => onKey('0')}>
        0
      </button>
      <button type="button" aria-label={say('delete')} onClick={() => onKey('Backspace')}>
        <IconBackspace className="ic l" />
      </button>
    </div>
  );
}

const NUMBERS = '1234567890';
const ROWS = ['QWERTYUIOP', 'ASDFGHJKL', 'ZXCVBNM'] as const;

type LettersProps = { onKey: (key: string) => void; numbers?: boolean };

/** Letters on the screen: a tablet hides its own keyboard while a scanner is connected. */
export function Letters({ onKey, numbers = false }: LettersProps) {
  const say = useSay();
  const letters = (row: string) =>
    [...row].map((letter) => (
      <button key={letter} type="button" onClick={() => onKey(letter.toLowerCase())}>
        {letter}
      </button>
    ));
  return (
    <div className="kb">
      {numbers && <div>{letters(NUMBERS)}</div>}
      <div>{letters(ROWS[0])}</div>
      <div>{letters(ROWS[1])}</div>
      <div>
        {letters(ROWS[2])}
        <button type="button" className="w" onClick={() => onKey(' ')}>
          {say('space')}
        </button>
        <button
          type="button"
          className="w"
          aria-label={say('delete')}
          onClick={() => onKey('Backspace')}
        >
          <IconBackspace className="ic" />
        </button>
      </div>
    </div>
  );
}

/** Adds a key of `Letters` to a typed text. */
export function typeText(typed: string, key: string): string {
  return key === 'Backspace' ? typed.slice(0, -1) : (typed + key).slice(0, 60);
}
