import { NewSeasonPrice, type Title } from '@pos/contract/stock/titles';
import { seasonName, toSeason, seasonsAround } from '@pos/contract/fairs/seasons';
import { today } from '@pos/contract/values/clock';
import { formatCents } from '@pos/contract/values/money';
import { HERE } from '#web/lib/input/time.ts';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { SelectField } from '#web/ui/fields/choice-fields.tsx';
import { NumberField } from '#web/ui/fields/number-field.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { toast } from '#web/ui/messages/toast.tsx';
import { useSetSeasonPrice } from './title-page.data.ts';

/** Sets the price of a title in a season, or takes it away. */
export function SeasonPriceDialog({ title, onClose }: { title: Title; onClose: () => void }) {
  const set = useSetSeasonPrice(title.id);
  const seasons = seasonsAround(
    today(HERE),
    title.seasonPrices.map(({ season }) => season),
  );
  return (
    <Dialog title={`Price of ${title.title} in a season`} onClose={onClose}>
      <Form
        schema={NewSeasonPrice}
        values={{ season: toSeason(today(HERE)), priceCents: null }}
        guard={false}
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
        onCancel={onClose}
      >
        <div className="stack gap-20">
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
        </div>
      </Form>
    </Dialog>
  );
}
