import { useLocation } from '@tanstack/react-router';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import type { FieldTexts } from '#web/lib/drafts/draft-changes.ts';
import { DraftKeeper } from '#web/lib/drafts/draft-keeper.ts';
import type { Draft } from '#web/lib/drafts/drafts.ts';
import { currentSession } from '#web/lib/session/session.tsx';

type UseDraft = {
  form: UseFormReturn<FieldValues, unknown, FieldValues>;
  /** Initial values of the form. */
  values: FieldTexts;
  /**
   * Name that tells the form from others at the same address; blank for the form of the page's own
   * record.
   */
  part: string;
  isSaved: boolean;
  isDirty: boolean;
};

/** Draft of a form: kept while typing, offered when the form is opened again. */
export function useDraft({ form, values, part, isSaved, isDirty }: UseDraft) {
  const { pathname } = useLocation();
  const [keeper] = useState(() => {
    const owner = currentSession()?.user.id;
    return isSaved && owner ? new DraftKeeper(owner, draftName(pathname, part), values) : undefined;
  });
  const [offered, setOffered] = useState<Draft>();
  const { subscribe, getValues, setValue } = form;

  useEffect(() => (keeper ? keepOnPage(keeper, setOffered) : undefined), [keeper]);

  useEffect(() => {
    keeper?.note(getValues());
    return keeper && isDirty
      ? subscribe({ formState: { values: true }, callback: ({ values: now }) => keeper.note(now) })
      : undefined;
  }, [keeper, isDirty, subscribe, getValues]);

  return {
    offered,
    keeper,
    /**
     * Puts the draft into the form, limited by `isShown`, so that no hidden value is saved. Returns
     * the names of the fields it changed.
     */
    restore: (isShown: (name: string) => boolean = () => true): string[] => {
      const changes = Object.entries(keeper?.restore() ?? {}).filter(([name]) => isShown(name));
      for (const [name, value] of changes)
        setValue(name, value, { shouldDirty: true, shouldTouch: true });
      setOffered(undefined);
      return changes.map(([name]) => name);
    },
    discard: (): void => {
      keeper?.discard();
      setOffered(undefined);
    },
    /** The form was saved. */
    settle: (): void => {
      keeper?.settle(getValues());
      setOffered(undefined);
    },
    /** The person leaves without saving. */
    giveUp: (): void => keeper?.giveUp(),
  };
}

/**
 * Keeps the draft of a form until the returned function is called: written when a field or the page is
 * left. Calls `found` once with the draft that was left here, if any.
 */
function keepOnPage(keeper: DraftKeeper, found: (draft: Draft | undefined) => void): () => void {
  const stop = keeper.start();
  const write = (): void => keeper.flushTyped();
  let isGone = false;
  void keeper.find().then((draft) => !isGone && found(draft));
  document.addEventListener('focusout', write);
  document.addEventListener('visibilitychange', write);
  // Fires when a reload begins; visibilitychange comes only with the next document.
  window.addEventListener('beforeunload', write);
  return () => {
    isGone = true;
    document.removeEventListener('focusout', write);
    document.removeEventListener('visibilitychange', write);
    window.removeEventListener('beforeunload', write);
    stop();
  };
}

/** Returns true unless something was typed that this browser has not stored yet. */
export function useIsWritten(keeper: DraftKeeper | undefined): boolean {
  return useSyncExternalStore(keeper?.watch ?? noWatch, keeper?.isWritten ?? isAlways);
}
const noWatch = () => () => undefined;
const isAlways = () => true;

/** Name of a form's draft: its address and its part of the page. */
export function draftName(pathname: string, part = ''): string {
  return part ? `${pathname} ${part}` : pathname;
}
