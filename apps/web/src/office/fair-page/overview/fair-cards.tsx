import type { FairDetails } from '@pos/contract/fairs/fairs';
import { PACKAGE_OPTIONS } from '@pos/contract/fairs/package-options';
import { toSeason } from '@pos/contract/fairs/seasons';
import { formatCount } from '@pos/contract/values/counts';
import { formatPpm } from '@pos/contract/values/percent';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { NotesCard } from '#web/staff/activity/notes-card.tsx';
import { fairPath } from '#web/fairs/fairs/fair-paths.ts';
import { packagesOfSeason, packageWords } from '#web/fairs/fairs/fairs.data.ts';
import { pathTo } from '#web/lib/api/paths.ts';
import { formatPhone } from '#web/lib/input/phone.ts';
import { AttentionList, type AttentionItem } from '#web/ui/layout/attention-list.tsx';
import { Card, Facts } from '#web/ui/layout/card.tsx';
import { Link } from '#web/ui/buttons/link.tsx';

/** Points of a fair that need a person; nothing if there are none. */
export function AttentionCard({ items }: { items: readonly AttentionItem[] }) {
  if (items.length === 0) return null;
  return (
    <Card title="Needs attention" count={items.length} rows>
      <AttentionList items={items} />
    </Card>
  );
}

/** Notes on a fair. */
export function FairNotes({ fair: { id } }: { fair: FairDetails }) {
  return <NotesCard entity="fair" entityId={id} activityPath={fairPath(id, 'activity')} />;
}

/** Facts of a fair and its school. Before the fair, its checklist has the hours and the tax rate. */
export function DetailsCard({ fair }: { fair: FairDetails }) {
  const isPlanned = fair.phase === 'upcoming';
  const facts: (readonly [string, ReactNode])[] = [
    [
      'School',
      <Link key="school" to={pathTo('school-details', { id: fair.schoolId })} className="link">
        {fair.schoolName}
      </Link>,
    ],
    ['School identifier', fair.schoolIdentifier],
    ['Enrollment', fair.schoolEnrollment === null ? '–' : formatCount(fair.schoolEnrollment)],
    ...(isPlanned
      ? []
      : ([
          ['Hours', fair.hours.replaceAll(' - ', ' – ') || '–'],
          ['Sales tax', formatPpm(fair.salesTaxRatePpm)],
        ] as const)),
    ['Package', <FairPackage key="package" fair={fair} />],
    ['School phone', formatPhone(fair.schoolPhone) || '–'],
  ];
  return (
    <Card title="Details">
      <Facts facts={facts} />
    </Card>
  );
}

/** Package of a fair with what it contains in the fair's season. */
function FairPackage({ fair: { packageOption, startDate, phase } }: { fair: FairDetails }) {
  const season = toSeason(startDate);
  const { data } = useQuery(packagesOfSeason(season));
  const row = data?.find((each) => each.packageOption === packageOption);
  return (
    <>
      <Link to={pathTo('package', { id: String(packageOption) }, { season })} className="link">
        {PACKAGE_OPTIONS[packageOption]}
      </Link>
      {row && (row.titles > 0 || phase === 'upcoming') && (
        <small className="caption">, {packageWords(row)}</small>
      )}
    </>
  );
}
