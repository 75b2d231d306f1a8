import { payoutsApi } from '@pos/contract/students/payouts';
import { promotionsApi } from '@pos/contract/students/promotions';
import { studentRecordsApi } from '@pos/contract/students/student-records';
import { StudentsQuery } from '@pos/contract/students/students';
import { uploadAccess } from '@pos/contract/imports/uploads';
import { IconCashBanknote, IconPlus, IconSchool, IconUpload } from '@tabler/icons-react';
import { studentsUploadPath } from '#web/fairs/schools/students-upload-path.ts';
import { listAt } from '#web/lib/lists/list.ts';
import { pathTo } from '#web/lib/api/paths.ts';
import { useSearchState } from '#web/lib/lists/search-state.ts';
import { Allowed } from '#web/lib/session/session.tsx';
import { Button, ButtonLink } from '#web/ui/buttons/button.tsx';
import { asidePart } from '#web/ui/messages/lazy-part.tsx';
import { PageHead } from '#web/ui/layout/page-head.tsx';
import { useHasPanelRoom } from '#web/ui/overlays/panel.tsx';
import { useOpened } from '#web/ui/overlays/use-opened.ts';
import { useRecordAddress } from '#web/lib/lists/record-address.ts';
import { StudentsTable } from './students-table.tsx';
import { studentsList } from './students.data.ts';

// Loaded after the page.
const HideNames = asidePart(() => import('./hide-names.tsx'), 'HideNames');

const AddStudentDialog = asidePart(() => import('./add-student-dialog.tsx'), 'AddStudentDialog');

const PromotionDialog = asidePart(() => import('./promotion-dialog.tsx'), 'PromotionDialog');

const LeftoversDialog = asidePart(() => import('./leftovers-dialog.tsx'), 'LeftoversDialog');

export function StudentsPage() {
  const { openId: openStudent, open } = useRecordAddress('student');
  const { query } = useSearchState(StudentsQuery);
  const {
    opened: asking,
    open: setAsking,
    close,
  } = useOpened<'student' | 'promotion' | 'leftovers'>();
  const hasRoom = useHasPanelRoom();
  const isList = !openStudent || hasRoom;
  const add = (
    <Allowed to={studentRecordsApi.add}>
      <Button variant="primary" onClick={() => setAsking('student')}>
        <IconPlus size={16} stroke={2} aria-hidden /> Add student
      </Button>
    </Allowed>
  );
  return (
    <>
      {isList && (
        <PageHead
          title="Students"
          actions={
            <>
              <HideNames />
              {query.schoolId && (
                <Allowed to={{ access: uploadAccess('students') }}>
                  <ButtonLink to={studentsUploadPath(query.schoolId)}>
                    <IconUpload size={16} stroke={1.75} aria-hidden /> Upload list
                  </ButtonLink>
                </Allowed>
              )}
              {query.schoolId && (
                <Allowed to={promotionsApi.promote}>
                  <Button onClick={() => setAsking('promotion')}>
                    <IconSchool size={16} stroke={1.75} aria-hidden /> Promote
                  </Button>
                </Allowed>
              )}
              {query.schoolId && (
                <Allowed to={payoutsApi.leftovers}>
                  <Button onClick={() => setAsking('leftovers')}>
                    <IconCashBanknote size={16} stroke={1.75} aria-hidden /> Leftovers
                  </Button>
                </Allowed>
              )}
              {add}
            </>
          }
        />
      )}
      <StudentsTable
        actions={
          <>
            <Allowed to={{ access: uploadAccess('students') }}>
              <ButtonLink
                to={query.schoolId ? studentsUploadPath(query.schoolId) : pathTo('schools')}
              >
                <IconUpload size={16} stroke={1.75} aria-hidden />{' '}
                {query.schoolId ? 'Upload list' : 'Choose a school to upload its list'}
              </ButtonLink>
            </Allowed>
            {add}
          </>
        }
      />
      {asking === 'student' && (
        <AddStudentDialog schoolId={query.schoolId} onAdded={(id) => open(id)} onClose={close} />
      )}
      {asking === 'promotion' && query.schoolId && (
        <PromotionDialog schoolId={query.schoolId} onClose={close} />
      )}
      {asking === 'leftovers' && query.schoolId && (
        <LeftoversDialog schoolId={query.schoolId} onClose={close} />
      )}
    </>
  );
}
StudentsPage.firstRead = (params: Record<string, unknown>) =>
  listAt(StudentsQuery, studentsList, params);
