import type { AuditLog } from '../../../auth/audit/auditLog.ts';
import type { Credentials } from '../../../auth/credentials.ts';
import type { PreviewSession, PreviewSessions } from '../../../auth/session/previewSessions.ts';
import { badCredentials } from '../../../auth/session/tokens.ts';
import { type Actor, actorRefName } from '../../../model/access.ts';
import type { Page } from '../../../model/entities/page.ts';
import type { Lookup } from '../../../model/entry.ts';
import { invalidAt, notFound } from '../../../model/errors.ts';
import { hasAddress, pagePath } from '../../../model/page/pagePath.ts';
import { flag, integer, object, text, withDefault } from '../../../model/schema/schema.ts';
import { siteSettings } from '../../../model/siteSettings.ts';
import type { Sites } from '../../../site/site.ts';
import { showPreviewSession } from '../../../view/admin/previewSession.ts';
import { fillPreviewUrl } from '../../../view/previewUrl.ts';
import { PREVIEW_SESSION, PREVIEW_TOKEN } from '../../../view/shapes/access.ts';
import { defineEndpoint, type Endpoint } from '../../endpoint.ts';
import { answerWholeList, wholeListQuery } from '../../request/wholeList.ts';
import { dataResult, deletedResult, listResult } from '../../result.ts';
import { MAX_REF } from '../../version/askedVersion.ts';

export interface PreviewSessionDeps {
  readonly lookup: Lookup;
  readonly previews: PreviewSessions;
  readonly credentials: Pick<Credentials, 'findIdentity'>;
  readonly audit: Pick<AuditLog, 'append'>;
  readonly sites: Pick<Sites, 'open'>;
  /** The page of the front end that shows previews (PREVIEW_URL); null without one. */
  readonly previewUrl: string | null;
}

const MINUTES = 60;
const DAYS = 24 * 60 * MINUTES;
/** A preview that nobody sees in a list ends soon by itself. */
const MAX_UNLISTED = 10 * MINUTES;

const newPreview = object(
  {},
  {
    ref: text({
      minLength: 1,
      maxLength: MAX_REF,
      description: 'A branch, tag or commit; by default what is live, with its drafts',
    }),
    page: integer({ minimum: 1, description: 'The id of the only page to open; by default all pages' }),
    expiresIn: withDefault(
      integer({ minimum: 1 * MINUTES, maximum: 30 * DAYS, description: 'In seconds' }),
      10 * MINUTES,
    ),
    isListed: withDefault(
      { ...flag(), description: 'False for a preview in your own window: it is neither listed nor in the audit log' },
      true,
    ),
  },
);

/** Preview links, which open content that is not public to anybody who has them: created, listed and revoked. */
export const previewSessionEndpoints = (deps: PreviewSessionDeps): Endpoint[] => [
  createEndpoint(deps),
  ...listEndpoints(deps),
];

function createEndpoint({ lookup, previews, credentials, audit, sites, previewUrl }: PreviewSessionDeps): Endpoint {
  const findVersion = async (ref: string | undefined): Promise<Lookup> =>
    ref === undefined ? lookup : (await sites.open(ref)).store;

  return defineEndpoint({
    method: 'POST',
    path: '/api/admin/auth/preview-session',
    summary: 'Create a token that opens only previews: of one version of the site, or of one page of it',
    access: 'viewer',
    result: dataResult(PREVIEW_TOKEN),
    body: newPreview,
    // Preview sessions are kept outside the content, so a read-only server can make them.
    changes: 'own',
    async handle({ body: { ref, page: id, expiresIn: seconds = 10 * MINUTES, isListed = true }, headers, actor, ip }) {
      const identity = await credentials.findIdentity(headers);
      if (!identity) throw badCredentials();
      const version = await findVersion(ref);
      const page = id === undefined ? undefined : version.get('page', id)?.data;
      if (id !== undefined && !page) throw notFound('Page');
      if (!isListed && seconds > MAX_UNLISTED)
        throw invalidAt(['expiresIn'], `must be at most ${MAX_UNLISTED} where isListed is false`);
      const scope = { ref: ref ?? null, page: id ?? null };
      const { token, session } = await previews.create(identity.claims, { ...scope, seconds, isListed });
      const record = previewRecordName(session);
      if (isListed) await audit.append({ actor: actorRefName(actor), action: 'preview.create', record, ip, ok: true });
      const url = previewUrl && fillPreviewUrl(previewUrl, { token, ref: scope.ref, ...locatePreview(page, version) });
      return { data: { id: session.id, token, url, expiresIn: seconds } };
    },
  });
}

/** Where the front end shows a page; the home page if none is named. */
function locatePreview(page: Page | undefined, version: Lookup): { readonly path: string; readonly locale: string } {
  const site = siteSettings(version);
  const { locale, slug } =
    page && hasAddress(page, version) ? page : { locale: site.defaultLocale, slug: site.homeSlug };
  return { path: pagePath({ locale, slug }, site), locale };
}

function listEndpoints({ lookup, previews, audit }: PreviewSessionDeps): Endpoint[] {
  /** The sessions that somebody may see and end: their own, or all for admins. */
  const openTo = (actor: Actor): readonly PreviewSession[] =>
    previews
      .list()
      .filter(({ subject, isListed }) => isListed && (actor.role === 'admin' || subject === actorRefName(actor)));

  return [
    defineEndpoint({
      method: 'GET',
      path: '/api/admin/preview-sessions',
      summary: 'List open previews: your own, or all for admins',
      access: 'viewer',
      result: listResult(PREVIEW_SESSION),
      query: wholeListQuery,
      handle: ({ actor, query }) =>
        answerWholeList(openTo(actor), query, (session) => showPreviewSession(session, lookup)),
    }),
    defineEndpoint({
      method: 'DELETE',
      path: '/api/admin/preview-sessions/:id',
      summary: 'End a preview: its token stops working',
      access: 'viewer',
      result: deletedResult(),
      changes: 'own',
      lateWrites: 'written',
      async handle({ params: { id }, actor, ip }) {
        const session = openTo(actor).find((one) => one.id === id);
        if (!session) throw notFound('Preview');
        await previews.end(id);
        await audit.append({
          actor: actorRefName(actor),
          action: 'preview.end',
          record: previewRecordName(session),
          ip,
          ok: true,
        });
        return { data: { deleted: true } };
      },
    }),
  ];
}

const previewRecordName = ({ id }: Pick<PreviewSession, 'id'>): string => `preview-session/${id}`;
