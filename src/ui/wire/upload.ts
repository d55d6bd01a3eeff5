import type { AdminMedia, MediaDouble } from './interface.ts';
import { resolveTargetChange, sendOrPropose } from './proposing.ts';
import { changeHeader, readRefusal } from './sendRequest.ts';
import { WireError } from './WireError.ts';

/** Where a file goes: into a new item, in a folder if one is named, or into an existing item whose file it replaces. */
export interface UploadDestination {
  readonly folder?: string | undefined;
  /** The id of the item whose file is replaced. */
  readonly into?: number | undefined;
  /** The name of a change; null for what is live, by default the chosen one. */
  readonly change?: string | null;
}

interface UploadOptions extends UploadDestination {
  readonly file: File;
  /** Called with the share that has been sent, from 0 to 1. */
  onProgress?(share: number): void;
  readonly signal?: AbortSignal;
}

/** The result of an upload. */
export interface UploadResult {
  readonly item: AdminMedia;
  /** Other items with the same file. */
  readonly doubles: readonly MediaDouble[];
  readonly commit: string | null;
  readonly meta: object;
}

/**
 * Uploads a file. Unlike `fetch`, XMLHttpRequest reports how much has been sent.
 *
 * @throws WireError in words for the user; an AbortError if `signal` aborts
 */
export async function sendFile({ change, ...upload }: UploadOptions): Promise<UploadResult> {
  return sendOrPropose(await resolveTargetChange(change), (target) => sendOnce({ ...upload, change: target }));
}

function sendOnce({ file, folder, into, change, onProgress, signal }: UploadOptions): Promise<UploadResult> {
  signal?.throwIfAborted();
  const form = new FormData();
  if (folder) form.set('folder', folder);
  form.set('file', file);
  const request = new XMLHttpRequest();
  request.open(into === undefined ? 'POST' : 'PUT', `/api/admin/media${into === undefined ? '' : `/${into}/file`}`);
  for (const header of Object.entries(changeHeader(change))) request.setRequestHeader(...header);
  request.setRequestHeader('Prefer', 'reasons');
  request.upload.onprogress = ({ loaded, total }) => onProgress?.(total === 0 ? 0 : loaded / total);
  signal?.addEventListener('abort', () => request.abort());
  return new Promise((resolve, reject) => {
    request.onabort = () => reject(new DOMException('Cancelled', 'AbortError'));
    request.onerror = () => reject(new WireError({ status: 0, problems: [{ code: 'OFFLINE', message: '' }] }));
    request.onload = () => void readSent(request).then(resolve, reject);
    request.send(form);
  });
}

async function readSent(request: XMLHttpRequest): Promise<UploadResult> {
  const { status, responseText } = request;
  const response = new Response(responseText, { status });
  if (!response.ok) throw await readRefusal(response, 'POST /api/admin/media');
  const { data, meta = {} } = (await response.json()) as {
    data: AdminMedia;
    meta?: { doubles?: readonly MediaDouble[] };
  };
  return { item: data, doubles: meta.doubles ?? [], commit: request.getResponseHeader('x-commit'), meta };
}
