import { UNNAMED_COMPANY } from '@pos/contract/staff/support-contact';
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { appInfo } from '#web/lib/api/app-info.ts';
import { keepLook, getLook } from '#web/lib/lists/saved-looks.ts';
import { useSession } from '#web/lib/session/session.tsx';
import { Brand } from '#web/ui/layout/logo.tsx';
import { landingPath } from '../landing.ts';
import { Menu } from './menu.tsx';
import * as styles from './frame.module.css';

/** Menu on the left, 248 px wide or 64 px with icons only; this browser keeps the choice. */
export function Sidebar() {
  const session = useSession();
  const { data: info } = useQuery({ ...appInfo, enabled: session !== undefined });
  const [isRail, setIsRail] = useState(() => getLook('menu') === 'rail');
  const toggle = (): void => {
    keepLook('menu', isRail ? 'full' : 'rail');
    setIsRail(!isRail);
  };
  const companyName = info?.companyName === UNNAMED_COMPANY ? undefined : info?.companyName;
  const ToggleIcon = isRail ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  const label = isRail ? 'Expand menu' : 'Collapse menu';
  return (
    <aside
      className={isRail ? `${styles.sidebar} ${styles.rail}` : styles.sidebar}
      aria-label="Sidebar"
    >
      <Brand to={session ? landingPath(session.rights) : '/login'} />
      <Menu />
      <div className={styles.sidebarFoot}>
        {!isRail && <p title={companyName}>{companyName}</p>}
        <button type="button" onClick={toggle} title={label} aria-expanded={!isRail}>
          <ToggleIcon size={18} stroke={1.75} aria-hidden />
          <span>{label}</span>
        </button>
      </div>
    </aside>
  );
}
