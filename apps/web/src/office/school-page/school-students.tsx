import type { School } from '@pos/contract/fairs/schools';
import { uploadAccess } from '@pos/contract/imports/uploads';
import { formatCount } from '@pos/contract/values/counts';
import { formatCents } from '@pos/contract/values/money';
import { useQuery } from '@tanstack/react-query';
import { studentsUploadPath } from '#web/fairs/schools/students-upload-path.ts';
import { pathTo } from '#web/lib/api/paths.ts';
import { Allowed } from '#web/lib/session/session.tsx';
import { Card, Facts } from '#web/ui/layout/card.tsx';
import { Link } from '#web/ui/buttons/link.tsx';
import { RecordBody } from '#web/ui/layout/record.tsx';
import { schoolStudents } from './school-page.data.ts';

/** Number of a school's students and the money in their eWallets, for readers of students. */
export function SchoolStudents({ school: { id } }: { school: School }) {
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
