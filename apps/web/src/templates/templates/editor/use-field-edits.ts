import type { PlacedField } from '@pos/contract/templates/template-fields';
import { useState, type KeyboardEvent } from 'react';
import { beginHistory, changed, redone, undone } from './drafts/history.ts';

/** Holds the placed fields with their undo history, the selected field and the shown page. */
export function useFieldEdits(initial: readonly PlacedField[]) {
  const [history, setHistory] = useState(() => beginHistory(initial));
  const [selectedId, setSelectedId] = useState<string>();
  const [page, setPage] = useState(1);
  const { fields } = history;
  const selected = fields.find((field) => field.id === selectedId);

  const put = (next: readonly PlacedField[], step: string): void =>
    setHistory((before) => changed(before, next, step));
  const change = (field: PlacedField, step: string): void =>
    put(
      fields.map((one) => (one.id === field.id ? field : one)),
      step,
    );
  const select = (field: PlacedField | undefined): void => {
    setSelectedId(field?.id);
    if (field) setPage(field.page);
  };
  const add = (field: PlacedField): void => {
    put([...fields, field], '');
    select(field);
  };
  const remove = (field: PlacedField): void => {
    put(
      fields.filter((one) => one.id !== field.id),
      '',
    );
    setSelectedId(undefined);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!(event.ctrlKey || event.metaKey) || isTyping(event.target)) return;
    if (event.key.toLowerCase() === 'z') {
      event.preventDefault();
      setHistory(event.shiftKey ? redone : undone);
    } else if (event.key.toLowerCase() === 'y') {
      event.preventDefault();
      setHistory(redone);
    }
  };
  return {
    history,
    setHistory,
    page,
    setPage,
    selectedId,
    selected,
    select,
    add,
    change,
    remove,
    onKeyDown,
  };
}

function isTyping(target: EventTarget): boolean {
  return (
    target instanceof HTMLTextAreaElement ||
    (target instanceof HTMLInputElement && target.type !== 'radio')
  );
}
