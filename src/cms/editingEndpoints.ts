import { memberExtensionEndpoints } from '../extend/endpoints/extensionEndpoints.ts';
import { branchName } from '../git/read/ref/refs.ts';
import { commitEndpoints } from '../http/admin/change/commits.ts';
import { readListedDraft } from '../http/admin/change/draftFacts.ts';
import { exchangeEndpoints } from '../http/admin/change/exchange.ts';
import type { ChangeDeps } from '../http/admin/change/shownChange.ts';
import { aboutKind } from '../http/admin/crud.ts';
import { mentionEndpoints } from '../http/admin/mentions.ts';
import { lookingEndpoints } from '../http/admin/overview.ts';
import { adminPageEndpoints } from '../http/admin/page/pages.ts';
import { revisionEndpoints } from '../http/admin/page/revisions.ts';
import { translationEndpoints } from '../http/admin/page/translations.ts';
import { mediaEndpoints } from '../http/admin/record/media.ts';
import { migrationEndpoints } from '../http/admin/record/migrations.ts';
import { recordEndpoints } from '../http/admin/record/recordEndpoints.ts';
import { settingsEndpoints } from '../http/admin/record/settings.ts';
import type { Endpoint, EndpointSite } from '../http/endpoint.ts';
import { withPatches } from '../http/request/patch.ts';
import { withOpenAddresses, withOpenPictures } from '../http/version/openAddresses.ts';
import { PAGE_PREVIEW_PATH, pagePreviewEndpoint } from '../http/version/pagePreview.ts';
import type { Page } from '../model/entities/page.ts';
import type { Entry } from '../model/entry.ts';
import { findScheduledPages } from '../proposal/scheduledPages.ts';
import type { BranchSite, Site } from '../site/site.ts';
import { createTranslationSources } from '../site/version/translationSources.ts';
import { prepareSearch } from '../store/search/rankPages.ts';
import type { AdminView } from '../view/admin/showAdminPage.ts';
import type { RecordWriter } from '../write/action.ts';
import { type EndpointParts, extendingParts } from './endpointParts.ts';

/**
 * The endpoints that read and write content, for any version of it.
 *
 * @param ways how to get from what is live to its drafts and changes
 */
export function editingEndpoints(
  site: Site<RecordWriter>,
  parts: EndpointParts,
  ways: Pick<EndpointSite, 'findInChange' | 'drafts'> = {},
): readonly Endpoint[] {
  const { config, clock, media, proposals, proposalSchedule: schedule } = parts;
  const { store, search, history, write: writer } = site;
  const { library, importContent } = media.writingTo(site);
  const isLive = site === parts.live;
  const crud = { lookup: store, writer, commitOf: history.commitOf, clock };
  const { drafts } = proposals;
  const translations = createTranslationSources({ lookup: store, findPast: history.findPast });
  const view: AdminView = {
    lookup: store,
    authorOf: history.authorOf,
    hasDraft: (record) => drafts.nameOf(record) !== undefined,
    draftAuthorOf: drafts.authorOf,
    translations,
  };
  const findScheduled = () => findScheduledPages({ proposals, schedule });
  // The texts of a branch are indexed only when it is searched.
  const prepareTexts = (): void => (isLive ? prepareSearch(search()) : undefined);
  const stateOf: ChangeDeps['stateOf'] = (name) => parts.featureParts.findChangeState(name, parts);
  const listing = {
    prepareSearch: prepareTexts,
    findScheduledPages: findScheduled,
    readDraft: (page: Entry<Page>) => readListedDraft(page, { proposals, stateOf }),
  };
  const inSite = (prepare?: EndpointSite['prepare']) => {
    const { findPast } = history;
    const own: EndpointSite = prepare ? { ...ways, findPast, prepare } : { ...ways, findPast };
    return (endpoint: Endpoint): Endpoint => ({ ...endpoint, site: own });
  };
  const declared: readonly Endpoint[] = [
    inSite()(pagePreviewEndpoint({ lookup: store, clock })),
    ...[
      ...adminPageEndpoints({ site, view, translations, clock, ...listing }),
      ...revisionEndpoints({ site, view }),
      ...translationEndpoints({ site, translations }),
    ]
      .map(aboutKind('page'))
      .map(inSite(drafts.refresh)),
    ...[
      ...commitEndpoints({ site, repo: parts.repo, files: media.files, hasFile: media.has }),
      ...settingsEndpoints({ ...crud, siteUrl: config.siteUrl, previewUrl: config.previewUrl }).map(
        aboutKind('settings'),
      ),
    ].map(inSite()),
    ...[
      ...mediaEndpoints({
        ...crud,
        view,
        library,
        uploadDir: media.uploadDir,
        keepsFiles: media.isInGit,
      }).map(aboutKind('media')),
      ...mentionEndpoints({ lookup: store }),
      ...lookingEndpoints({ site, problems: parts.problemsOf(site) }),
      ...recordEndpoints({ ...crud, view }),
      ...migrationEndpoints({ ...crud, proposals }),
      ...parts.features.records({ ...parts, ...crud, view, site, isLive, files: media.files, hasFile: media.has }),
    ].map(inSite(() => (store.knowsReferences() ? undefined : store.prepareReferences()))),
    ...exchangeEndpoints({ site, importContent, files: media.files, clock }).map(inSite()),
    ...memberExtensionEndpoints({ ...extendingParts(parts, site), content: site.view.preview }, parts.askInside).map(
      inSite(),
    ),
  ];
  return withPatches(declared, writer);
}

/** An endpoint of a branch, whose pictures a browser loads by their address alone: that must name the version. */
export function withOpenFiles(endpoint: Endpoint, { ref, store }: BranchSite, live: Site): Endpoint {
  const opens = { ref: branchName(ref) };
  const isLive = (id: number): boolean => store.get('media', id)?.rev === live.store.get('media', id)?.rev;
  const isPreview = endpoint.path === PAGE_PREVIEW_PATH;
  return {
    ...endpoint,
    handle: isPreview ? withOpenAddresses(endpoint, opens) : withOpenPictures(endpoint, opens, isLive),
  };
}
