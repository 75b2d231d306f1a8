import type { Admin } from '@pos/contract/staff/admins';
import { formatInstant } from '@pos/contract/values/clock';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { HERE } from '#web/lib/input/time.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { CopyButton } from '#web/ui/buttons/copy-button.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { Notice, Skeleton, Unloaded } from '#web/ui/messages/notice.tsx';
import { adminName } from './admin-columns.tsx';
import { setupLinkQuery } from './admins.data.ts';
import * as styles from './setup-link.module.css';
import * as boxStyles from '#web/ui/fields/box.module.css';
import * as fieldStyles from '#web/ui/fields/fields.module.css';

type SetupLinkDialogProps = {
  admin: Pick<Admin, 'id' | 'firstName' | 'lastName' | 'mailRefusal'>;
  onClose: () => void;
};

/** Setup link to copy and hand over, if no email is sent or it was refused. */
export function SetupLinkDialog({ admin, onClose }: SetupLinkDialogProps) {
  const { data, error, refetch } = useQuery(setupLinkQuery(admin.id));
  const id = useId();
  return (
    <Dialog
      title={`Setup link for ${adminName(admin)}`}
      onClose={onClose}
      actions={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <div className="stack">
        <p>
          {admin.mailRefusal === null
            ? 'This server sends no email.'
            : 'The email could not be delivered.'}{' '}
          Give {adminName(admin)} this link yourself.
        </p>
        {data ? (
          <div className={fieldStyles.field}>
            <label className={fieldStyles.label} htmlFor={id}>
              Setup link
            </label>
            <span className={`${styles.setupLink} row`}>
              <span className={boxStyles.box}>
                <input
                  id={id}
                  readOnly
                  value={data.link}
                  onFocus={({ target }) => target.select()}
                />
              </span>
              <CopyButton text={data.link} label="Copy setup link" />
            </span>
            <p className="caption">Works once, until {formatInstant(data.expiresAt, HERE)}.</p>
          </div>
        ) : (
          <Unloaded what="The setup link" error={error} retry={refetch}>
            <div aria-hidden>
              <Skeleton height={36} />
            </div>
          </Unloaded>
        )}
        <Notice kind="warn">
          The link is a secret. Anyone who has it can set the password and sign in as{' '}
          {adminName(admin)}.
        </Notice>
      </div>
    </Dialog>
  );
}
