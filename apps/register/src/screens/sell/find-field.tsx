import { IconSearch, IconX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { Button } from '#register/ui/controls.tsx';
import { useSay } from '#register/words/say.tsx';

type FindFieldProps = {
  text: string;
  label: string;
  onType: (text: string) => void;
  /** Closes the search; without it the cross empties the field. */
  onClose?: () => void;
};

/**
 * The field of a search. It takes the focus; where the letters are on the screen, the tablet's own
 * keyboard stays away.
 */
export function FindField({ text, label, onType, onClose }: FindFieldProps) {
  const say = useSay();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const input = field.current;
    input?.focus();
    input?.setSelectionRange(input.value.length, input.value.length);
  }, []);
  return (
    <div className="find on" role="search">
      <IconSearch className="ic" />
      <input
        ref={field}
        className="find-text"
        value={text}
        maxLength={60}
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        inputMode={matchMedia('(min-width: 641px)').matches ? 'none' : 'search'}
        onChange={(event) => onType(event.target.value)}
      />
      {(onClose !== undefined || text !== '') && (
        <Button
          className="bi"
          aria-label={say(onClose ? 'close' : 'clear')}
          onClick={onClose ?? (() => onType(''))}
        >
          <IconX className="ic" />
        </Button>
      )}
    </div>
  );
}
