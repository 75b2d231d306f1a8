import { TEMPLATE_NAME, type TemplateDetails } from '@pos/contract/templates/templates';
import { Color } from '@pos/contract/templates/template-fields';
import { text } from '@pos/contract/values';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { boxClass } from '#web/ui/fields/box-class.ts';
import { SelectField } from '#web/ui/fields/choice-fields.tsx';
import { asText, Field, useField } from '#web/ui/fields/field.tsx';
import { TextField } from '#web/ui/fields/text-fields.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { toast } from '#web/ui/messages/toast.tsx';
import { templateLibrary } from '../templates.data.ts';
import * as styles from './editor.module.css';

const Naming = z.strictObject({
  name: text(2, 80, TEMPLATE_NAME),
  templateTypeId: z.uuid('Choose a type.'),
  pageColour: Color.nullable(),
});
/** Default color of the hero if no template has one. */
const OWN_COLOR = '#ff6445';

type NameDialogProps = {
  template: TemplateDetails;
  save: (changes: z.output<typeof Naming>) => Promise<TemplateDetails>;
  onSaved: (template: TemplateDetails) => void;
  onClose: () => void;
};

/** Edits a template's name, type and page color, which take effect at once, for fairs too. */
export function NameDialog({
  template: { name, templateTypeId, pageColour },
  save,
  onSaved,
  onClose,
}: NameDialogProps) {
  const { data } = useQuery(templateLibrary);
  const choices = (data?.types ?? [])
    .filter(({ id, status }) => status === 'active' || id === templateTypeId)
    .map((type) => ({ value: type.id, label: type.name }));
  return (
    <FormDialog
      title="Name, type and page color"
      onClose={onClose}
      schema={Naming}
      values={{ name, templateTypeId, pageColour: pageColour ?? '' }}
      save={save}
      onSaved={(next) => {
        onSaved(next);
        toast.ok('Template saved');
        onClose();
      }}
      submitLabel="Save template"
    >
      <TextField name="name" label="Name" autoComplete="off" />
      <SelectField name="templateTypeId" label="Type" choices={choices} />
      <PageColorField />
    </FormDialog>
  );
}

/** Color to pick or type; blank means none. */
function PageColorField() {
  const field = {
    name: 'pageColour',
    label: 'Page color',
    note: 'optional',
    hint: 'Used at the top of public pages that offer this template first. Text on it switches between dark and white to stay readable.',
  };
  const wired = useField(field);
  const value = asText(wired.value);
  return (
    <Field field={field} wired={wired}>
      <span className="row">
        <input
          type="color"
          className={styles.colorBox}
          aria-label="Pick a color"
          value={Color.safeParse(value).success ? value.toLowerCase() : OWN_COLOR}
          onChange={({ target }) => wired.change(target.value.toUpperCase())}
        />
        <input
          {...wired.control}
          className={boxClass(wired.error, 'monospace')}
          autoComplete="off"
          spellCheck={false}
          placeholder="#RRGGBB"
          value={value}
          onChange={({ target }) => wired.change(target.value)}
        />
      </span>
    </Field>
  );
}
