/**
 * Returns subject and text of a plain message; for a message with attachments, all its parts as
 * received.
 */
export function simpleParser(raw: string): { subject: string; text: string } {
  const [head = '', ...body] = raw.split('\r\n\r\n');
  return {
    subject: /^Subject: (.*)$/im.exec(head)?.[1] ?? '',
    text: body.join('\n\n').replaceAll('\r\n', '\n'),
  };
}
