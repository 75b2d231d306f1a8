import { fairsApi } from '@pos/contract/fairs/fairs';
import { uploadsApi } from '@pos/contract/imports/uploads';
import { FairInventoryQuery, inventoryApi } from '@pos/contract/stock/inventory';
import { Id } from '@pos/contract/values';
import { zoneName } from '@pos/contract/values/clock';
import { formatDayRange } from '@pos/contract/values/days';
import { IconBarcode, IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useNavigate } from '@tanstack/react-router';
import { fairPath, uploadPath } from '#web/fairs/fairs/fair-paths.ts';
import { fairOption, fairsWithInventory } from '#web/fairs/fairs/fairs.data.ts';
import { listAt } from '#web/lib/lists/list.ts';
import { pathTo } from '#web/lib/api/paths.ts';
import { useSearchParams } from '#web/lib/lists/search-state.ts';
import { Allowed } from '#web/lib/session/session.tsx';
import { ButtonLink } from '#web/ui/buttons/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Link } from '#web/ui/buttons/link.tsx';
import { PageHead } from '#web/ui/layout/page-head.tsx';
import { FairInventoryTable } from './fair-inventory-table.tsx';
import { fairInventory } from './inventory.data.ts';
import { asidePart } from '#web/ui/messages/lazy-part.tsx';

// Loaded on demand: the list needs neither the choice of a fair nor the count.
const FairChooser = asidePart(() => import('#web/fairs/fairs/fair-chooser.tsx'), 'FairChooser');
const CountMode = asidePart(() => import('./counting/count-mode.tsx'), 'CountMode');

const inventoryPath = (fairId: string): string => pathTo('fair-inventory', {}, { fairId });

/**
 * Inventory of one fair. The fair is in the address (the top bar's fair switcher); without one, the
 * page asks for it.
 */
export function FairInventoryPage() {
  const { data: fairId } = Id.safeParse(useSearchParams()['fairId']);
  return fairId ? <FairInventory fairId={fairId} /> : <ChooseFair />;
}
FairInventoryPage.firstRead = (params: Record<string, unknown>) =>
  Id.safeParse(params['fairId']).success
    ? listAt(FairInventoryQuery, fairInventory, params)
    : undefined;

/** Leads to the only live fair, or lets the user choose. */
function ChooseFair() {
  const { data, isPending } = useQuery(fairsWithInventory(''));
  const [first, second] = data?.data ?? [];
  if (first?.phase === 'live' && second?.phase !== 'live')
    return <Navigate to={pathTo('fair-inventory')} search={() => ({ fairId: first.id })} replace />;
  if (isPending) return <PageHead title="Fair inventory" />;
  return (
    <>
      <PageHead title="Fair inventory" />
      <div className="form-width">
        <Card title="Choose a fair" intro="See its titles with the quantities sent and on hand.">
          <FairChooser linkTo={inventoryPath} />
        </Card>
      </div>
    </>
  );
}

function FairInventory({ fairId }: { fairId: string }) {
  const { data: fair } = useQuery(fairOption(fairId));
  const { mode, ...list } = useSearchParams();
  const isClosedOut = fair?.closeOutState === 'finished';
  const navigate = useNavigate();
  return (
    <>
      <PageHead
        title="Fair inventory"
        sub={
          fair && (
            <>
              <Allowed to={fairsApi.list} otherwise={fair.label}>
                <Link to={fairPath(fairId)}>{fair.label}</Link>
              </Allowed>
              <span className="numeric">
                {formatDayRange(fair.startDate, fair.endDate)}, {zoneName(fair.timeZone)}
              </span>
            </>
          )
        }
        actions={
          !isClosedOut && (
            <>
              <Allowed to={inventoryApi.update}>
                <ButtonLink to={pathTo('fair-inventory', {}, { ...list, mode: 'count' })}>
                  <IconBarcode size={16} stroke={1.75} aria-hidden /> Quick count
                </ButtonLink>
              </Allowed>
              <Allowed to={uploadsApi.bulkUpload}>
                <ButtonLink to={uploadPath(fairId)}>
                  <IconUpload size={16} stroke={1.75} aria-hidden /> Upload
                </ButtonLink>
              </Allowed>
            </>
          )
        }
      />
      <FairInventoryTable key={fairId} fairId={fairId} isClosedOut={isClosedOut} />
      {mode === 'count' && fair && !isClosedOut && (
        <Allowed to={inventoryApi.update}>
          <CountMode
            fairId={fairId}
            fairName={fair.label}
            onClose={() =>
              void navigate({
                href: pathTo('fair-inventory', {}, list),
                replace: true,
                resetScroll: false,
              })
            }
          />
        </Allowed>
      )}
    </>
  );
}
