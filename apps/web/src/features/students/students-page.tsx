import { StudentsQuery } from '@pos/contract/students';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { listAt } from '#web/lib/list.ts';
import { Button } from '#web/ui/button.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { useHasPanelRoom } from '#web/ui/panel.tsx';
import { useStudentAddress } from './student-address.ts';
import { StudentsTable } from './students-table.tsx';
import { studentsList } from './students.data.ts';
import * as styles from './students.module.css';

export function StudentsPage() {
  const { openStudent, hidesNames, hideNames } = useStudentAddress();
  const hasRoom = useHasPanelRoom();
  const isList = !openStudent || hasRoom;
  return (
    <div className={hidesNames ? styles.namesHidden : undefined}>
      {isList && (
        <PageHead
          title="Students"
          actions={
            <Button onClick={() => hideNames(!hidesNames)}>
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
    </div>
  );
}
StudentsPage.firstRead = (params: Record<string, unknown>) =>
  listAt(StudentsQuery, studentsList, params);
