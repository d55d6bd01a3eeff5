import type { AdminMedia } from './interface.ts';
import { leaveLive } from './proposing.ts';
import { changeHeader } from './sendRequest.ts';
import { toWireError, WireError } from './WireError.ts';

interface Upload {
  readonly file: File;
  readonly altText?: string;
  readonly folder?: string;
  /** Told the part that has been sent, from 0 to 1. */
  onProgress?(part: number): void;
  readonly signal?: AbortSignal;
}

/**
 * Sends a file to the library; unlike `fetch` it tells how far it is.
 *
 * @throws WireError in words for the user
 */
export async function uploadMedia({ file, altText, folder, onProgress, signal }: Upload): Promise<AdminMedia> {
  await leaveLive();
  return new Promise((resolve, reject) => {
    const form = new FormData();
    form.set('file', file);
    if (altText) form.set('altText', altText);
    if (folder) form.set('folder', folder);
    const request = new XMLHttpRequest();
    request.open('POST', '/api/admin/media');
    for (const header of Object.entries(changeHeader())) request.setRequestHeader(...header);
    request.responseType = 'text';
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0);
    request.onerror = () => reject(new WireError({ status: 0, problems: [{ code: 'OFFLINE', message: '' }] }));
    request.onabort = () => reject(new DOMException('Cancelled', 'AbortError'));
    request.onload = () => {
      if (request.status === 201) return resolve(JSON.parse(request.responseText).data as AdminMedia);
      void toWireError(new Response(request.responseText, { status: request.status })).then(reject);
    };
    signal?.addEventListener('abort', () => request.abort());
    request.send(form);
  });
}
