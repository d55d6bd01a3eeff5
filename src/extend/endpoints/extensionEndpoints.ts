import type { AskInside } from '../../http/answer/askInside.ts';
import { untilNextChange } from '../../http/content/query.ts';
import { withStaticFile } from '../../http/content/withStaticFile.ts';
import { type Answer, type Call, defineEndpoint, type Endpoint } from '../../http/endpoint.ts';
import { createQueryReader } from '../../http/request/query.ts';
import { dataResult } from '../../http/result.ts';
import type { AdminCaller, EndpointCall, EndpointDefinition } from '../endpoint.ts';
import type { LoadedExtension } from '../loaded.ts';
import { createContentReader, type ReadableContent } from './contentReader.ts';
import { findEndpointMistakes } from './endpointMistakes.ts';
import { toAnswerSchema, toBodySchema, toQuerySchema } from './endpointSchema.ts';
import { createOutside, type Outside, type OutsideParts } from './outside.ts';
import { type HandlerLimits, runHandler } from './runHandler.ts';

export const HANDLER_LIMITS: HandlerLimits = { timeoutMs: 5_000, blockingMs: 200 };

/** What endpoints of extensions need, for one version of the site. */
export interface ExtensionEndpointParts extends ReadableContent, OutsideParts {
  readonly extensions: readonly LoadedExtension[];
  readonly clock: () => Date;
  readonly limits?: HandlerLimits;
  /** Called for an endpoint that has blocked others for too long. */
  onSlow(name: string, ms: number): void;
}

/** @throws Error with everything that is wrong with the endpoints of extensions */
export function requireSoundEndpoints(extensions: readonly LoadedExtension[]): void {
  const mistakes = extensions.flatMap(({ definition: { name, endpoints = [] } }) =>
    endpoints.flatMap((one) =>
      findEndpointMistakes(one).map(({ path, message }) => `${nameOf(one, name)}: ${path.join('.')} ${message}`),
    ),
  );
  if (mistakes.length > 0) throw new Error(mistakes.join('\n'));
}

/** The folders of the answers that anybody may read and keep, without their leading slash. */
export const publicFolders = (extensions: readonly LoadedExtension[]): readonly string[] =>
  extensions.flatMap(({ definition: { name, endpoints = [] } }) =>
    endpoints.some(({ access, method }) => access === 'public' && method === 'GET') ? [`api/x/${name}`] : [],
  );

/** The endpoints of extensions that anybody may call. */
export const publicExtensionEndpoints = (parts: ExtensionEndpointParts): readonly Endpoint[] =>
  endpointsWhere(({ access }) => access === 'public', parts, null);

/** The endpoints of extensions that need a role. @param ask calls the admin interface for their callers */
export const memberExtensionEndpoints = (parts: ExtensionEndpointParts, ask: AskInside): readonly Endpoint[] =>
  endpointsWhere(({ access }) => access !== 'public', parts, ask);

function endpointsWhere(
  isMeant: (definition: EndpointDefinition) => boolean,
  parts: ExtensionEndpointParts,
  ask: AskInside | null,
): readonly Endpoint[] {
  return parts.extensions.flatMap(({ definition }) => {
    const own = { ...parts, ask, extension: definition.name, outside: createOutside(definition, parts) };
    return (definition.endpoints ?? []).filter(isMeant).flatMap((one) => toEndpoints(one, own));
  });
}

interface ToEndpointParts extends ExtensionEndpointParts {
  readonly extension: string;
  readonly ask: AskInside | null;
  readonly outside: Outside;
}

function toEndpoints(definition: EndpointDefinition, parts: ToEndpointParts): readonly Endpoint[] {
  const { method, path, query, summary, exports } = definition;
  const body = toBodySchema(definition);
  const endpoint = defineEndpoint({
    method,
    path: `/api/x/${parts.extension}${path}`,
    summary: summary ?? `${method} ${path} of the extension ${parts.extension}`,
    ...callersOf(definition),
    ...(query && { query: toQuerySchema(query) }),
    ...(body && { body: { json: body, echoes: [] } }),
    result: dataResult(toAnswerSchema(definition)),
    handle: createHandle(definition, parts),
  });
  return exports ? withStaticFile(endpoint, () => listFiles(definition, parts)) : [endpoint];
}

type Callers = Pick<Endpoint, 'access' | 'rateLimit' | 'changes'>;

/** A public POST may do something outside: its answers are neither kept nor shared. */
const ANYBODY_ANEW: Callers = { access: 'open', rateLimit: 'read', changes: 'own' };

function callersOf({ access, method, changes }: EndpointDefinition): Callers {
  if (access === 'public' && method !== 'GET') return ANYBODY_ANEW;
  return { access, ...(changes === 'nothing' && { changes: 'own' }) };
}

/** The parameters of the files that hold answers. */
function* listFiles(
  definition: EndpointDefinition,
  parts: ToEndpointParts,
): Generator<Readonly<Record<string, string>>> {
  const names = [...definition.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  for (const params of definition.exports?.(createContentReader(parts)) ?? []) {
    const wrong = names.find((name) => !/^[^/]+$/.test(params[name] ?? ''));
    if (wrong !== undefined)
      throw new Error(`${nameOf(definition, parts.extension)} exports a file whose "${wrong}" is not one segment`);
    yield params;
  }
}

const nameOf = ({ method, path }: EndpointDefinition, extension: string): string =>
  `The endpoint ${method} ${path} of the extension "${extension}"`;

function createHandle(definition: EndpointDefinition, parts: ToEndpointParts): Endpoint['handle'] {
  const { content, clock, ask, extension, outside, onSlow } = parts;
  const limits = limitsOf(definition, parts);
  const mayWrite = definition.method !== 'GET' && definition.changes !== 'nothing';
  const name = nameOf(definition, extension);
  const defaults = queryDefaults(definition);
  return (call) => {
    const run = { isOver: false, readsTime: false };
    const handlerCall: EndpointCall = {
      params: Object.fromEntries(Object.entries(call.params).map(([key, value]) => [key, String(value)])),
      query: { ...defaults, ...(call.query as EndpointCall['query']) },
      ...outside,
      body: call.body,
      content: createContentReader(parts, call.opening),
      admin: ask && createAdminCaller({ call, mayWrite, ask, isOver: () => run.isOver }),
      caller: call.actor && { name: call.actor.name, role: call.actor.role },
      get now() {
        run.readsTime = true;
        return clock();
      },
    };
    const data = runHandler(() => definition.handle(handlerCall), {
      ...{ name, limits },
      onSlow: (ms) => onSlow(name, ms),
      onOver: () => {
        run.isOver = true;
      },
    });
    const toAnswer = (settled: unknown, isMomentary: boolean): Answer => {
      // An export notes that the file depends on more than the content.
      if (isMomentary) clock();
      return { data: settled, ...(isMomentary && { isMomentary }), ...untilNextChange(content) };
    };
    return data instanceof Promise ? data.then((settled) => toAnswer(settled, true)) : toAnswer(data, run.readsTime);
  };
}

const limitsOf = (
  { maxSeconds }: EndpointDefinition,
  { limits = HANDLER_LIMITS }: ExtensionEndpointParts,
): HandlerLimits => (maxSeconds === undefined ? limits : { ...limits, timeoutMs: maxSeconds * 1000 });

/** A file of the static site has no query, so that its schema fills in nothing. */
function queryDefaults({ query, exports }: EndpointDefinition): object {
  return query && exports ? (createQueryReader(toQuerySchema(query))(new URLSearchParams()) as object) : {};
}

interface Options {
  readonly call: Call;
  /** Whether it may change something: browsers follow links to a GET from anywhere, and may repeat it. */
  readonly mayWrite: boolean;
  readonly ask: AskInside;
  /** Whether the endpoint has been answered already. */
  isOver(): boolean;
}

/** Makes what calls the admin interface with the credentials of a call, with all the checks that a request meets. */
const createAdminCaller = ({ call, mayWrite, ask, isOver }: Options): AdminCaller => ({
  async call<Data>(...[method, path, body, { ifMatch } = {}]: Parameters<AdminCaller['call']>) {
    if (!mayWrite && method !== 'GET') throw new TypeError(`It can only read, and called ${method} ${path}`);
    if (!path.startsWith('/')) throw new TypeError(`"${path}" must begin with a slash, such as "/pages/12"`);
    if (isOver()) throw new Error(`The request is over: ${method} ${path} is not called`);
    const answer = await ask({ method, path: `/api/admin${path}`, body, ifMatch, from: call });
    // The caller says what the answer holds.
    return { ...answer, data: answer.data as Data };
  },
});
