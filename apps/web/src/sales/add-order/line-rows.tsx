import { FULFILMENTS } from '@pos/contract/sales/order-states';
import type { Catalog, CatalogTitle } from '@pos/contract/sales/register-catalog';
import { formatCents } from '@pos/contract/values/money';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { Button } from '#web/ui/buttons/button.tsx';
import { SelectField, SwitchField } from '#web/ui/fields/choice-fields.tsx';
import { FormRow } from '#web/ui/fields/form-row.tsx';
import { NumberField } from '#web/ui/fields/number-field.tsx';
import { TextField } from '#web/ui/fields/text-fields.tsx';
import { useFormRows } from '#web/ui/fields/use-form-rows.ts';
import { ScanInput } from '#web/ui/hooks/scan-input.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Notice } from '#web/ui/messages/notice.tsx';
import { findTitles } from './add-order.data.ts';
import * as styles from './add-order.module.css';
import type { LineValues } from './added-sums.ts';

const SHIPPING = Object.entries(FULFILMENTS).map(([value, label]) => ({ value, label }));
/** An item without a barcode, as registers sell it. */
const ITEM: LineValues = { sku: null, title: '', taxable: true, quantity: 1 };

/** Lines of the sale: titles by scan or search, and items without a barcode. */
export function LinesCard({ catalog }: { catalog: Catalog | undefined }) {
  const { rows, append, remove, message } = useFormRows<LineValues>({
    name: 'lines',
    label: 'Items',
  });
  const [found, setFound] = useState<{ text: string; titles: CatalogTitle[] }>();
  const add = (title: CatalogTitle): void => {
    setFound(undefined);
    const { sku, priceCents: unitPriceCents } = title;
    append({ sku, quantity: 1, unitPriceCents, fulfilment: 'in_person' }, 'quantity');
  };
  const look = (text: string): void => {
    const titles = findTitles(catalog?.titles ?? [], text);
    if (titles.length === 1) add(titles[0]!);
    else setFound({ text, titles });
  };
  return (
    <Card title="Items">
      <div className="stack gap-20">
        <div>
          {catalog ? (
            <ScanInput
              label="Title"
              hint="Scan a book, or type its number or words of its title and press Enter."
              onScan={look}
            />
          ) : (
            <p className="caption">Choose the fair first. Its titles and prices come with it.</p>
          )}
          <div aria-live="polite" className={styles.answer}>
            {found && <Found {...found} onPick={add} />}
          </div>
        </div>
        {rows.map((row, index) => (
          <LineRow
            // Fields are named by the place of the line.
            key={`${index} of ${rows.length} ${row.sku}`}
            index={index}
            title={catalog?.titles.find(({ sku }) => sku === row.sku)?.title}
            isItem={!row.sku}
            onRemove={() => remove(index)}
          />
        ))}
        {message && <Notice kind="bad">{message}</Notice>}
        <span>
          <Button size="sm" variant="tertiary" onClick={() => append(ITEM, 'title')}>
            <IconPlus size={16} stroke={2} aria-hidden /> Item without a barcode
          </Button>
        </span>
      </div>
    </Card>
  );
}

type FoundProps = {
  text: string;
  titles: readonly CatalogTitle[];
  onPick: (title: CatalogTitle) => void;
};

/** Titles to choose from after a search. */
function Found({ text, titles, onPick }: FoundProps) {
  if (titles.length === 0) return <p className="caption">No title of the catalog fits “{text}”.</p>;
  return (
    <ul className={styles.found} aria-label={`Titles for ${text}`}>
      {titles.map((title) => (
        <li key={title.sku}>
          <Button variant="tertiary" block onClick={() => onPick(title)}>
            {title.title}
            {title.author && `, ${title.author}`} · {formatCents(title.priceCents)}
          </Button>
        </li>
      ))}
    </ul>
  );
}

type LineRowProps = {
  index: number;
  title: string | undefined;
  isItem: boolean;
  onRemove: () => void;
};

function LineRow({ index, title, isItem, onRemove }: LineRowProps) {
  const name = `lines.${index}`;
  const label = isItem ? `item ${index + 1} without a barcode` : (title ?? `item ${index + 1}`);
  return (
    <FormRow label={label} className={styles.row} onRemove={onRemove}>
      {isItem && <TextField name={`${name}.title`} label="What it is" autoComplete="off" />}
      <div className={styles.cells}>
        <NumberField name={`${name}.quantity`} label="Quantity" />
        <NumberField name={`${name}.unitPriceCents`} label="Price" prefix="$" decimals={2} scaled />
        <NumberField
          name={`${name}.discountCents`}
          label="Discount"
          note="whole line"
          prefix="$"
          decimals={2}
          scaled
        />
        {!isItem && <SelectField name={`${name}.fulfilment`} label="Goods" choices={SHIPPING} />}
      </div>
      {isItem && <SwitchField name={`${name}.taxable`} label="Taxable" />}
    </FormRow>
  );
}
