import { previewTokenIn } from '../../auth/credentials.ts';
import { branchName } from '../../git/read/ref/refs.ts';
import { lazily } from '../../lib/list/lazily.ts';
import type { Actor, PreviewScope } from '../../model/access.ts';
import { type CmsError, forbidden } from '../../model/errors.ts';
import { because } from '../../model/reason.ts';
import { type Answer, type Call, defineEndpoint, type Endpoint } from '../endpoint.ts';
import type { Exchange } from '../exchange.ts';
import type { Outcome } from '../public/cachedAnswer.ts';
import { namesVersion, readAskedVersion } from '../version/askedVersion.ts';
import { withOpenAddresses } from '../version/openAddresses.ts';
import type { AskedVersion, VersionToFind } from '../version/versionToFind.ts';
import { endpointFor, type FindForReader } from './reader.ts';
import type { Step } from './step.ts';

/**
 * Answers a request that names a version from that version: for callers with a credential or a preview token, and never
 * from memory. From there on it is a private request.
 */
export const createEnterVersion =
  (findForReader: FindForReader): Step<Exchange, Outcome> =>
  (endpoint, below) => {
    if (!endpoint.site?.findInVersion) return below(endpoint);
    const own: FindOwn = (actor) => endpointFor(endpoint, actor, findForReader);
    const live = below(endpoint.access === 'preview' ? forLivePreviews(endpoint, own) : endpoint);
    const versioned = lazily(() => toVersioned(endpoint, own));
    return (exchange) => {
      if (!namesVersion(exchange.search, exchange.headers)) return live(exchange);
      exchange.endpoint = versioned();
      return below(versioned())(exchange);
    };
  };

/** Finds the endpoint that answers an actor from what is live. */
type FindOwn = (actor: Actor) => Endpoint;

/** GraphQL and batch read by POST: it changes nothing but what is the caller's. */
const toVersioned = (endpoint: Endpoint, findOwn: FindOwn): Endpoint =>
  defineEndpoint({
    ...endpoint,
    access: 'preview',
    changes: 'own',
    handle: (call: Call<string, 'preview'>) => answerFromVersion(call, findOwn(call.actor)),
  });

async function answerFromVersion(call: Call<string, 'preview'>, endpoint: Endpoint): Promise<Answer> {
  const named = readAskedVersion(call.search, call.headers);
  const scope = call.actor.preview;
  const asked = scope ? openedBy(scope, named) : named;
  const found = await findVersioned({ asked, page: scope?.page ?? null }, endpoint);
  if (!scope || scope.ref === null) return found.handle(call);
  return withOpenAddresses(found, { ref: scope.ref, token: previewTokenIn(call.headers, call.search) })(call);
}

const findVersioned = (version: VersionToFind, endpoint: Endpoint): Promise<Endpoint> =>
  endpoint.site!.findInVersion!(version, endpoint);

/** Closes live previews to tokens made for another version, and shows one for a single page only that. */
const forLivePreviews = (endpoint: Endpoint, findOwn: FindOwn): Endpoint =>
  defineEndpoint({
    ...endpoint,
    access: 'preview',
    async handle(call: Call<string, 'preview'>) {
      const { ref = null, page = null } = call.actor.preview ?? {};
      if (ref !== null) throw otherVersion();
      const own = findOwn(call.actor);
      return (page === null ? own : await findVersioned({ asked: null, page }, own)).handle(call);
    },
  });

/** A token is valid for the ref it was made for, whatever commit that is now. */
function openedBy({ ref }: PreviewScope, asked: AskedVersion): AskedVersion {
  if (ref === null || asked.at !== undefined || branchName(asked.ref ?? '') !== branchName(ref)) throw otherVersion();
  return { ref, at: undefined };
}

const otherVersion = (): CmsError =>
  forbidden(because('otherVersion', 'This preview token opens another version of the site', {}));
