import type { ProfitBands } from '@pos/contract/fairs/agreements';
import { NewSchool, type School, type SchoolContact } from '@pos/contract/fairs/schools';
import { RECORD_STATUS } from '@pos/contract/record-status';
import { TimeZone, Version } from '@pos/contract/values';
import { formatDay } from '@pos/contract/values/days';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { z } from 'zod';
import { listAddress } from '#web/lib/lists/list-address.ts';
import { pathTo } from '#web/lib/api/paths.ts';
import { useRecordId } from '#web/lib/api/record-id.ts';
import { timeZoneLabel } from '#web/lib/input/time-zones.ts';
import { Form } from '#web/ui/form/form.tsx';
import { FormSkeleton } from '#web/ui/form/form-skeleton.tsx';
import { FromSource } from '#web/ui/fields/from-source.tsx';
import { PageHead } from '#web/ui/layout/page-head.tsx';
import { NotLoaded } from '#web/ui/layout/record-error.tsx';
import { StatusPill } from '#web/ui/values/status-pill.tsx';
import { toast } from '#web/ui/messages/toast.tsx';
import { useSaveMerged, wasCancelled, type ShownField } from '#web/ui/form/use-save-merged.tsx';
import { bandTexts } from './band-texts.ts';
import { SchoolFields } from './school-fields.tsx';
import { lockedNames } from './school-locks.ts';
import { readSchool, schoolForForm, useUpdateSchool } from '#web/fairs/schools/schools.data.ts';

export function EditSchoolPage() {
  // Number of times the form was reset to the current record.
  const [round, setRound] = useState(0);
  const query = useQuery(schoolForForm(useRecordId()));
  const { data: school, refetch } = query;
  if (!school)
    return <NotLoaded what="school" query={query} outline={<FormSkeleton cards={3} />} />;
  return (
    <>
      <PageHead
        title="Edit School"
        crumbs={[
          { label: 'Schools', to: listAddress(pathTo('schools')) },
          { label: school.identifier, to: pathTo('school-details', { id: school.id }), mono: true },
          { label: 'Edit' },
        ]}
        badge={<StatusPill status={RECORD_STATUS[school.status]} />}
        sub={<span>{school.name}</span>}
      />
      <EditSchool
        key={round}
        school={school}
        onDiscard={() => void refetch().then(() => setRound((before) => before + 1))}
      />
    </>
  );
}

const EditedSchool = NewSchool.omit({ studentRetentionMonths: true }).extend({
  timeZone: TimeZone,
  version: Version,
});
type EditedValues = z.output<typeof EditedSchool>;
type SchoolValues = Required<Omit<EditedValues, 'version' | 'contacts' | 'profitBands'>> & {
  contacts: SchoolContact[];
  profitBands: ProfitBands;
};

const yesOrNo = (value: unknown) => (value === true ? 'Yes' : 'No');
const FIELDS: Record<keyof SchoolValues, ShownField> = {
  identifier: { label: 'School identifier' },
  name: { label: 'School name' },
  region: { label: 'Region' },
  enrollment: { label: 'Enrollment' },
  address: { label: 'Address' },
  city: { label: 'City' },
  state: { label: 'State' },
  zip: { label: 'ZIP code' },
  phone: { label: 'Phone' },
  timeZone: { label: 'Time zone', show: (value) => timeZoneLabel(String(value)) },
  coordinatorName: { label: 'Coordinator' },
  coordinatorEmail: { label: "Coordinator's email" },
  coordinatorPhone: { label: "Coordinator's phone" },
  contacts: {
    label: 'Contacts',
    show: (value) => (value as SchoolContact[]).map(({ name }) => name).join(', ') || 'Nobody',
  },
  profitBands: {
    label: 'Profit agreement',
    show: (value) => bandTexts(value as ProfitBands).join('; ') || "The company's shares",
  },
  taxExempt: { label: 'Tax-exempt', show: yesOrNo },
  exemptCertificateNo: { label: 'Certificate number' },
  exemptValidTo: {
    label: 'Valid through',
    show: (value) => (value ? formatDay(String(value)) : undefined),
  },
  factsEnabled: { label: 'FACTS', show: yesOrNo },
  paymentTerms: { label: 'Payment terms' },
  notes: { label: 'Notes' },
};
const NAMES = Object.keys(FIELDS) as (keyof SchoolValues)[];

/** Form of a school. Fields that are locked are shown by it but not sent. */
function EditSchool({ school, onDiscard }: { school: School; onDiscard: () => void }) {
  // The form's initial record; the query may refetch meanwhile.
  const [base] = useState(school);
  const navigate = useNavigate();
  const update = useUpdateSchool(school.id);
  const { schema, toValues } = useMemo(() => toForm(base), [base]);
  const { save, dialog } = useSaveMerged({
    what: 'school',
    record: base,
    toValues,
    fields: FIELDS,
    read: () => readSchool(school.id),
    update: update.mutateAsync,
    onDiscard,
  });
  return (
    <>
      <Form
        schema={schema}
        values={{ ...toValues(base), version: base.version }}
        save={({ version: _, ...values }) => save(withBlanks(values, toValues(base)))}
        onSaved={(saved) => {
          toast.ok({ title: 'School updated', detail: `${saved.name}, ${saved.identifier}` });
          void navigate({ href: pathTo('school-details', { id: saved.id }) });
        }}
        onRefused={wasCancelled}
        submitLabel="Save"
        saveWith="bar"
      >
        {base.inSource && <FromSource what="school" />}
        <SchoolFields school={base} />
      </Form>
      {dialog}
    </>
  );
}

/** Values of the form; a blank number or day clears the field. */
function withBlanks(given: Omit<EditedValues, 'version'>, base: SchoolValues): SchoolValues {
  const { enrollment = null, exemptValidTo = null, ...others } = given;
  return {
    ...base,
    ...(others as Partial<SchoolValues>),
    exemptValidTo,
    ...('enrollment' in base && { enrollment }),
  };
}

/** Schema and values of a school's form, without the fields that are locked. */
function toForm(school: School) {
  const locked: readonly string[] = lockedNames(school);
  const open = NAMES.filter((name) => !locked.includes(name));
  const fields = Object.entries(EditedSchool.shape).filter(([name]) => !locked.includes(name));
  return {
    schema: z.strictObject(Object.fromEntries(fields)) as unknown as typeof EditedSchool,
    toValues: (record: School) =>
      Object.fromEntries(open.map((name) => [name, record[name]])) as unknown as SchoolValues,
  };
}
