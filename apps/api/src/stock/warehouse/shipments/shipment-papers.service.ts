import type { ShipmentDetails } from '@pos/contract/stock/warehouse/shipments';
import type { LabelPaper } from '@pos/contract/stock/cartons';
import { formatInstant } from '@pos/contract/values/clock';
import { formatCount, pluralize } from '@pos/contract/values/counts';
import { formatDay } from '@pos/contract/values/days';
import type { Db } from '#api/db/db.ts';
import { requireFair } from '#api/fairs/fairs/fairs.service.ts';
import { Failure } from '#api/http/failure.ts';
import { FileAnswer } from '#api/http/feature.ts';
import { Paper, PAPER_WIDTH } from '#api/pdf/paper.ts';
import { printLabels, readCompanyName } from '#api/stock/cartons/labels/labels.service.ts';
import { readShipment } from './shipments.service.ts';

/** Prints the labels of the cartons of a packed shipment. Refuses an open one. */
export async function printShipmentLabels(
  db: Db,
  id: string,
  paper: LabelPaper,
): Promise<FileAnswer> {
  const { number, fairId, lines, packedCartons } = await readShipment(db, id);
  if (packedCartons.length === 0)
    throw new Failure('INVALID_TRANSITION', `Pack ${number} first: its cartons have no codes yet.`);
  const labels = packedCartons.map((carton) => {
    const packed = lines.filter((line) => line.carton === carton.number);
    return {
      code: carton.code,
      notes: [`Restock ${number}`],
      number: carton.number,
      count: packedCartons.length,
      titles: packed.length,
      units: unitsIn(packed),
    };
  });
  return printLabels(db, fairId, paper, labels);
}

const unitsIn = (lines: ShipmentDetails['lines']) =>
  lines.reduce((sum, { quantity }) => sum + quantity, 0);

/** Writes the packing paper of a shipment: the titles of each carton, to pick, pack and check. */
export async function printPackingPaper(db: Db, id: string): Promise<FileAnswer> {
  const shipment = await readShipment(db, id);
  const { number, state, openedBy, openedAt } = shipment;
  const fair = await requireFair(db, shipment.fairId);
  const companyName = await readCompanyName(db);
  const paper = new Paper({
    title: `Packing paper ${number}`,
    author: companyName,
    footer: `${companyName} · ${number} · ${fair.identifier}`,
    createdAt: new Date(openedAt),
  });
  const isFinal = state !== 'open' && state !== 'discarded';
  const words = state === 'open' ? 'Not packed yet' : 'Packed';
  paper.head(companyName, `Restock ${number}`, {
    text: state === 'discarded' ? 'Discarded' : words,
    isFinal,
  });
  paper.facts([
    { label: 'School', value: `${fair.schoolName} (${fair.schoolIdentifier})` },
    { label: 'Fair', value: `${fair.name} (${fair.identifier})` },
    { label: 'Dates', value: `${formatDay(fair.startDate)} – ${formatDay(fair.endDate)}` },
    { label: 'Opened', value: `${formatInstant(openedAt, fair.timeZone)} by ${openedBy}` },
  ]);
  writeCartons(paper, shipment);
  paper.signatures(['Packed by', 'Received by', 'Date']);
  return new FileAnswer(
    `packing-paper_${number}_${fair.identifier}.pdf`,
    'application/pdf',
    await paper.bytes(),
  );
}

function writeCartons(paper: Paper, { lines, packedCartons }: ShipmentDetails): void {
  const cartons = [...Map.groupBy(lines, ({ carton }) => carton)];
  for (const [carton, packed] of cartons) {
    const code = packedCartons.find((each) => each.number === carton)?.code;
    paper.heading(`Carton ${carton} of ${cartons.length}${code ? `, ${code}` : ''}`);
    paper.table(
      [
        { header: 'ISBN or SKU', width: 110 },
        { header: 'Title', width: PAPER_WIDTH - 230 },
        { header: 'Units', width: 50, align: 'right' },
        { header: 'Packed', width: 70, align: 'right' },
      ],
      packed.map(({ sku, title, quantity }) => [sku, title, formatCount(quantity), '______']),
      ['', pluralize(packed.length, 'title'), formatCount(unitsIn(packed)), ''],
    );
  }
  if (cartons.length > 1)
    paper.note(
      `${pluralize(cartons.length, 'carton')}, ${pluralize(unitsIn(lines), 'unit')} altogether.`,
    );
}
