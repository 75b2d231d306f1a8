import type { ReportSchedule } from '@pos/contract/reports/report-schedules';
import {
  IconEdit,
  IconPlayerPause,
  IconPlayerPlay,
  IconSend,
  IconTrash,
} from '@tabler/icons-react';
import { failureText } from '#web/lib/api/failure.ts';
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx';
import { asidePart } from '#web/ui/messages/lazy-part.tsx';
import type { RowAction } from '#web/ui/table/description.ts';
import { toast } from '#web/ui/messages/toast.tsx';
import { useOpened } from '#web/ui/overlays/use-opened.ts';
import { recipientsText, timesText, getScheduleTitle } from './schedule-words.ts';
import {
  useChangeScheduleStatus,
  useDeleteSchedule,
  useSendScheduleNow,
} from './schedules.data.ts';

const EditScheduleDialog = asidePart(() => import('./schedule-dialog.tsx'), 'EditScheduleDialog');

type OpenDialog = { what: 'edit' | 'send' | 'delete'; schedule: ReportSchedule };

/** Actions on a scheduled report, and the dialog of the one that was chosen. */
export function useScheduleActions(onDeleted?: () => void) {
  const { opened: asked, open, close } = useOpened<OpenDialog>();
  const changeStatus = useChangeScheduleStatus();
  const toggle = async (schedule: ReportSchedule): Promise<void> => {
    const status = schedule.status === 'active' ? 'paused' : 'active';
    try {
      await changeStatus.mutateAsync({ id: schedule.id, status });
      toast.ok({
        title: status === 'active' ? 'Schedule resumed' : 'Schedule paused',
        detail: `${getScheduleTitle(schedule)}, ${schedule.subject}`,
      });
    } catch (error) {
      toast.bad({
        title: 'The schedule could not be changed',
        detail: failureText(error).message,
      });
    }
  };
  const getActions = (schedule: ReportSchedule): RowAction[] => [
    { label: 'Edit…', icon: IconEdit, run: () => open({ what: 'edit', schedule }) },
    { label: 'Send now…', icon: IconSend, run: () => open({ what: 'send', schedule }) },
    {
      label: schedule.status === 'active' ? 'Pause' : 'Resume',
      icon: schedule.status === 'active' ? IconPlayerPause : IconPlayerPlay,
      run: () => void toggle(schedule),
    },
    {
      label: 'Delete…',
      icon: IconTrash,
      danger: true,
      run: () => open({ what: 'delete', schedule }),
    },
  ];
  const dialog = asked && <AskedDialog {...asked} onDeleted={onDeleted} onClose={close} />;
  return { getActions, dialog };
}

function AskedDialog({
  what,
  schedule,
  onDeleted,
  onClose,
}: OpenDialog & { onDeleted: (() => void) | undefined; onClose: () => void }) {
  switch (what) {
    case 'edit':
      return <EditScheduleDialog schedule={schedule} onClose={onClose} />;
    case 'send':
      return <SendNow schedule={schedule} onClose={onClose} />;
    case 'delete':
      return <DeleteSchedule schedule={schedule} onDeleted={onDeleted} onClose={onClose} />;
  }
}

function SendNow({ schedule, onClose }: { schedule: ReportSchedule; onClose: () => void }) {
  const send = useSendScheduleNow();
  return (
    <ConfirmDialog
      title={`Send ${getScheduleTitle(schedule)} now?`}
      confirmLabel="Send now"
      busyLabel="Sending…"
      confirm={async () => {
        await send.mutateAsync(schedule.id);
        toast.ok({ title: 'Report on its way', detail: `To ${recipientsText(schedule)}.` });
      }}
      onClose={onClose}
    >
      <p>
        It goes to <b data-private>{recipientsText(schedule)}</b> besides its times (
        {timesText(schedule)}).
      </p>
    </ConfirmDialog>
  );
}

type DeleteScheduleProps = {
  schedule: ReportSchedule;
  onDeleted: (() => void) | undefined;
  onClose: () => void;
};

function DeleteSchedule({ schedule, onDeleted, onClose }: DeleteScheduleProps) {
  const remove = useDeleteSchedule();
  return (
    <ConfirmDialog
      title={`Delete the schedule of ${getScheduleTitle(schedule)}?`}
      confirmLabel="Delete schedule"
      busyLabel="Deleting…"
      isDanger
      confirm={async () => {
        await remove.mutateAsync(schedule.id);
        toast.ok({ title: 'Schedule deleted', detail: getScheduleTitle(schedule) });
        onDeleted?.();
      }}
      onClose={onClose}
    >
      <p>
        Its emails to <b data-private>{recipientsText(schedule)}</b> end, and its history is deleted
        too. To stop it for a while, pause it.
      </p>
    </ConfirmDialog>
  );
}
