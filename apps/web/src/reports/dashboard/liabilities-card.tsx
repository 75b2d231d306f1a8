import { studentsApi } from '@pos/contract/students/students';
import { formatCents } from '@pos/contract/values/money';
import { pathTo } from '#web/lib/api/paths.ts';
import { Allowed } from '#web/lib/session/session.tsx';
import { Link } from '#web/ui/buttons/link.tsx';
import type { BlockQuery, Scope } from './dashboard.data.ts';
import { PartCard } from './part-card.tsx';
import * as styles from './dashboard.module.css';

/** Money currently owed to families and schools. */
export function LiabilitiesCard({
  query,
  scope,
}: {
  query: BlockQuery<'liabilities'>;
  scope: Scope;
}) {
  return (
    <PartCard
      title="Owed"
      query={query}
      lines={3}
      intro="Current balances, whatever days are shown."
    >
      {({ block: { eWalletCents, aveDollarCents } }) => (
        <dl className={`${styles.owed} grid gap-16`}>
          {eWalletCents !== null && (
            <div>
              <dt>eWallet balances</dt>
              <dd className="numeric">{formatCents(eWalletCents)}</dd>
              <dd className="caption">
                Paid in by families, not spent yet.{' '}
                {!scope.fairId && (
                  <Allowed to={studentsApi.list}>
                    <Link
                      to={pathTo('students', {}, { schoolId: scope.schoolId, hasBalance: true })}
                      className="link"
                    >
                      See students
                    </Link>
                  </Allowed>
                )}
              </dd>
            </div>
          )}
          {aveDollarCents !== null && (
            <div>
              <dt>AveDollars</dt>
              <dd className="numeric">{formatCents(aveDollarCents)}</dd>
              <dd className="caption">Earned by schools at closed-out fairs.</dd>
            </div>
          )}
        </dl>
      )}
    </PartCard>
  );
}
