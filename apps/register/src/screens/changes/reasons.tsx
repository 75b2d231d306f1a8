import { useState } from 'react';
import { Button } from '#register/ui/controls.tsx';
import { useSay } from '#register/words/say.tsx';
import { wordsIn, type WordKey } from '#register/words/words.ts';
import './changes.css';

/** A reason, with its text as the office reads it: in English, or as it was typed. */
export type Reason = { word: WordKey; text: string };

const inEnglish = wordsIn('en');

type ReasonsProps = {
  reasons: readonly WordKey[];
  reason: Reason | null;
  onChange: (reason: Reason) => void;
  title?: WordKey;
};

/** Reasons to choose from, and one in words of one's own. */
export function Reasons({ reasons, reason, onChange, title = 'discountWhy' }: ReasonsProps) {
  const say = useSay();
  const [typed, setTyped] = useState('');
  const isOther = reason?.word === 'reasonOther';
  const type = (text: string) => {
    setTyped(text);
    onChange({ word: 'reasonOther', text: text.trim() });
  };
  return (
    <>
      <p className="lab">{say(title)}</p>
      <div className="reasons" role="group" aria-label={say(title)}>
        {reasons.map((word) => (
          <Button
            key={word}
            className={`b ${reason?.word === word ? 'on' : ''}`}
            aria-pressed={reason?.word === word}
            onClick={() => onChange({ word, text: inEnglish(word) })}
          >
            {say(word)}
          </Button>
        ))}
        <Button
          className={`b ${isOther ? 'on' : ''}`}
          aria-pressed={isOther}
          onClick={() => type(typed)}
        >
          {say('reasonOther')}
        </Button>
      </div>
      {isOther && (
        <input
          className="in gap-above"
          value={typed}
          maxLength={120}
          aria-label={say('reasonOther')}
          placeholder={say('reasonHint')}
          autoComplete="off"
          onChange={(event) => type(event.target.value)}
        />
      )}
    </>
  );
}
