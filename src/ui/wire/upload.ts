import type { AdminMedia, MediaDouble } from './interface.ts';
import { leaveLive } from './proposing.ts';
import { changeHeader, refusalOf } from './sendRequest.ts';
import { WireError } from './WireError.ts';

/** Where a file goes: a new item, in a folder where one is named, or an item that gets another file. */
export interface Destination {
  readonly folder?: string | undefined;
  /** The id of the item whose file is replaced. */
  readonly into?: number | undefined;
}

interface Sending extends Destination {
  readonly file: File;
  /** Told which share has been sent, from 0 to 1. */
  onProgress?(share: number): void;
  readonly signal?: AbortSignal;
}

/** What became of a file. */
export interface Sent {
  readonly item: AdminMedia;
  /** Other items with the same file. */
  readonly doubles: readonly MediaDouble[];
}

/**
 * Uploads a file. XMLHttpRequest tells how much of it has been sent, `fetch` does not.
 *
 * @throws WireError in words for the user; an AbortError where `signal` says so
 */
export async function sendFile({ file, folder, into, onProgress, signal }: Sending): Promise<Sent> {
  await leaveLive();
  signal?.throwIfAborted();
  const form = new FormData();
  if (folder) form.set('folder', folder);
  form.set('file', file);
  const request = new XMLHttpRequest();
  request.open(into === undefined ? 'POST' : 'PUT', `/api/admin/media${into === undefined ? '' : `/${into}/file`}`);
  for (const header of Object.entries(changeHeader())) request.setRequestHeader(...header);
  request.upload.onprogress = ({ loaded, total }) => onProgress?.(total === 0 ? 0 : loaded / total);
  signal?.addEventListener('abort', () => request.abort());
  return new Promise((resolve, reject) => {
    request.onabort = () => reject(new DOMException('Cancelled', 'AbortError'));
    request.onerror = () => reject(new WireError({ status: 0, problems: [{ code: 'OFFLINE', message: '' }] }));
    request.onload = () => void readSent(request).then(resolve, reject);
    request.send(form);
  });
}

async function readSent({ status, responseText }: XMLHttpRequest): Promise<Sent> {
  const response = new Response(responseText, { status });
  if (!response.ok) throw await refusalOf(response, 'POST /api/admin/media');
  const { data, meta } = (await response.json()) as { data: AdminMedia; meta?: { doubles?: readonly MediaDouble[] } };
  return { item: data, doubles: meta?.doubles ?? [] };
}
