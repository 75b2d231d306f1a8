import type { Category } from '@pos/contract/stock/inventory';
import { Button } from '#register/ui/controls.tsx';
import { useSay } from '#register/words/say.tsx';
import type { WordKey } from '#register/words/words.ts';

/** Kinds of items without a barcode: the categories of titles, merchandise first. */
export const KINDS = {
  Merchandise: 'kindMerchandise',
  Picture: 'kindPicture',
  'Early reader': 'kindEarlyReader',
  Chapter: 'kindChapter',
  'Middle grade': 'kindMiddleGrade',
  Teen: 'kindTeen',
  Faith: 'kindFaith',
  Activity: 'kindActivity',
  Other: 'kindOther',
} as const satisfies Record<Category, WordKey>;

/** A choice of one kind. */
export function Kinds({ kind, onChange }: { kind: Category; onChange: (kind: Category) => void }) {
  const say = useSay();
  return (
    <div className="kinds" role="radiogroup" aria-label={say('kindOfItem')}>
      {Object.entries(KINDS).map(([each, word]) => (
        <Button
          key={each}
          className={`b ${each === kind ? 'on' : ''}`}
          role="radio"
          aria-checked={each === kind}
          onClick={() => onChange(each as Category)}
        >
          <span className="ell">{say(word)}</span>
        </Button>
      ))}
    </div>
  );
}
