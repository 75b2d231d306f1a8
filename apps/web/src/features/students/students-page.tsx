import { StudentsQuery } from '@pos/contract/students';
import { Suspense } from 'react';
import { listAt } from '#web/lib/list.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { useHasPanelRoom } from '#web/ui/panel.tsx';
import { useStudentAddress } from './student-address.ts';
import { StudentsTable } from './students-table.tsx';
import { studentsList } from './students.data.ts';

// Loaded after the page.
const HideNames = lazyPart(async () => (await import('./hide-names.tsx')).HideNames);

export function StudentsPage() {
  const { openStudent } = useStudentAddress();
  const hasRoom = useHasPanelRoom();
  const isList = !openStudent || hasRoom;
  return (
    <>
      {isList && (
        <PageHead
          title="Students"
          actions={
            <Suspense>
              <HideNames />
            </Suspense>
          }
        />
      )}
      <StudentsTable />
    </>
  );
}
StudentsPage.firstRead = (params: Record<string, unknown>) =>
  listAt(StudentsQuery, studentsList, params);
