import { IconAlertTriangle, IconCloudCheck, IconCloudOff, IconEye } from '@tabler/icons-react';
import type { SaleRecord } from '#register/till/till.ts';
import { useSay } from '#register/words/say.tsx';

type SaleStateProps = { answer: { result: NonNullable<SaleRecord['answer']>['result'] } | null };

/** The server's answer to a sale or a return, in words. */
export function SaleState({ answer }: SaleStateProps) {
  const say = useSay();
  if (answer === null)
    return (
      <span className="pill mute">
        <IconCloudOff className="ic xs" />
        {say('notSentYet')}
      </span>
    );
  if (answer.result === 'rejected' || answer.result === 'refused')
    return (
      <span className="pill warn">
        <IconAlertTriangle className="ic xs" />
        {say('notReadable')}
      </span>
    );
  if (answer.result === 'held')
    return (
      <span className="pill info">
        <IconEye className="ic xs" />
        {say('officeLooks')}
      </span>
    );
  return (
    <span className="pill ok">
      <IconCloudCheck className="ic xs" />
      {say('sent')}
    </span>
  );
}
