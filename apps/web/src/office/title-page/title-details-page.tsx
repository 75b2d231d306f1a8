import { seasonName, toSeason, seasonsAround } from '@pos/contract/fairs/seasons';
import { RECORD_STATUS } from '@pos/contract/record-status';
import { TITLE_STOCK } from '@pos/contract/stock/inventory';
import { titlesApi, type Title, NewSeasonPrice } from '@pos/contract/stock/titles';
import { formatCount } from '@pos/contract/values/counts';
import { formatCents } from '@pos/contract/values/money';
import { IconEdit } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { ActivityTab } from '#web/staff/activity/activity-tab.tsx';
import { TitleFairs } from '#web/stock/inventory/title-fairs.tsx';
import { TitleMovementList } from '#web/stock/inventory/title-movements.tsx';
import { useTitleActions } from '#web/stock/inventory/use-title-actions.ts';
import { listAddress } from '#web/lib/lists/list-address.ts';
import { pathTo } from '#web/lib/api/paths.ts';
import { useRecordId } from '#web/lib/api/record-id.ts';
import { useSearchParams } from '#web/lib/lists/search-state.ts';
import { Allowed } from '#web/lib/session/session.tsx';
import { ButtonLink, Button } from '#web/ui/buttons/button.tsx';
import { Card, Facts, KeyNumbers } from '#web/ui/layout/card.tsx';
import { FormSkeleton } from '#web/ui/form/form-skeleton.tsx';
import { ActionMenu } from '#web/ui/overlays/menu.tsx';
import { FromSource } from '#web/ui/fields/from-source.tsx';
import { PageHead, Tabs } from '#web/ui/layout/page-head.tsx';
import { NotLoaded } from '#web/ui/layout/record-error.tsx';
import { StatusPill } from '#web/ui/values/status-pill.tsx';
import { useOpened } from '#web/ui/overlays/use-opened.ts';
import { PictureCard } from './picture-card.tsx';
import { taxClass } from './tax-classes.ts';
import { titleDetails, useSetSeasonPrice } from './title-page.data.ts';
import * as styles from './title-page.module.css';
import { today } from '@pos/contract/values/clock';
import { HERE } from '#web/lib/input/time.ts';
import { SelectField } from '#web/ui/fields/choice-fields.tsx';
import { NumberField } from '#web/ui/fields/number-field.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { toast } from '#web/ui/messages/toast.tsx';

export function TitleDetailsPage() {
  const query = useQuery(titleDetails(useRecordId()));
  const { data: title } = query;
  if (!title) return <NotLoaded what="title" query={query} outline={<FormSkeleton cards={3} />} />;
  return <TitlePage title={title} />;
}

type TitleTab = 'overview' | 'movements' | 'activity';
const TABS: readonly { tab: TitleTab; label: string }[] = [
  { tab: 'overview', label: 'Overview' },
  { tab: 'movements', label: 'Movements' },
  { tab: 'activity', label: 'Activity' },
];

function TitlePage({ title }: { title: Title }) {
  const asked = useSearchParams()['tab'];
  const current = TABS.find(({ tab }) => tab === asked)?.tab ?? 'overview';
  return (
    <>
      <TitleHead title={title} />
      <Tabs
        label="Parts of this title"
        tabs={TABS.map(({ tab, label }) => ({
          label,
          to: pathTo(
            'title-details',
            { id: title.id },
            { tab: tab === 'overview' ? undefined : tab },
          ),
          current: tab === current,
        }))}
      />
      {current === 'overview' && <TitleOverview title={title} />}
      {current === 'movements' && <TitleMovementList title={title} />}
      {current === 'activity' && <ActivityTab entity="title" entityId={title.id} />}
    </>
  );
}

function TitleOverview({ title }: { title: Title }) {
  return (
    <div className="stack">
      {title.inSource && (
        <FromSource what="title">
          {title.sourceSku && ` Its SKU there is ${title.sourceSku}.`}
        </FromSource>
      )}
      <KeyNumbers
        numbers={[
          { label: 'In the warehouse', value: formatCount(title.warehouseQty) },
          { label: 'Allocated', value: formatCount(title.allocatedQty) },
          { label: 'Available', value: formatCount(title.availableQty) },
          { label: 'At fairs', value: formatCount(title.atFairsQty) },
        ]}
      />
      <div className={styles.cards}>
        <PictureCard title={title} />
        <div className="stack">
          <FactsCard title={title} />
          <SeasonPrices title={title} />
        </div>
      </div>
      <Card title="Fairs">
        <TitleFairs title={title} />
      </Card>
    </div>
  );
}

function FactsCard({ title }: { title: Title }) {
  const code = (value: string | null) => (value ? <span className="monospace">{value}</span> : '–');
  return (
    <Card title="Title">
      <Facts
        facts={[
          ['Author', title.author || '–'],
          ['Category', title.category],
          ['Format', title.format || '–'],
          ['ISBN', code(title.isbn13)],
          ['UPC', code(title.upc)],
          ['SKU', code(title.sku)],
          ['Price', formatCents(title.priceCents)],
          ['Tax class', taxClass(title.taxable)],
        ]}
      />
    </Card>
  );
}

function TitleHead({ title }: { title: Title }) {
  const actions = useTitleActions().getActions?.(title) ?? [];
  return (
    <PageHead
      title={title.title}
      crumbs={[
        { label: 'All inventory', to: listAddress(pathTo('inventory')) },
        { label: title.sku, mono: true },
      ]}
      badge={
        <>
          <StatusPill status={RECORD_STATUS[title.status]} />
          {title.stock !== 'in' && <StatusPill status={TITLE_STOCK[title.stock]} />}
        </>
      }
      sub={title.author && <span>{title.author}</span>}
      actions={
        <>
          <Allowed to={titlesApi.update}>
            <ButtonLink to={pathTo('edit-title', { id: title.id })}>
              <IconEdit size={16} stroke={1.75} aria-hidden /> Edit
            </ButtonLink>
          </Allowed>
          {actions.length > 0 && <ActionMenu look="page" label="More actions" actions={actions} />}
        </>
      }
    />
  );
}

/** Prices of a title by season, which fairs planned in it take; editors set them. */
function SeasonPrices({ title }: { title: Title }) {
  const { opened: isOpen, open, close } = useOpened<true>();
  return (
    <Card
      title="Prices by season"
      intro="For fairs that start in the season. Titles already at a fair keep their price there."
      aside={
        <Allowed to={titlesApi.setSeasonPrice}>
          <Button size="sm" onClick={() => open(true)}>
            Set a price…
          </Button>
        </Allowed>
      }
    >
      <Facts
        facts={[
          ...title.seasonPrices.map(
            ({ season, priceCents }) => [seasonName(season), formatCents(priceCents)] as const,
          ),
          [
            title.seasonPrices.length > 0 ? 'All other seasons' : 'All seasons',
            formatCents(title.priceCents),
          ],
        ]}
      />
      {isOpen && <SeasonPriceDialog title={title} onClose={close} />}
    </Card>
  );
}

/** Sets the price of a title in a season, or takes it away. */
function SeasonPriceDialog({ title, onClose }: { title: Title; onClose: () => void }) {
  const set = useSetSeasonPrice(title.id);
  const seasons = seasonsAround(
    today(HERE),
    title.seasonPrices.map(({ season }) => season),
  );
  return (
    <FormDialog
      title={`Price of ${title.title} in a season`}
      onClose={onClose}
      schema={NewSeasonPrice}
      values={{ season: toSeason(today(HERE)), priceCents: null }}
      save={async ({ season, priceCents }) => {
        await set.mutateAsync({ season, priceCents: priceCents ?? null });
        return { season, priceCents };
      }}
      onSaved={({ season, priceCents }) => {
        toast.ok({
          title: priceCents === null || priceCents === undefined ? 'Price removed' : 'Price set',
          detail: `${title.title}, ${seasonName(season)}`,
        });
        onClose();
      }}
      submitLabel="Set price"
    >
      <SelectField
        name="season"
        label="Season"
        choices={seasons.map((value) => ({ value, label: seasonName(value) }))}
      />
      <NumberField
        name="priceCents"
        label="Price"
        prefix="$"
        decimals={2}
        scaled
        hint={`Leave blank to take the price of the catalog, ${formatCents(title.priceCents)}.`}
      />
    </FormDialog>
  );
}
