import { TEMPLATE_NAME, type TemplateDetails } from '@pos/contract/templates';
import { text } from '@pos/contract/values';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { Dialog } from '#web/ui/dialog.tsx';
import { SelectField } from '#web/ui/fields/choice-fields.tsx';
import { TextField } from '#web/ui/fields/text-fields.tsx';
import { Form } from '#web/ui/form.tsx';
import { toast } from '#web/ui/toast.tsx';
import { templateLibrary } from '../templates.data.ts';

const Naming = z.strictObject({ name: text(2, 80, TEMPLATE_NAME), templateTypeId: z.uuid('Choose a type.') });

type NameDialogProps = { template: TemplateDetails; save: (changes: z.output<typeof Naming>) => Promise<TemplateDetails>; onSaved: (template: TemplateDetails) => void; onClose: () => void };

/** What a template is called and which type it is; both hold at once, for fairs too. */
export function NameDialog({ template: { name, templateTypeId }, save, onSaved, onClose }: NameDialogProps) {
  const { data } = useQuery(templateLibrary);
  const choices = (data?.types ?? []).filter(({ id, status }) => status === 'active' || id === templateTypeId).map((type) => ({ value: type.id, label: type.name }));
  return (
    <Dialog title="Name and type" onClose={onClose}>
      <Form
        schema={Naming}
        values={{ name, templateTypeId }}
        save={save}
        onSaved={(next) => {
          onSaved(next);
          toast.ok('Template saved');
          onClose();
        }}
        submitLabel="Save name and type"
        guard={false}
        onCancel={onClose}
      >
        <div className="form">
          <TextField name="name" label="Name" autoComplete="off" />
          <SelectField name="templateTypeId" label="Type" choices={choices} />
        </div>
      </Form>
    </Dialog>
  );
}
