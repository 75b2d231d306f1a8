import { IconAlertTriangle } from '@tabler/icons-react';
import { useSay } from '#register/words/say.tsx';
import { Keypad } from './keypad.tsx';

/** Digits of a person's code. */
const DIGITS = 4;

/** Adds a key to a typed code, and calls `onWhole` with the last of its digits. */
export function typeCode(typed: string, key: string, onWhole: (code: string) => void): string {
  const next = key === 'Backspace' ? typed.slice(0, -1) : (typed + key).slice(0, DIGITS);
  if (next.length === DIGITS) onWhole(next);
  return next;
}

type SecretCodeProps = {
  entered: number;
  isReady: boolean;
  refusal: string;
  onKey: (key: string) => void;
};

/** A person's code as dots, the keypad that enters it, and the reason why it was refused. */
export function SecretCode({ entered, isReady, refusal, onKey }: SecretCodeProps) {
  const say = useSay();
  return (
    <>
      <div className="dots" role="img" aria-label={say('digitsEntered', { count: entered })}>
        {Array.from({ length: DIGITS }, (_, index) => (
          <i key={index} className={index < entered ? 'f' : ''} />
        ))}
      </div>
      <fieldset className="plain" disabled={!isReady}>
        <Keypad onKey={onKey} />
      </fieldset>
      {refusal !== '' && (
        <p className="note bad refusal" role="alert">
          <IconAlertTriangle className="ic" />
          <span>{refusal}</span>
        </p>
      )}
    </>
  );
}
