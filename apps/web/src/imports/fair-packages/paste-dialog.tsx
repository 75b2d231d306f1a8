import { pluralize } from '@pos/contract/values/counts';
import { useId, useState } from 'react';
import { failureText } from '#web/lib/api/failure.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { boxClass } from '#web/ui/fields/box-class.ts';
import * as fieldStyles from '#web/ui/fields/fields.module.css';
import { Notice } from '#web/ui/messages/notice.tsx';
import { findTitles } from './packages.data.ts';
import { addUpContents, type AddTitles } from './packed-title.tsx';

type PasteDialogProps = {
  season: string;
  onAdd: AddTitles;
  onClose: () => void;
};

/** Takes a pasted list of codes and quantities. Lines that name no title stay, to be corrected. */
export function PasteDialog({ season, onAdd, onClose }: PasteDialogProps) {
  const id = useId();
  const [text, setText] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const add = async (): Promise<void> => {
    const { lines, unread } = readPastedTitles(text);
    if (lines.length + unread.length === 0)
      return setProblem('Paste at least one line with a code and a quantity.');
    setIsBusy(true);
    setProblem(undefined);
    try {
      const found = await findTitles(
        season,
        lines.map(({ code }) => code),
      );
      const added = lines.flatMap(({ code, qty }) => {
        const title = found.find((each) => each.code === code && each.isActive);
        if (!title) return [];
        const { code: _, ...facts } = title;
        return [{ ...facts, qty }];
      });
      const rest = [
        ...lines
          .filter(({ code }) => !found.some((each) => each.code === code && each.isActive))
          .map(({ code, qty }) => `${code}\t${qty}`),
        ...unread,
      ];
      if (added.length > 0)
        onAdd(added, { title: `Added ${addUpContents(added)}`, detail: 'Not saved yet.' });
      if (rest.length === 0) return onClose();
      setText(rest.join('\n'));
      setProblem(`${pluralize(rest.length, 'line names', 'lines name')} no active title:`);
    } catch (error) {
      setProblem(failureText(error).message);
    }
    setIsBusy(false);
  };
  return (
    <Dialog
      title="Paste a list of titles"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={isBusy && 'Reading…'} onClick={() => void add()}>
            Add titles
          </Button>
        </>
      }
    >
      <div className="stack gap-20">
        {problem && <Notice kind="bad">{problem}</Notice>}
        <div className={fieldStyles.field}>
          <label className={fieldStyles.label} htmlFor={id}>
            Codes and quantities
          </label>
          <textarea
            id={id}
            className={`${boxClass(problem !== undefined)} monospace`}
            rows={8}
            spellCheck={false}
            value={text}
            onChange={({ target }) => setText(target.value)}
            aria-describedby={`${id}-hint`}
          />
          <p className="caption" id={`${id}-hint`}>
            One title per line: SKU, ISBN or UPC, then the quantity, as copied from a spreadsheet.
          </p>
        </div>
      </div>
    </Dialog>
  );
}

/** A line of a pasted list: a code and a quantity. */
type PastedLine = { code: string; qty: number };

/**
 * Reads pasted lines of a code and, after a tab, comma or spaces, a quantity; a line with a code
 * alone counts one unit. Lines of one code are added up. Other lines are returned as `unread`.
 */
function readPastedTitles(text: string): { lines: PastedLine[]; unread: string[] } {
  const units = new Map<string, number>();
  const unread: string[] = [];
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === '') continue;
    const match = /^\s*([\p{L}\d][\p{L}\d -]*?)(?:\s*[\t,;]\s*|\s+)(\d{1,4})\s*$/u.exec(line);
    const code = (match?.[1] ?? line).trim();
    const qty = Number(match?.[2] ?? 1);
    if (!/^[\p{L}\d -]{3,40}$/u.test(code) || qty < 1) unread.push(line.trim());
    else units.set(code, (units.get(code) ?? 0) + qty);
  }
  return { lines: [...units].map(([code, qty]) => ({ code, qty })), unread };
}
