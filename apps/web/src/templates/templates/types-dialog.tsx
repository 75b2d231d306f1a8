import type { SavedTemplateType, TemplateType } from '@pos/contract/templates/templates';
import { pluralize } from '@pos/contract/values/counts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { failureText } from '#web/lib/api/failure.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { Notice } from '#web/ui/messages/notice.tsx';
import { toast } from '#web/ui/messages/toast.tsx';
import { templateLibrary, useSaveTemplateType } from './templates.data.ts';
import * as boxStyles from '#web/ui/fields/box.module.css';
import * as styles from './templates.module.css';

type TypesDialogProps = { types: readonly TemplateType[]; onClose: () => void };

/** Template types: rename, add, and retire. */
export function TypesDialog({ types: before, onClose }: TypesDialogProps) {
  const { data } = useQuery(templateLibrary);
  const save = useSaveTemplateType();
  const [failure, setFailure] = useState<string>();
  const [added, setAdded] = useState('');
  const types = data?.types ?? before;
  const put = async (body: SavedTemplateType, said: string): Promise<boolean> => {
    setFailure(undefined);
    try {
      await save.mutateAsync(body);
      toast.ok(said);
      return true;
    } catch (error) {
      setFailure(failureText(error).message);
      return false;
    }
  };
  const add = async (): Promise<void> => {
    if (await put({ name: added.trim() }, 'Type added')) setAdded('');
  };
  return (
    <Dialog
      title="Template types"
      onClose={onClose}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <div className="stack gap-20">
        {failure && <Notice kind="bad">{failure}</Notice>}
        <p className="caption">Each change is saved by its own button.</p>
        <ul className={`${styles.typeList} grid gap-8`}>
          {types.map((type) => (
            <TypeLine key={`${type.id} ${type.name}`} type={type} onSave={put} />
          ))}
        </ul>
        <form
          className="row"
          onSubmit={(event) => {
            event.preventDefault();
            void add();
          }}
        >
          <input
            className={boxStyles.box}
            aria-label="New type"
            placeholder="New type"
            value={added}
            autoComplete="off"
            onChange={({ target }) => setAdded(target.value)}
          />
          <Button type="submit">Add type</Button>
        </form>
      </div>
    </Dialog>
  );
}

function TypeLine({
  type: { id, name, status, templates },
  onSave,
}: {
  type: TemplateType;
  onSave: (body: SavedTemplateType, said: string) => Promise<boolean>;
}) {
  const [typed, setTyped] = useState(name);
  const isActive = status === 'active';
  return (
    <li>
      <input
        className={boxStyles.box}
        aria-label={`Name of ${name}`}
        value={typed}
        autoComplete="off"
        onChange={({ target }) => setTyped(target.value)}
      />
      <span className="caption numeric">{pluralize(templates, 'template', 'templates')}</span>
      {typed.trim() === name ? (
        <Button
          size="sm"
          variant="quiet"
          aria-label={`${isActive ? 'Hide' : 'Offer'} ${name}`}
          onClick={() =>
            void onSave(
              { id, name, status: isActive ? 'inactive' : 'active' },
              isActive ? `${name} is no longer offered` : `${name} is offered`,
            )
          }
        >
          {isActive ? 'Hide' : 'Offer'}
        </Button>
      ) : (
        <Button
          size="sm"
          aria-label={`Rename ${name}`}
          onClick={() => void onSave({ id, name: typed.trim() }, 'Type renamed')}
        >
          Rename
        </Button>
      )}
    </li>
  );
}
