import { ApiError } from '@pos/contract/client';
import { IconFileOff } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { pathTo } from '#web/lib/api/paths.ts';
import { ButtonLink } from '../buttons/button.tsx';
import { Empty, ErrorNotice } from '../messages/notice.tsx';

/** Records that have a page, each with the list that leads to it. */
const LISTS = {
  count: { label: 'Counts', to: `${pathTo('warehouse')}/counts` },
  device: { label: 'Devices', to: pathTo('devices') },
  fair: { label: 'Fairs', to: pathTo('fairs') },
  receipt: { label: 'Receipts', to: `${pathTo('warehouse')}/receipts` },
  return: { label: 'Returns', to: `${pathTo('warehouse')}/returns` },
  role: { label: 'Roles', to: pathTo('roles') },
  'scheduled report': { label: 'Scheduled reports', to: `${pathTo('reports')}/schedules` },
  school: { label: 'Schools', to: pathTo('schools') },
  shipment: { label: 'Shipments', to: `${pathTo('warehouse')}/shipments` },
  template: { label: 'Customize Template', to: pathTo('master-template') },
  title: { label: 'All inventory', to: pathTo('inventory') },
  user: { label: 'Users', to: pathTo('users') },
} as const;

type RecordErrorProps = { what: keyof typeof LISTS; error: unknown; retry: () => void };

/** Error in place of a record: it does not exist (any more), or it could not be loaded. */
export function RecordError({ what, error, retry }: RecordErrorProps) {
  const isMissing = error instanceof ApiError && (error.status === 404 || error.status === 400);
  if (!isMissing) return <ErrorNotice what={`The ${what}`} error={error} retry={retry} />;
  return (
    <Empty
      heading="h1"
      title={`${what.charAt(0).toUpperCase()}${what.slice(1)} not found`}
      text="It may have been deleted, or you may not have access."
      icon={IconFileOff}
      actions={
        <ButtonLink to={LISTS[what].to} variant="primary">
          Go to {LISTS[what].label}
        </ButtonLink>
      }
    />
  );
}

type NotLoadedProps = {
  what: keyof typeof LISTS;
  query: UseQueryResult;
  outline: ReactNode;
};

/** In place of a record that is not there yet: the error, or the outline of its page. */
export function NotLoaded({ what, query: { error, refetch }, outline }: NotLoadedProps) {
  return error ? <RecordError what={what} error={error} retry={() => void refetch()} /> : outline;
}
