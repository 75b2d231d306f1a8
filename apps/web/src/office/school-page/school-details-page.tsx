import { allows } from '@pos/contract/permissions';
import { schoolMergesApi } from '@pos/contract/students/school-merges';
import { aveDollarsApi } from '@pos/contract/sales/ave-dollars';
import { schoolsApi, type School } from '@pos/contract/fairs/schools';
import { studentDataApi } from '@pos/contract/students/student-data';
import { studentsApi } from '@pos/contract/students/students';
import { formatCount } from '@pos/contract/values/counts';
import { formatCents } from '@pos/contract/values/money';
import { IconArrowsJoin, IconEdit } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, type ReactNode } from 'react';
import { ActivityTab } from '#web/staff/activity/activity-tab.tsx';
import { schoolDetails } from '#web/fairs/schools/schools.data.ts';
import { useSchoolActions } from '#web/fairs/schools/use-school-actions.tsx';
import { listAddress } from '#web/lib/lists/list-address.ts';
import { pathTo } from '#web/lib/api/paths.ts';
import { useRecordId } from '#web/lib/api/record-id.ts';
import { useSearchParams } from '#web/lib/lists/search-state.ts';
import { Allowed, useRights } from '#web/lib/session/session.tsx';
import { ButtonLink } from '#web/ui/buttons/button.tsx';
import { KeyNumbers, Card, Facts } from '#web/ui/layout/card.tsx';
import { FormSkeleton } from '#web/ui/form/form-skeleton.tsx';
import { asidePart, lazyPart } from '#web/ui/messages/lazy-part.tsx';
import { Link } from '#web/ui/buttons/link.tsx';
import { ActionMenu } from '#web/ui/overlays/menu.tsx';
import { FromSource } from '#web/ui/fields/from-source.tsx';
import { Notice } from '#web/ui/messages/notice.tsx';
import { PageHead, Tabs } from '#web/ui/layout/page-head.tsx';
import { NotLoaded } from '#web/ui/layout/record-error.tsx';
import { StatusPill } from '#web/ui/values/status-pill.tsx';
import type { RowAction } from '#web/ui/table/description.ts';
import { useOpened } from '#web/ui/overlays/use-opened.ts';
import { AveDollarLedger } from './ave-dollar-ledger.tsx';
import * as styles from './school-page.module.css';
import { uploadAccess } from '@pos/contract/imports/uploads';
import { RECORD_STATUS } from '@pos/contract/record-status';
import { studentsUploadPath } from '#web/fairs/schools/students-upload-path.ts';
import { RecordBody } from '#web/ui/layout/record.tsx';
import { schoolStudents } from './school-page.data.ts';
import { formatDayRange } from '@pos/contract/values/days';
import { FairStateCell } from '#web/fairs/fairs/fair-state-cell.tsx';
import { fairPath } from '#web/fairs/fairs/fair-paths.ts';
import { fairsList } from '#web/fairs/fairs/fairs.data.ts';
import { Amount } from '#web/ui/values/amount.tsx';
import { STATES, toStateCode } from '@pos/contract/states';
import { fullZoneName } from '@pos/contract/values/clock';
import { formatPhone } from '#web/lib/input/phone.ts';
import { BillingCard } from './billing-card.tsx';

/** Maximum number of fairs on the page of a school. */
const LATEST = 10;

/** Latest fairs of a school, newest first. */
function SchoolFairs({ school: { id, fairs } }: { school: School }) {
  const query = useQuery({
    ...fairsList({ page: 1, limit: LATEST, sort: '-startDate', schoolId: id }),
    enabled: fairs > 0,
  });
  return (
    <Card
      title="Fairs"
      count={fairs}
      rows={fairs > 0}
      aside={
        fairs > LATEST && (
          <Link to={pathTo('fairs', {}, { schoolId: id })} className="link">
            All fairs
          </Link>
        )
      }
    >
      {fairs === 0 ? (
        <p className="muted">No fairs yet.</p>
      ) : (
        <RecordBody query={query} what="The list of fairs">
          {({ data: { results } }) => (
            <ul className={`${styles.rows} lined`}>
              {results.map((fair) => (
                <li key={fair.id}>
                  <Link to={fairPath(fair.id)} className="link">
                    {fair.name}
                  </Link>
                  {fair.netCents !== null && <Amount cents={fair.netCents} />}
                  <span className="caption">{formatDayRange(fair.startDate, fair.endDate)}</span>
                  <FairStateCell fair={fair} />
                </li>
              ))}
            </ul>
          )}
        </RecordBody>
      )}
    </Card>
  );
}

const MergeSchoolDialog = asidePart(() => import('./merge-dialog.tsx'), 'MergeSchoolDialog');

export function SchoolDetailsPage() {
  const query = useQuery(schoolDetails(useRecordId()));
  const { data: school } = query;
  if (!school)
    return <NotLoaded what="school" query={query} outline={<FormSkeleton cards={3} />} />;
  return <SchoolPage school={school} />;
}

const StudentDataTab = lazyPart(() => import('./student-data-tab.tsx'), 'StudentDataTab');

type SchoolTab = 'overview' | 'ave-dollars' | 'student-data' | 'activity';
const TABS: readonly { tab: SchoolTab; label: string }[] = [
  { tab: 'overview', label: 'Overview' },
  { tab: 'ave-dollars', label: 'AveDollars' },
  { tab: 'student-data', label: 'Student data' },
  { tab: 'activity', label: 'Activity' },
];

function SchoolPage({ school }: { school: School }) {
  const asked = useSearchParams()['tab'];
  const rights = useRights();
  const hidden: Partial<Record<SchoolTab, boolean>> = {
    'ave-dollars': !allows(aveDollarsApi.list.access, rights),
    'student-data': !allows(studentDataApi.get.access, rights) || school.mergedInto !== null,
  };
  const tabs = TABS.filter(({ tab }) => !hidden[tab]);
  const current = tabs.find(({ tab }) => tab === asked)?.tab ?? 'overview';
  return (
    <>
      <SchoolHead school={school} />
      <Tabs
        label="Parts of this school"
        tabs={tabs.map(({ tab, label }) => ({
          label,
          to: pathTo(
            'school-details',
            { id: school.id },
            { tab: tab === 'overview' ? undefined : tab },
          ),
          current: tab === current,
        }))}
      />
      {current === 'overview' && <SchoolOverview school={school} />}
      {current === 'ave-dollars' && <AveDollarLedger school={school} />}
      {current === 'student-data' && (
        <Suspense fallback={<FormSkeleton cards={2} />}>
          <StudentDataTab school={school} />
        </Suspense>
      )}
      {current === 'activity' && <ActivityTab entity="school" entityId={school.id} />}
    </>
  );
}

function SchoolOverview({ school }: { school: School }) {
  return (
    <div className="stack">
      {school.mergedInto && (
        <Notice kind="quiet">
          This duplicate was merged into{' '}
          <Link to={pathTo('school-details', { id: school.mergedInto.id })}>
            {school.mergedInto.name}
          </Link>
          , which has its fairs, students and AveDollars.
        </Notice>
      )}
      {school.inSource && <FromSource what="school" />}
      <KeyNumbers
        numbers={[
          { label: 'Fairs', value: formatCount(school.fairs) },
          { label: 'AveDollars', value: formatCents(school.aveDollarBalanceCents) },
          {
            label: 'Enrollment',
            value: school.enrollment === null ? '–' : formatCount(school.enrollment),
          },
        ]}
      />
      <div className={styles.figures}>
        <SchoolFairs school={school} />
        <Allowed to={studentsApi.schoolTotals}>
          <SchoolStudents school={school} />
        </Allowed>
      </div>
      <SchoolCards school={school} />
    </div>
  );
}

function SchoolHead({ school }: { school: School }) {
  const { opened: isMerging, open, close } = useOpened<true>();
  const mayMerge = allows(schoolMergesApi.merge.access, useRights());
  const merge: RowAction = {
    label: 'Merge a duplicate…',
    icon: IconArrowsJoin,
    run: () => open(true),
  };
  const others = useSchoolActions()(school);
  const actions = school.mergedInto ? [] : [...(mayMerge ? [merge] : []), ...others];
  const place = [school.city, school.state].filter(Boolean).join(', ');
  return (
    <PageHead
      title={school.name}
      crumbs={[
        { label: 'Schools', to: listAddress(pathTo('schools')) },
        { label: school.identifier, mono: true },
      ]}
      badge={<StatusPill status={RECORD_STATUS[school.status]} />}
      sub={place && <span>{place}</span>}
      actions={
        <>
          {!school.mergedInto && (
            <Allowed to={schoolsApi.update}>
              <ButtonLink to={pathTo('edit-school', { id: school.id })}>
                <IconEdit size={16} stroke={1.75} aria-hidden /> Edit
              </ButtonLink>
            </Allowed>
          )}
          {isMerging && <MergeSchoolDialog school={school} onClose={close} />}
          {actions.length > 0 && <ActionMenu look="page" label="More actions" actions={actions} />}
        </>
      }
    />
  );
}

/** Number of a school's students and the money in their eWallets, for readers of students. */
function SchoolStudents({ school: { id } }: { school: School }) {
  const query = useQuery(schoolStudents(id));
  return (
    <Card
      title="Students"
      aside={
        <span className="row">
          <Allowed to={{ access: uploadAccess('students') }}>
            <Link to={studentsUploadPath(id)} className="link">
              Upload list
            </Link>
          </Allowed>
          <Link to={pathTo('students', {}, { schoolId: id })} className="link">
            All students
          </Link>
        </span>
      }
    >
      <RecordBody query={query} what="The students">
        {({ students, withBalance, walletBalanceCents }) => (
          <Facts
            facts={[
              ['Active students', formatCount(students)],
              ['With an eWallet balance', formatCount(withBalance)],
              ['In their eWallets', formatCents(walletBalanceCents)],
            ]}
          />
        )}
      </RecordBody>
    </Card>
  );
}

/** Facts of a school: place, people, and tax and billing. */
function SchoolCards({ school }: { school: School }) {
  const { address, city, zip, phone, timeZone, region } = school;
  const code = toStateCode(school.state);
  const facts: (readonly [label: string, value: ReactNode])[] = [
    ['Address', address],
    ['City', city],
    ['State', code ? STATES[code] : school.state],
    ['ZIP code', zip],
    ['Phone', phone && <Phone key="phone" number={phone} />],
    ['Time zone', fullZoneName(timeZone)],
    ['Region', region],
  ];
  return (
    <div className={styles.cards}>
      <Card title="Location">
        <Facts facts={facts.filter(([, value]) => Boolean(value))} />
      </Card>
      <PeopleCard school={school} />
      <BillingCard school={school} />
    </div>
  );
}

function PeopleCard({ school }: { school: School }) {
  const { coordinatorName, coordinatorEmail, coordinatorPhone, contacts } = school;
  const coordinator = {
    name: coordinatorName,
    role: 'Coordinator',
    email: coordinatorEmail,
    phone: coordinatorPhone,
  };
  const hasCoordinator = Boolean(coordinatorName || coordinatorEmail || coordinatorPhone);
  const people = [...(hasCoordinator ? [coordinator] : []), ...contacts];
  return (
    <Card
      title="People"
      aside={
        !hasCoordinator &&
        !school.mergedInto && (
          <Allowed to={schoolsApi.update}>
            <Link to={pathTo('edit-school', { id: school.id })} className="link">
              Add coordinator
            </Link>
          </Allowed>
        )
      }
    >
      {people.length === 0 && (
        <p className="muted">
          No coordinator or contact yet. Nobody gets the sheets and statements by email.
        </p>
      )}
      <ul className={`${styles.people} grid gap-12 small`} data-private>
        {people.map(({ name, role, email, phone }) => (
          <li key={[name, role, email, phone].join()}>
            <span>
              {name || 'No name'} {role && <span className="muted">{role}</span>}
            </span>
            {email && <a href={`mailto:${email}`}>{email}</a>}
            {phone && <Phone number={phone} />}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Phone({ number }: { number: string }) {
  return <a href={`tel:${number}`}>{formatPhone(number)}</a>;
}
