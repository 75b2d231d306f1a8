import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react';
import { Button, IconButton } from '#web/ui/buttons/button.tsx';
import { ActionMenu } from '#web/ui/overlays/menu.tsx';
import type { EditorDialog } from './editor-dialogs.tsx';
import { type History, redone, undone } from './drafts/history.ts';

type EditorActionsProps = {
  history: History;
  onHistory: (step: (history: History) => History) => void;
  isOffered: boolean;
  onOffer: (status: 'active' | 'inactive') => void;
  onAsk: (dialog: EditorDialog) => void;
};

/** The buttons at the head of the editor. */
export function EditorActions({
  history,
  onHistory,
  isOffered,
  onOffer,
  onAsk,
}: EditorActionsProps) {
  return (
    <>
      <IconButton
        label="Undo"
        aria-disabled={history.past.length === 0}
        onClick={() => onHistory(undone)}
      >
        <IconArrowBackUp size={18} aria-hidden />
      </IconButton>
      <IconButton
        label="Redo"
        aria-disabled={history.future.length === 0}
        onClick={() => onHistory(redone)}
      >
        <IconArrowForwardUp size={18} aria-hidden />
      </IconButton>
      <Button onClick={() => onAsk('versions')}>Versions</Button>
      <ActionMenu
        look="page"
        label="More actions"
        actions={[
          { label: 'Name, type and page color', run: () => onAsk('name') },
          { label: 'Replace artwork', run: () => onAsk('artwork') },
          isOffered
            ? { label: 'Hide from fairs', run: () => onOffer('inactive') }
            : { label: 'Offer to fairs', run: () => onOffer('active') },
        ]}
      />
      <Button variant="primary" onClick={() => onAsk('publish')}>
        Publish
      </Button>
    </>
  );
}
