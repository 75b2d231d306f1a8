import { StudentsQuery } from '@pos/contract/students';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { listAt } from '#web/lib/list.ts';
import { Button } from '#web/ui/button.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { useHasPanelRoom } from '#web/ui/panel.tsx';
import { setPrivacy, usePrivacy } from '#web/lib/privacy.ts';
import { useStudentAddress } from './student-address.ts';
import { StudentsTable } from './students-table.tsx';
import { studentsList } from './students.data.ts';

export function StudentsPage() {
  const { openStudent } = useStudentAddress();
  const hidesNames = usePrivacy();
  const hasRoom = useHasPanelRoom();
  const isList = !openStudent || hasRoom;
  return (
    <>
      {isList && (
        <PageHead
          title="Students"
          actions={
            <Button onClick={() => setPrivacy(!hidesNames)}>
              {hidesNames ? (
                <IconEye size={16} aria-hidden />
              ) : (
                <IconEyeOff size={16} aria-hidden />
              )}{' '}
              {hidesNames ? 'Show names' : 'Hide names'}
            </Button>
          }
        />
      )}
      <StudentsTable />
    </>
  );
}
StudentsPage.firstRead = (params: Record<string, unknown>) =>
  listAt(StudentsQuery, studentsList, params);
