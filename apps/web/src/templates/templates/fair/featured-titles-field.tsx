import { MAX_FEATURED_TITLES, type FeaturedTitle } from '@pos/contract/templates/customizations';
import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { FormProvider, useForm, useFormState } from 'react-hook-form';
import { IconButton } from '#web/ui/buttons/button.tsx';
import { AsyncSelectField } from '#web/ui/fields/combo/combo-fields.tsx';
import { FieldMessages } from '#web/ui/fields/field-messages.tsx';
import { useField } from '#web/ui/fields/field.tsx';
import { titleChoices } from '../templates.data.ts';
import * as styles from './featured-titles.module.css';

type Move = 'up' | 'down' | 'remove';

/** Featured titles in page order, to move, remove and add. */
export function FeaturedTitlesField({ fairId }: { fairId: string }) {
  const wired = useField({ name: 'titles', label: 'Featured titles' });
  const { isDirty } = useFormState();
  const titles = wired.value as FeaturedTitle[];
  const list = useRef<HTMLOListElement>(null);
  // The pressed button moves or disappears with its line: focus goes to the one in its place.
  const next = useRef<{ at: number; move: Move }>(undefined);
  useEffect(() => {
    if (!next.current) return;
    const { at, move } = next.current;
    next.current = undefined;
    const buttons = [
      ...(list.current?.children[Math.min(at, titles.length - 1)]?.querySelectorAll('button') ??
        []),
    ];
    const [up, down, remove] = buttons;
    ({ up, down, remove })[move]?.focus();
  }, [titles]);
  const change = (from: number, move: Move): void => {
    const to = from + { up: -1, down: 1, remove: 0 }[move];
    const moved = titles[from];
    if (!moved || to < 0 || to >= titles.length) return;
    const others = titles.filter((_, at) => at !== from);
    next.current = { at: to, move };
    wired.change(move === 'remove' ? others : others.toSpliced(to, 0, moved));
  };
  return (
    <div className="stack">
      <ol
        className={`${styles.featuredTitles} lined`}
        ref={list}
        aria-label="Featured titles"
        hidden={titles.length === 0}
      >
        {titles.map((title, index) => (
          <li key={title.titleId}>
            <FeaturedLine title={title} />
            <span className={styles.featuredButtons}>
              <IconButton
                label={`Move ${title.title} up`}
                aria-disabled={index === 0}
                onClick={() => change(index, 'up')}
              >
                <IconArrowUp size={16} aria-hidden />
              </IconButton>
              <IconButton
                label={`Move ${title.title} down`}
                aria-disabled={index === titles.length - 1}
                onClick={() => change(index, 'down')}
              >
                <IconArrowDown size={16} aria-hidden />
              </IconButton>
              <IconButton label={`Remove ${title.title}`} onClick={() => change(index, 'remove')}>
                <IconX size={16} aria-hidden />
              </IconButton>
            </span>
          </li>
        ))}
      </ol>
      {titles.length < MAX_FEATURED_TITLES ? (
        <AddTitle
          fairId={fairId}
          chosen={titles}
          onAdd={(title) => wired.change([...titles, title])}
        />
      ) : (
        <p className="caption">
          The page has room for {MAX_FEATURED_TITLES}. Remove one to add another.
        </p>
      )}
      <FieldMessages id={wired.control.id} error={wired.error} hint={isDirty && 'Not saved yet'} />
    </div>
  );
}

/** A title as staff see it, with the reason why visitors do not. */
export function FeaturedLine({ title: { title, author, shown } }: { title: FeaturedTitle }) {
  return (
    <span className="grid grow breakable">
      <span className="medium">{title}</span>
      {author && <span className="caption">{author}</span>}
      {!shown && <span className="caption">Inactive, not shown on the page</span>}
    </span>
  );
}

type AddTitleProps = {
  fairId: string;
  chosen: readonly FeaturedTitle[];
  onAdd: (title: FeaturedTitle) => void;
};

function AddTitle({ fairId, chosen, onAdd }: AddTitleProps) {
  const form = useForm<{ title: string | null }>({ defaultValues: { title: null } });
  return (
    <FormProvider {...form}>
      <AsyncSelectField
        name="title"
        label="Add a title"
        placeholder="Title, author or ISBN"
        choices={{
          options: titleChoices(
            fairId,
            chosen.map(({ titleId }) => titleId),
          ),
        }}
        detail={({ author }) => author}
        onPick={(option) => {
          if (!option) return;
          onAdd({ titleId: option.value, title: option.label, author: option.author, shown: true });
          form.reset();
        }}
      />
    </FormProvider>
  );
}
