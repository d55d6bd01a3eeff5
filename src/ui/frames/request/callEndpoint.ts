import type { FrameCall } from '../../../frame/types.ts';
import { changeHeader, writeQuery } from '../../wire/sendRequest.ts';
import { FrameRefusal } from './FrameRefusal.ts';

/** A longer answer is not handed to a frame. */
const MAX_CHARACTERS = 2_000_000;

/**
 * The address of an endpoint of an extension.
 *
 * @throws FrameRefusal if the path leads elsewhere
 */
export function endpointAddress(extension: string, path: string): string {
  const base = `/api/x/${extension}/`;
  // As the browser will read it: `..`, `%2e%2e` and backslashes are steps upward.
  const { origin, pathname, search, hash } = new URL(base + path.replace(/^\//, ''), window.location.origin);
  const isOwn = origin === window.location.origin && pathname.startsWith(base) && !/%(?:2f|5c|00)/i.test(pathname);
  if (!path.startsWith('/') || !isOwn || search !== '' || hash !== '') throw new FrameRefusal('input');
  return pathname;
}

/**
 * Calls an endpoint of an extension on behalf of its frame, with the session of the user.
 *
 * @throws FrameRefusal with the code of the answer's error
 */
export async function callEndpoint(
  extension: string,
  { path, method = 'GET', query = {}, body }: FrameCall & { readonly path: string },
): Promise<unknown> {
  const response = await fetch(endpointAddress(extension, path) + writeQuery(query), {
    method,
    credentials: 'same-origin',
    redirect: 'error',
    headers: { ...changeHeader(), ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).catch((error: unknown) => {
    throw new FrameRefusal('unreachable', String(error));
  });
  const answer = await readAnswer(response);
  if (response.ok) return answer.data ?? null;
  const [problem] = answer.errors ?? [];
  throw new FrameRefusal(problem?.code ?? 'failed', problem?.message ?? `The answer has status ${response.status}`);
}

interface EndpointAnswer {
  readonly data?: unknown;
  readonly errors?: readonly { readonly code: string; readonly message: string }[];
}

/** @throws FrameRefusal */
async function readAnswer(response: Response): Promise<EndpointAnswer> {
  const text = await response.text();
  if (text.length > MAX_CHARACTERS) throw new FrameRefusal('size');
  try {
    return JSON.parse(text || '{}') as EndpointAnswer;
  } catch {
    throw new FrameRefusal('failed', `The answer with status ${response.status} is not JSON`);
  }
}
