import { NewFair } from '@pos/contract/fairs';
import { useNavigate } from '@tanstack/react-router';
import { listAddress } from '#web/lib/list-address.ts';
import { pathTo } from '#web/lib/paths.ts';
import { Card } from '#web/ui/card.tsx';
import { Form } from '#web/ui/form.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { SectionNav } from '#web/ui/section-nav.tsx';
import { markSaved } from '#web/ui/table/saved-row.ts';
import { toast } from '#web/ui/toast.tsx';
import { useAddFair } from '../fairs.data.ts';
import { FAIR_SECTIONS, FairSections } from './fair-sections.tsx';

const BLANK = {
  schoolIdentifier: null, identifier: '', name: '', address: '', startDate: '', endDate: '', salesTaxRate: undefined, adminId: null, packageOption: null, hours: '', publicMessage: '', deviceIds: [],
};

export function AddFairPage() {
  const add = useAddFair();
  const navigate = useNavigate();
  const list = listAddress(pathTo('fairs'));
  return (
    <>
      <PageHead title="Add New Fair" crumbs={[{ label: 'Fairs', to: list }, { label: 'New fair' }]} />
      <div className="form-page">
        <Form
          schema={NewFair}
          values={BLANK}
          save={add.mutateAsync}
          onSaved={({ data }) => {
            markSaved(data.id);
            toast.ok({ title: 'Fair added', detail: `${data.name}, ${data.identifier}` });
            void navigate({ href: list });
          }}
          submitLabel="Add fair"
          cancelTo={list}
        >
          <FairSections />
        </Form>
        <div className="form-aside">
          <SectionNav sections={FAIR_SECTIONS} />
          <Card title="What happens next">
            <p className="t2">The fair gets its identifier. Upload its packing list on its page; registers can log in as soon as a device is here and the admin has a secret code.</p>
          </Card>
        </div>
      </div>
    </>
  );
}
