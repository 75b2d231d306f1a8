import type { FairDetails } from '@pos/contract/fairs/fairs';
import { NewFair } from '@pos/contract/fairs/fair-changes';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { listAddress } from '#web/lib/lists/list-address.ts';
import { pathTo } from '#web/lib/api/paths.ts';
import { useSearchParams } from '#web/lib/lists/search-state.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { FormSkeleton } from '#web/ui/form/form-skeleton.tsx';
import { Notice } from '#web/ui/messages/notice.tsx';
import { PageHead } from '#web/ui/layout/page-head.tsx';
import { NotLoaded } from '#web/ui/layout/record-error.tsx';
import { SectionNav } from '#web/ui/layout/section-nav.tsx';
import { toast } from '#web/ui/messages/toast.tsx';
import { fairPath } from '../fair-paths.ts';
import { fairForForm, useAddFair } from '../fairs.data.ts';
import { FAIR_SECTIONS, FairSections } from './fair-sections.tsx';
import { BLANK_FAIR, toFairFormValues } from './fair-values.tsx';
import * as styles from '#web/ui/form/form.module.css';

/** Page to add a fair, blank or as a copy of another one (`?copy=ID`). */
export function AddFairPage() {
  const { copy } = useSearchParams();
  return typeof copy === 'string' ? <CopyFair id={copy} /> : <AddFair />;
}

function CopyFair({ id }: { id: string }) {
  const query = useQuery(fairForForm(id));
  const { data: fair } = query;
  if (!fair) return <NotLoaded what="fair" query={query} outline={<FormSkeleton cards={3} />} />;
  return <AddFair copied={fair} />;
}

function AddFair({ copied }: { copied?: FairDetails }) {
  const add = useAddFair();
  const navigate = useNavigate();
  const list = listAddress(pathTo('fairs'));
  return (
    <>
      <PageHead
        title="Add New Fair"
        crumbs={[{ label: 'Fairs', to: list }, { label: 'New fair' }]}
      />
      <div className={styles.formPage}>
        <Form
          schema={NewFair}
          values={
            copied
              ? {
                  ...BLANK_FAIR,
                  ...toFairFormValues(copied),
                  startDate: '',
                  endDate: '',
                  deviceIds: [],
                }
              : BLANK_FAIR
          }
          save={add.mutateAsync}
          onSaved={(data) => {
            toast.ok({
              title: 'Fair added',
              detail: [
                `${data.name}, ${data.identifier}.`,
                ...data.warnings.map(({ text }) => text),
              ].join(' '),
            });
            void navigate({ href: fairPath(data.id) });
          }}
          submitLabel="Add fair"
          cancelTo={list}
        >
          {copied && (
            <Notice kind="quiet">
              Copied from {copied.name}. Choose the new dates. Devices, inventory and orders are not
              copied.
            </Notice>
          )}
          <FairSections copied={copied} />
        </Form>
        <div className={styles.formAside}>
          <SectionNav sections={FAIR_SECTIONS} />
          <Card title="What happens next">
            <p className="subdued">
              You get to the fair's page. Its checklist leads on: packing list, registers, people
              who sell.
            </p>
          </Card>
        </div>
      </div>
    </>
  );
}
