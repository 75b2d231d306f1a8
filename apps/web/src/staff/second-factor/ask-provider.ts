/** The browser opened no window. */
export class WindowBlocked extends Error {}

/**
 * Lets a person sign in at the company's provider in a window of its own, so that the page behind stays
 * as it is. Returns the provider's answer. Call it from a click: browsers open no window otherwise, and it
 * throws `WindowBlocked`.
 */
export async function askProvider(
  begin: () => Promise<{ url: string; token: string }>,
): Promise<{ token: string; answer: string }> {
  const popup = window.open('', '_blank', 'popup,width=520,height=680');
  if (!popup) throw new WindowBlocked();
  // The provider's pages get no hold on this one.
  popup.opener = null;
  const channel = new BroadcastChannel('company-sign-in');
  try {
    const { url, token } = await begin();
    const answer = new Promise<string>((resolve) => {
      channel.addEventListener('message', ({ data }) => resolve(String(data)), { once: true });
    });
    popup.location.href = url;
    return { token, answer: await answer };
  } catch (error) {
    popup.close();
    throw error;
  } finally {
    channel.close();
  }
}
