import type { ReactNode } from 'react';
import { StudentsQuery, studentsApi } from '@pos/contract/students/students';
import { IconSchool, IconLock, IconLockOpen } from '@tabler/icons-react';
import { useExport } from '#web/ui/exports/use-export.tsx';
import { useSearchState } from '#web/lib/lists/search-state.ts';
import { asidePart, lazyPart } from '#web/ui/messages/lazy-part.tsx';
import { useHasPanelRoom } from '#web/ui/overlays/panel.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { useViewTabs } from '#web/ui/table/views/view-tabs.ts';
import { type BulkOffer, useBulkDialog } from '#web/ui/table/rows/use-bulk-dialog.tsx';
import { useIsPhone } from '#web/ui/hooks/use-is-phone.ts';
import type { BulkWalletsProps } from './bulk-wallets.tsx';
import { useRecordAddress } from '#web/lib/lists/record-address.ts';
import { SCHOOL_STUDENT_COLUMNS, STUDENT_CARD, STUDENT_COLUMNS } from './student-columns.tsx';
import { listName } from './student-words.ts';
import { studentsList } from './students.data.ts';
import { useWalletCards } from './use-wallet-cards.ts';

// Loaded on demand: the list needs no dialog at first.
const BulkWallets = lazyPart(() => import('./bulk-wallets.tsx'), 'BulkWallets');

const { access } = studentsApi.changeWalletStatus;
const OFFERS: readonly BulkOffer<BulkWalletsProps>[] = [
  { label: 'Freeze eWallets', icon: IconLock, access, ask: { status: 'frozen' } },
  { label: 'Unfreeze eWallets', icon: IconLockOpen, access, ask: { status: 'active' } },
];

/** Actions of a SUPER_ADMIN on the eWallets of several students, and the dialog that runs them. */
const useBulkWallets = () => useBulkDialog(BulkWallets, OFFERS);

// Loaded after the list.
const loadStudent = () => import('./detail/student-panel.tsx');
const StudentPage = asidePart(loadStudent, 'StudentPage');
const StudentPanel = asidePart(loadStudent, 'StudentPanel');

type View = { label: string; query: Pick<StudentsQuery, 'hasBalance' | 'status'> };
const VIEWS: readonly View[] = [
  { label: 'All', query: {} },
  { label: 'With a balance', query: { hasBalance: true } },
  { label: 'Inactive', query: { status: 'inactive' } },
];

/**
 * Students with the open one beside them (instead of them on a narrow screen). All state is in the
 * address. `actions` are those of a list without students.
 */
export function StudentsTable({ actions }: { actions: ReactNode }) {
  const { query } = useSearchState(StudentsQuery);
  const { openId: openStudent, listAt, withRecord: withStudent } = useRecordAddress('student');
  const hasRoom = useHasPanelRoom();
  const { tool, chosen, dialog: exportDialog } = useExport('students');
  const { bulk, dialog: bulkDialog } = useBulkWallets();
  const cards = useWalletCards();
  const isPhone = useIsPhone();
  const school = {
    ...(query.schoolId && { schoolId: query.schoolId }),
    ...(query.fairId && { fairId: query.fairId }),
  };
  const views = useViewTabs(StudentsQuery, studentsList, VIEWS, {
    shown: query,
    scope: school,
    linkTo: (preset) => listAt({ ...preset, ...school }),
  });
  if (openStudent && !hasRoom) return <StudentPage id={openStudent} />;
  return (
    <div className="stack">
      <DataTable
        name="students"
        listKey="students"
        schema={StudentsQuery}
        list={studentsList}
        columns={
          isPhone
            ? STUDENT_CARD
            : query.schoolId || query.fairId
              ? SCHOOL_STUDENT_COLUMNS
              : STUDENT_COLUMNS
        }
        tool={tool}
        searchHint="Name or student number"
        rowId={({ id }) => id}
        rowName={listName}
        rowLink={({ id }) => withStudent(id)}
        bulk={(rows, done) => [
          ...cards.bulk(rows, done),
          ...bulk(rows, done),
          ...chosen(query, rows),
        ]}
        views={views}
        empty={{
          title: 'No students yet',
          text: "Add a student by hand, or upload a school's own list.",
          icon: IconSchool,
          actions,
        }}
      />
      {exportDialog}
      {bulkDialog}
      {cards.dialog}
      {openStudent && <StudentPanel id={openStudent} />}
    </div>
  );
}
