import { useState, type ReactNode } from 'react';

/**
 * Dialog as a question to await: `const yes = await ask<boolean>((answer) => <… onClose={() =>
 * answer(false)} />)`. Render `dialog` next to the form, not inside it. A late answer does not
 * close the dialog of a newer question.
 */
export function useAsk() {
  const [dialog, setDialog] = useState<ReactNode>(null);
  const ask = <Answer>(render: (answer: (value: Answer) => void) => ReactNode): Promise<Answer> =>
    new Promise((resolve) => {
      const question = render((value: Answer): void => {
        setDialog((now: ReactNode) => (now === question ? null : now));
        resolve(value);
      });
      setDialog(question);
    });
  return { ask, dialog };
}
