import { PACKAGE_OPTIONS } from '@pos/contract/fairs/package-options';
import {
  packagesApi,
  type MadePackingList,
  type PackingProposal,
  type ProposedTitle,
} from '@pos/contract/imports/fair-packages';
import { seasonName } from '@pos/contract/fairs/seasons';
import { formatInstant } from '@pos/contract/values/clock';
import { formatCount, pluralize } from '@pos/contract/values/counts';
import { formatCents } from '@pos/contract/values/money';
import { IconPackages } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { fairPath, uploadPath } from '#web/fairs/fairs/fair-paths.ts';
import { failureText } from '#web/lib/api/failure.ts';
import { pathTo } from '#web/lib/api/paths.ts';
import { useRecordId } from '#web/lib/api/record-id.ts';
import { Allowed } from '#web/lib/session/session.tsx';
import { HERE } from '#web/lib/input/time.ts';
import { Button, ButtonLink } from '#web/ui/buttons/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { boxClass } from '#web/ui/fields/box-class.ts';
import { FormSkeleton } from '#web/ui/form/form-skeleton.tsx';
import { Link } from '#web/ui/buttons/link.tsx';
import { Empty, Notice } from '#web/ui/messages/notice.tsx';
import { PageHead } from '#web/ui/layout/page-head.tsx';
import { NotLoaded } from '#web/ui/layout/record-error.tsx';
import { toast } from '#web/ui/messages/toast.tsx';
import { PackedTitleCell, addUpContents } from './packed-title.tsx';
import { packingProposal, useMakePackingList } from './packages.data.ts';
import * as styles from './packages.module.css';
import {
  decidedList,
  decisionsFor,
  LEAVE_OUT,
  SEND_ALL,
  type Decisions,
} from './packing-decisions.ts';

/** Page that makes a fair's packing list from its package. */
export function PackingListPage() {
  const id = useRecordId();
  const query = useQuery(packingProposal(id));
  const { data, refetch } = query;
  if (!data) return <NotLoaded what="fair" query={query} outline={<FormSkeleton cards={1} />} />;
  return (
    <>
      <PageHead
        title="Make packing list"
        crumbs={[
          { label: 'Fairs', to: pathTo('fairs') },
          { label: data.fairIdentifier, to: fairPath(id), mono: true },
          { label: 'Packing list' },
        ]}
        sub={<span>{data.fairName}</span>}
      />
      <div className="stack">
        {data.made.map((list) => (
          <MadeNotice key={list.id} list={list} fairId={id} />
        ))}
        <Body proposal={data} onStale={() => void refetch()} />
      </div>
    </>
  );
}

/** The proposal, or the reason for which there is none. A list is made again once it is undone. */
function Body({ proposal, onStale }: { proposal: PackingProposal; onStale: () => void }) {
  const { fairId, made, contents, isClosedOut } = proposal;
  if (isClosedOut)
    return (
      <Notice kind="quiet" action={<Link to={fairPath(fairId, 'close-out')}>See close-out</Link>}>
        This fair is closed out. Its inventory cannot be changed until the close-out is reverted.
      </Notice>
    );
  if (made.some(({ undoneAt }) => undoneAt === null))
    return (
      <div>
        <ButtonLink to={fairPath(fairId, 'inventory')} variant="primary">
          See the inventory
        </ButtonLink>
      </div>
    );
  if (contents.length === 0) return <NoContents proposal={proposal} />;
  return <Proposal proposal={proposal} onStale={onStale} />;
}

function toName({ packageOption, season }: Pick<PackingProposal, 'packageOption' | 'season'>) {
  return `${PACKAGE_OPTIONS[packageOption]} of ${seasonName(season)}`;
}

function contentsPath({ packageOption, season }: PackingProposal): string {
  return pathTo('package', { id: String(packageOption) }, { season });
}

/** A packing list that was made before, with what was substituted. */
function MadeNotice({ list, fairId }: { list: MadePackingList; fairId: string }) {
  const { madeAt, madeBy, units, jobId, undoneAt, substitutes } = list;
  return (
    <Notice
      kind={undoneAt ? 'quiet' : 'info'}
      action={jobId && <Link to={`${uploadPath(fairId)}?job=${jobId}`}>See this packing list</Link>}
    >
      {madeBy} made the packing list of {toName(list)} on {formatInstant(madeAt, HERE)}:{' '}
      {pluralize(units, 'unit', 'units')}
      {undoneAt ? ', undone since.' : '.'}
      {substitutes.map(({ title, insteadOf, qty }) => (
        <span key={insteadOf}>
          {' '}
          {title === null
            ? `${formatCount(qty)} × ${insteadOf} left out.`
            : `${formatCount(qty)} × ${title} instead of ${insteadOf}.`}
        </span>
      ))}
    </Notice>
  );
}

function NoContents({ proposal }: { proposal: PackingProposal }) {
  return (
    <Card>
      <Empty
        title={`${toName(proposal)} has no contents yet`}
        text="Enter what the package contains in this season, or upload a packing list."
        icon={IconPackages}
        actions={
          <>
            <Allowed to={packagesApi.save}>
              <ButtonLink to={contentsPath(proposal)} variant="primary">
                Enter contents
              </ButtonLink>
            </Allowed>
            <ButtonLink to={uploadPath(proposal.fairId)}>Upload inventory</ButtonLink>
          </>
        }
      />
    </Card>
  );
}

function Proposal({ proposal, onStale }: { proposal: PackingProposal; onStale: () => void }) {
  const { fairId, version, contents } = proposal;
  const [changed, setChanged] = useState<Decisions>(new Map());
  const [problem, setProblem] = useState<string>();
  const make = useMakePackingList();
  const navigate = useNavigate();
  const decisions = decisionsFor(contents, changed);
  const { substitutes, units } = decidedList(contents, decisions);
  const short = contents.filter(({ shortQty }) => shortQty > 0).length;
  const save = async (): Promise<void> => {
    setProblem(undefined);
    try {
      const { made } = await make.mutateAsync({ fairId, version, substitutes });
      toast.ok({ title: 'Packing list made', detail: pluralize(units, 'unit', 'units') });
      void navigate({ href: `${uploadPath(fairId)}?job=${made[0]?.jobId ?? ''}` });
    } catch (error) {
      setProblem(failureText(error).message);
      onStale();
    }
  };
  return (
    <>
      {problem && <Notice kind="bad">{problem}</Notice>}
      {short > 0 && (
        <Notice kind="warn">
          The warehouse is short of {pluralize(short, 'title', 'titles')}. Check below what is
          packed instead.
        </Notice>
      )}
      <Card
        title={toName(proposal)}
        intro={addUpContents(contents)}
        aside={
          <Link to={contentsPath(proposal)} className="link">
            Contents
          </Link>
        }
        rows
      >
        <ul className={`${styles.titles} lined ${styles.packing}`} aria-label="Packing list">
          {contents.map((title) => (
            <li key={title.titleId}>
              <PackedTitleCell title={title} />
              <span className="numeric">{formatCount(title.qty)} units</span>
              {title.shortQty > 0 && (
                <Decision
                  title={title}
                  decision={decisions.get(title.titleId) ?? SEND_ALL}
                  onDecide={(decision) =>
                    setChanged((before) => new Map([...before, [title.titleId, decision]]))
                  }
                />
              )}
            </li>
          ))}
        </ul>
      </Card>
      <div className="row wrapping">
        <Button variant="primary" busy={make.isPending && 'Sending…'} onClick={() => void save()}>
          Send {pluralize(units, 'unit', 'units')} to the fair
        </Button>
        <ButtonLink to={fairPath(fairId, 'inventory')}>Cancel</ButtonLink>
      </div>
    </>
  );
}

function Decision({
  title: { title, shortQty, substitutes, isActive },
  decision,
  onDecide,
}: {
  title: ProposedTitle;
  decision: string;
  onDecide: (decision: string) => void;
}) {
  const id = useId();
  const units = pluralize(shortQty, 'unit', 'units');
  return (
    <span className={styles.decision}>
      <label htmlFor={id} className="caption">
        {isActive ? (
          <>
            {units} <span className="visually-hidden">of {title} are </span>missing in the warehouse
          </>
        ) : (
          <>
            <span className="visually-hidden">{title} is </span>
            {'Inactive: cannot be sent'}
          </>
        )}
      </label>
      <select
        id={id}
        className={boxClass(false)}
        value={decision}
        onChange={({ target }) => onDecide(target.value)}
      >
        {isActive && <option value={SEND_ALL}>Send all, correct the warehouse</option>}
        <option value={LEAVE_OUT}>Leave out {units}</option>
        {substitutes.map((other) => (
          <option key={other.titleId} value={other.titleId}>
            Instead: {other.title}, {formatCents(other.priceCents)},{' '}
            {formatCount(other.availableQty)} in the warehouse
          </option>
        ))}
      </select>
    </span>
  );
}
