import { opensPage } from '@pos/contract/permissions';
import { NewTitle } from '@pos/contract/stock/titles';
import { useNavigate } from '@tanstack/react-router';
import { listAddress } from '#web/lib/lists/list-address.ts';
import { pathTo } from '#web/lib/api/paths.ts';
import { useRights } from '#web/lib/session/session.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { PageHead } from '#web/ui/layout/page-head.tsx';
import { toast } from '#web/ui/messages/toast.tsx';
import { TitleFields } from './title-fields.tsx';
import { useAddTitle } from './title-page.data.ts';

const BLANK = {
  title: '',
  author: '',
  category: '' as const,
  format: '',
  isbn13: '',
  upc: '',
  sku: '',
  priceCents: null,
  taxable: true,
};

export function AddTitlePage() {
  const add = useAddTitle();
  const navigate = useNavigate();
  const mayRead = opensPage('title-details', useRights());
  const list = listAddress(pathTo('inventory'));
  return (
    <>
      <PageHead
        title="Add New Title"
        crumbs={[{ label: 'All inventory', to: list }, { label: 'New title' }]}
      />
      <Form
        schema={NewTitle}
        values={BLANK}
        save={add.mutateAsync}
        onSaved={({ id, title, sku }) => {
          toast.ok({ title: 'Title added', detail: `${title}, ${sku}` });
          void navigate({ href: pathTo(mayRead ? 'title-details' : 'edit-title', { id }) });
        }}
        submitLabel="Add title"
        cancelTo={list}
      >
        <TitleFields />
      </Form>
    </>
  );
}
