import type { TemplateDetails } from '@pos/contract/templates/templates';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { failureText } from '#web/lib/api/failure.ts';
import { toast } from '#web/ui/messages/toast.tsx';
import { useUpdateTemplate } from '../../templates.data.ts';
import { DraftSaver } from './draft-saver.ts';

/** Saves the draft of this editor; sends unsaved changes when the editor is left. */
export function useSaver(
  { id, fields, version, updatedAt }: TemplateDetails,
  onUpdated: (template: TemplateDetails) => void,
): DraftSaver {
  const update = useUpdateTemplate();
  const queryClient = useQueryClient();
  const [saver] = useState(
    () =>
      new DraftSaver({ fields, version, updatedAt }, async (next, from) => {
        const saved = await update.mutateAsync({ id, version: from, fields: [...next] });
        onUpdated(saved);
        return saved;
      }),
  );
  useEffect(() => {
    const hold = (event: BeforeUnloadEvent): void => {
      if (saver.state().isWaiting) event.preventDefault();
    };
    window.addEventListener('beforeunload', hold);
    return () => {
      window.removeEventListener('beforeunload', hold);
      void saver
        .flush()
        .catch((error: unknown) =>
          toast.bad({
            title: 'The last changes of the template were not saved',
            detail: failureText(error).message,
          }),
        )
        .then(() => queryClient.invalidateQueries({ queryKey: ['templates'] }));
    };
  }, [saver, queryClient]);
  return saver;
}
