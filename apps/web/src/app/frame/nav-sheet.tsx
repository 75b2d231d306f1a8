import { Sheet } from '#web/ui/overlays/sheet.tsx';
import { Menu } from './menu.tsx';

/** Main menu on a phone. */
export function NavSheet({ onClose }: { onClose: () => void }) {
  return (
    <Sheet title="POS Admin" side="left" size={300} onClose={onClose}>
      <Menu onGo={onClose} />
    </Sheet>
  );
}
