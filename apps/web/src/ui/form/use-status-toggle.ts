import type { RecordStatus } from '@pos/contract/values';
import { failureText } from '#web/lib/api/failure.ts';
import { toast } from '../messages/toast.tsx';

type Toggled = { id: string; status: RecordStatus };

/**
 * Toggles between active and inactive, says so, and offers Undo for ten seconds. `what`: "Device".
 * A change that resolves to false was canceled.
 */
export function useStatusToggle(what: string, change: (call: Toggled) => Promise<unknown>) {
  const toggle = async ({ id, status }: Toggled, name: string, isUndo = false): Promise<void> => {
    const next: RecordStatus = status === 'active' ? 'inactive' : 'active';
    try {
      if ((await change({ id, status: next })) === false) return;
      const title = `${what} ${next === 'active' ? 'activated' : 'deactivated'}`;
      toast.ok(
        isUndo
          ? { title, detail: name }
          : { title, detail: name, undo: () => void toggle({ id, status: next }, name, true) },
      );
    } catch (error) {
      toast.bad({ title: `${name} could not be changed`, detail: failureText(error).message });
    }
  };
  return (record: Toggled, name: string): void => void toggle(record, name);
}
