import type { PlacedField } from '@pos/contract/templates/template-fields';
import type { KeyboardEvent } from 'react';
import { describe, expect, test } from 'vitest';
import { renderHook } from 'vitest-browser-react';
import { newQr } from './placing.ts';
import { useFieldEdits } from './use-field-edits.ts';

const PAGE = { width: 612, height: 792 };
const onPage = (page: number): PlacedField =>
  newQr(`01900000-0000-4000-8000-00000000000${page}`, PAGE, page);

const renderEdits = () => renderHook(() => useFieldEdits([onPage(1)]));
type Rendered = Awaited<ReturnType<typeof renderEdits>>;

/** Presses Ctrl and a key inside an element of the editor. */
const press = async ({ act, result }: Rendered, key: string, target: EventTarget = document.body) =>
  act(() =>
    result.current.onKeyDown({
      key,
      target,
      ctrlKey: true,
      preventDefault: () => undefined,
    } as unknown as KeyboardEvent),
  );
const pages = ({ result }: Rendered) => result.current.history.fields.map(({ page }) => page);

describe('the fields of a template', () => {
  test('an added field is selected, and its page is shown', async () => {
    const edits = await renderEdits();
    await edits.act(() => edits.result.current.add(onPage(2)));
    expect(edits.result.current.selected).toEqual(onPage(2));
    expect(edits.result.current.page).toBe(2);
  });

  test('a removed field comes back by Ctrl+Z and goes by Ctrl+Y', async () => {
    const edits = await renderEdits();
    await edits.act(() => edits.result.current.add(onPage(2)));
    await edits.act(() => edits.result.current.remove(onPage(1)));
    expect(pages(edits)).toEqual([2]);
    expect(edits.result.current.selected).toBeUndefined();
    await press(edits, 'z');
    expect(pages(edits)).toEqual([1, 2]);
    await press(edits, 'y');
    expect(pages(edits)).toEqual([2]);
  });

  test('Ctrl+Z in a text field is left to the text', async () => {
    const edits = await renderEdits();
    await edits.act(() => edits.result.current.add(onPage(2)));
    await press(edits, 'z', document.createElement('textarea'));
    expect(pages(edits)).toEqual([1, 2]);
  });

  test('steps of one name are undone together', async () => {
    const edits = await renderEdits();
    for (const x of [10, 20, 30])
      await edits.act(() => edits.result.current.change({ ...onPage(1), x }, 'nudge'));
    await press(edits, 'z');
    expect(edits.result.current.history.fields).toEqual([onPage(1)]);
  });
});
