import type { CloseOutSnapshot } from '@pos/contract/close-out/close-out-snapshot';
import type { Db } from '#api/db/db.ts';
import { inSnapshot } from '#api/db/snapshot.ts';
import { requireFair } from '#api/fairs/fairs/fairs.service.ts';
import { fairSummary } from '#api/reports/reports/fair-summary.service.ts';
import { returnedTitles } from '#api/reports/reports/returned-titles.service.ts';
import { FileAnswer } from '#api/http/feature.ts';
import { ofOneFair } from '../close-out.service.ts';
import { findProfitAgreement } from '../profit-rates.queries.ts';
import { getProfitRates } from '../profit-rates.rules.ts';
import { summarizeReturns } from '../returns.rules.ts';
import { statementPdf } from './statement.ts';
import type { Statement } from './statement-values.ts';
import { findParties } from './statement.queries.ts';
import { closeOutRows, standingCountRows } from '../versions.queries.ts';

const STATEMENT_TIMEOUT_MS = 60_000;

/** Creates a fair's statement for its school, as a PDF. Refuses a fair that does not exist. */
export async function makeStatement(db: Db, by: string, fairId: string): Promise<FileAnswer> {
  const statement = await readStatement(db, by, fairId);
  return new FileAnswer(
    getStatementName(statement),
    'application/pdf',
    await statementPdf(statement),
  );
}

/**
 * Reads a fair's statement: from the snapshot if the fair is closed out, otherwise provisional with
 * current figures. Refuses a fair that does not exist.
 */
export async function readStatement(db: Db, by: string, fairId: string): Promise<Statement> {
  const fair = await requireFair(db, fairId);
  return inSnapshot(db, STATEMENT_TIMEOUT_MS, async (snapshot): Promise<Statement> => {
    const parties = await findParties(snapshot, fairId);
    const [last] = await closeOutRows(snapshot, fairId);
    if (fair.closeOutState === 'finished' && last)
      return { stored: last.snapshot, sha256: last.sha256, parties };
    const stored = await provisional(snapshot, by, fair);
    const rates = getProfitRates(
      await findProfitAgreement(snapshot, fairId),
      ofOneFair(stored.summary).settlement,
    );
    return { stored, sha256: null, parties, rates };
  });
}

export function getStatementName({ stored, sha256 }: Statement): string {
  const standing = sha256 === null ? 'provisional' : `v${stored.number}`;
  return `statement_${stored.fair.identifier}_${standing}.pdf`;
}

/** Returns the snapshot that a close-out would store now. */
async function provisional(
  db: Db,
  by: string,
  fair: CloseOutSnapshot['fair'],
): Promise<CloseOutSnapshot> {
  const { id, identifier, name, schoolIdentifier, schoolName, startDate, endDate, timeZone } = fair;
  const summary = await fairSummary(db, id, by);
  const { cashControl, settlement } = ofOneFair(summary);
  const lines = await returnedTitles(db, id);
  return {
    number: 0,
    fair: { id, identifier, name, schoolIdentifier, schoolName, startDate, endDate, timeZone },
    finishedAt: summary.generatedAt,
    finishedBy: by,
    secondPerson: null,
    overShortReason: null,
    profitOption: 'cash',
    profitRatePpm: settlement.profitRatePpm,
    profitCents: settlement.profitCents,
    counted: {
      cashCents: cashControl.countedCashCents,
      checkCents: cashControl.countedChecksCents,
      checks: cashControl.countedCheckCount,
    },
    cashCounts: await standingCountRows(db, id),
    returns: summarizeReturns(lines),
    returnedTitles: lines.map(({ titleId: _, ...title }) => title),
    summary,
    orders: [],
  };
}
