/**
 * Returns subject and text of a plain 7bit message, as the product sends plain ASCII; for a message
 * with attachments, all its parts as received.
 */
export function simpleParser(raw: string): { subject: string; text: string } {
  const [head = '', ...body] = raw.split('\r\n\r\n');
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1] ?? '';
  if (header('Content-Type').startsWith('multipart/'))
    return { subject: header('Subject'), text: body.join('\n\n').replaceAll('\r\n', '\n') };
  if (header('Content-Transfer-Encoding') !== '7bit')
    throw new Error(`The message is sent as ${header('Content-Transfer-Encoding')}.`);
  return { subject: header('Subject'), text: body.join('\n\n').replaceAll('\r\n', '\n') };
}
