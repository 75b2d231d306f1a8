import { useQuery } from '@tanstack/react-query';
import { Card } from '#web/ui/layout/card.tsx';
import { Skeleton, Unloaded } from '#web/ui/messages/notice.tsx';
import { fairCustomizations } from '../templates.data.ts';
import { LocalAddressNotice } from './local-address-notice.tsx';
import { PageAddress } from './page-address.tsx';

/** Public address next to a fair's form, from its school and identifier. */
export function PublicAddress({ fairId }: { fairId: string }) {
  const { data, error, refetch } = useQuery(fairCustomizations(fairId));
  return (
    <Card title="Public page">
      {data ? (
        <div className="stack">
          <LocalAddressNotice url={data.url} />
          <PageAddress url={data.url} name={data.fair.name} />
          {!(data.published && data.fair.status === 'active') && (
            <p className="caption">
              Not published yet. Publish the page in the fair’s Templates tab.
            </p>
          )}
        </div>
      ) : (
        <Unloaded what="The public page" error={error} retry={refetch}>
          <Skeleton height={112} />
        </Unloaded>
      )}
    </Card>
  );
}
