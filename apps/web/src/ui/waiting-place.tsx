import type { HeavyKind } from '@pos/contract/heavy-kinds';
import { useWaitingPlace } from './use-waiting-place.ts';

/** Says the place in line of a call of `kind` that waits for its turn; nothing while it does not wait. */
export function WaitingPlace({ kind, isPending }: { kind: HeavyKind; isPending: boolean }) {
  const text = useWaitingPlace(kind, isPending);
  return (
    <p className="meta num" role="status" hidden={text === undefined}>
      {text}
    </p>
  );
}
