import type { TemplateDetails } from '@pos/contract/templates/templates';
import { asidePart } from '#web/ui/messages/lazy-part.tsx';
import { useUpdateTemplate } from '../templates.data.ts';

const PublishDialog = asidePart(() => import('../publish-dialog.tsx'), 'PublishDialog');
const VersionsDialog = asidePart(() => import('./drafts/versions-dialog.tsx'), 'VersionsDialog');
const NameDialog = asidePart(() => import('./name-dialog.tsx'), 'NameDialog');
const ArtworkDialog = asidePart(() => import('../upload-dialog.tsx'), 'ArtworkDialog');

/** The dialogs of the editor, by name. */
export type EditorDialog = 'publish' | 'versions' | 'name' | 'artwork';

type EditorDialogsProps = {
  asks: EditorDialog | null | undefined;
  template: TemplateDetails;
  /** Saves the draft first, and gives its version. */
  readVersion: () => Promise<number>;
  withDraft: (work: (version: number) => Promise<TemplateDetails>) => Promise<TemplateDetails>;
  onPublished: (template: TemplateDetails) => void;
  onSaved: (template: TemplateDetails) => void;
  onReplaced: (template: TemplateDetails) => void;
  onClose: () => void;
};

/** The dialog that is open, if any. */
export function EditorDialogs({
  asks,
  template,
  readVersion,
  withDraft,
  onPublished,
  onSaved,
  onReplaced,
  onClose,
}: EditorDialogsProps) {
  const update = useUpdateTemplate();
  return (
    <>
      {asks === 'publish' && (
        <PublishDialog
          templates={[template]}
          readVersion={readVersion}
          onClose={onClose}
          onPublished={onPublished}
        />
      )}
      {asks === 'versions' && (
        <VersionsDialog
          template={template}
          readVersion={readVersion}
          onReplaced={onReplaced}
          onClose={onClose}
        />
      )}
      {asks === 'name' && (
        <NameDialog
          template={template}
          save={(changes) =>
            withDraft((version) => update.mutateAsync({ id: template.id, version, ...changes }))
          }
          onSaved={onSaved}
          onClose={onClose}
        />
      )}
      {asks === 'artwork' && (
        <ArtworkDialog template={template} onReplaced={onReplaced} onClose={onClose} />
      )}
    </>
  );
}
