import { QrCode } from '#register/ui/qr-code.tsx';
import { useSay } from '#register/words/say.tsx';

/** The whole sale as a QR code, for a photo. */
export function SaleCode({ text }: { text: string }) {
  const say = useSay();
  return <QrCode text={text} label={say('saleCode')} />;
}
