import type { Customization, FairCustomizations } from '@pos/contract/templates/customizations';
import {
  FieldValue,
  type FieldValues,
  type MergeField,
} from '@pos/contract/templates/template-fields';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from '#web/ui/messages/toast.tsx';
import { fairCustomizations, useSaveCustomization } from '../templates.data.ts';

type TemplateValues = {
  fairId: string;
  template: Customization;
  defaults: FairCustomizations['defaults'];
};

/**
 * A fair's values for one template as they are typed and saved. A value equal to the fair's own
 * text is not stored.
 */
export function useTemplateValues({ fairId, template, defaults }: TemplateValues) {
  const { templateId, name, version } = template;
  const queryClient = useQueryClient();
  const saving = useSaveCustomization();
  const [values, setValues] = useState<FieldValues>(template.values);
  const [base, setBase] = useState({ values: template.values, version });
  const [failure, setFailure] = useState<unknown>();
  const isWrong = Object.values(values).some((value) => !FieldValue.safeParse(value).success);

  const type = (field: MergeField, text: string | undefined): void => {
    const { [field]: _, ...others } = values;
    setValues(
      text === undefined || text === defaults[field] ? others : { ...others, [field]: text },
    );
  };
  const put = async (from: number): Promise<void> => {
    setFailure(undefined);
    try {
      const data = await saving.mutateAsync({ fairId, templateId, values, version: from });
      const saved = data.templates.find((one) => one.templateId === templateId);
      setBase({ values, version: saved?.version ?? from + 1 });
      toast.ok(`${name} saved`);
    } catch (error) {
      setFailure(error);
    }
  };
  const readAgain = async (): Promise<Customization | undefined> =>
    (await queryClient.fetchQuery({ ...fairCustomizations(fairId), staleTime: 0 })).templates.find(
      (one) => one.templateId === templateId,
    );
  const takeTheirs = async (): Promise<void> => {
    const theirs = await readAgain();
    if (!theirs) return;
    setValues(theirs.values);
    setBase({ values: theirs.values, version: theirs.version });
    setFailure(undefined);
  };
  return {
    values,
    isChanged: !isEqual(values, base.values),
    isSaving: saving.isPending,
    failure,
    type,
    save: () => (isWrong || saving.isPending ? undefined : void put(base.version)),
    takeTheirs: () => void takeTheirs(),
    /** Saves over the version that someone else saved. */
    keepMine: () => void readAgain().then((theirs) => theirs && put(theirs.version)),
  };
}

function isEqual(one: FieldValues, other: FieldValues): boolean {
  return (
    JSON.stringify(Object.entries(one).toSorted()) ===
    JSON.stringify(Object.entries(other).toSorted())
  );
}
