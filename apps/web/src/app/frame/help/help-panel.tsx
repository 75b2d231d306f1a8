import { allows, opensPage, type PageKey } from '@pos/contract/permissions';
import { settingsApi } from '@pos/contract/imports/settings';
import { IconChevronRight, IconKeyboard, IconMail, IconPhone } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { appInfo } from '#web/lib/api/app-info.ts';
import { pathTo } from '#web/lib/api/paths.ts';
import { useRights } from '#web/lib/session/session.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Link } from '#web/ui/buttons/link.tsx';
import { Skeleton } from '#web/ui/messages/notice.tsx';
import * as styles from './help-panel.module.css';

/** Short instruction for a task: where it starts and its steps, in order. */
type Guide = {
  task: string;
  page: PageKey;
  search?: Record<string, string>;
  steps: readonly string[];
};

/** Guides of the help panel, most frequent task first. */
const GUIDES: readonly Guide[] = [
  {
    task: 'Refund a book',
    page: 'orders',
    steps: [
      'Search for the order by its number, the student, or the last four digits of the card.',
      'Open the order and choose Refund.',
      'Enter the units to give back and the reason. The dialog shows which payment is refunded.',
    ],
  },
  {
    task: 'Decide on a payment under review',
    page: 'payments',
    search: { status: 'under_review' },
    steps: [
      'Open the payment. A note says why it is under review.',
      'Approve it, or reject it with a note. A rejected amount stays uncollected.',
    ],
  },
  {
    task: 'Release a held order',
    page: 'orders',
    search: { view: 'held' },
    steps: [
      'Search for its receipt, student, card or amount, and open the row. It compares the register with what a release books.',
      'Release the order to count it as sold, or discard it with a reason.',
    ],
  },
  {
    task: 'Book sales that a register could not send',
    page: 'devices',
    steps: [
      'Get the file that the register saved, sales-….json, by email or on a USB stick.',
      'Open the device and choose “Take in sales from a file”.',
      'Sales on paper are entered in Orders, with “Add order”.',
    ],
  },
  {
    task: 'Prepare a fair',
    page: 'fairs',
    steps: [
      'Add the fair with its school, dates and package.',
      'Make its packing list from the package or upload it, assign devices, and publish its page.',
      "The readiness list on the fair's page shows what is missing.",
    ],
  },
  {
    task: 'Close out a fair',
    page: 'fairs',
    steps: [
      'Open the fair after its last day and choose Close out.',
      'Resolve the red items, count cash and checks, and count the returns.',
      'Choose how the school takes its profit, then review and sign.',
    ],
  },
  {
    task: 'Print a report',
    page: 'reports',
    steps: [
      'Choose the report, the school or fair, and the days.',
      'Print it, or download it as PDF, Excel or CSV.',
    ],
  },
];

type HelpPanelProps = { close: () => void; onShortcuts: () => void };

/** Guides for the tasks that the person may do, the shortcuts, and the contact. */
export function HelpPanel({ close, onShortcuts }: HelpPanelProps) {
  const rights = useRights();
  const guides = GUIDES.filter(({ page }) => opensPage(page, rights));
  return (
    <div className={styles.panel}>
      {guides.length > 0 && (
        <section aria-labelledby="help-guides">
          <h2 id="help-guides">How to</h2>
          {guides.map(({ task, page, search, steps }) => (
            <details key={task} className={styles.guide} name="guides">
              <summary>
                <IconChevronRight size={16} aria-hidden /> {task}
              </summary>
              <ol>
                {steps.map((step) => (
                  <li key={step}>{step}</li>
                ))}
              </ol>
              <Link to={pathTo(page, {}, search)} className="link" onClick={close}>
                Go to the list
              </Link>
            </details>
          ))}
        </section>
      )}
      <div className={styles.keys}>
        <Button size="sm" variant="quiet" onClick={onShortcuts}>
          <IconKeyboard size={16} stroke={1.75} aria-hidden /> Keyboard shortcuts <kbd>?</kbd>
        </Button>
      </div>
      <Contact />
    </div>
  );
}

/** Customer service contact from the settings, and the version. */
function Contact() {
  const { data: info, isError } = useQuery(appInfo);
  const mayChange = allows(settingsApi.update.access, useRights());
  return (
    <section className={styles.contact} aria-labelledby="help-contact">
      <h2 id="help-contact">Customer service</h2>
      {info ? (
        <>
          {info.supportEmail && (
            <a href={`mailto:${info.supportEmail}`} className="row">
              <IconMail size={16} aria-hidden /> {info.supportEmail}
            </a>
          )}
          {info.supportPhone && (
            <a href={`tel:${info.supportPhone.replace(/[^+\d]/g, '')}`} className="row numeric">
              <IconPhone size={16} aria-hidden /> {info.supportPhone}
            </a>
          )}
          {!info.supportEmail && !info.supportPhone && (
            <p className="caption">
              {mayChange ? (
                <Link to={pathTo('settings')}>Enter the support contact in Settings</Link>
              ) : (
                'No contact is set yet. Ask your Admin.'
              )}
            </p>
          )}
          <p className="caption">
            {info.companyName} · version {info.appVersion}
          </p>
        </>
      ) : isError ? (
        <p className="caption">The contact could not be loaded. Ask your Admin.</p>
      ) : (
        <Skeleton width={180} />
      )}
    </section>
  );
}
