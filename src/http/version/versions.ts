import { previewTokenIn } from '../../auth/credentials.ts';
import { branchName } from '../../git/read/ref/refs.ts';
import type { PreviewScope } from '../../model/access.ts';
import { type CmsError, forbidden } from '../../model/errors.ts';
import { because } from '../../model/reason.ts';
import { type Call, defineEndpoint, type Endpoint } from '../endpoint.ts';
import { type AskedVersion, readAskedVersion } from './askedVersion.ts';
import type { FindSite } from './findSite.ts';
import { withOpenAddresses } from './openAddresses.ts';
import type { FindInSite } from './siteEndpoints.ts';

export interface VersionDeps {
  readonly findSite: FindSite;
  /** Finds a content endpoint that answers from a version. */
  readonly findInSite: FindInSite;
}

/**
 * The content endpoints, each with a second one that answers the same for other versions: for callers with a credential
 * or a preview token, and never cached.
 */
export const withVersions = (endpoints: readonly Endpoint[], deps: VersionDeps): readonly Endpoint[] =>
  endpoints.map((endpoint) => {
    const live = endpoint.access === 'preview' ? forLivePreviews(endpoint, deps) : endpoint;
    return Object.freeze({ ...live, site: { versioned: toVersioned(endpoint, deps) } });
  });

function toVersioned(endpoint: Endpoint, { findSite, findInSite }: VersionDeps): Endpoint {
  const { exports: _, prepare: __, ...others } = endpoint;
  return defineEndpoint({
    ...others,
    access: 'preview',
    // GraphQL and batch read by POST.
    changes: 'own',
    async handle(call) {
      const asked = readAskedVersion(call.search, call.headers);
      const scope = call.actor.preview;
      const site = await findSite(scope ? openedBy(scope, asked) : asked, scope?.page ?? null);
      const found = findInSite(site, endpoint);
      if (!scope || scope.ref === null) return found.handle(call);
      return withOpenAddresses(found, { ref: scope.ref, token: previewTokenIn(call.headers, call.search) })(call);
    },
  });
}

/** Closes live previews to tokens made for another version, and shows one for a single page only that. */
const forLivePreviews = (endpoint: Endpoint, { findSite, findInSite }: VersionDeps): Endpoint =>
  defineEndpoint({
    ...endpoint,
    access: 'preview',
    async handle(call: Call<string, 'preview'>) {
      const { ref = null, page = null } = call.actor.preview ?? {};
      if (ref !== null) throw otherVersion();
      return page === null ? endpoint.handle(call) : findInSite(await findSite(null, page), endpoint).handle(call);
    },
  });

/** A token is valid for the ref it was made for, whatever commit that is now. */
function openedBy({ ref }: PreviewScope, asked: AskedVersion): AskedVersion {
  if (ref === null || asked.at !== undefined || branchName(asked.ref ?? '') !== branchName(ref)) throw otherVersion();
  return { ref, at: undefined };
}

const otherVersion = (): CmsError =>
  forbidden(because('otherVersion', 'This preview token opens another version of the site', {}));
