import { cartonsApi, type Carton, type CartonStatus } from '@pos/contract/stock/cartons';
import type { FairDetails } from '@pos/contract/fairs/fairs';
import { uploadsApi } from '@pos/contract/imports/uploads';
import { pluralize } from '@pos/contract/values/counts';
import { IconPackages, IconPrinter } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { fairPath, scanPath, uploadPath } from '#web/fairs/fairs/fair-paths.ts';
import { stringifySearch } from '#web/lib/lists/search-params.ts';
import { useSearchParams, useSearchState } from '#web/lib/lists/search-state.ts';
import { Allowed } from '#web/lib/session/session.tsx';
import { Button, ButtonLink } from '#web/ui/buttons/button.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { commonDelivery, MISSING, totalUnits } from './carton-words.ts';
import { cartonColumns } from './carton-columns.tsx';
import { cartonsList, CartonsQuery, fairCartons } from './cartons.data.ts';
import { LabelMenu } from './labels/label-menu.tsx';
import { MissingPaper } from './missing-paper.tsx';
import { CartonSheet } from './carton-sheet.tsx';
import { FoundCartons } from './found-cartons.tsx';

const VIEWS: readonly { label: string; status?: readonly CartonStatus[] }[] = [
  { label: 'All' },
  { label: 'Not scanned yet', status: ['packed'] },
  { label: 'Missing', status: MISSING },
  { label: 'At the fair', status: ['delivered'] },
  { label: 'Returned', status: ['returned'] },
];

/** Cartons of one fair with a link to scan them; the address holds the open one. */
export function CartonsTable({ fair }: { fair: FairDetails }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const params = useSearchParams();
  const { query } = useSearchState(CartonsQuery);
  const { data: cartons = [] } = useQuery(fairCartons(fair.id));
  const open = cartons.find(({ id }) => id === params['carton']);
  const withCarton = (id: string | undefined): string =>
    `${pathname}${stringifySearch({ ...params, carton: id })}`;
  const current = VIEWS.findIndex(
    ({ status = [] }) => status.join() === (query.status ?? []).join(),
  );
  return (
    <div className="stack">
      {cartons.length > 0 && <CartonActions fair={fair} cartons={cartons} />}
      <FoundCartons fairId={fair.id} />
      <DataTable
        name="cartons"
        schema={CartonsQuery}
        list={cartonsList(client, fair.id)}
        columns={cartonColumns(fair.timeZone, {
          hasLabels: cartons.some(({ label }) => label !== ''),
          hasOneDelivery: commonDelivery(cartons, fair.timeZone) !== undefined,
        })}
        searchHint="Carton, label, title or ISBN"
        rowId={({ id }) => id}
        rowName={({ code }) => code}
        rowLink={({ id }) => withCarton(id)}
        views={VIEWS.map(({ label, status }, index) => ({
          label,
          to: fairPath(fair.id, 'cartons', { status }),
          current: index === current,
          count: cartons.filter((carton) => !status || status.includes(carton.status)).length,
        }))}
        empty={{
          title: 'This fair has no cartons yet',
          text: 'The packing list shows the titles in each carton.',
          icon: IconPackages,
          actions: (
            <Allowed to={uploadsApi.bulkUpload}>
              <ButtonLink to={uploadPath(fair.id)} variant="primary">
                Upload inventory
              </ButtonLink>
            </Allowed>
          ),
        }}
      />
      {open && (
        <CartonSheet
          carton={open}
          fair={fair}
          onClose={() =>
            void navigate({ href: withCarton(undefined), replace: true, resetScroll: false })
          }
        />
      )}
    </div>
  );
}

/** Number of cartons by state, and the actions scan and print missing list. */
function CartonActions({ fair, cartons }: { fair: FairDetails; cartons: readonly Carton[] }) {
  const [printedAt, setPrintedAt] = useState<string>();
  const printed = useCallback(() => setPrintedAt(undefined), []);
  const missing = cartons.filter(({ status }) => MISSING.includes(status));
  const waiting = cartons.filter(({ status }) => status === 'packed').length;
  const isPacking = waiting === 0 && fair.today >= fair.endDate;
  const delivery = commonDelivery(cartons, fair.timeZone);
  const parts = [
    pluralize(cartons.length, 'carton', 'cartons'),
    ...(delivery === undefined ? [] : [`scanned in ${delivery}`]),
    ...(waiting > 0 ? [`${waiting} not scanned yet`] : []),
    missing.length > 0
      ? `${missing.length} missing with ${pluralize(totalUnits(missing), 'unit', 'units')}`
      : 'none missing',
  ];
  return (
    <div className="row spread wrapping">
      <p className="subdued numeric">{parts.join(', ')}</p>
      <div className="row wrapping">
        <LabelMenu
          label="Print labels"
          print={(give, paper) =>
            give(cartonsApi.labels, { params: { id: fair.id }, query: { paper } })
          }
        />
        {missing.length > 0 && (
          <Button onClick={() => setPrintedAt(new Date().toISOString())}>
            <IconPrinter size={16} stroke={1.75} aria-hidden /> Print missing list
          </Button>
        )}
        {fair.closeOutState === 'open' && (
          <Allowed to={cartonsApi.scan}>
            <ButtonLink
              to={scanPath(fair.id, 'delivery')}
              variant={waiting > 0 ? 'primary' : 'secondary'}
            >
              Scan delivery
            </ButtonLink>
            <ButtonLink
              to={scanPath(fair.id, 'return')}
              variant={isPacking ? 'primary' : 'secondary'}
            >
              Scan return
            </ButtonLink>
          </Allowed>
        )}
      </div>
      {printedAt && (
        <MissingPaper printedAt={printedAt} fair={fair} cartons={missing} onPrinted={printed} />
      )}
    </div>
  );
}
