import { useSay } from '#register/words/say.tsx';
import shelf from './shelf.svg?url';

/** Shelves of books beside the first screen. */
export function Shelf() {
  const say = useSay();
  return (
    <div className="pa" aria-hidden="true">
      <img src={shelf} alt="" />
      <p>{say('shelfWords')}</p>
    </div>
  );
}
