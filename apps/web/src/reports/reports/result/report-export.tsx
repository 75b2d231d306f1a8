import type { ReportQuery } from '@pos/contract/reports/report-query';
import { reportsApi } from '@pos/contract/reports/reports';
import {
  IconCalendarClock,
  IconChevronDown,
  IconFileSpreadsheet,
  IconFileTypeCsv,
  IconFileTypePdf,
  IconLink,
  IconPrinter,
} from '@tabler/icons-react';
import { useState } from 'react';
import { openFile, saveFile } from '#web/lib/api/api.ts';
import { failureText } from '#web/lib/api/failure.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { asidePart } from '#web/ui/messages/lazy-part.tsx';
import { ActionMenu } from '#web/ui/overlays/menu.tsx';
import { Notice } from '#web/ui/messages/notice.tsx';
import type { RowAction } from '#web/ui/table/description.ts';
import { toast } from '#web/ui/messages/toast.tsx';
import { useIsPhone } from '#web/ui/hooks/use-is-phone.ts';
import { useOpened } from '#web/ui/overlays/use-opened.ts';
import * as styles from '../reports.module.css';

type FileFormat = 'pdf' | 'xlsx' | 'csv';

const AddScheduleDialog = asidePart(
  () => import('#web/reports/report-schedules/schedule-dialog.tsx'),
  'AddScheduleDialog',
);

type ReportExportProps = { query: ReportQuery; timeZone?: string | undefined };

/**
 * Menu with the ways out of the page: paper, files, a link, and emails at set times, proposed in the
 * time zone of the fairs.
 */
export function ReportExport({ query, timeZone }: ReportExportProps) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const isPhone = useIsPhone();
  const { opened: isScheduling, open: setScheduling, close } = useOpened<true>();
  const download = async (format: FileFormat): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    try {
      await (isPhone && format === 'pdf' ? openFile : saveFile)(reportsApi.run, {
        query: { ...query, format },
      });
    } catch (error) {
      const { message } = failureText(error);
      setFailure(message);
      toast.bad({ title: 'The file could not be created', detail: message });
    }
    setBusy(false);
  };
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(location.href);
    toast.ok('Link to this report copied');
  };
  const print: RowAction = {
    label: 'Print',
    icon: IconPrinter,
    // After the menu is gone, which would be printed too.
    run: () => setTimeout(() => window.print()),
  };
  return (
    <div className={styles.actions}>
      <ActionMenu
        label="Export"
        actions={[
          ...(isPhone ? [] : [print]),
          {
            label: isPhone ? 'Open PDF' : 'PDF',
            icon: IconFileTypePdf,
            run: () => void download('pdf'),
          },
          { label: 'XLSX', icon: IconFileSpreadsheet, run: () => void download('xlsx') },
          { label: 'CSV', icon: IconFileTypeCsv, run: () => void download('csv') },
          { label: 'Copy link', icon: IconLink, run: () => void copy() },
          { label: 'Schedule…', icon: IconCalendarClock, run: () => setScheduling(true) },
        ]}
        button={(props) => (
          <Button size="sm" {...props} busy={isBusy && 'Preparing…'}>
            Export <IconChevronDown size={16} aria-hidden />
          </Button>
        )}
      />
      {isScheduling && <AddScheduleDialog query={query} timeZone={timeZone} onClose={close} />}
      {failure && <Notice kind="bad">{failure}</Notice>}
    </div>
  );
}
