import {
  ALIGNMENTS,
  type FieldWeight,
  FONTS,
  MERGE_FIELDS,
  type MergeField,
  type PlacedField,
  WEIGHTS,
} from '@pos/contract/templates/template-fields';
import { IconAlignCenter, IconAlignLeft, IconAlignRight, IconTrash } from '@tabler/icons-react';
import { Button } from '#web/ui/buttons/button.tsx';
import * as fieldStyles from '#web/ui/fields/fields.module.css';
import * as quantityStyles from '#web/ui/fields/quantity.module.css';
import { Notice } from '#web/ui/messages/notice.tsx';
import {
  getMinContrast,
  placementError,
  fieldTitle,
  type FieldChanges,
  type Page,
} from './placing.ts';
import { ColorInput, NumberInput, SelectInput, TextInput } from './property-inputs.tsx';
import * as styles from './editor.module.css';
import * as cardStyles from '#web/ui/layout/card.module.css';

const ALIGN_LABELS = { left: 'Left', center: 'Center', right: 'Right' } as const;
const ALIGN_ICONS = { left: IconAlignLeft, center: IconAlignCenter, right: IconAlignRight };
const FIXED = 'fixed';

type FieldPropertiesProps = {
  field: PlacedField | undefined;
  pages: readonly Page[];
  /** Error that the server's preview reports for the field. */
  problem: string | undefined;
  /** Contrast ratio of the text and the artwork behind it, 1 to 21; undefined if not measured. */
  contrast: number | undefined;
  /** `step` names the undo step: equal names in a row are undone together. */
  onChange: (field: PlacedField, step: string) => void;
  onRemove: (field: PlacedField) => void;
};

/**
 * Properties of the selected field: content, position, size and style. Lengths are in points. An
 * invalid value is not applied; its error is shown below it.
 */
export function FieldProperties({
  field,
  pages,
  problem,
  contrast,
  onChange,
  onRemove,
}: FieldPropertiesProps) {
  if (!field) {
    return (
      <section className={`${styles.properties} ${cardStyles.card}`} aria-label="Properties">
        <p className={styles.empty}>Select a field to change its content, position and style.</p>
      </section>
    );
  }
  const set = (changes: FieldChanges): string | undefined => {
    const next = { ...field, ...changes } as PlacedField;
    const error = placementError(next, pages);
    if (!error) onChange(next, `set ${field.id} ${Object.keys(changes).join()}`);
    return error;
  };
  const minContrast = field.kind === 'text' ? getMinContrast(field) : 0;
  return (
    <section className={`${styles.properties} ${cardStyles.card}`} aria-label="Properties">
      <div className={styles.header}>
        <h2 className="ellipsis">{fieldTitle(field)}</h2>
      </div>
      <div className={styles.form}>
        {problem && <Notice kind="bad">{problem}</Notice>}
        {field.kind === 'text' && <ContentInputs field={field} set={set} />}
        <p className="caption">Positions and sizes are in points; 72 points are 1 inch.</p>
        <div className={styles.four}>
          <NumberInput label="From left" value={field.x} onChange={(x) => set({ x })} />
          <NumberInput label="From top" value={field.y} onChange={(y) => set({ y })} />
          <NumberInput label="Width" value={field.width} onChange={(width) => set({ width })} />
          <NumberInput label="Height" value={field.height} onChange={(height) => set({ height })} />
        </div>
        {pages.length > 1 && (
          <SelectInput
            label="Page"
            value={String(field.page)}
            choices={pages.map((_, index) => [String(index + 1), String(index + 1)])}
            onChange={(page) => set({ page: Number(page) })}
          />
        )}
        {field.kind === 'text' && <TextStyleInputs field={field} set={set} />}
        <ColorInput
          key={field.colour}
          value={field.colour}
          onChange={(colour) => set({ colour })}
        />
        {contrast !== undefined && contrast < minContrast && (
          <Notice kind="warn">
            Hard to read: the contrast of text and artwork is {contrast.toFixed(1)} to 1. Text of
            this size and weight needs at least {minContrast} to 1.
          </Notice>
        )}
        {field.kind === 'qr' && (
          <p className="caption">
            Links to the fair's public page. It is printed on white, so that phones can scan it on
            any artwork.
          </p>
        )}
        <Button variant="danger" size="sm" onClick={() => onRemove(field)}>
          <IconTrash size={16} aria-hidden /> Remove
        </Button>
      </div>
    </section>
  );
}

type TextField = Extract<PlacedField, { kind: 'text' }>;
type TextInputsProps = { field: TextField; set: (changes: FieldChanges) => string | undefined };

function ContentInputs({ field: { source }, set }: TextInputsProps) {
  const choices = [...Object.entries(MERGE_FIELDS), [FIXED, 'Fixed text']] as [string, string][];
  return (
    <>
      <SelectInput
        label="Content"
        value={source.from === 'merge' ? source.field : FIXED}
        choices={choices}
        onChange={(chosen) =>
          set({
            source:
              chosen === FIXED
                ? {
                    from: 'fixed',
                    text: source.from === 'merge' ? MERGE_FIELDS[source.field] : source.text,
                  }
                : { from: 'merge', field: chosen as MergeField },
          })
        }
      />
      {source.from === 'fixed' && (
        <TextInput
          label="Text"
          value={source.text}
          onChange={(text) => set({ source: { from: 'fixed', text } })}
        />
      )}
    </>
  );
}

function TextStyleInputs({ field, set }: TextInputsProps) {
  return (
    <>
      <div className={styles.two}>
        <SelectInput
          label="Font"
          value={field.font}
          choices={FONTS.map((font) => [font, font])}
          onChange={(font) => set({ font: font as (typeof FONTS)[number] })}
        />
        <SelectInput
          label="Weight"
          value={field.weight}
          choices={Object.entries(WEIGHTS)}
          onChange={(weight) => set({ weight: weight as FieldWeight })}
        />
      </div>
      <div className={styles.three}>
        <NumberInput
          label="Size"
          value={field.size}
          onChange={(size) => set({ size, minSize: Math.min(field.minSize, size) })}
        />
        <NumberInput
          label="Minimum size"
          value={field.minSize}
          onChange={(minSize) => set({ minSize })}
        />
        <NumberInput
          label="Maximum lines"
          value={field.lines}
          onChange={(lines) => set({ lines })}
        />
      </div>
      <p className="caption">
        Text that does not fit is printed smaller, down to the minimum size.
      </p>
      <fieldset className={fieldStyles.field} role="radiogroup">
        <legend className={fieldStyles.label}>Alignment</legend>
        <div className={quantityStyles.segment}>
          {ALIGNMENTS.map((align) => {
            const AlignIcon = ALIGN_ICONS[align];
            return (
              <label key={align}>
                <input
                  type="radio"
                  className="visually-hidden"
                  name={`align-${field.id}`}
                  checked={field.align === align}
                  onChange={() => set({ align })}
                />
                <AlignIcon size={16} aria-hidden /> {ALIGN_LABELS[align]}
              </label>
            );
          })}
        </div>
      </fieldset>
    </>
  );
}
