import { CmsError, invalid } from '../../model/errors.ts';
import { describedIn, list, namedSchema, type ObjectSchema, type Schema, text } from '../../model/schema/schema.ts';
import { createFindUnknownKeys } from '../../model/schema/unknownKeys.ts';
import { createUnknownNames, type UnknownNames, type UnknownNamesOptions } from '../../model/schema/unknownNames.ts';
import {
  type Answer,
  addToMeta,
  type Call,
  type Endpoint,
  isWrite,
  jsonBodyOf,
  mergesLate,
  unreadBodyOf,
} from '../endpoint.ts';
import type { Exchange } from '../exchange.ts';
import { prefersStrict, STRICT } from '../request/preferences.ts';
import { describeMeta, type Result } from '../result.ts';
import { acceptedBody } from './acceptedBody.ts';
import type { Check, Step } from './step.ts';

/** Whether answers report unknown names of a request: those of every private endpoint that takes a body. */
export const tellsUnknown = (endpoint: Endpoint): boolean =>
  endpoint.method !== 'GET' && endpoint.access !== 'public' && findBodySchema(endpoint) !== undefined;

const findBodySchema = (endpoint: Endpoint): Schema | undefined =>
  unreadBodyOf(endpoint)?.unread ?? acceptedBody(endpoint);

/** Says that unknown names are refused, also in the answer to a request that is refused for something else. */
export const applyStrictness: Check<Exchange> = (endpoint) =>
  tellsUnknown(endpoint)
    ? ({ headers, response }) => {
        if (prefersStrict(headers)) response.setHeader('Preference-Applied', STRICT);
      }
    : undefined;

/**
 * Reports unknown names in the answer, or refuses them if the request prefers that (contract, "Conventions"). Keys of a
 * body are found here; names in `fields` are found when the write is planned.
 */
export const tellUnknown: Step<Exchange, Answer> = (endpoint, below) => {
  const handle = below(endpoint);
  const schema = findBodySchema(endpoint);
  if (!schema || !tellsUnknown(endpoint)) return handle;
  const json = jsonBodyOf(endpoint);
  const findUnknown = createFindUnknownKeys(schema, json?.echoes ?? shapesOf(endpoint));
  return async (exchange) => {
    const unknown = createUnknownNames({ isStrict: prefersStrict(exchange.headers), ...namedBy(endpoint, exchange) });
    if (json) unknown.note(findUnknown(exchange.sent));
    if (!isPlanned(endpoint)) unknown.refuse();
    const readForm: Call['readForm'] = (options, use) =>
      exchange.readForm(options, (form) => {
        unknown.note(findUnknown(form.fields));
        return use(form);
      });
    const actor = exchange.actor && { ...exchange.actor, unknownNames: unknown };
    const answer = await addUnknown(async () => handle({ ...exchange, actor, readForm }), unknown);
    return withIgnored(answer, unknown);
  };
};

/** Whether the plan of the write checks the body: it then refuses unknown names together with all other problems. */
function isPlanned(endpoint: Endpoint): boolean {
  const schema = jsonBodyOf(endpoint)?.json;
  return isWrite(endpoint) && (schema === undefined || describedIn(schema) !== schema);
}

/** For a PATCH only names in the patch itself count; its record may hold more. */
const namedBy = ({ method }: Endpoint, { sent }: Call): Pick<UnknownNamesOptions, 'isNamed'> =>
  method === 'PATCH' ? { isNamed: (path) => hasValueAt(sent, path) } : {};

const hasValueAt = (value: unknown, [step, ...rest]: readonly string[]): boolean =>
  step === undefined ||
  (typeof value === 'object' &&
    value !== null &&
    Object.hasOwn(value, step) &&
    hasValueAt((value as Readonly<Record<string, unknown>>)[step], rest));

/** The shape of the record that a success answers. */
function shapesOf({ result }: Endpoint): readonly Schema[] {
  const data = (result?.body as ObjectSchema | undefined)?.properties?.['data'];
  return data ? [data] : [];
}

/** Adds the unknown names to other validation problems, so that the caller learns of all at once. */
async function addUnknown<T>(run: () => Promise<T>, unknown: UnknownNames): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof CmsError && error.code === 'VALIDATION')) throw error;
    const known = new Set(error.details.map(({ path }) => JSON.stringify(path)));
    const more = unknown.details().filter(({ path }) => !known.has(JSON.stringify(path)));
    throw more.length > 0 ? invalid([...error.details, ...more]) : error;
  }
}

function withIgnored(answer: Answer, unknown: UnknownNames): Answer {
  const ignored = unknown.paths();
  return ignored.length === 0 ? answer : addToMeta(answer, { ignored });
}

const IGNORED = namedSchema('Ignored', list(list(text())));
const MERGED = namedSchema('Merged', list(list(text())));

/** What a success answers, with the list of what had changed meanwhile where late writes can be merged. */
export const describeMerged = <T extends Pick<Result, 'body'>>(result: T, endpoint: Endpoint): T =>
  mergesLate(endpoint) ? describeMeta(result, { merged: MERGED }) : result;

/** The shape of the body that a success answers, with what the steps of the pipeline add to its `meta`. */
export function successBody(endpoint: Endpoint): Schema | undefined {
  const { result } = endpoint;
  const merged = describeMerged({ ...result }, endpoint);
  return (tellsUnknown(endpoint) ? describeMeta(merged, { ignored: IGNORED }) : merged).body;
}
