import { FIRST_STEPS, type FirstStep, type Settings } from '@pos/contract/imports/settings';
import { pluralize } from '@pos/contract/values/counts';
import { IconCircleDashed } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { failureText } from '#web/lib/api/failure.ts';
import { pathTo } from '#web/lib/api/paths.ts';
import { Button, ButtonLink } from '#web/ui/buttons/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Checklist } from '#web/ui/layout/checklist.tsx';
import { Link } from '#web/ui/buttons/link.tsx';
import { toast } from '#web/ui/messages/toast.tsx';
import { openSteps } from './open-steps.ts';
import * as styles from './first-steps.module.css';
import { allSettings, activeSyncSource, useUpdateSettings } from './settings.data.ts';

type StepWords = {
  text: string;
  detail: (settings: Settings) => string;
  to: string;
  action: string;
};

/** Adds the other way to get records, if there is a source. */
const orSync = (settings: Settings, text: string): string =>
  activeSyncSource(settings) === undefined
    ? text
    : `${text} Or sync it from your source system in Settings.`;

const STEPS: Record<FirstStep, StepWords> = {
  company: {
    text: 'Company name and support contact',
    detail: () => 'Shown on sign-in pages, emails and PDFs, to schools and families.',
    to: pathTo('settings'),
    action: 'Enter it',
  },
  school: {
    text: 'First school',
    detail: (settings) => orSync(settings, 'By hand, or many from a spreadsheet.'),
    to: pathTo('schools'),
    action: 'Add schools',
  },
  titles: {
    text: 'Titles',
    detail: (settings) => orSync(settings, 'Books and other items with their prices.'),
    to: pathTo('inventory'),
    action: 'Add titles',
  },
  students: {
    text: 'Students',
    detail: (settings) => orSync(settings, "For eWallets. Upload the school's own list."),
    to: pathTo('students'),
    action: 'Add students',
  },
  role: {
    text: 'First role',
    detail: () => 'Defines what your team can see and do. You can start from a template.',
    to: pathTo('add-role'),
    action: 'Add role',
  },
  colleague: {
    text: 'First colleague',
    detail: () => 'Gets a setup link, by email or to hand over.',
    to: pathTo('add-user'),
    action: 'Add user',
  },
  register: {
    text: 'First register',
    detail: () => 'The tablet used for sales at the fair. Its page shows how to pair it.',
    to: pathTo('add-device'),
    action: 'Add device',
  },
  fair: {
    text: 'First fair',
    detail: () => 'Plan one by hand, or upload a spreadsheet.',
    to: pathTo('add-fair'),
    action: 'Add fair',
  },
};

/**
 * Checklist for a SUPER_ADMIN, shown until the data shows every step as done; one line once there
 * are sales. A skipped step stays hidden; with `always` (on the settings page) it can still be
 * opened.
 */
export function FirstSteps({ always = false }: { always?: boolean }) {
  const { data: settings } = useQuery(allSettings);
  const skip = useSkip();
  if (!settings) return null;
  const { firstSteps, skippedSteps, hasSales } = settings;
  const open = openSteps(settings);
  if (always ? FIRST_STEPS.every((step) => firstSteps[step]) : open.length === 0) return null;
  if (hasSales && !always) return <StepsLeft open={open} skip={() => void skip(settings, open)} />;
  const shown = FIRST_STEPS.filter(
    (step) => always || firstSteps[step] || !skippedSteps.includes(step),
  );
  return (
    <Card
      title={
        hasSales
          ? 'Steps left from the setup'
          : `Welcome. ${FIRST_STEPS.length} steps to the first sale`
      }
      intro="Steps check off automatically. Skipped ones stay in Settings."
    >
      <Checklist
        label="First steps"
        done={FIRST_STEPS.filter((step) => firstSteps[step]).length}
        of={FIRST_STEPS.length}
        items={shown
          .filter((step) => !hasSales || !firstSteps[step])
          .map((step) => {
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
                      onClick={() => void skip(settings, [step])}
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

/** Skips steps of the first setup; a failure shows as a toast. */
function useSkip() {
  const update = useUpdateSettings();
  return async (
    { skippedSteps, version }: Pick<Settings, 'skippedSteps' | 'version'>,
    steps: readonly FirstStep[],
  ): Promise<void> => {
    try {
      await update.mutateAsync({ skippedSteps: [...skippedSteps, ...steps], version });
    } catch (error) {
      toast.bad({ title: 'The setting could not be saved', detail: failureText(error).message });
    }
  };
}

/** One line of open steps, with the way to the first of them. */
function StepsLeft({ open, skip }: { open: readonly FirstStep[]; skip: () => void }) {
  const [first] = open;
  if (!first) return null;
  const { to, action } = STEPS[first];
  const names = open.map((step) => STEPS[step].text.toLowerCase()).join(', ');
  return (
    <section className={styles.stepsLeft} aria-label="First steps">
      <IconCircleDashed size={18} stroke={1.75} aria-hidden />
      <p>
        <b className="semibold">{pluralize(open.length, 'step left', 'steps left')}:</b> {names}
      </p>
      <Link to={to} className="link">
        {action}
      </Link>
      <Button size="sm" variant="tertiary" onClick={skip}>
        Dismiss
      </Button>
    </section>
  );
}
