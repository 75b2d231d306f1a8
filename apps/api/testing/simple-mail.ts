/**
 * Returns subject and text of a plain message; for a message with attachments, all its parts as
 * received.
 */
export function simpleParser(raw: string): { subject: string; text: string } {
  const [head = '', ...body] = raw.split('\r\n\r\n');
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1] ?? '';
  if (header('Content-Type').startsWith('multipart/'))
    return { subject: header('Subject'), text: body.join('\n\n').replaceAll('\r\n', '\n') };
  const text = body.join('\n\n');
  const isQuoted = header('Content-Transfer-Encoding') === 'quoted-printable';
  return {
    subject: header('Subject'),
    text: (isQuoted ? fromQuotedPrintable(text) : text).replaceAll('\r\n', '\n'),
  };
}

/** Decodes quoted-printable UTF-8. */
export function fromQuotedPrintable(text: string): string {
  const bytes = text
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
