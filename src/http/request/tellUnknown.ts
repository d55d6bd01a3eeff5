import type { IncomingHttpHeaders } from 'node:http';
import { CmsError, invalid } from '../../model/errors.ts';
import { describedIn, list, namedSchema, type ObjectSchema, type Schema, text } from '../../model/schema/schema.ts';
import { createFindUnknownKeys } from '../../model/schema/unknownKeys.ts';
import { createUnknownNames, type UnknownNames, type UnknownNamesOptions } from '../../model/schema/unknownNames.ts';
import { type Answer, addToMeta, type Call, type Endpoint, isWrite } from '../endpoint.ts';
import { describeMeta } from '../result.ts';
import { readPreferences } from './preferences.ts';

/** The preference that asks to refuse unknown names (RFC 7240, 4.4), as answers name it. */
export const STRICT = 'handling=strict';

export const prefersStrict = ({ prefer }: IncomingHttpHeaders): boolean =>
  prefer !== undefined && readPreferences([prefer].flat().join()).get('handling') === 'strict';

/** Whether answers report unknown names of a request: those of every private endpoint that takes a body. */
export const tellsUnknown = (endpoint: Endpoint): boolean =>
  endpoint.method !== 'GET' && endpoint.access !== 'public' && findBodySchema(endpoint) !== undefined;

const findBodySchema = ({ body, takes }: Endpoint): Schema | undefined => takes?.body ?? body;

/**
 * The endpoint, made to report unknown names in its answers, or to refuse them if the request prefers that (contract,
 * "Conventions"). Keys of a body are found here; names in `fields` are found when the write is planned.
 */
export function tellUnknown(endpoint: Endpoint): Endpoint {
  const schema = findBodySchema(endpoint);
  if (!schema || !tellsUnknown(endpoint)) return endpoint;
  const findUnknown = createFindUnknownKeys(schema, endpoint.echoes ?? shapesOf(endpoint));
  return {
    ...endpoint,
    async handle(call) {
      const unknown = createUnknownNames({ isStrict: prefersStrict(call.headers), ...namedBy(endpoint, call) });
      if (endpoint.body) unknown.note(findUnknown(call.sent));
      if (!isPlanned(endpoint)) unknown.refuse();
      const readForm: Call['readForm'] = (options, use) =>
        call.readForm(options, (form) => {
          unknown.note(findUnknown(form.fields));
          return use(form);
        });
      const actor = call.actor && { ...call.actor, unknownNames: unknown };
      return withIgnored(await addUnknown(async () => endpoint.handle({ ...call, actor, readForm }), unknown), unknown);
    },
  };
}

/** Whether the plan of the write checks the body: it then refuses unknown names together with all other problems. */
const isPlanned = (endpoint: Endpoint): boolean =>
  isWrite(endpoint) && (endpoint.body === undefined || describedIn(endpoint.body) !== endpoint.body);

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

/** The shape of the body that a success answers, including the list of unknown names. */
export const successBody = (endpoint: Endpoint): Schema | undefined =>
  (tellsUnknown(endpoint) ? describeMeta({ ...endpoint.result }, { ignored: IGNORED }) : endpoint.result)?.body;
