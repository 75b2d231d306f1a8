import type { ReportQuery } from '@pos/contract/reports/report-query';
import {
  NewReportSchedule,
  ReportScheduleChanges,
  type ReportPeriod,
  type ReportSchedule,
} from '@pos/contract/reports/report-schedules';
import { REPORTS } from '@pos/contract/reports/list';
import { useNavigate } from '@tanstack/react-router';
import { HERE } from '#web/lib/input/time.ts';
import { useSession } from '#web/lib/session/session.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { toast } from '#web/ui/messages/toast.tsx';
import { ScheduleFields } from './schedule-fields.tsx';
import { timesText, getScheduleTitle } from './schedule-words.ts';
import { schedulePath, useAddSchedule, useUpdateSchedule } from './schedules.data.ts';

const ON_MONDAYS = [1];

/** Period that fits the days of the report on the page. */
function proposedPeriod({ fairIdentifier, wholeFair }: ReportQuery): ReportPeriod {
  if (fairIdentifier === undefined) return 'last_7_days';
  return wholeFair ? 'whole_fair' : 'same_days';
}

/** Schedules the report of the page; its times are proposed for Mondays. */
export function AddScheduleDialog({
  query: { format: _, ...query },
  timeZone = HERE,
  onClose,
}: {
  query: ReportQuery;
  /** Zone of the fairs in the report. */
  timeZone?: string | undefined;
  onClose: () => void;
}) {
  const add = useAddSchedule();
  const navigate = useNavigate();
  const me = useSession()?.user.id;
  return (
    <FormDialog
      title={`Schedule ${REPORTS[query.reportType].title}`}
      onClose={onClose}
      schema={NewReportSchedule}
      values={{
        ...query,
        format: 'pdf',
        period: proposedPeriod(query),
        weekdays: ON_MONDAYS,
        time: '07:00',
        timeZone,
        to: 'staff',
        adminIds: me === undefined ? [] : [me],
      }}
      save={add.mutateAsync}
      onSaved={(schedule) => {
        toast.ok({ title: 'Report scheduled', detail: timesText(schedule) });
        onClose();
        void navigate({ href: schedulePath(schedule.id) });
      }}
      submitLabel="Schedule report"
    >
      <ScheduleFields query={query} />
    </FormDialog>
  );
}

type EditScheduleDialogProps = { schedule: ReportSchedule; onClose: () => void };

/** Changes times, days, file and recipients; the question of the report stays. */
export function EditScheduleDialog({ schedule, onClose }: EditScheduleDialogProps) {
  const update = useUpdateSchedule(schedule.id);
  const { question, period, weekdays, time, timeZone, to, recipients, version } = schedule;
  return (
    <FormDialog
      title={`Edit schedule of ${getScheduleTitle(schedule)}`}
      onClose={onClose}
      schema={ReportScheduleChanges}
      values={{
        ...question,
        period,
        weekdays,
        time,
        timeZone,
        to,
        adminIds: recipients.flatMap(({ adminId }) => adminId ?? []),
        version,
      }}
      save={update.mutateAsync}
      onSaved={(saved) => {
        toast.ok({ title: 'Schedule saved', detail: timesText(saved) });
        onClose();
      }}
      submitLabel="Save"
    >
      <ScheduleFields query={question} />
    </FormDialog>
  );
}
