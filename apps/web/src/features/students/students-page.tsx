import { studentRecordsApi } from '@pos/contract/student-records';
import { StudentsQuery } from '@pos/contract/students';
import { uploadsApi } from '@pos/contract/uploads';
import { IconPlus, IconUpload } from '@tabler/icons-react';
import { Suspense } from 'react';
import { studentsUploadPath } from '#web/features/schools/students-upload-path.ts';
import { listAt } from '#web/lib/list.ts';
import { useSearchState } from '#web/lib/search-state.ts';
import { Allowed } from '#web/lib/session.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { useHasPanelRoom } from '#web/ui/panel.tsx';
import { useOpened } from '#web/ui/use-opened.ts';
import { useStudentAddress } from './student-address.ts';
import { StudentsTable } from './students-table.tsx';
import { studentsList } from './students.data.ts';

// Loaded after the page.
const HideNames = lazyPart(async () => (await import('./hide-names.tsx')).HideNames);

const AddStudentDialog = lazyPart(
  async () => (await import('./add-student-dialog.tsx')).AddStudentDialog,
);

export function StudentsPage() {
  const { openStudent, open } = useStudentAddress();
  const { query } = useSearchState(StudentsQuery);
  const { opened: isAdding, open: setIsAdding, close } = useOpened<true>();
  const hasRoom = useHasPanelRoom();
  const isList = !openStudent || hasRoom;
  return (
    <>
      {isList && (
        <PageHead
          title="Students"
          actions={
            <>
              <Suspense>
                <HideNames />
              </Suspense>
              {query.schoolId && (
                <Allowed to={uploadsApi.bulkUpload}>
                  <ButtonLink to={studentsUploadPath(query.schoolId)}>
                    <IconUpload size={16} stroke={1.75} aria-hidden /> Upload list
                  </ButtonLink>
                </Allowed>
              )}
              <Allowed to={studentRecordsApi.add}>
                <Button variant="primary" onClick={() => setIsAdding(true)}>
                  <IconPlus size={16} stroke={2} aria-hidden /> Add student
                </Button>
              </Allowed>
            </>
          }
        />
      )}
      <StudentsTable />
      {isAdding && (
        <Suspense>
          <AddStudentDialog schoolId={query.schoolId} onAdded={(id) => open(id)} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
StudentsPage.firstRead = (params: Record<string, unknown>) =>
  listAt(StudentsQuery, studentsList, params);
