import {
  MERGE_FIELDS,
  type MergeField,
  type PlacedField,
} from '@pos/contract/templates/template-fields';
import { IconAlertTriangle, IconLetterT, IconPlus, IconQrcode } from '@tabler/icons-react';
import { newId } from '#web/lib/input/new-id.ts';
import * as buttonStyles from '#web/ui/buttons/button.module.css';
import * as cardStyles from '#web/ui/layout/card.module.css';
import { ActionMenu } from '#web/ui/overlays/menu.tsx';
import * as styles from './editor.module.css';
import { newQr, newText, fieldTitle, type Page } from './placing.ts';

type FieldListProps = {
  fields: readonly PlacedField[];
  page: number;
  pages: readonly Page[];
  selectedId: string | undefined;
  problems: Record<string, string>;
  onSelect: (field: PlacedField) => void;
  onAdd: (field: PlacedField) => void;
};

/** List of the template's fields, with a menu to add one. */
export function FieldList({
  fields,
  page,
  pages,
  selectedId,
  problems,
  onSelect,
  onAdd,
}: FieldListProps) {
  const size = pages[page - 1];
  if (!size) return null;
  const entries: [label: string, make: () => PlacedField][] = [
    ...(Object.entries(MERGE_FIELDS) as [MergeField, string][]).map(
      ([field, label]): [string, () => PlacedField] => [
        label,
        () => newText(newId(), { from: 'merge', field }, fields, size, page),
      ],
    ),
    ['Fixed text', () => newText(newId(), { from: 'fixed', text: 'Text' }, fields, size, page)],
    ['QR code', () => newQr(newId(), size, page)],
  ];
  return (
    <section className={`${styles.fields} ${cardStyles.card}`} aria-label="Fields">
      <div className={styles.header}>
        <h2>Fields</h2>
        <ActionMenu
          label="Add a field"
          actions={entries.map(([label, make]) => ({ label, run: () => onAdd(make()) }))}
          button={(props) => (
            <button
              type="button"
              {...props}
              className={`${buttonStyles.button} ${buttonStyles.small}`}
              data-part="button"
              data-variant="quiet"
            >
              <IconPlus size={16} aria-hidden /> Add
            </button>
          )}
        />
      </div>
      {fields.length === 0 ? (
        <p className={styles.empty}>
          No fields yet. Add the ones each fair fills in: its name, dates, hours, QR code.
        </p>
      ) : (
        <ul>
          {fields.map((field) => (
            <li key={field.id}>
              <button
                type="button"
                className={styles.field}
                aria-pressed={field.id === selectedId}
                onClick={() => onSelect(field)}
              >
                {field.kind === 'qr' ? (
                  <IconQrcode size={16} aria-hidden />
                ) : (
                  <IconLetterT size={16} aria-hidden />
                )}
                <span className="ellipsis">{fieldTitle(field)}</span>
                {pages.length > 1 && <span className="caption numeric">p. {field.page}</span>}
                {problems[field.id] && (
                  <>
                    <IconAlertTriangle size={16} aria-hidden className={styles.bad} />
                    <span className="visually-hidden">{problems[field.id]}</span>
                  </>
                )}
              </button>
            </li>
          ))}
        </ul>
      )}
      <p className={`${styles.empty} caption`}>
        Arrow keys move a field by 1 point, with <kbd>Shift</kbd> by 10.
      </p>
    </section>
  );
}
