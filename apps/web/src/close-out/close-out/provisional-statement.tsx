import { IconFileText } from '@tabler/icons-react';
import { Button } from '#web/ui/buttons/button.tsx';
import { Notice } from '#web/ui/messages/notice.tsx';
import { useStatement } from './use-statement.ts';

/** Button that downloads the statement for the school before the close-out. */
export function ProvisionalStatement({ fairId, size }: { fairId: string; size?: 'sm' }) {
  const { busy, failure, download } = useStatement(fairId);
  return (
    <>
      <Button {...(size && { size })} busy={busy} onClick={() => void download()}>
        <IconFileText size={16} aria-hidden /> Provisional statement
      </Button>
      {failure && <Notice kind="bad">{failure}</Notice>}
    </>
  );
}
