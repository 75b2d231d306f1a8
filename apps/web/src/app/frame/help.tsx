import { allows } from '@pos/contract/permissions';
import { settingsApi } from '@pos/contract/settings';
import { IconHelp, IconMail, IconPhone } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { appInfo } from '#web/lib/app-info.ts';
import { pathTo } from '#web/lib/paths.ts';
import { useRights } from '#web/lib/session.tsx';
import { IconButton } from '#web/ui/button.tsx';
import { Link } from '#web/ui/link.tsx';
import { Skeleton } from '#web/ui/notice.tsx';
import { Popover } from '#web/ui/popover.tsx';
import * as styles from './frame.module.css';

/** Customer service contact from the settings: email and phone. */
export function Help() {
  return (
    <Popover
      label="Help"
      align="end"
      button={(props) => (
        <IconButton {...props} label="Help">
          <IconHelp size={20} stroke={1.75} aria-hidden />
        </IconButton>
      )}
    >
      {() => <Contact />}
    </Popover>
  );
}

function Contact() {
  const { data: info, isError } = useQuery(appInfo);
  const mayChange = allows(settingsApi.update.access, useRights());
  return (
    <div className={styles.help}>
      <h2>Customer service</h2>
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
    </div>
  );
}
