import { createClient, type Send } from '@pos/contract/client';
import type { CloseOutSnapshot } from '@pos/contract/close-out/close-out-snapshot';
import { reportsApi, type SalesSummaryReport } from '@pos/contract/reports/reports';
import { sql } from 'kysely';
import type { Db } from '#api/db/db.ts';

/**
 * Domain 9.9, 8: the report of each closed-out fair over its full range equals its snapshot, except
 * for the school's own figures that continue after the fair (the memos), and the time and author.
 * Throws with every figure that differs; returns how many snapshots were compared.
 */
export async function checkSnapshots(db: Db, send: Send): Promise<number> {
  const client = createClient({ reports: reportsApi }, send);
  const { rows } = await sql<{
    text: string;
  }>`select snapshot::text as text from standing_close_outs`.execute(db);
  const lines: string[] = [];
  for (const { text } of rows) {
    const { fair, summary } = JSON.parse(text) as CloseOutSnapshot;
    const { data } = await client.reports.run({
      query: {
        reportType: 'SALES_SUMMARY',
        schoolIdentifier: fair.schoolIdentifier,
        fairIdentifier: fair.identifier,
        ...summary.range,
      },
    });
    const [now, kept] = [ofTheFair(data as SalesSummaryReport), ofTheFair(summary)];
    for (const name of Object.keys(kept))
      if (JSON.stringify(now[name]) !== JSON.stringify(kept[name]))
        lines.push(
          `${fair.identifier}, ${name}: ${JSON.stringify(now[name])}, in the snapshot ${JSON.stringify(kept[name])}`,
        );
  }
  if (lines.length > 0)
    throw new Error(
      `Reports of closed-out fairs differ from their snapshots:\n${lines.map((line) => `  ${line}`).join('\n')}`,
    );
  return rows.length;
}

function ofTheFair({
  state,
  fairs,
  range,
  rows,
  totals: { eWallet: _, aveDollar: __, ...totals },
}: SalesSummaryReport): Record<string, unknown> {
  return { state, fairs, range, ...rows[0], ...totals };
}
