import type { HeavyKind } from '@pos/contract/heavy-kinds';
import { useWaitingPlace } from './use-waiting-place.ts';

/** Shows the place in line of a call of `kind` while it waits; renders nothing otherwise. */
export function WaitingPlace({ kind, isPending }: { kind: HeavyKind; isPending: boolean }) {
  const text = useWaitingPlace(kind, isPending);
  return (
    <p className="caption numeric" role="status" hidden={text === undefined}>
      {text}
    </p>
  );
}
