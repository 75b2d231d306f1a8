import { currentSession } from '#web/lib/session/session.tsx';
import { createQueryClient } from '#web/lib/api/query-client.ts';
import { subscribeToSession } from '#web/lib/session/tokens.ts';
import { forgetToasts } from '#web/ui/messages/toast.tsx';

/**
 * Query cache of the signed-in screens; created with the frame, because the sign-in page loads
 * nothing.
 */
export const queryClient = createQueryClient();

let userId = currentSession()?.user.id;
subscribeToSession(() => {
  const next = currentSession()?.user.id;
  if (next === userId) return;
  userId = next;
  // Nobody sees the previous user's data.
  queryClient.clear();
  forgetToasts();
});
