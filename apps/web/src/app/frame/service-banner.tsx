import { SERVICE_SENTENCES } from '@pos/contract/service-state';
import { useQuery } from '@tanstack/react-query';
import { api } from '#web/lib/api.ts';
import { SERVICE_STATE_KEY } from '#web/lib/query-client.ts';
import { useRights } from '#web/lib/session.tsx';
import { Notice } from '#web/ui/notice.tsx';
import * as styles from './frame.module.css';

const EVERY_MS = 60_000;

/** Tells everyone that nothing can be saved, and SUPER_ADMINs that the storage is almost full. */
export function ServiceBanner() {
  const { isSuper } = useRights();
  const { data } = useQuery({
    queryKey: SERVICE_STATE_KEY,
    queryFn: async () => (await api.serviceState.get()).data,
    refetchInterval: EVERY_MS,
    retry: false,
  });
  if (data?.storage === 'full') return <Banner kind="bad" text={SERVICE_SENTENCES.full} />;
  if (data?.database === 'read_only')
    return <Banner kind="bad" text={SERVICE_SENTENCES.read_only} />;
  if (data?.storage === 'low' && isSuper)
    return <Banner kind="warn" text={SERVICE_SENTENCES.low} />;
  return null;
}

function Banner({ kind, text }: { kind: 'bad' | 'warn'; text: string }) {
  return (
    <div className={styles.banner}>
      <Notice kind={kind}>{text}</Notice>
    </div>
  );
}
