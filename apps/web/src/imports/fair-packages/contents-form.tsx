import {
  NewPackageContents,
  type PackageContents,
  type PackageTitle,
} from '@pos/contract/imports/fair-packages';
import { seasonName } from '@pos/contract/fairs/seasons';
import { IconPackages, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { failureText } from '#web/lib/api/failure.ts';
import { Button, IconButton } from '#web/ui/buttons/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { SearchSelect } from '#web/ui/fields/combo/combo-fields.tsx';
import { useField } from '#web/ui/fields/field.tsx';
import { Stepper } from '#web/ui/fields/quantity-field.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { Empty } from '#web/ui/messages/notice.tsx';
import { toast } from '#web/ui/messages/toast.tsx';
import { useOpened } from '#web/ui/overlays/use-opened.ts';
import { PasteDialog } from './paste-dialog.tsx';
import { PackedTitleCell, addUpContents, type AddTitles, type Said } from './packed-title.tsx';
import { readContents, titleChoices, useSaveContents } from './packages.data.ts';
import * as styles from './packages.module.css';

type Lines = NewPackageContents['contents'];
const MAX_QTY = 9_999;

type ContentsFormProps = { stored: PackageContents; onReload: () => void };

/** Form of a package's contents: titles are added by search, from a pasted list or a copy. */
export function ContentsForm({ stored, onReload }: ContentsFormProps) {
  const { packageOption, season, version, contents } = stored;
  return (
    <Form
      schema={NewPackageContents}
      values={{
        packageOption,
        season,
        version,
        contents: contents.map(({ titleId, qty }) => ({ titleId, qty })),
      }}
      save={useSaveContents().mutateAsync}
      onSaved={(saved) => {
        toast.ok({ title: 'Package saved', detail: addUpContents(saved.contents) });
        onReload();
      }}
      submitLabel="Save"
      saveWith="bar"
      // A draft has no names of its titles.
      draft={false}
    >
      <Contents stored={stored} />
    </Form>
  );
}

function Contents({ stored }: { stored: PackageContents }) {
  const { season } = stored;
  const { setValue, clearErrors } = useFormContext<NewPackageContents>();
  const lines = useWatch({ name: 'contents' }) as Lines;
  const [known, setKnown] = useState(() => toNames(stored.contents));
  const set = (changed: Lines): void => {
    clearErrors('contents');
    setValue('contents', changed, { shouldDirty: true });
  };
  // Nothing is saved yet; Undo brings back the list as it was.
  const change = (changed: Lines, said?: Said): void => {
    set(changed);
    if (said) toast.ok({ ...said, undo: () => set(lines) });
  };
  const add: AddTitles = (titles, said) => {
    setKnown((before) => new Map([...before, ...toNames(titles)]));
    const units = new Map(lines.map(({ titleId, qty }) => [titleId, qty]));
    for (const { titleId, qty } of titles)
      units.set(titleId, Math.min((units.get(titleId) ?? 0) + qty, MAX_QTY));
    change(
      [...units].map(([titleId, qty]) => ({ titleId, qty })),
      said,
    );
  };
  const listed = lines.flatMap(({ titleId, qty }) => {
    const title = known.get(titleId);
    return title ? [{ ...title, qty }] : [];
  });
  return (
    <Card
      title="Contents"
      intro={<span role="status">{addUpContents(listed)}</span>}
      aside={<OtherWays stored={stored} onAdd={add} />}
    >
      <div className="stack gap-20">
        <AddTitle season={season} onAdd={add} />
        {listed.length === 0 ? (
          <Empty
            title="No contents yet"
            text={`Add the titles that this package contains in ${seasonName(season)}.`}
            icon={IconPackages}
          />
        ) : (
          <ul className={`${styles.titles} lined`} aria-label="Titles of the package">
            {listed.map((title, index) => (
              <li key={title.titleId}>
                <PackedTitleCell title={title} />
                <Quantity title={title.title} index={index} />
                <IconButton
                  label={`Remove ${title.title}`}
                  onClick={() =>
                    change(
                      lines.filter(({ titleId }) => titleId !== title.titleId),
                      { title: `${title.title} removed`, detail: 'Not saved yet.' },
                    )
                  }
                >
                  <IconTrash size={16} aria-hidden />
                </IconButton>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Card>
  );
}

const toNames = (titles: readonly PackageTitle[]) =>
  new Map(titles.map((title) => [title.titleId, title]));

function Quantity({ title, index }: { title: string; index: number }) {
  const wired = useField({ name: `contents.${index}.qty`, label: `Quantity of ${title}` });
  return (
    <span className={styles.quantity}>
      <Stepper
        {...wired.control}
        of={title}
        aria-label={`Quantity of ${title}`}
        value={wired.value}
        change={wired.change}
        lowest={1}
        highest={MAX_QTY}
        isWrong={Boolean(wired.error)}
      />
      {wired.error && (
        <small className={styles.wrong} id={`${wired.control.id}-error`}>
          {wired.error}
        </small>
      )}
    </span>
  );
}

function AddTitle({ season, onAdd }: { season: string; onAdd: AddTitles }) {
  const field = { name: 'contents', label: 'Add a title' };
  const wired = useField({ ...field, label: 'Contents' });
  return (
    <SearchSelect
      {...field}
      wired={{ ...wired, value: null, change: () => undefined }}
      choices={titleChoices(season)}
      placeholder="Title, author, SKU, ISBN or UPC"
      detail={({ sku, availableQty }) => `${sku} · ${availableQty} in the warehouse`}
      onPick={(title) => {
        if (title) onAdd([{ ...title, qty: 1 }]);
      }}
    />
  );
}

type OtherWaysProps = { stored: PackageContents; onAdd: AddTitles };

/** Copy of an earlier season, and a pasted list. */
function OtherWays({ stored: { packageOption, season, copyFrom }, onAdd }: OtherWaysProps) {
  const { opened: isPasting, open, close } = useOpened<true>();
  const [isCopying, setIsCopying] = useState(false);
  const copy = async (from: string): Promise<void> => {
    setIsCopying(true);
    try {
      const { contents } = await readContents(packageOption, from);
      const active = contents.filter(({ isActive }) => isActive);
      const retired = contents.length - active.length;
      onAdd(active, {
        title: `Copied from ${seasonName(from)}`,
        detail: `${addUpContents(active)}${retired > 0 ? `; ${retired} inactive left out` : ''}. Not saved yet.`,
      });
    } catch (error) {
      toast.bad({ title: 'The contents could not be copied', detail: failureText(error).message });
    }
    setIsCopying(false);
  };
  return (
    <span className="row wrapping">
      {copyFrom && (
        <Button size="sm" busy={isCopying && 'Copying…'} onClick={() => void copy(copyFrom)}>
          Copy from {seasonName(copyFrom)}
        </Button>
      )}
      <Button size="sm" onClick={() => open(true)}>
        Paste a list
      </Button>
      {isPasting && <PasteDialog season={season} onAdd={onAdd} onClose={close} />}
    </span>
  );
}
