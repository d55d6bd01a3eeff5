import type { CheckAnswer } from '../http/checkAnswer.ts';
import type { PlannedRequest } from './planRequest.ts';
import type { Received } from './sendRequest.ts';

export const SLOW_MS = 2_000;

/** Traces of things no caller may see: stacks, folders and libraries. */
const INSIDE = /node_modules|\/dist\/|file:\/\/|\bat [\w.<>]+ \(|ENOENT|EACCES|\/tmp\//;

/** The problems of an answer. */
export function judge(planned: PlannedRequest, received: Received, check: CheckAnswer): readonly string[] {
  const { status, headers, text } = received;
  const isJson = String(headers['content-type']).startsWith('application/json');
  const body = isJson && text !== '' ? parse(text) : undefined;
  const [path = ''] = planned.path.split('?');
  const told = { has: (name: string) => headers[name.toLowerCase()] !== undefined };
  const isDescribed = isJson && planned.method !== 'HEAD' && text !== '';
  return [
    ...(status >= 500 ? [`answers ${status}`] : []),
    ...(body === null ? ['is no JSON'] : []),
    ...(isDescribed && body
      ? check({ method: planned.method, path, status, headers: told, body }).map((one) => JSON.stringify(one))
      : []),
    ...(status >= 400 && headers['cache-control'] !== 'private, no-store' && headers['cache-control'] !== 'no-store'
      ? [`an error with Cache-Control ${headers['cache-control']}`]
      : []),
    ...(status >= 400 && INSIDE.test(text) ? [`tells of its inside: ${INSIDE.exec(text)?.[0]}`] : []),
    ...(headers['x-content-type-options'] === 'nosniff' ? [] : ['has no security headers']),
  ];
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
