import type { FairCustomizations } from '@pos/contract/templates/customizations';
import { fairsApi } from '@pos/contract/fairs/fairs';
import { PAGE_KEPT_SECONDS } from '@pos/contract/templates/public-pages';
import { failureText } from '#web/lib/api/failure.ts';
import { Allowed } from '#web/lib/session/session.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { StatusPill, type StatusText } from '#web/ui/values/status-pill.tsx';
import { toast } from '#web/ui/messages/toast.tsx';
import { useShowPage } from '../templates.data.ts';
import { LocalAddressNotice } from './local-address-notice.tsx';
import { PageAddress } from './page-address.tsx';
import * as styles from './fair-templates.module.css';

const ON: StatusText = { label: 'Published', meaning: 'ok' };
const OFF: StatusText = { label: 'Not published', meaning: 'off' };
const INACTIVE: StatusText = { label: 'Not shown', meaning: 'off' };

/**
 * Address of a fair's public page, to copy, scan and open, with buttons to publish and unpublish it
 * (domain 5).
 */
export function PublicPageCard({
  url,
  published,
  fair: { id, name, status },
}: Pick<FairCustomizations, 'url' | 'published' | 'fair'>) {
  const isShown = published && status === 'active';
  const { show, isPending } = useSwitch(id, name);
  return (
    <Card
      title="Public page"
      aside={<StatusPill status={isShown ? ON : published ? INACTIVE : OFF} />}
    >
      <div className="stack">
        <LocalAddressNotice url={url} />
        {isShown && <PageAddress url={url} name={name} />}
        {published && !isShown && (
          <p className="subdued">
            The fair is inactive, so families see a page that says it is not available. Activate the
            fair to show its page again.
          </p>
        )}
        {!published && (
          <p className="subdued">
            To publish the fair’s page, select the templates families can download, then press
            Generate URL. Or publish the page as it is.
          </p>
        )}
        <Allowed to={fairsApi.update}>
          <div className={styles.pageSwitch}>
            <Button size="sm" busy={isPending && 'Saving…'} onClick={() => void show(!published)}>
              {published ? 'Unpublish' : 'Publish page'}
            </Button>
            <span className="caption">
              Changes reach visitors within {PAGE_KEPT_SECONDS} seconds.
            </span>
          </div>
        </Allowed>
      </div>
    </Card>
  );
}

/** Publishes or unpublishes the page, with Undo for ten seconds. */
function useSwitch(fairId: string, fairName: string) {
  const { mutateAsync, isPending } = useShowPage(fairId);
  const show = async (published: boolean, isUndo = false): Promise<void> => {
    try {
      await mutateAsync(published);
      const title = published ? 'Page published' : 'Page unpublished';
      toast.ok({
        title,
        detail: fairName,
        ...(!isUndo && { undo: () => void show(!published, true) }),
      });
    } catch (error) {
      toast.bad({
        title: published ? 'The page could not be published' : 'The page could not be unpublished',
        detail: failureText(error).message,
      });
    }
  };
  return { show, isPending };
}
