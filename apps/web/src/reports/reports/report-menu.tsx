import type { ReportType } from '@pos/contract/reports/report-query';
import { REPORTS } from '@pos/contract/reports/list';
import { IconChevronDown, IconReport } from '@tabler/icons-react';
import { useId } from 'react';
import { useController } from 'react-hook-form';
import * as boxStyles from '#web/ui/fields/box.module.css';
import * as fieldStyles from '#web/ui/fields/fields.module.css';
import { lazyPart } from '#web/ui/messages/lazy-part.tsx';
import { Menu } from '#web/ui/overlays/menu.tsx';
import { REPORT_ICONS } from './report-icons.ts';
import * as styles from './report-form.module.css';

// Loaded with the box of the menu, when it is opened.
const ReportItems = lazyPart(() => import('./report-items.tsx'), 'ReportItems');

/** Select of the report; its menu has the question that each one answers. */
export function ReportMenu({ small = false }: { small?: boolean }) {
  const { field } = useController({ name: 'reportType' });
  const id = useId();
  const type = field.value as ReportType;
  const { title } = REPORTS[type];
  const TypeIcon = REPORT_ICONS[type] ?? IconReport;
  return (
    <div className={fieldStyles.field}>
      {!small && (
        <span className={fieldStyles.label} id={`${id}-label`}>
          Report
        </span>
      )}
      <Menu
        label="Reports"
        align="start"
        width={340}
        button={(props) => (
          <button
            type="button"
            {...props}
            className={`${boxStyles.box} ${styles.select} ${small ? boxStyles.small : ''}`}
            aria-label={`Report: ${title}. Choose another`}
          >
            <TypeIcon size={18} stroke={1.75} aria-hidden />
            <span className="ellipsis medium">{title}</span>
            <IconChevronDown size={16} aria-hidden />
          </button>
        )}
      >
        <ReportItems value={type} onPick={field.onChange} />
      </Menu>
    </div>
  );
}
