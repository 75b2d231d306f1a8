import { FairInventoryQuery, type FairLine } from '@pos/contract/stock/inventory';
import { formatCents } from '@pos/contract/values/money';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId } from 'react';
import { Panel, useHasPanelRoom } from '#web/ui/overlays/panel.tsx';
import { Sheet } from '#web/ui/overlays/sheet.tsx';
import { StepButtons } from '#web/ui/buttons/step-buttons.tsx';
import { useNeighbors } from '#web/ui/table/use-neighbors.ts';
import { TitleCover } from '#web/ui/values/title-cover.tsx';
import { useSearchState } from '#web/lib/lists/search-state.ts';
import { AdjustForm } from './adjust-form.tsx';
import { fairInventory, lineMovements } from './inventory.data.ts';
import * as adjustStyles from './adjust.module.css';
import { formatCount } from '@pos/contract/values/counts';
import { Ago } from '#web/ui/values/ago.tsx';
import * as styles from './line-movements.module.css';
import { movementWords } from './stock-words.ts';

type AdjustPanelProps = {
  fairId: string;
  line: FairLine;
  /** Opens the form of another line. */
  onStep: (line: FairLine) => void;
  onClose: () => void;
};

/** Form to adjust one line: beside the list if there is room, else a sheet from the bottom. */
export function AdjustPanel({ fairId, line: opened, onStep, onClose }: AdjustPanelProps) {
  const hasRoom = useHasPanelRoom();
  useEffect(
    () => () => {
      // The panel is removed after this, and the row's button has been replaced by then.
      setTimeout(() => {
        if (document.activeElement === document.body)
          document
            .querySelector<HTMLElement>(`tr[data-id="${opened.id}"] [data-part=button]`)
            ?.focus({ preventScroll: true });
      });
    },
    [opened.id],
  );
  // The current line, even if the list has moved to another page.
  const { data } = useQuery(
    fairInventory({ fairId, search: opened.sku, page: 1, limit: 50, sort: 'title' }),
  );
  const line = data?.data.results.find(({ id }) => id === opened.id) ?? opened;
  const { change } = useSearchState(FairInventoryQuery);
  const neighbors = useNeighbors({
    id: line.id,
    schema: FairInventoryQuery,
    list: fairInventory,
    fixed: { fairId },
    open: (next, changes) => {
      if ('page' in changes) change({ page: changes.page });
      onStep(next);
    },
  });
  const title = `Adjust ${line.title}`;
  const cover = (
    <TitleCover
      title={line.title}
      category={line.category}
      pictureId={line.pictureId}
      height={50}
    />
  );
  const facts = (
    <>
      <span className="monospace">{line.isbn13 ?? line.sku}</span>
      {` · ${formatCents(line.priceCents)}`}
      {line.cartons.length > 0 &&
        ` · ${line.cartons.map((code) => code.split('-').at(-1)).join(', ')}`}
    </>
  );
  const form = (
    <div className={adjustStyles.adjustForm}>
      <AdjustForm key={line.id} line={line} onClose={onClose}>
        <LineMovements lineId={line.id} />
      </AdjustForm>
    </div>
  );
  return hasRoom ? (
    <Panel
      title={title}
      picture={cover}
      sub={facts}
      actions={<StepButtons what="title" id={line.id} {...neighbors} />}
      onClose={onClose}
    >
      {form}
    </Panel>
  ) : (
    <Sheet title={title} side="bottom" onClose={onClose}>
      <div className="row gap-12">
        {cover}
        <p className="caption">{facts}</p>
      </div>
      {form}
    </Sheet>
  );
}

/** Last stock movements of a title at its fair; nothing until they are loaded. */
function LineMovements({ lineId }: { lineId: string }) {
  const heading = useId();
  const { data: movements } = useQuery(lineMovements(lineId));
  if (!movements?.length) return null;
  return (
    <section className={styles.movements} aria-labelledby={heading}>
      <h3 id={heading}>Last movements</h3>
      <ul className="lined" aria-labelledby={heading}>
        {movements.map((movement) => (
          <li key={movement.id}>
            <span className="two-lines">
              <span>{movementWords(movement)}</span>
              <small>
                <Ago at={movement.at} /> · <span data-private>{movement.actor}</span>
                {movement.orderNumber && (
                  <span title={movement.orderNumber}>
                    {' · order '}
                    <span className="monospace">{movement.orderNumber.split('-').at(-1)}</span>
                  </span>
                )}
                {movement.note && ` · ${movement.note}`}
              </small>
            </span>
            <span className="numeric medium">
              {movement.delta > 0 && '+'}
              {formatCount(movement.delta)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
