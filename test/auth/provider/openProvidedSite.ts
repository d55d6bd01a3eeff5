import { makeSite, type Site } from '../../makeSite.ts';
import { createVisitor, type Visitor } from './createVisitor.ts';
import {
  CLIENT_ID,
  CLIENT_SECRET,
  issuerOf,
  listenForProvider,
  startProvider,
  type TestPerson,
  type TestProvider,
} from './testProvider.ts';

/** A site whose people sign in at a provider. */
export interface ProvidedSite {
  readonly site: Site;
  readonly provider: TestProvider;
  visitor(): Visitor;
  /** Lets a person sign in, in a new browser. `url` is where they end up. */
  signIn(person: TestPerson | null, to?: string): Promise<SignInEnd>;
  /** The same in a browser that may be known at the provider. */
  signInBy(person: TestPerson | null, visitor: Visitor, to?: string): Promise<SignInEnd>;
}

interface SignInEnd {
  readonly visitor: Visitor;
  readonly url: string;
}

export const SITE_URL = 'https://cms.example';

type Options = Partial<Omit<Parameters<typeof startProvider>[2], 'siteUrl'>> & {
  readonly env?: Readonly<Record<string, string>>;
  readonly whenDone: (end: () => Promise<void>) => void;
};

/** Both use the time that it is: the provider has no other. */
export async function openProvidedSite({ env = {}, whenDone, ...options }: Options): Promise<ProvidedSite> {
  const server = await listenForProvider();
  const issuer = issuerOf(server, options.path);
  const site = await makeSite(
    {},
    {
      whenDone,
      env: {
        ...{ SITE_URL, OIDC_ISSUER: issuer, OIDC_CLIENT_ID: CLIENT_ID, OIDC_CLIENT_SECRET: CLIENT_SECRET },
        ...{ OIDC_NAME: 'Acme', ...env },
      },
    },
  );
  const provider = startProvider(server, site.url, { ...options, siteUrl: SITE_URL });
  whenDone(provider.close);
  site.setTime(new Date().toISOString());
  const visitor = (): Visitor => createVisitor({ siteUrl: SITE_URL, at: () => site.url });
  async function signInBy(person: TestPerson | null, one: Visitor, to?: string): Promise<SignInEnd> {
    provider.person = person;
    const start = `/api/admin/auth/oidc/start${to === undefined ? '' : `?${new URLSearchParams({ to })}`}`;
    const { url, text } = await one.open(start, isInInterface);
    if (!isInInterface(url)) throw new Error(`${url} answers ${text}`);
    return { visitor: one, url: url.slice(SITE_URL.length) };
  }
  return {
    ...{ site, provider, visitor },
    signIn: (person, to) => signInBy(person, visitor(), to),
    signInBy,
  };
}

export const isInInterface = (url: string): boolean => url.startsWith(`${SITE_URL}/admin`);
