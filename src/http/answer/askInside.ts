import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { Answer, Call, DataAnswer, HttpMethod } from '../endpoint.ts';
import { createBeginExchange, type Exchange } from '../exchange.ts';
import type { Outcome } from '../public/cachedAnswer.ts';
import { PATCH_TYPES } from '../request/patch.ts';
import { toJson } from './toBytes.ts';

/** A request that the server makes for the caller of another one, whose credentials it has. */
export interface InsideRequest {
  readonly method: HttpMethod;
  /** With its query. */
  readonly path: string;
  readonly body?: unknown;
  /** The `rev` that must be the present one. */
  readonly ifMatch?: string | undefined;
  /** The request of the caller. */
  readonly from: Pick<Call, 'headers' | 'ip' | 'requestId'>;
}

/** The answer to such a request. */
export interface InsideAnswer extends Pick<DataAnswer, 'data' | 'meta' | 'etag'> {
  readonly commit?: string;
}

/** Makes a request inside. Throws the error that its answer would be; TypeError for an answer that is not JSON. */
export type AskInside = (asked: InsideRequest) => Promise<InsideAnswer>;

/** What says who calls, from where, and in which change. */
const PASSED_HEADERS = [
  'authorization',
  'x-api-key',
  'cookie',
  'host',
  'origin',
  'sec-fetch-site',
  'quire-change',
] as const;

/** @param pipeline answers it as if it had come over the network */
export const createAskInside =
  ({ answerInside }: { answerInside(exchange: Exchange): Promise<Outcome> }): AskInside =>
  async (asked) => {
    const outcome = await answerInside(beginInside(asked));
    if ('form' in outcome) throw new TypeError(`${asked.path} is a public address: read it as content`);
    const { etag, commit } = outcome;
    return { ...readEnvelope(outcome, asked.path), ...(etag && { etag }), ...(commit && { commit }) };
  };

const beginExchange = createBeginExchange(0);

function beginInside({ method, path, body, ifMatch, from }: InsideRequest): Exchange {
  const request = new IncomingMessage(new Socket());
  const bytes = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
  for (const name of PASSED_HEADERS) request.headers[name] = from.headers[name] as string;
  Object.assign(request, { method, url: path });
  if (ifMatch !== undefined) request.headers['if-match'] = `"${ifMatch}"`;
  if (bytes) {
    request.headers['content-type'] = method === 'PATCH' ? PATCH_TYPES[0] : 'application/json';
    request.headers['content-length'] = String(bytes.length);
    request.push(bytes);
  }
  request.push(null);
  const { ip, requestId } = from;
  return { ...beginExchange(request, new ServerResponse(request)), ip, requestId };
}

/** A long answer has been written in slices already. */
function readEnvelope(answer: Answer, path: string): Pick<InsideAnswer, 'data' | 'meta'> {
  if (!('raw' in answer)) return JSON.parse(JSON.stringify(toJson(answer)));
  const { raw, type } = answer;
  if (raw instanceof Readable) raw.destroy();
  else if (type.startsWith('application/json')) return JSON.parse(raw.toString());
  throw new TypeError(`${path} does not answer JSON`);
}
