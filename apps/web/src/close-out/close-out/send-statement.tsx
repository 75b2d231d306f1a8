import { closeOutApi, type CloseOut } from '@pos/contract/close-out/close-out';
import { IconMail } from '@tabler/icons-react';
import { useSendsMail } from '#web/lib/api/mail-delivery.ts';
import { pathTo } from '#web/lib/api/paths.ts';
import { Allowed } from '#web/lib/session/session.tsx';
import { Button, ButtonLink } from '#web/ui/buttons/button.tsx';
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx';
import { toast } from '#web/ui/messages/toast.tsx';
import { useOpened } from '#web/ui/overlays/use-opened.ts';
import { useSendStatement } from './close-out.data.ts';

type StatementProps = Pick<CloseOut, 'coordinator' | 'fairId'>;
type SendStatementProps = StatementProps & { schoolId: string };

/** Button that emails the statement of a closed-out fair to its school's coordinator. */
export function SendStatement({ coordinator, fairId, schoolId }: SendStatementProps) {
  const { opened: isAsking, open, close } = useOpened<true>();
  return (
    <>
      <Allowed to={closeOutApi.sendStatement}>
        {coordinator.email ? (
          <Button size="sm" onClick={() => open(true)}>
            <IconMail size={16} aria-hidden /> Send to the coordinator…
          </Button>
        ) : (
          <ButtonLink size="sm" to={pathTo('school-details', { id: schoolId })}>
            <IconMail size={16} aria-hidden /> Add the coordinator's email to send it
          </ButtonLink>
        )}
      </Allowed>
      {isAsking && <SendDialog coordinator={coordinator} fairId={fairId} onClose={close} />}
    </>
  );
}

/** Asks before the statement is emailed, naming the address. */
function SendDialog({
  coordinator: { name, email },
  fairId,
  onClose,
}: StatementProps & { onClose: () => void }) {
  const send = useSendStatement(fairId);
  const sendsMail = useSendsMail();
  const confirm = async (): Promise<void> => {
    const { message } = await send.mutateAsync();
    toast.ok({
      title: sendsMail === false ? 'Message saved' : 'Statement sent',
      detail: message ?? '',
    });
  };
  return (
    <ConfirmDialog
      title="Email the statement?"
      confirmLabel="Send email"
      busyLabel="Sending…"
      confirm={confirm}
      onClose={onClose}
    >
      <p>
        {sendsMail === false && 'This server sends no email and saves the message as a file. '}It
        goes to{' '}
        <span data-private>
          {name ? `${name}, ` : ''}
          <b>{email}</b>
        </span>
        , with the PDF attached.
      </p>
    </ConfirmDialog>
  );
}
