import { CATEGORIES } from '@pos/contract/stock/inventory';
import { COUNT_SCOPE, CountScope } from '@pos/contract/stock/warehouse/counts';
import { paragraph, whenObject } from '@pos/contract/values';
import { useNavigate } from '@tanstack/react-router';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { SelectField } from '#web/ui/fields/choice-fields.tsx';
import { TextareaField } from '#web/ui/fields/text-fields.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { documentPath } from '../warehouse-paths.ts';
import { useOpenCount } from './counts.data.ts';

const SCOPES = CountScope.options.map((value) => ({ value, label: COUNT_SCOPE[value] }));
const CATEGORY_CHOICES = CATEGORIES.map((value) => ({ value, label: value }));
const HINTS: Record<CountScope, string> = {
  warehouse:
    'Every title. One that nobody scans keeps its stock, unless somebody confirms that none is left.',
  category: 'Every title of a category.',
  titles: 'The titles that you list.',
  scanned: 'Only the titles that you scan. Others stay as they are.',
};

const Schema = z
  .object({
    scope: CountScope,
    category: z.enum(CATEGORIES).or(z.literal('')).nullable().optional(),
    codes: z.string().optional(),
    note: paragraph(500).optional(),
  })
  .refine(({ scope, category }) => scope !== 'category' || category, {
    path: ['category'],
    message: 'Choose a category.',
    when: whenObject,
  });

const toCodes = (text = ''): string[] =>
  text.split(/[\n,;\t]/).flatMap((code) => code.trim() || []);

/** Opens a count and leads to its page. */
export function NewCountDialog({ onClose }: { onClose: () => void }) {
  const open = useOpenCount();
  const navigate = useNavigate();
  return (
    <FormDialog
      title="New count"
      schema={Schema}
      values={{ scope: 'warehouse', category: null, codes: '', note: '' }}
      save={({ scope, category, codes, note }) =>
        open.mutateAsync({
          scope,
          ...(scope === 'category' && category && { categories: [category] }),
          ...(scope === 'titles' && { codes: toCodes(codes) }),
          ...(note && { note }),
        })
      }
      onSaved={({ id }) => void navigate({ href: documentPath('counts', id) })}
      submitLabel="Open count"
      onClose={onClose}
    >
      <ScopeFields />
      <TextareaField name="note" label="Note" note="optional" rows={2} />
      <p className="caption">
        Several people may count at once, and sales and shipments go on. Set aside what is packed
        for a fair: its units left the record with the packing list.
      </p>
    </FormDialog>
  );
}

function ScopeFields() {
  const scope = useWatch({ name: 'scope' }) as CountScope;
  return (
    <>
      <SelectField name="scope" label="Titles to count" choices={SCOPES} hint={HINTS[scope]} />
      {scope === 'category' && (
        <SelectField name="category" label="Category" choices={CATEGORY_CHOICES} />
      )}
      {scope === 'titles' && (
        <TextareaField
          name="codes"
          label="List"
          rows={6}
          hint="One SKU, ISBN or UPC per line, as copied from a spreadsheet."
        />
      )}
    </>
  );
}
