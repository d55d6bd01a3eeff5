import { expect, it, onTestFinished } from 'vitest';
import { openProvidedSite } from './openProvidedSite.ts';
import type { TestPerson } from './testProvider.ts';

interface Recipe {
  readonly path: string;
  readonly env: Readonly<Record<string, string>>;
  readonly claims: object;
  /** Claims that come from the userinfo endpoint alone. */
  readonly isInfoOnly?: boolean;
  readonly client?: { readonly token_endpoint_auth_method: string };
  readonly role: string;
}

const VERIFIED = { email: 'ann@acme.example', email_verified: true };
const TENANT = '9f4e1c7a-6d0b-4d52-9a83-2f1b6c1f0e11';

/** What the recipes of docs/sign-in.md say, with claims as each provider sends them. */
it.each<[string, Recipe]>([
  [
    'Keycloak, by roles of the realm',
    {
      path: '/realms/acme',
      env: { OIDC_ROLES: 'realm_access.roles:web-editor=editor, realm_access.roles:web-admin=admin' },
      claims: { ...VERIFIED, realm_access: { roles: ['offline_access', 'web-editor'] } },
      role: 'editor',
    },
  ],
  [
    'Keycloak, by roles of the client',
    {
      path: '/realms/acme',
      env: { OIDC_ROLES: 'resource_access.quire.roles:admin=admin' },
      claims: { ...VERIFIED, resource_access: { account: { roles: ['view'] }, quire: { roles: ['admin'] } } },
      role: 'admin',
    },
  ],
  [
    'Authentik, whose issuer ends with a slash',
    {
      path: '/application/o/quire/',
      env: { OIDC_ROLES: 'groups:Web Editors=editor' },
      claims: { ...VERIFIED, groups: ['authentik Admins', 'Web Editors'] },
      role: 'editor',
    },
  ],
  [
    'Entra ID, by app roles, with an address of a verified domain',
    {
      path: `/${TENANT}/v2.0`,
      env: { OIDC_ROLES: 'roles:Web.Editor=editor' },
      claims: { email: 'ann@acme.example', xms_edov: true, roles: ['Web.Editor'], tid: TENANT },
      client: { token_endpoint_auth_method: 'client_secret_post' },
      role: 'editor',
    },
  ],
  [
    'Entra ID, by ids of groups',
    {
      path: `/${TENANT}/v2.0`,
      env: { OIDC_ROLES: `groups:7c1d7c7e-3f8a-4a8e-9f0c-0c5c3f1d2b11=admin` },
      claims: { email: 'ann@acme.example', xms_edov: 1, groups: ['7c1d7c7e-3f8a-4a8e-9f0c-0c5c3f1d2b11'] },
      role: 'admin',
    },
  ],
  [
    'GitLab, whose groups come from the userinfo endpoint',
    {
      path: '',
      env: { OIDC_ROLES: 'groups:acme/web=editor' },
      claims: { ...VERIFIED, groups: ['acme', 'acme/web'] },
      isInfoOnly: true,
      role: 'editor',
    },
  ],
  [
    'a provider between Quire and GitHub, whose teams have a colon',
    {
      path: '/dex',
      env: { OIDC_ROLES: 'groups:acme:web-editors=editor', OIDC_SCOPES: 'openid email profile' },
      claims: { ...VERIFIED, groups: ['acme:web-editors'] },
      role: 'editor',
    },
  ],
  [
    'Google, where admins give the roles',
    { path: '', env: {}, claims: { ...VERIFIED, hd: 'acme.example' }, role: 'viewer' },
  ],
])('lets people in by %s', async (_, { path, env, claims, isInfoOnly = false, client, role }) => {
  const acme = await openProvidedSite({
    ...{ whenDone: onTestFinished, path, env: { OIDC_DOMAINS: 'acme.example', ...env } },
    settings: {
      conformIdTokenClaims: isInfoOnly,
      ...(client && { clientAuthMethods: ['client_secret_post'] }),
      // Claims that come with a scope are not in the ID token if it conforms.
      ...(isInfoOnly && {
        claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
      }),
    },
    ...(client && { client: client as object }),
  });
  const ann: TestPerson = { sub: '7d1e', name: 'Ann', ...claims };
  const { visitor, url } = await acme.signIn(ann);
  expect(url).toBe('/admin/');
  expect(await visitor.ask('GET /admin/auth/me')).toMatchObject({ body: { data: { name: 'Ann', role } } });
});
