import { previewTokenIn } from '../../auth/credentials.ts';
import { branchName } from '../../git/read/ref/refs.ts';
import { lazily } from '../../lib/list/lazily.ts';
import type { PreviewScope } from '../../model/access.ts';
import { type CmsError, forbidden } from '../../model/errors.ts';
import { because } from '../../model/reason.ts';
import { type Answer, type Call, defineEndpoint, type Endpoint, type FindInVersion } from '../endpoint.ts';
import type { Exchange } from '../exchange.ts';
import type { Outcome } from '../public/cachedAnswer.ts';
import { namesVersion, readAskedVersion } from '../version/askedVersion.ts';
import { withOpenAddresses } from '../version/openAddresses.ts';
import type { AskedVersion } from '../version/versionToFind.ts';
import type { Step } from './step.ts';

/**
 * Answers a request that names a version from that version: for callers with a credential or a preview token, and never
 * from memory. From there on it is a private request.
 */
export const enterVersion: Step<Exchange, Outcome> = (endpoint, below) => {
  const find = endpoint.site?.findInVersion;
  if (!find) return below(endpoint);
  const live = below(endpoint.access === 'preview' ? forLivePreviews(endpoint, find) : endpoint);
  const versioned = lazily(() => toVersioned(endpoint, find));
  return (exchange) => {
    if (!namesVersion(exchange.search, exchange.headers)) return live(exchange);
    exchange.endpoint = versioned();
    return below(versioned())(exchange);
  };
};

/** GraphQL and batch read by POST: it changes nothing but what is the caller's. */
const toVersioned = (endpoint: Endpoint, find: FindInVersion): Endpoint =>
  defineEndpoint({
    ...endpoint,
    access: 'preview',
    changes: 'own',
    handle: (call: Call<string, 'preview'>) => answerFromVersion(call, endpoint, find),
  });

async function answerFromVersion(
  call: Call<string, 'preview'>,
  endpoint: Endpoint,
  find: FindInVersion,
): Promise<Answer> {
  const named = readAskedVersion(call.search, call.headers);
  const scope = call.actor.preview;
  const asked = scope ? openedBy(scope, named) : named;
  const found = await find({ asked, page: scope?.page ?? null }, endpoint);
  if (!scope || scope.ref === null) return found.handle(call);
  return withOpenAddresses(found, { ref: scope.ref, token: previewTokenIn(call.headers, call.search) })(call);
}

/** Closes live previews to tokens made for another version, and shows one for a single page only that. */
const forLivePreviews = (endpoint: Endpoint, find: FindInVersion): Endpoint =>
  defineEndpoint({
    ...endpoint,
    access: 'preview',
    async handle(call: Call<string, 'preview'>) {
      const { ref = null, page = null } = call.actor.preview ?? {};
      if (ref !== null) throw otherVersion();
      return page === null ? endpoint.handle(call) : (await find({ asked: null, page }, endpoint)).handle(call);
    },
  });

/** A token is valid for the ref it was made for, whatever commit that is now. */
function openedBy({ ref }: PreviewScope, asked: AskedVersion): AskedVersion {
  if (ref === null || asked.at !== undefined || branchName(asked.ref ?? '') !== branchName(ref)) throw otherVersion();
  return { ref, at: undefined };
}

const otherVersion = (): CmsError =>
  forbidden(because('otherVersion', 'This preview token opens another version of the site', {}));
