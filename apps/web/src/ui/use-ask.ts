import { useState, type ReactNode } from 'react';

/**
 * A dialog as a question that can be waited for: `const yes = await ask<boolean>((answer) => <… onClose={() => answer(false)} />)`.
 * Render `dialog` beside the form, not inside it.
 */
export function useAsk() {
  const [dialog, setDialog] = useState<ReactNode>(null);
  const ask = <Answer>(render: (answer: (value: Answer) => void) => ReactNode): Promise<Answer> =>
    new Promise((resolve) => {
      const answer = (value: Answer): void => {
        setDialog(null);
        resolve(value);
      };
      setDialog(render(answer));
    });
  return { ask, dialog };
}
