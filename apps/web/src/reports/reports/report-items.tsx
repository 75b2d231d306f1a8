import { Menu } from '@base-ui/react/menu';
import type { ReportType } from '@pos/contract/reports/report-query';
import { REPORTS } from '@pos/contract/reports/list';
import { IconCheck, IconReport } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '#web/lib/session/session.tsx';
import { formatAgo } from '#web/lib/input/time.ts';
import * as menuStyles from '#web/ui/overlays/menu.module.css';
import { REPORT_ICONS } from './report-icons.ts';
import { lastRuns } from './report-runs.ts';

type ReportItemsProps = { value: ReportType; onPick: (type: ReportType) => void };

/** Items of the report menu: title, question and last run, with a mark at the current one. */
export function ReportItems({ value, onPick }: ReportItemsProps) {
  const { data: runs } = useQuery(lastRuns(useSession()?.user.id ?? ''));
  return (
    <Menu.RadioGroup value={value} onValueChange={onPick}>
      {(Object.keys(REPORTS) as ReportType[]).map((type) => {
        const { title, question } = REPORTS[type];
        const ranAt = runs?.[type];
        const TypeIcon = REPORT_ICONS[type] ?? IconReport;
        return (
          <Menu.RadioItem
            key={type}
            value={type}
            label={title}
            closeOnClick
            className={menuStyles.item}
            data-checked={type === value || undefined}
          >
            <TypeIcon size={18} stroke={1.75} aria-hidden />
            <span>
              {title}
              <small>
                {question}
                {ranAt && ` · Run ${formatAgo(ranAt)}`}
              </small>
            </span>
            {type === value && <IconCheck size={16} aria-hidden className={menuStyles.mark} />}
          </Menu.RadioItem>
        );
      })}
    </Menu.RadioGroup>
  );
}
