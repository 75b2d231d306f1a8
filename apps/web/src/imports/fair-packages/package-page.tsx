import {
  PACKAGE_OPTIONS,
  QueryPackageOption,
  type PackageOption,
} from '@pos/contract/fairs/package-options';
import { packagesApi, type PackageContents } from '@pos/contract/imports/fair-packages';
import { allows } from '@pos/contract/permissions';
import { seasonName } from '@pos/contract/fairs/seasons';
import { formatCount } from '@pos/contract/values/counts';
import { formatCents } from '@pos/contract/values/money';
import { IconPackages } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ActivityTab } from '#web/staff/activity/activity-tab.tsx';
import { pathTo } from '#web/lib/api/paths.ts';
import { useRecordId } from '#web/lib/api/record-id.ts';
import { useSearchParams } from '#web/lib/lists/search-state.ts';
import { useRights } from '#web/lib/session/session.tsx';
import { ButtonLink } from '#web/ui/buttons/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Empty } from '#web/ui/messages/notice.tsx';
import { PageHead, Tabs } from '#web/ui/layout/page-head.tsx';
import { RecordBody } from '#web/ui/layout/record.tsx';
import { ContentsForm } from './contents-form.tsx';
import { PackedTitleCell, addUpContents } from './packed-title.tsx';
import { contentsForForm, packageContents } from './packages.data.ts';
import * as styles from './packages.module.css';
import { SeasonSelect, useSeason } from './season-select.tsx';

/** Contents of one package in one season: a form for editors, otherwise a list. */
export function PackagePage() {
  const season = useSeason();
  const id = useRecordId();
  const option = QueryPackageOption.safeParse(id).data;
  const current = useSearchParams()['tab'] === 'activity' ? 'activity' : undefined;
  const mayEdit = allows(packagesApi.save.access, useRights());
  if (option === undefined)
    return (
      <Empty
        title="This package does not exist"
        text="There are twelve of them."
        icon={IconPackages}
        actions={<ButtonLink to={pathTo('packages')}>All packages</ButtonLink>}
      />
    );
  return (
    <>
      <PageHead
        title={`Package ${PACKAGE_OPTIONS[option]}`}
        crumbs={[
          { label: 'Packages', to: pathTo('packages', {}, { season }) },
          { label: PACKAGE_OPTIONS[option], mono: true },
        ]}
        sub={<span>{seasonName(season)}</span>}
        actions={
          <SeasonSelect
            season={season}
            to={(other) => pathTo('package', { id }, { season: other })}
          />
        }
      />
      <Tabs
        label="Parts of this package"
        tabs={TABS.map(({ tab, label }) => ({
          label,
          to: pathTo('package', { id }, { season, tab }),
          current: tab === current,
        }))}
      />
      {current === 'activity' ? (
        <PackageActivity option={option} season={season} />
      ) : mayEdit ? (
        <EditedPackage key={`${option} ${season}`} option={option} season={season} />
      ) : (
        <ShownPackage option={option} season={season} />
      )}
    </>
  );
}

const TABS: readonly { tab: string | undefined; label: string }[] = [
  { tab: undefined, label: 'Contents' },
  { tab: 'activity', label: 'Activity' },
];

type PackageProps = { option: PackageOption; season: string };

function EditedPackage({ option, season }: PackageProps) {
  // Number of times the form was reset to the stored list.
  const [round, setRound] = useState(0);
  const query = useQuery(contentsForForm(option, season));
  return (
    <RecordBody query={query} what="The package">
      {(contents) => (
        <ContentsForm
          key={round}
          stored={contents}
          onReload={() => void query.refetch().then(() => setRound((before) => before + 1))}
        />
      )}
    </RecordBody>
  );
}

function ShownPackage({ option, season }: PackageProps) {
  const query = useQuery(packageContents(option, season));
  return (
    <RecordBody query={query} what="The package">
      {(contents) => <ContentsCard contents={contents} />}
    </RecordBody>
  );
}

function PackageActivity({ option, season }: PackageProps) {
  const query = useQuery(packageContents(option, season));
  return (
    <RecordBody query={query} what="The package">
      {({ id }) =>
        id === null ? (
          <NoContents season={season} />
        ) : (
          <ActivityTab entity="package" entityId={id} />
        )
      }
    </RecordBody>
  );
}

function NoContents({ season }: { season: string }) {
  return (
    <Card>
      <Empty
        title="No contents yet"
        text={`Nobody has entered what this package contains in ${seasonName(season)}.`}
        icon={IconPackages}
      />
    </Card>
  );
}

function ContentsCard({ contents: { contents, season } }: { contents: PackageContents }) {
  if (contents.length === 0) return <NoContents season={season} />;
  return (
    <Card title="Contents" intro={addUpContents(contents)} rows>
      <ul className={`${styles.titles} lined`} aria-label="Titles of the package">
        {contents.map((title) => (
          <li key={title.titleId}>
            <PackedTitleCell title={title} />
            <span className="numeric">{formatCount(title.qty)} units</span>
            <span className="numeric muted">{formatCents(title.qty * title.priceCents)}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
