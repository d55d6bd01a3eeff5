import { hash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { Answer, BodyAnswer, DataAnswer } from '../endpoint.ts';

export const JSON_TYPE = 'application/json; charset=utf-8';

/** The body of an answer, as it is sent and exported. */
export function toBytes(answer: Answer): { type: string; bytes: Buffer | Readable } {
  if ('raw' in answer)
    return { type: answer.type, bytes: typeof answer.raw === 'string' ? Buffer.from(answer.raw) : answer.raw };
  return { type: JSON_TYPE, bytes: Buffer.from(JSON.stringify(toJson(answer))) };
}

/** The JSON of an answer, in its envelope. */
export const toJson = (answer: DataAnswer | BodyAnswer): object =>
  'body' in answer ? answer.body : { data: answer.data, ...(answer.meta && { meta: answer.meta }) };

/** 120 bits of a SHA-1 name the bytes; nothing depends on tags being hard to forge. */
export const createEntityTag = (bytes: Buffer | string): string => hash('sha1', bytes, 'base64url').slice(0, 20);
