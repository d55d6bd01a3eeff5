import { invalidAt } from '../../model/errors.ts';
import type { Schema } from '../../model/schema/schema.ts';
import { type Endpoint, jsonBodyOf } from '../endpoint.ts';
import type { Exchange } from '../exchange.ts';
import { createBodyReader, readChunks } from '../request/body/body.ts';
import type { BodyRooms } from '../request/body/bodyRoom.ts';
import { readForm } from '../request/body/form.ts';
import { PATCH_TYPES } from '../request/patch.ts';
import { acceptedBody } from './acceptedBody.ts';
import type { FindCaller } from './caller.ts';
import type { Check } from './step.ts';

interface BodyDeps {
  readonly findCaller: FindCaller;
  readonly rooms: BodyRooms;
}

/**
 * Reads the body and `If-Match`. A body may take minutes to arrive, and its sender may have lost the right to send it by
 * then: the caller is found again when all of it is there, also where the handler reads it.
 */
export const receiveBody =
  (deps: BodyDeps): Check<Exchange> =>
  (endpoint) => {
    if (endpoint.method === 'GET') return undefined;
    const schema = acceptedBody(endpoint);
    return schema ? readChecked(endpoint, schema, deps) : (exchange) => leaveUnread(endpoint, exchange, deps);
  };

function readChecked(
  endpoint: Endpoint,
  schema: Schema,
  { findCaller, rooms }: BodyDeps,
): (exchange: Exchange) => Promise<void> {
  const maxBytes = jsonBodyOf(endpoint)?.maxBytes;
  const read = createBodyReader(schema, { maxBytes, ...(endpoint.method === 'PATCH' && { types: PATCH_TYPES }) });
  return async (exchange) => {
    const room = exchange.actor ? rooms.known : rooms.anonymous;
    const onRead = async (): Promise<void> => {
      exchange.actor = await findCaller(endpoint, exchange);
    };
    const { value, sent } = await read(exchange.request, { enter: () => room.enter(exchange.response), onRead });
    exchange.body = value;
    exchange.sent = sent;
    exchange.ifMatch = readIfMatch(exchange);
  };
}

function leaveUnread(endpoint: Endpoint, exchange: Exchange, { findCaller }: BodyDeps): void {
  const { request } = exchange;
  const requireCaller = (): Promise<unknown> => findCaller(endpoint, exchange);
  exchange.readForm = readForm(request, requireCaller);
  exchange.readStream = async function* (options) {
    yield* readChunks(request, options);
    await requireCaller();
  };
  exchange.ifMatch = readIfMatch(exchange);
}

/** RFC 9110, 13.1.1. Proxies that compress make strong tags weak; a revision names the same record either way. */
function readIfMatch({ headers }: Exchange): string | undefined {
  const header = headers['if-match'] ?? '';
  if (header === '' || header.trim() === '*') return undefined;
  const [, quoted, bare] = /^\s*(?:W\/)?(?:"([^",]*)"|([\w-]+))\s*$/.exec(header) ?? [];
  const tag = quoted ?? bare;
  if (tag === undefined) throw invalidAt([], 'If-Match must be one entity tag or *');
  return tag;
}
