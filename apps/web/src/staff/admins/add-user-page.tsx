import { NewAdmin, type Admin } from '@pos/contract/staff/admins';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { listAddress } from '#web/lib/lists/list-address.ts';
import { useSendsMail } from '#web/lib/api/mail-delivery.ts';
import { pathTo } from '#web/lib/api/paths.ts';
import { useSuperAdminQuestion } from '#web/staff/roles/use-super-admin-question.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { PageHead } from '#web/ui/layout/page-head.tsx';
import { toast } from '#web/ui/messages/toast.tsx';
import { wasCancelled } from '#web/ui/form/use-save-merged.tsx';
import { adminName } from './admin-columns.tsx';
import { useAddAdmin } from './admins.data.ts';
import { SetupLinkDialog } from './setup-link-dialog.tsx';
import { UserFields } from './user-fields.tsx';
import * as styles from '#web/ui/form/form.module.css';

const BLANK = {
  firstName: '',
  lastName: '',
  email: '',
  countryCode: '+1',
  phone: '',
  roleId: '',
  secretCode: '',
} as const;

const toRecord = ({ id }: Admin): string => pathTo('edit-user', { id });

export function AddUserPage() {
  const add = useAddAdmin();
  const navigate = useNavigate();
  const sendsMail = useSendsMail();
  const { confirmRole, question } = useSuperAdminQuestion();
  const [added, setAdded] = useState<Admin>();
  const list = listAddress(pathTo('users'));
  return (
    <>
      <PageHead
        title="Add New User"
        crumbs={[{ label: 'Users', to: list }, { label: 'New user' }]}
      />
      <div className={styles.formPage}>
        <Form
          schema={NewAdmin}
          values={BLANK}
          save={async (user) => {
            await confirmRole(user.roleId, () => ({ names: [adminName(user)] }));
            return add.mutateAsync(user);
          }}
          onRefused={wasCancelled}
          onSaved={(data) => {
            const sent = sendsMail ? ' A setup link is on its way.' : '';
            toast.ok({ title: 'User added', detail: `${adminName(data)}.${sent}` });
            if (sendsMail === false) setAdded(data);
            else void navigate({ href: toRecord(data) });
          }}
          submitLabel="Add user"
          cancelTo={list}
        >
          <UserFields />
        </Form>
        <div className={styles.formAside}>
          <Card title="What happens next">
            <p className="subdued">
              {sendsMail === undefined
                ? 'The person gets a setup link, valid 72 hours.'
                : sendsMail
                  ? 'We email a setup link, valid 72 hours.'
                  : 'This server sends no email. You get a setup link to hand over, valid 72 hours.'}{' '}
              The account is active at once and shows as Invited until the link is used. A register
              takes the secret code from the start, if the role may work one.
            </p>
          </Card>
        </div>
      </div>
      {question}
      {added && (
        <SetupLinkDialog admin={added} onClose={() => void navigate({ href: toRecord(added) })} />
      )}
    </>
  );
}
