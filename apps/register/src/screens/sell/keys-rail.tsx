import { IconBarcode } from '@tabler/icons-react';
import { useSay } from '#register/words/say.tsx';
import type { WordKey } from '#register/words/words.ts';

const KEYS: readonly (readonly [string, WordKey])[] = [
  ['a–z', 'keyFind'],
  ['↑ ↓', 'keyLine'],
  ['+ −', 'keyMore'],
  ['Del', 'keyRemove'],
  ['Alt C', 'keyWho'],
  ['Alt N', 'noBarcode'],
  ['Alt P', 'keyPark'],
  ['Alt U', 'discount'],
  ['Alt M', 'more'],
  ['Alt 0', 'keyMenu'],
  ['Enter', 'keyPay'],
  ['Esc', 'keyBack'],
];

/** Keys of the sale, on laptops. */
export function KeysRail() {
  const say = useSay();
  return (
    <nav className="rail" aria-label={say('keys')}>
      <p className="label sb strong">{say('keys')}</p>
      <dl>
        {KEYS.map(([key, word]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{say(word)}</dd>
          </div>
        ))}
      </dl>
      <div className="note end">
        <IconBarcode className="ic" />
        <span>{say('scanAnytime')}</span>
      </div>
    </nav>
  );
}
