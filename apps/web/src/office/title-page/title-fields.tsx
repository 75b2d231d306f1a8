import { CATEGORIES } from '@pos/contract/stock/inventory';
import { TITLE_SOURCE_FIELDS, type Title, type TitleSourceField } from '@pos/contract/stock/titles';
import { formatCents } from '@pos/contract/values/money';
import type { ReactNode } from 'react';
import { Card } from '#web/ui/layout/card.tsx';
import { SelectField, SwitchField } from '#web/ui/fields/choice-fields.tsx';
import { LockedField } from '#web/ui/fields/locked-field.tsx';
import { NumberField } from '#web/ui/fields/number-field.tsx';
import { TextField } from '#web/ui/fields/text-fields.tsx';
import * as styles from '#web/ui/fields/fields.module.css';
import { taxClass } from './tax-classes.ts';
import { lockReason } from './title-locks.ts';

type TitleFieldsProps = { title?: Title | undefined };

/** Fields of a title, for adding and (given the title) editing. */
export function TitleFields({ title }: TitleFieldsProps) {
  return (
    <>
      <Card title="Title" intro="All fields are required unless marked optional.">
        <div className="stack gap-20">
          <Lockable name="title" title={title}>
            <TextField name="title" label="Title" autoComplete="off" />
          </Lockable>
          <div className={styles.pair}>
            <Lockable name="author" title={title}>
              <TextField name="author" label="Author" note="optional" autoComplete="off" />
            </Lockable>
            <Lockable name="category" title={title}>
              <SelectField
                name="category"
                label="Category"
                choices={CATEGORIES.map((value) => ({ value, label: value }))}
              />
            </Lockable>
            <TextField
              name="format"
              label="Format"
              note="optional"
              placeholder="Paperback"
              autoComplete="off"
            />
          </div>
        </div>
      </Card>
      <Codes title={title} />
      <Price title={title} />
    </>
  );
}

function Codes({ title }: TitleFieldsProps) {
  return (
    <Card
      title="Codes"
      intro="Search, registers and counts find the title by each of them. A title needs one."
    >
      <div className={styles.pair}>
        <Lockable name="isbn13" title={title}>
          <Code name="isbn13" label="ISBN" hint="ISBN-13, or ISBN-10, which is converted." />
        </Lockable>
        <Lockable name="upc" title={title}>
          <Code name="upc" label="UPC" hint="The 12 digits below the bar code." />
        </Lockable>
        <Lockable name="sku" title={title}>
          <TextField
            name="sku"
            label="SKU"
            {...(!title && { note: 'optional' })}
            hint={title ? 'Your own number.' : 'Your own number. If blank, the ISBN or the UPC.'}
            mono
            spellCheck={false}
            autoComplete="off"
          />
        </Lockable>
      </div>
    </Card>
  );
}

function Code({ name, label, hint }: { name: string; label: string; hint: string }) {
  return (
    <TextField
      name={name}
      label={label}
      note="optional"
      hint={hint}
      mono
      inputMode="numeric"
      spellCheck={false}
      autoComplete="off"
    />
  );
}

function Price({ title }: TitleFieldsProps) {
  return (
    <Card title="Price and tax">
      <div className="stack gap-20">
        <div className={styles.pair}>
          <Lockable name="priceCents" title={title}>
            <NumberField
              name="priceCents"
              label="Price"
              prefix="$"
              decimals={2}
              scaled
              hint={title ? 'Fairs that have the title keep their prices.' : 'Without sales tax.'}
            />
          </Lockable>
        </div>
        <Lockable name="taxable" title={title}>
          <SwitchField
            name="taxable"
            label="Taxable"
            hint="The tax class: sales tax is charged at the rate of each fair, or not at all."
          />
        </Lockable>
      </div>
    </Card>
  );
}

/** A field of the form, or its value with the reason why it cannot be changed. */
function Lockable({
  name,
  title,
  children,
}: TitleFieldsProps & { name: TitleSourceField; children: ReactNode }) {
  const reason = title && lockReason(title, name);
  if (!reason) return children;
  return (
    <LockedField
      name={name}
      label={TITLE_SOURCE_FIELDS[name]}
      value={shownValue(name, title)}
      reason={reason}
    />
  );
}

function shownValue(name: TitleSourceField, title: Title): string {
  if (name === 'priceCents') return formatCents(title.priceCents);
  if (name === 'taxable') return taxClass(title.taxable);
  return title[name] ?? '';
}
