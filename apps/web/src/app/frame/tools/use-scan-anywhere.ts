import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useContext } from 'react';
import { failureText } from '#web/lib/failure.ts';
import { playTone } from '#web/ui/scan-tones.ts';
import { toast } from '#web/ui/toast.tsx';
import { useScanner } from '#web/ui/use-scanner.ts';
import { FairScope } from '../fair-scope.ts';
import { searchRecords } from './search.data.ts';

/** Kinds of records with a code on a label or receipt; names are never scanned. */
const SCANNED = ['device', 'order', 'carton', 'title', 'fair', 'student', 'payment'] as const;

/**
 * On a page that does not handle scans itself, opens the device, order, carton or title of a
 * scanned code, or reports an unknown code.
 */
export function useScanAnywhere(): void {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const fairId = useContext(FairScope);
  const open = async (code: string): Promise<void> => {
    try {
      const groups = await queryClient.fetchQuery(searchRecords(code, fairId));
      const hit = SCANNED.flatMap(
        (kind) => groups.find((group) => group.kind === kind)?.hits ?? [],
      ).find(({ exact }) => exact);
      if (hit) await navigate({ href: hit.link });
      playTone(hit ? 'hit' : 'miss');
      if (!hit)
        toast.bad({
          title: `Unknown code ${code}`,
          detail: 'No device, receipt, carton or title that you can open has this code.',
        });
    } catch (error) {
      toast.bad({ title: `${code} could not be looked up`, detail: failureText(error).message });
    }
  };
  useScanner((code) => void open(code), { yields: true });
}
