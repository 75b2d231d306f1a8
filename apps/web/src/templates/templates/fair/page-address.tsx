import { IconExternalLink } from '@tabler/icons-react';
import { Fragment } from 'react';
import { CopyButton } from '#web/ui/buttons/copy-button.tsx';
import { QrCode } from '#web/ui/files/qr-code.tsx';
import * as styles from './page-address.module.css';
import * as buttonStyles from '#web/ui/buttons/button.module.css';

/** Address of a fair's public page, to copy, scan and open; it breaks behind slashes. */
export function PageAddress({ url, name }: { url: string; name: string }) {
  return (
    <div className={styles.pageAddress}>
      <QrCode text={url} label={`QR code of the public page of ${name}`} />
      <div className="stack">
        <p className="row gap-4 breakable">
          <span className="monospace">
            {url.split(/(?<=\/)(?!\/)/).map((part, index) => (
              <Fragment key={index}>
                {part}
                <wbr />
              </Fragment>
            ))}
          </span>{' '}
          <CopyButton text={url} label="Copy address" />
        </p>
        <a
          className={`${buttonStyles.button} ${buttonStyles.small}`}
          data-part="button"
          data-variant="secondary"
          href={url}
          target="_blank"
          rel="noreferrer"
        >
          <IconExternalLink size={16} aria-hidden /> Open page
        </a>
      </div>
    </div>
  );
}
