import { IconBackspace } from '@tabler/icons-react';
import { useSay } from '#register/words/say.tsx';
import { Button } from './controls.tsx';

const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const;

type KeypadProps = { onKey: (key: string) => void; point?: boolean };

/** Digits laid out as on a phone; with `point` also a decimal point. */
export function Keypad({ onKey, point = false }: KeypadProps) {
  const say = useSay();
  return (
    <div className="keys num">
      {DIGITS.map((digit) => (
        <Button key={digit} onClick={() => onKey(digit)}>
          {digit}
        </Button>
      ))}
      {point ? <Button onClick={() => onKey('.')}>.</Button> : <span />}
      <Button onClick={() => onKey('0')}>0</Button>
      <Button aria-label={say('delete')} onClick={() => onKey('Backspace')}>
        <IconBackspace className="ic l" />
      </Button>
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
      <Button key={letter} onClick={() => onKey(letter.toLowerCase())}>
        {letter}
      </Button>
    ));
  return (
    <div className="kb">
      {numbers && <div>{letters(NUMBERS)}</div>}
      <div>{letters(ROWS[0])}</div>
      <div>{letters(ROWS[1])}</div>
      <div>
        {letters(ROWS[2])}
        <Button className="w" onClick={() => onKey(' ')}>
          {say('space')}
        </Button>
        <Button className="w" aria-label={say('delete')} onClick={() => onKey('Backspace')}>
          <IconBackspace className="ic" />
        </Button>
      </div>
    </div>
  );
}

/** Adds a key of `Letters` to a typed text. */
export function typeText(typed: string, key: string): string {
  return key === 'Backspace' ? typed.slice(0, -1) : (typed + key).slice(0, 60);
}
