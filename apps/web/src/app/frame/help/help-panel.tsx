import { allows, opensPage } from '@pos/contract/permissions';
import { settingsApi } from '@pos/contract/imports/settings';
import { IconChevronRight, IconKeyboard, IconMail, IconPhone } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { appInfo } from '#web/lib/api/app-info.ts';
import { pathTo } from '#web/lib/api/paths.ts';
import { useRights } from '#web/lib/session/session.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Link } from '#web/ui/buttons/link.tsx';
import { Skeleton } from '#web/ui/messages/notice.tsx';
import { GUIDES } from './guides.ts';
import * as styles from './help-panel.module.css';

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
      <div>
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
