import type { TemplateDetails } from '@pos/contract/templates/templates';
import { failureText } from '#web/lib/api/failure.ts';
import { toast } from '#web/ui/messages/toast.tsx';
import { readTemplate, useUpdateTemplate } from '../../templates.data.ts';
import type { EditorProps } from '../editor-props.ts';
import type { useSaver } from './use-saver.ts';

/** Actions on the whole template, which save its draft first, and on a draft that is stale. */
export function useDraftActions(
  { template, onUpdated, reload }: Pick<EditorProps, 'template' | 'onUpdated' | 'reload'>,
  saver: ReturnType<typeof useSaver>,
) {
  const { id, name } = template;
  const update = useUpdateTemplate();

  /** Saves the draft before an action on the whole template. */
  const withDraft = async (
    work: (version: number) => Promise<TemplateDetails>,
  ): Promise<TemplateDetails> => {
    const next = await work(await saver.flush());
    saver.advance(next.version);
    return next;
  };
  const setStatus = async (status: TemplateDetails['status']): Promise<void> => {
    try {
      onUpdated(await withDraft((version) => update.mutateAsync({ id, version, status })));
      toast.ok(
        status === 'active'
          ? `${name} is offered to fairs`
          : `${name} is no longer offered to fairs`,
      );
    } catch (error) {
      toast.bad({ title: 'The change could not be saved', detail: failureText(error).message });
    }
  };
  const takeTheirs = (): void =>
    void reload().catch((error: unknown) =>
      toast.bad({ title: 'Their draft could not be read', detail: failureText(error).message }),
    );
  const keepMine = (): void =>
    void readTemplate(id)
      .then(({ version }) => saver.overwrite(version))
      .catch(() => undefined);
  const onPublished = (next: TemplateDetails): void => {
    saver.advance(next.version);
    onUpdated(next);
  };
  return { withDraft, setStatus, takeTheirs, keepMine, onPublished };
}
