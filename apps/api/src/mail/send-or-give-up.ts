import { MailRefused, type Mailer, type Message } from './mailer.ts';

/**
 * Sends a message of a background task. Calls `giveUp` with the reason if the mail server refuses it
 * for good, or if it failed and this was the last try. Throws if the task must be tried again or has
 * failed. Returns true if the server took the message.
 */
export async function sendOrGiveUp(
  mailer: Mailer,
  message: Message,
  isLastTry: boolean,
  giveUp: (reason: string) => Promise<void>,
): Promise<boolean> {
  try {
    await mailer.send(message);
    return true;
  } catch (error) {
    if (error instanceof MailRefused) {
      await giveUp(refusalText(error));
      return false;
    }
    if (isLastTry) await giveUp('The mail server did not take it, in all tries.');
    throw error;
  }
}

/** Returns the reason for people, with the words of the mail server. */
export function refusalText({ answer }: MailRefused): string {
  return `The mail server answered: ${answer}`;
}
