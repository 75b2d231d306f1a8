import { useEffect, useState } from 'react';
import { useTill } from '#register/app/till-context.ts';
import type { DrawerPage } from '#register/app/view.ts';
import type { Drawer } from '#register/till/drawer.ts';
import { addChangingWords } from '#register/words/changing.ts';
import { addDrawerWords } from '#register/words/drawer.ts';
import { CountDrawer } from './count-drawer.tsx';
import { DayReport } from './day-report.tsx';
import { MoveMoney } from './move-money.tsx';
import '#register/screens/changes/changes.css';
import './drawer.css';

addChangingWords();
addDrawerWords();

type DrawerScreensProps = { page: DrawerPage; onClose: () => void };

/** Screens of the drawer. They load when one is first opened. */
export default function DrawerScreens({ page, onClose }: DrawerScreensProps) {
  const till = useTill();
  const [drawer, setDrawer] = useState<Drawer | null>(null);
  useEffect(() => {
    let isShown = true;
    void till.drawer().then((loaded) => isShown && setDrawer(loaded));
    return () => {
      isShown = false;
    };
  }, [till]);
  if (!drawer) return null;
  switch (page) {
    case 'moves':
      return <MoveMoney drawer={drawer} onClose={onClose} />;
    case 'count':
      return <CountDrawer drawer={drawer} onClose={onClose} />;
    case 'report':
      return <DayReport drawer={drawer} onClose={onClose} />;
  }
}
