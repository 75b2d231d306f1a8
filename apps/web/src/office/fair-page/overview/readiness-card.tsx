import type { FairDetails } from '@pos/contract/fairs/fairs';
import { useRights } from '#web/lib/session/session.tsx';
import { ButtonLink } from '#web/ui/buttons/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Checklist } from '#web/ui/layout/checklist.tsx';
import { readinessStep } from '../readiness-steps.ts';

/** Number of items of the checklist that are done. */
export function countDone({ readiness }: Pick<FairDetails, 'readiness'>): number {
  return readiness.filter(({ done }) => done).length;
}

/** Checklist of a fair, with a button for each open step; `openOnly` leaves out what is done. */
export function ReadinessCard({
  fair,
  openOnly = false,
}: {
  fair: FairDetails;
  openOnly?: boolean;
}) {
  const rights = useRights();
  const done = countDone(fair);
  if (openOnly && done === fair.readiness.length) return null;
  return (
    <Card
      title="Readiness"
      aside={
        <span className="caption numeric">
          {done} of {fair.readiness.length} done
        </span>
      }
    >
      <Checklist
        label="Readiness"
        done={done}
        of={fair.readiness.length}
        items={fair.readiness
          .filter((item) => !openOnly || !item.done)
          .map((item) => {
            const step = readinessStep(fair, item, rights);
            return {
              ...item,
              key: item.code,
              action: step && (
                <ButtonLink to={step.to} size="sm" variant="quiet">
                  {step.short}
                </ButtonLink>
              ),
            };
          })}
      />
    </Card>
  );
}
