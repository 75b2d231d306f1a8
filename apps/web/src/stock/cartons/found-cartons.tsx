import { cartonsApi, type FoundCarton } from '@pos/contract/stock/cartons';
import { useQuery } from '@tanstack/react-query';
import { fairPath } from '#web/fairs/fairs/fair-paths.ts';
import { Allowed } from '#web/lib/session/session.tsx';
import { failureText } from '#web/lib/api/failure.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Link } from '#web/ui/buttons/link.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { toast } from '#web/ui/messages/toast.tsx';
import { Ago } from '#web/ui/values/ago.tsx';
import { foundCartons, useDismissFound } from './cartons.data.ts';
import * as styles from './cartons.module.css';

/**
 * Cartons scanned at a fair that does not have them: of one fair those found there and those that
 * it misses, else all. Nothing if there are none.
 */
export function FoundCartons({ fairId }: { fairId?: string }) {
  const { data: found = [] } = useQuery(foundCartons(fairId));
  if (found.length === 0) return null;
  return (
    <Card title="Found cartons" count={found.length} rows>
      <ul className={`${styles.found} lined`}>
        {found.map((carton) => (
          <FoundRow key={carton.id} carton={carton} fairId={fairId} />
        ))}
      </ul>
    </Card>
  );
}

function FoundRow({ carton, fairId }: { carton: FoundCarton; fairId: string | undefined }) {
  const { mutateAsync: dismiss, isPending } = useDismissFound();
  const { id, code, foundBy, foundAt } = carton;
  const remove = async (): Promise<void> => {
    try {
      await dismiss(id);
      toast.ok({ title: 'Taken off the list', detail: code });
    } catch (error) {
      toast.bad({ title: `${code} is still on the list`, detail: failureText(error).message });
    }
  };
  return (
    <li>
      <span className="two-lines">
        <span>
          <span className="monospace semibold">{code}</span> {ownerWords(carton)}
        </span>
        <small>
          Found at{' '}
          {carton.fairId === fairId ? (
            'this fair'
          ) : (
            <Link to={fairPath(carton.fairId, 'cartons')}>{carton.fairName}</Link>
          )}{' '}
          by <span data-private>{foundBy}</span>, <Ago at={foundAt} />
        </small>
      </span>
      <Allowed to={cartonsApi.dismissFound}>
        <Button
          size="sm"
          variant="quiet"
          busy={isPending && 'Saving…'}
          aria-label={`Dismiss ${code}`}
          onClick={() => void remove()}
        >
          Dismiss
        </Button>
      </Allowed>
    </li>
  );
}

/** The fair that has the carton by now, or that none has. */
function ownerWords({ ownFairId, ownFairName }: FoundCarton) {
  return ownFairId === null ? (
    'belongs to no fair'
  ) : (
    <>
      belongs to <Link to={fairPath(ownFairId, 'cartons')}>{ownFairName}</Link>
    </>
  );
}
