import { formatCents } from '@pos/contract/values/money';
import { useSay } from '#register/words/say.tsx';
import type { WordKey } from '#register/words/words.ts';
import { toPieces, type Piece } from './amounts.ts';

/** A bill or coin as it looks. */
export function PieceFace({ piece }: { piece: Piece }) {
  return piece >= 100 ? (
    <span className="bill">${piece / 100}</span>
  ) : (
    <span className={`round d${piece}`}>{piece}¢</span>
  );
}

const COIN_WORDS: Partial<Record<Piece, WordKey>> = {
  25: 'quarters',
  10: 'dimes',
  5: 'nickels',
  1: 'pennies',
};

/** Change as the bills and coins to hand over. */
export function ChangeInPieces({ cents }: { cents: number }) {
  const say = useSay();
  return (
    <ul className="give" aria-label={say('changeInPieces')}>
      {toPieces(cents).map(({ piece, count }) => (
        <li key={piece}>
          <PieceFace piece={piece} />
          {say(COIN_WORDS[piece] ?? 'pieces', { count, amount: formatCents(piece) })}
        </li>
      ))}
    </ul>
  );
}
