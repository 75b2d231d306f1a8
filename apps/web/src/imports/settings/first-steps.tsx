import { FairsQuery } from '@pos/contract/fairs/fairs';
import { FIRST_STEPS, type FirstStep, type Settings } from '@pos/contract/imports/settings';
import { pluralize } from '@pos/contract/values/counts';
import { IconCircleDashed } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { fairPath } from '#web/fairs/fairs/fair-paths.ts';
import { fairsList } from '#web/fairs/fairs/fairs.data.ts';
import { failureText } from '#web/lib/api/failure.ts';
import { pathTo } from '#web/lib/api/paths.ts';
import { useLiveRefresh } from '#web/lib/live/use-live-refresh.ts';
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
  /** Address of the step; `fairId` is the newest fair, once there is one. */
  to: (fairId?: string) => string;
  action: string;
};

/** Adds the other way to get records, if there is a source. */
const orSync = (settings: Settings, text: string): string =>
  activeSyncSource(settings) === undefined
    ? text
    : `${text} Or import them from your source system in Settings.`;

const STEPS: Record<FirstStep, StepWords> = {
  company: {
    text: 'Company name and support contact',
    detail: () => 'Shown on sign-in pages, emails and PDFs, to schools and families.',
    to: () => pathTo('settings'),
    action: 'Enter it',
  },
  school: {
    text: 'First school',
    detail: (settings) => orSync(settings, 'By hand, or many from a spreadsheet.'),
    to: () => pathTo('schools'),
    action: 'Add schools',
  },
  titles: {
    text: 'Titles',
    detail: (settings) => orSync(settings, 'Books and other items with their prices.'),
    to: () => pathTo('inventory'),
    action: 'Add titles',
  },
  stock: {
    text: 'Stock in the warehouse',
    detail: () => 'Receive what is there: scan it, or upload a sheet with the numbers.',
    to: () => pathTo('warehouse'),
    action: 'Receive stock',
  },
  students: {
    text: 'Students',
    detail: (settings) =>
      orSync(settings, "Only for eWallets and FACTS. Upload the school's own list."),
    to: () => pathTo('students'),
    action: 'Add students',
  },
  role: {
    text: 'First role',
    detail: () => 'Defines what your team can see and do. You can start from a template.',
    to: () => pathTo('add-role'),
    action: 'Add role',
  },
  colleague: {
    text: 'First colleague',
    detail: () => 'Gets a setup link, by email or to hand over.',
    to: () => pathTo('add-user'),
    action: 'Add user',
  },
  fair: {
    text: 'First fair',
    detail: () => 'One school, its days and its tax rate.',
    to: () => pathTo('add-fair'),
    action: 'Add fair',
  },
  packingList: {
    text: 'Packing list of the fair',
    detail: () => 'The titles that you send to the school, from a file or by package.',
    to: (fairId) => (fairId ? fairPath(fairId, 'inventory') : pathTo('fairs')),
    action: 'Add packing list',
  },
  register: {
    text: 'First register',
    detail: () => 'The tablet or computer that sells at the fair.',
    to: () => pathTo('add-device'),
    action: 'Add device',
  },
  sale: {
    text: 'First sale',
    detail: () => "Pair the device on the fair's page, add the people who sell, and sell a book.",
    to: (fairId) => (fairId ? fairPath(fairId, 'devices') : pathTo('fairs')),
    action: 'Open the fair',
  },
};

/** The newest fair, which the steps after it lead to. */
const newestFair = fairsList(FairsQuery.parse({ limit: 10, sort: '-startDate' }));

/** Events after which a step may be done. */
const KINDS = ['orders', 'fairs', 'devices', 'stock', 'students'] as const;

/**
 * Checklist for a SUPER_ADMIN, shown until the data shows every step as done; one line once there
 * are sales. The next step is open, the others are one line each. A skipped step stays hidden; with
 * `always` (on the settings page) it can still be opened.
 */
export function FirstSteps({ always = false }: { always?: boolean }) {
  const { data: settings } = useQuery(allSettings);
  useLiveRefresh(KINDS, allSettings.queryKey);
  const { data: fairs, isLoading } = useQuery({
    queryKey: newestFair.queryKey,
    queryFn: newestFair.queryFn,
    enabled: settings?.firstSteps.fair === true,
  });
  const skip = useSkip();
  // Steps after the fair lead to it.
  if (!settings || isLoading) return null;
  const { firstSteps, skippedSteps, hasSales } = settings;
  const open = openSteps(settings);
  if (always ? FIRST_STEPS.every((step) => firstSteps[step]) : open.length === 0) return null;
  if (hasSales && !always) return <StepsLeft open={open} skip={() => void skip(settings, open)} />;
  const shown = FIRST_STEPS.filter(
    (step) => always || firstSteps[step] || !skippedSteps.includes(step),
  );
  const fairId = fairs?.data.results[0]?.id;
  return (
    <Card
      title={
        hasSales
          ? 'Steps left from the setup'
          : `Welcome. ${FIRST_STEPS.length} steps to the first sale`
      }
      intro="Steps check off by themselves. Skipped ones stay in Settings."
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
            const isNext = step === open[0];
            const name = isSkipped ? `${text} (skipped)` : text;
            return {
              key: step,
              text:
                firstSteps[step] || isNext ? (
                  name
                ) : always && step === 'company' ? (
                  <button type="button" className="link" onClick={enterCompany}>
                    {name}
                  </button>
                ) : (
                  <Link to={to(fairId)} className={styles.stepLink}>
                    {name}
                  </Link>
                ),
              done: firstSteps[step],
              ...(isNext && {
                detail: detail(settings),
                action: (
                  <span className={styles.firstStepButtons}>
                    <button
                      type="button"
                      className="link"
                      aria-label={`Skip: ${text}`}
                      onClick={() => void skip(settings, [step])}
                    >
                      Skip
                    </button>
                    <ButtonLink to={to(fairId)} variant="primary">
                      {action}
                    </ButtonLink>
                  </span>
                ),
              }),
            };
          })}
      />
    </Card>
  );
}

/** Moves the focus to the form above the steps in the settings. */
const enterCompany = (): void =>
  document.querySelector<HTMLElement>('[name="companyName"]')?.focus();

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
      <Link to={to()} className="link">
        {action}
      </Link>
      <Button size="sm" variant="tertiary" onClick={skip}>
        Dismiss
      </Button>
    </section>
  );
}
