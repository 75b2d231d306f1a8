import { opensPage } from '@pos/contract/permissions';
import { RECORD_STATUS } from '@pos/contract/record-status';
import { Sku, TitleFields as TitleSchema, type Title } from '@pos/contract/stock/titles';
import { Version } from '@pos/contract/values';
import { formatCents } from '@pos/contract/values/money';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { z } from 'zod';
import { listAddress } from '#web/lib/lists/list-address.ts';
import { pathTo } from '#web/lib/api/paths.ts';
import { useRecordId } from '#web/lib/api/record-id.ts';
import { useRights } from '#web/lib/session/session.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { FormSkeleton } from '#web/ui/form/form-skeleton.tsx';
import { FromSource } from '#web/ui/fields/from-source.tsx';
import { PageHead } from '#web/ui/layout/page-head.tsx';
import { NotLoaded } from '#web/ui/layout/record-error.tsx';
import { StatusPill } from '#web/ui/values/status-pill.tsx';
import { toast } from '#web/ui/messages/toast.tsx';
import { useSaveMerged, wasCancelled, type ShownField } from '#web/ui/form/use-save-merged.tsx';
import { taxClass } from './tax-classes.ts';
import { TitleFields } from './title-fields.tsx';
import { lockedNames } from './title-locks.ts';
import { readTitle, titleForForm, useUpdateTitle } from './title-page.data.ts';

export function EditTitlePage() {
  // Number of times the form was reset to the current record.
  const [round, setRound] = useState(0);
  const query = useQuery(titleForForm(useRecordId()));
  const { data: title, refetch } = query;
  if (!title) return <NotLoaded what="title" query={query} outline={<FormSkeleton cards={3} />} />;
  return (
    <>
      <PageHead
        title="Edit Title"
        crumbs={[
          { label: 'All inventory', to: listAddress(pathTo('inventory')) },
          { label: title.sku, to: pathTo('title-details', { id: title.id }), mono: true },
          { label: 'Edit' },
        ]}
        badge={<StatusPill status={RECORD_STATUS[title.status]} />}
        sub={<span>{title.title}</span>}
      />
      <EditTitle
        key={round}
        title={title}
        onDiscard={() => void refetch().then(() => setRound((before) => before + 1))}
      />
    </>
  );
}

const EditedTitle = TitleSchema.extend({ sku: Sku, version: Version });
type EditedValues = z.output<typeof EditedTitle>;
type TitleValues = Required<Omit<EditedValues, 'version'>>;

const FIELDS: Record<keyof TitleValues, ShownField> = {
  title: { label: 'Title' },
  author: { label: 'Author' },
  category: { label: 'Category' },
  format: { label: 'Format' },
  isbn13: { label: 'ISBN' },
  upc: { label: 'UPC' },
  sku: { label: 'SKU' },
  priceCents: { label: 'Price', show: (value) => formatCents(Number(value)) },
  taxable: { label: 'Tax class', show: (value) => taxClass(value === true) },
};
const NAMES = Object.keys(FIELDS) as (keyof TitleValues)[];

/** Form of a title. Fields that are locked are shown by it but not sent. */
function EditTitle({ title, onDiscard }: { title: Title; onDiscard: () => void }) {
  // The form's initial record; the query may refetch meanwhile.
  const [base] = useState(title);
  const navigate = useNavigate();
  const mayRead = opensPage('title-details', useRights());
  const update = useUpdateTitle(title.id);
  const { schema, toValues } = useMemo(() => toForm(base), [base]);
  const { save, dialog } = useSaveMerged({
    what: 'title',
    record: base,
    toValues,
    fields: FIELDS,
    read: () => readTitle(title.id),
    update: update.mutateAsync,
    onDiscard,
  });
  return (
    <>
      <Form
        schema={schema}
        values={{ ...withTexts(toValues(base)), version: base.version }}
        save={({ version: _, ...values }) => save({ ...toValues(base), ...values })}
        onSaved={(saved) => {
          toast.ok({ title: 'Title updated', detail: `${saved.title}, ${saved.sku}` });
          if (mayRead) void navigate({ href: pathTo('title-details', { id: saved.id }) });
          else onDiscard();
        }}
        onRefused={wasCancelled}
        submitLabel="Save"
        saveWith="bar"
      >
        {base.inSource && <FromSource what="title" />}
        <TitleFields title={base} />
      </Form>
      {dialog}
    </>
  );
}

/** Values of the form's fields: a code that the title lacks is blank. */
function withTexts(values: TitleValues) {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value ?? '']));
}

/** Schema and values of a title's form, without the fields that are locked. */
function toForm(title: Title) {
  const locked: readonly string[] = lockedNames(title);
  const open = NAMES.filter((name) => !locked.includes(name));
  const fields = Object.entries(EditedTitle.shape).filter(([name]) => !locked.includes(name));
  return {
    schema: z.strictObject(Object.fromEntries(fields)) as unknown as typeof EditedTitle,
    toValues: (record: Title) =>
      Object.fromEntries(open.map((name) => [name, record[name]])) as unknown as TitleValues,
  };
}
