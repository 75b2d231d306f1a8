import type { ReportHead } from '@pos/contract/reports';
import type { Db } from '#api/db/db.ts';
import type { ReportScope } from './report-scope.ts';
import { excludedRow, registerRows, type ReportSettings } from './reports.queries.ts';
import { tieOut } from './tie-out.ts';

/**
 * Builds the head of every report (domain 9.1). `totalCents` is the report's own total for the
 * tie-out check; null if it has none.
 */
export async function reportHead(
  db: Db,
  scope: ReportScope,
  { identifier, name }: ReportHead['school'],
  generatedBy: string,
  settings: ReportSettings,
  totalCents: number | null,
): Promise<ReportHead> {
  const registers = await registerRows(db, scope);
  return {
    school: { identifier, name },
    fairs: scope.fairs.map(({ id: _, schoolName: __, closedOut, ...fair }) => ({
      ...fair,
      closeOutNumber: closedOut?.number ?? null,
    })),
    range: { startDate: scope.startDate, endDate: scope.endDate },
    method: scope.method,
    state:
      scope.fairs.length > 0 && scope.fairs.every((fair) => fair.closeOutState === 'finished')
        ? 'final'
        : 'provisional',
    generatedAt: settings.generatedAt,
    generatedBy,
    companyName: settings.companyName,
    excluded: await excludedRow(db, scope),
    registers: registers.length,
    unsentDevices: registers
      .filter((device) => device.atOpenFair && device.unsentOrders > 0)
      .map(({ deviceId, unsentOrders, lastSyncAt }) => ({ deviceId, unsentOrders, lastSyncAt })),
    silentDevices: registers
      .filter((device) => device.isSilent && device.unsentOrders === 0)
      .map(({ deviceId, lastSyncAt }) => ({ deviceId, lastSyncAt })),
    tieOut: await tieOut(db, scope, totalCents),
  };
}
