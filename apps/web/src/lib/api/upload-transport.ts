import type { Send } from '@pos/contract/client';

/** Progress of an upload in bytes, including the multipart overhead. */
export type Sent = { bytes: number; of: number };

/** Sends like fetch and reports upload progress, which fetch cannot. */
export function tellingProgress(onProgress: (sent: Sent) => void): Send {
  return (path, { method = 'POST', headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(method, path);
      request.responseType = 'blob';
      new Headers(headers).forEach((value, name) => request.setRequestHeader(name, value));
      request.upload.onprogress = ({ loaded, total }) => onProgress({ bytes: loaded, of: total });
      request.onload = () =>
        resolve(
          new Response(request.response as Blob, {
            status: request.status,
            headers: answerHeaders(request),
          }),
        );
      request.onerror = () => reject(new TypeError('The server could not be reached.'));
      request.onabort = () => reject(new DOMException('The upload was canceled.', 'AbortError'));
      signal?.addEventListener('abort', () => request.abort());
      request.send(body instanceof FormData || typeof body === 'string' ? body : null);
    });
}

function answerHeaders(request: XMLHttpRequest): [string, string][] {
  const lines = request.getAllResponseHeaders().trim().split(/\r?\n/);
  return lines.flatMap((line): [string, string][] => {
    const [, name, value] = /^([^:]+):\s*(.*)$/.exec(line) ?? [];
    return name ? [[name, value ?? '']] : [];
  });
}
