import { KEPT_SECRET_CODE, NewAdmin, type Admin } from '@pos/contract/staff/admins';
import { pluralize } from '@pos/contract/values/counts';
import { RECORDS } from '#web/lib/lists/records.ts';
import { roleSummary } from '#web/staff/roles/rights.ts';
import { useSuperAdminQuestion } from '#web/staff/roles/use-super-admin-question.tsx';
import { BulkDialog, type BulkRows } from '#web/ui/form/bulk-dialog.tsx';
import { AsyncSelectField } from '#web/ui/fields/combo/combo-fields.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { wasCancelled } from '#web/ui/form/use-save-merged.tsx';
import { adminName } from './admin-columns.tsx';
import { useChangeAdminStatus, useChangeRole } from './admins.data.ts';

export type BulkAdminsProps = BulkRows<Admin> & { what: 'activate' | 'deactivate' | 'role' };

const users = (count: number): string => pluralize(count, 'user', 'users');

/** Dialog for one action on several users. */
export function BulkAdmins({ what, rows, onDone, onClose }: BulkAdminsProps) {
  const changeStatus = useChangeAdminStatus().mutateAsync;
  const changeRole = useChangeRole().mutateAsync;
  const { confirmRole, question } = useSuperAdminQuestion();
  const common = { rows, rowName: adminName, onDone, onClose };
  return what === 'role' ? (
    <BulkDialog
      {...common}
      title={`Change the role of ${users(rows.length)}`}
      doneWords={(count) => `Role of ${users(count)} changed`}
      form={(start, close) => (
        <>
          <Form
            schema={NewAdmin.pick({ roleId: true })}
            values={{ roleId: '' }}
            guard={false}
            save={async ({ roleId }) => {
              const others = rows.filter((admin) => admin.roleId !== roleId);
              await confirmRole(roleId, () => ({ names: others.map(adminName) }));
              await start((admin) => changeRole(withRole(admin, roleId)));
            }}
            onRefused={wasCancelled}
            submitLabel={`Change ${users(rows.length)}`}
            onCancel={close}
          >
            <AsyncSelectField
              name="roleId"
              label="New role"
              hint="The new rights apply at the next click."
              choices={RECORDS.roles}
              detail={roleSummary}
            />
          </Form>
          {question}
        </>
      )}
    />
  ) : (
    <BulkDialog
      {...common}
      title={`${what === 'activate' ? 'Activate' : 'Deactivate'} ${users(rows.length)}`}
      doneWords={(count) => `${users(count)} ${what}d`}
      call={({ id }) => changeStatus({ id, status: what === 'activate' ? 'active' : 'inactive' })}
    >
      {what === 'activate'
        ? 'They can sign in again.'
        : 'They are signed out everywhere immediately and can no longer sign in or work a register.'}
    </BulkDialog>
  );
}

function withRole({ id, firstName, lastName, email, phone, version }: Admin, roleId: string) {
  return {
    id,
    body: {
      firstName,
      lastName,
      email,
      countryCode: '+1' as const,
      phone: phone ?? '',
      roleId,
      secretCode: KEPT_SECRET_CODE,
      version,
    } as const,
  };
}
