import { useNavigate } from '@tanstack/react-router';
import { listAddress } from '#web/lib/lists/list-address.ts';
import { pathTo } from '#web/lib/api/paths.ts';
import { useRetentionChoice } from '#web/fairs/schools/retention-choice.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { PageHead } from '#web/ui/layout/page-head.tsx';
import { toast } from '#web/ui/messages/toast.tsx';
import { SchoolFields } from './school-fields.tsx';
import { useAddSchool } from '#web/fairs/schools/schools.data.ts';

const BLANK = {
  identifier: '',
  name: '',
  region: '',
  enrollment: null,
  address: '',
  city: '',
  state: '',
  zip: '',
  phone: '',
  timeZone: '',
  coordinatorName: '',
  coordinatorEmail: '',
  coordinatorPhone: '',
  contacts: [],
  profitBands: [],
  taxExempt: false,
  exemptCertificateNo: '',
  exemptValidTo: null,
  factsEnabled: false,
  paymentTerms: '',
  notes: '',
  studentRetentionMonths: null,
};

export function AddSchoolPage() {
  const add = useAddSchool();
  const { schema, question } = useRetentionChoice();
  const navigate = useNavigate();
  const list = listAddress(pathTo('schools'));
  return (
    <>
      <PageHead
        title="Add New School"
        crumbs={[{ label: 'Schools', to: list }, { label: 'New school' }]}
      />
      <Form
        schema={schema}
        values={BLANK}
        save={add.mutateAsync}
        onSaved={(data) => {
          toast.ok({ title: 'School added', detail: `${data.name}, ${data.identifier}` });
          void navigate({ href: pathTo('school-details', { id: data.id }) });
        }}
        submitLabel="Add school"
        cancelTo={list}
      >
        <SchoolFields />
        {question && <Card title="Students' names">{question}</Card>}
      </Form>
    </>
  );
}
