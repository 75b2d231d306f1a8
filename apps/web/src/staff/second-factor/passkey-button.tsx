import { knowsPasskeys } from './passkeys.ts';
import { ProofButton } from './proof-button.tsx';

type PasskeyButtonProps = { label: string; isPrimary?: boolean; run: () => Promise<void> };

/** Button that lets the browser ask for a passkey; nothing where it knows none. */
export function PasskeyButton(props: PasskeyButtonProps) {
  if (!knowsPasskeys()) return null;
  return (
    <ProofButton
      {...props}
      busyLabel="Waiting for the passkey…"
      explain={(error) =>
        error instanceof DOMException
          ? 'The browser used no passkey. Try again, or use a code.'
          : undefined
      }
    />
  );
}
