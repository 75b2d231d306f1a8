import { templatesApi, type TemplateDetails } from '@pos/contract/templates/templates';
import { allows } from '@pos/contract/permissions';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useRecordId } from '#web/lib/api/record-id.ts';
import { useRights } from '#web/lib/session/session.tsx';
import { FormSkeleton } from '#web/ui/form/form-skeleton.tsx';
import { NotLoaded } from '#web/ui/layout/record-error.tsx';
import { useIsPhone } from '#web/ui/hooks/use-is-phone.ts';
import { readTemplate, templateForEditor } from '../templates.data.ts';
import { Editor } from './editor.tsx';
import { TemplateView } from './template-view.tsx';

/** Page of one template: the editor for a SUPER_ADMIN on a large screen, otherwise a preview. */
export function EditorPage() {
  const id = useRecordId();
  const query = useQuery(templateForEditor(id));
  const { data: template } = query;
  const queryClient = useQueryClient();
  const mayEdit = allows(templatesApi.update.access, useRights());
  const isPhone = useIsPhone();
  // A replaced draft remounts the editor, because the undo history belongs to the old draft.
  const [round, setRound] = useState(0);
  if (!template)
    return <NotLoaded what="template" query={query} outline={<FormSkeleton cards={1} />} />;
  const onUpdated = (next: TemplateDetails): void =>
    void queryClient.setQueryData(templateForEditor(id).queryKey, next);
  const onReplaced = (next: TemplateDetails): void => {
    onUpdated(next);
    setRound(round + 1);
  };
  if (isPhone || !mayEdit)
    return <TemplateView template={template} mayPublish={mayEdit} onUpdated={onUpdated} />;
  return (
    <Editor
      key={`${id} ${round}`}
      template={template}
      onUpdated={onUpdated}
      onReplaced={onReplaced}
      reload={async () => onReplaced(await readTemplate(id))}
    />
  );
}
