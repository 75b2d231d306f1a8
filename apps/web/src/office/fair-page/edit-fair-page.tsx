import { customizationsApi } from '@pos/contract/templates/customizations';
import type { FairDetails } from '@pos/contract/fairs/fairs';
import { FairChanges } from '@pos/contract/fairs/fair-changes';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { listAddress } from '#web/lib/lists/list-address.ts';
import { pathTo } from '#web/lib/api/paths.ts';
import { useRecordId } from '#web/lib/api/record-id.ts';
import { Allowed } from '#web/lib/session/session.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { FormSkeleton } from '#web/ui/form/form-skeleton.tsx';
import { Link } from '#web/ui/buttons/link.tsx';
import { Notice } from '#web/ui/messages/notice.tsx';
import { PageHead } from '#web/ui/layout/page-head.tsx';
import { NotLoaded } from '#web/ui/layout/record-error.tsx';
import { SectionNav } from '#web/ui/layout/section-nav.tsx';
import { StatusPill } from '#web/ui/values/status-pill.tsx';
import { markSaved } from '#web/ui/table/rows/saved-row.ts';
import { toast } from '#web/ui/messages/toast.tsx';
import { wasCancelled } from '#web/ui/form/use-save-merged.tsx';
import { fairPath } from '#web/fairs/fairs/fair-paths.ts';
import { fairStatusOn } from '#web/fairs/fairs/fair-status.ts';
import { fairForForm } from '#web/fairs/fairs/fairs.data.ts';
import { FairCard } from '#web/fairs/fairs/form/fair-card.tsx';
import { FAIR_SECTIONS, FairSections } from '#web/fairs/fairs/form/fair-sections.tsx';
import { toFairFormValues } from '#web/fairs/fairs/form/fair-values.tsx';
import { useSaveFair } from '#web/fairs/fairs/form/use-save-fair.tsx';
import { asidePart } from '#web/ui/messages/lazy-part.tsx';
import * as styles from '#web/ui/form/form.module.css';

const PublicAddress = asidePart(
  () => import('#web/templates/templates/fair/public-address.tsx'),
  'PublicAddress',
);

export function EditFairPage() {
  const id = useRecordId();
  const query = useQuery(fairForForm(id));
  const { data: fair, refetch } = query;
  if (!fair) return <NotLoaded what="fair" query={query} outline={<FormSkeleton cards={3} />} />;
  if (fair.closeOutState === 'finished') return <ClosedOutFair fair={fair} />;
  return <EditFair key={fair.version} fair={fair} onDiscard={() => void refetch()} />;
}

/** Shown instead of the form for a closed-out fair, because every change would be refused. */
function ClosedOutFair({ fair }: { fair: FairDetails }) {
  return (
    <>
      <EditHead fair={fair} />
      <div className="stack">
        <Notice
          kind="quiet"
          action={<Link to={fairPath(fair.id, 'close-out')}>See close-out</Link>}
        >
          This fair is closed out. Its figures are frozen, and it cannot be changed until the
          close-out is reverted.
        </Notice>
        <FairCard fair={fair} />
      </div>
    </>
  );
}

function EditHead({ fair }: { fair: FairDetails }) {
  return (
    <PageHead
      title={fair.name}
      crumbs={[
        { label: 'Fairs', to: listAddress(pathTo('fairs')) },
        { label: fair.identifier, to: fairPath(fair.id), mono: true },
        { label: 'Edit' },
      ]}
      badge={<StatusPill status={fairStatusOn(fair, fair.today)} />}
    />
  );
}

function EditFair({ fair, onDiscard }: { fair: FairDetails; onDiscard: () => void }) {
  const router = useRouter();
  const { save, dialog } = useSaveFair(fair, onDiscard);
  const list = listAddress(pathTo('fairs'));
  const onSaved = (saved: FairDetails): void => {
    markSaved(saved.id);
    toast.ok({ title: 'Fair updated', detail: saved.name });
    // Back to the page the form was opened from: the fair's page, or the list as it was.
    if (router.history.canGoBack()) router.history.back();
    else void router.navigate({ href: list });
  };
  return (
    <>
      <EditHead fair={fair} />
      <div className={styles.formPage}>
        <Form
          schema={FairChanges}
          values={{ ...toFairFormValues(fair), version: fair.version }}
          save={save}
          onSaved={onSaved}
          onRefused={wasCancelled}
          submitLabel="Save"
          saveWith="bar"
        >
          <FairSections fair={fair} />
        </Form>
        <div className={`${styles.formAside} ${styles.kept}`}>
          <SectionNav sections={FAIR_SECTIONS} />
          <FairCard fair={fair} />
          <Allowed to={customizationsApi.get}>
            <PublicAddress fairId={fair.id} />
          </Allowed>
        </div>
      </div>
      {dialog}
    </>
  );
}
