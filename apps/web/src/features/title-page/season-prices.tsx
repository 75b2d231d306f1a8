import { titlesApi, type Title } from '@pos/contract/titles';
import { seasonName } from '@pos/contract/seasons';
import { formatCents } from '@pos/contract/values/money';
import { Allowed } from '#web/lib/session.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card, Facts } from '#web/ui/card.tsx';
import { useOpened } from '#web/ui/use-opened.ts';
import { SeasonPriceDialog } from './season-price-dialog.tsx';

/** Prices of a title by season, which fairs planned in it take; editors set them. */
export function SeasonPrices({ title }: { title: Title }) {
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
