import { nominalUnits, PACKAGE_OPTIONS } from '@pos/contract/fairs/package-options';
import type { PackageRow } from '@pos/contract/imports/fair-packages';
import { seasonName } from '@pos/contract/fairs/seasons';
import { formatCount, pluralize } from '@pos/contract/values/counts';
import { formatCents } from '@pos/contract/values/money';
import { useQuery } from '@tanstack/react-query';
import { packagesOfSeason } from '#web/fairs/fairs/fairs.data.ts';
import { listAddress } from '#web/lib/lists/list-address.ts';
import { pathTo } from '#web/lib/api/paths.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { Link } from '#web/ui/buttons/link.tsx';
import { PageHead } from '#web/ui/layout/page-head.tsx';
import { RecordBody } from '#web/ui/layout/record.tsx';
import { Summary } from '#web/ui/layout/summary.tsx';
import * as styles from './packages.module.css';
import { SeasonSelect, useSeason } from './season-select.tsx';

/** The twelve packages with the figures of their contents in one season. */
export function PackagesPage() {
  const season = useSeason();
  const query = useQuery(packagesOfSeason(season));
  return (
    <>
      <PageHead
        title="Packages"
        crumbs={[{ label: 'Fairs', to: listAddress(pathTo('fairs')) }, { label: 'Packages' }]}
        actions={
          <SeasonSelect season={season} to={(other) => pathTo('packages', {}, { season: other })} />
        }
      />
      <Card
        title={seasonName(season)}
        intro="Your company's two series of packages, 25P and 25C, each in six sizes: the number is about how many units a package has. You decide what it contains in a season; the packing lists of its fairs are made from that."
        rows
      >
        <RecordBody query={query} what="The list of packages">
          {(rows) => <PackageTable rows={rows} season={season} />}
        </RecordBody>
      </Card>
    </>
  );
}

/** Packages that have contents or fairs; the others are folded, unless there are no such. */
function PackageTable({ rows, season }: { rows: readonly PackageRow[]; season: string }) {
  const used = rows.filter(({ titles, fairs }) => titles > 0 || fairs > 0);
  const others = rows.filter((row) => !used.includes(row));
  const name = `Packages of ${seasonName(season)}`;
  if (used.length === 0 || others.length === 0)
    return <PackageRows rows={rows} season={season} name={name} />;
  return (
    <>
      <PackageRows rows={used} season={season} name={name} />
      <details className={styles.others}>
        <Summary>{pluralize(others.length, 'package')} without contents and fairs</Summary>
        <PackageRows rows={others} season={season} name={`Other ${name.toLowerCase()}`} />
      </details>
    </>
  );
}

type PackageRowsProps = { rows: readonly PackageRow[]; season: string; name: string };

function PackageRows({ rows, season, name }: PackageRowsProps) {
  return (
    <ul className={`${styles.packages} lined`} aria-label={name}>
      {rows.map(({ packageOption, titles, units, retailCents, fairs }) => (
        <li key={packageOption}>
          <span className="two-lines">
            <Link
              to={pathTo('package', { id: String(packageOption) }, { season })}
              className="link medium"
            >
              {PACKAGE_OPTIONS[packageOption]}
            </Link>
            <small>about {formatCount(nominalUnits(packageOption))} units</small>
          </span>
          {titles === 0 ? (
            <span className="muted">No contents yet</span>
          ) : (
            <span className="numeric">
              {formatCount(titles)} {titles === 1 ? 'title' : 'titles'}, {formatCount(units)} units,{' '}
              {formatCents(retailCents)} retail
            </span>
          )}
          <span className="numeric muted">
            {formatCount(fairs)} {fairs === 1 ? 'fair' : 'fairs'}
          </span>
        </li>
      ))}
    </ul>
  );
}
