import type { Carton, CartonLabelsQuery, LabelPaper } from '@pos/contract/stock/cartons';
import { formatDay } from '@pos/contract/values/days';
import type { Db } from '#api/db/db.ts';
import { requireFair } from '#api/fairs/fairs/fairs.service.ts';
import { Failure, missing } from '#api/http/failure.ts';
import { FileAnswer } from '#api/http/feature.ts';
import { DrawingWorker } from '#api/pdf/drawing-worker.ts';
import { findCartons } from '../cartons.queries.ts';
import { findCompanyName } from './labels.queries.ts';
import type { CartonLabel, LabelSheet } from './labels-pdf.ts';

const worker = new DrawingWorker<LabelSheet, Uint8Array>(
  new URL('./labels.worker.ts', import.meta.url),
);

/** Prints the labels of a fair's cartons, or of one of them. */
export async function printFairLabels(
  db: Db,
  fairId: string,
  { paper, carton }: CartonLabelsQuery,
): Promise<FileAnswer> {
  const labels = toLabels(await findCartons(db, fairId));
  const chosen = carton === undefined ? labels : labels.filter(({ id }) => id === carton);
  if (carton !== undefined && chosen.length === 0) throw missing('carton');
  return printLabels(db, fairId, paper, chosen);
}

/** Prints labels of a fair. Refuses a fair that does not exist, and an empty sheet. */
export async function printLabels(
  db: Db,
  fairId: string,
  paper: LabelPaper,
  labels: readonly CartonLabel[],
): Promise<FileAnswer> {
  const fair = await requireFair(db, fairId);
  if (labels.length === 0)
    throw new Failure('INVALID_TRANSITION', 'There are no cartons to print labels for.');
  const sheet: LabelSheet = {
    paper,
    companyName: await findCompanyName(db),
    schoolName: fair.schoolName,
    fairName: fair.name,
    fairLine: `${fair.identifier} · ${formatDay(fair.startDate)} – ${formatDay(fair.endDate)}`,
    labels,
  };
  return new FileAnswer(
    `carton-labels_${fair.identifier}.pdf`,
    'application/pdf',
    Buffer.from(await worker.draw(sheet)),
  );
}

/** Numbers the cartons of each delivery, the packing list and restocks, in the order of their codes. */
function toLabels(cartons: readonly Carton[]): (CartonLabel & { id: string })[] {
  const deliveries = Map.groupBy(cartons, ({ shipmentId }) => shipmentId);
  return cartons.map(({ id, code, label, titles, units, shipmentId }) => {
    const delivery = deliveries.get(shipmentId) ?? [];
    const number = delivery.findIndex((carton) => carton.id === id) + 1;
    return { id, code, notes: [label], number, count: delivery.length, titles, units };
  });
}

/** Name of the company, which papers of the warehouse carry. */
export const readCompanyName = (db: Db): Promise<string> => findCompanyName(db);
