import { IconExternalLink } from '@tabler/icons-react';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { QrCode } from '#web/ui/qr-code.tsx';
import './page-address.css';

/** Address of a fair's public page, to copy, scan and open. */
export function PageAddress({ url, name }: { url: string; name: string }) {
  return (
    <div className="page-address">
      <QrCode text={url} label={`QR code of the public page of ${name}`} />
      <div className="stack">
        <p className="page-address-line">
          <span className="mono">{url}</span> <CopyButton text={url} label="Copy address" />
        </p>
        <a className="btn secondary sm" href={url} target="_blank" rel="noreferrer">
          <IconExternalLink size={16} aria-hidden /> Open page
        </a>
      </div>
    </div>
  );
}
