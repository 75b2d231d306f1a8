import { FIRST_STEPS, type FirstStep, type Settings } from '@pos/contract/settings';
import { useQuery } from '@tanstack/react-query';
import { failureText } from '#web/lib/failure.ts';
import { pathTo } from '#web/lib/paths.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Checklist } from '#web/ui/checklist.tsx';
import { toast } from '#web/ui/toast.tsx';
import { hasOpenSteps } from './open-steps.ts';
import * as styles from './first-steps.module.css';
import { allSettings, activeSyncSource, useUpdateSettings } from './settings.data.ts';

type StepWords = {
  text: string;
  detail: (settings: Settings) => string;
  to: string;
  action: string;
};

const STEPS: Record<FirstStep, StepWords> = {
  contact: {
    text: 'Support contact and time zone',
    detail: () => 'Shown to schools and families. The time zone sets your business day.',
    to: `${pathTo('settings')}#organization`,
    action: 'Enter it',
  },
  sync: {
    text: 'First sync',
    detail: (settings) =>
      activeSyncSource(settings) !== undefined
        ? 'Reads schools, titles, students and top-ups from your source system.'
        : 'No source is set yet. The operator sets SYNC_SOURCE or SYNC_SOURCES. You can also enter schools and titles by hand.',
    to: `${pathTo('settings')}#sync`,
    action: 'Open sync',
  },
  role: {
    text: 'First role',
    detail: () => 'Defines what your team can see and do. You can start from a template.',
    to: pathTo('add-role'),
    action: 'Add role',
  },
  fair: {
    text: 'First fair',
    detail: () => 'Plan one by hand, or upload a spreadsheet.',
    to: pathTo('add-fair'),
    action: 'Add fair',
  },
  register: {
    text: 'First register',
    detail: () => 'The tablet used for sales at the fair.',
    to: pathTo('add-device'),
    action: 'Add device',
  },
};

/**
 * Checklist for a SUPER_ADMIN, shown until the data shows every step as done. A skipped step stays
 * hidden; with `always` (on the settings page) it can still be opened.
 */
export function FirstSteps({ always = false }: { always?: boolean }) {
  const { data: settings } = useQuery(allSettings);
  const update = useUpdateSettings();
  if (!settings) return null;
  const { firstSteps, skippedSteps, version } = settings;
  if (always ? FIRST_STEPS.every((step) => firstSteps[step]) : !hasOpenSteps(settings)) return null;
  const shown = FIRST_STEPS.filter(
    (step) => always || firstSteps[step] || !skippedSteps.includes(step),
  );
  const put = async (skipped: FirstStep[]): Promise<void> => {
    try {
      await update.mutateAsync({ skippedSteps: skipped, version });
    } catch (error) {
      toast.bad({ title: 'The setting could not be saved', detail: failureText(error).message });
    }
  };
  return (
    <Card
      title="Welcome. Five steps to the first fair"
      intro="Steps check off automatically. Skipped ones stay in Settings."
    >
      <Checklist
        label="First steps"
        items={shown.map((step) => {
          const { text, detail, to, action } = STEPS[step];
          const isSkipped = skippedSteps.includes(step) && !firstSteps[step];
          return {
            key: step,
            text: isSkipped ? `${text} (skipped)` : text,
            detail: detail(settings),
            done: firstSteps[step],
            action: firstSteps[step] ? undefined : (
              <span className={styles.firstStepButtons}>
                <ButtonLink to={to} size="sm">
                  {action}
                </ButtonLink>
                {!isSkipped && (
                  <Button
                    size="sm"
                    variant="quiet"
                    aria-label={`Skip: ${text}`}
                    onClick={() => void put([...skippedSteps, step])}
                  >
                    Skip
                  </Button>
                )}
              </span>
            ),
          };
        })}
      />
    </Card>
  );
}
