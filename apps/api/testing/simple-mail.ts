/** Subject and text of a message in plain 7bit, as the product sends what is plain ASCII; of one with files all its parts as they came. */
export function simpleParser(raw: string): { subject: string; text: string } {
  const [head = '', ...body] = raw.split('\r\n\r\n');
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1] ?? '';
  if (header('Content-Type').startsWith('multipart/'))
    return { subject: header('Subject'), text: body.join('\n\n').replaceAll('\r\n', '\n') };
  if (header('Content-Transfer-Encoding') !== '7bit')
    throw new Error(`The message is sent as ${header('Content-Transfer-Encoding')}.`);
  return { subject: header('Subject'), text: body.join('\n\n').replaceAll('\r\n', '\n') };
}
