import type { MediaLibrary } from '../../../media/library.ts';
import { media } from '../../../model/entities/media.ts';
import { MAX_MEDIA_FILE_BYTES } from '../../../model/media/mediaType.ts';
import { choice, flag, namedSchema, object, text } from '../../../model/schema/schema.ts';
import { showDouble, showMedia, showMediaWhole, showReferences } from '../../../view/admin/record/media.ts';
import { findDoubles, findMediaItems, listFolders, MEDIA_SORTS } from '../../../view/admin/record/mediaList.ts';
import type { AdminView } from '../../../view/admin/showAdminPage.ts';
import { MEDIA, MEDIA_DOUBLE, MEDIA_ITEM, MEDIA_REFERENCE } from '../../../view/shapes/media.ts';
import { arrayOf, integerShape, stringShape } from '../../../view/shapes/values.ts';
import type { WriteResult } from '../../../write/action.ts';
import { describedBy } from '../../../write/problems.ts';
import { dissolveFolder, folderInput, mediaInput, renameFolder, updateMedia } from '../../../write/record/media.ts';
import { getRecord } from '../../../write/records.ts';
import { type DataAnswer, defineEndpoint, type Endpoint } from '../../endpoint.ts';
import { paging } from '../../request/query.ts';
import { answerWholeList, wholeListQuery } from '../../request/wholeList.ts';
import { dataResult, deletedResult, listResult, pagedResult, recordResult, writtenResult } from '../../result.ts';
import { answerRecord, answerWritten, type CrudDeps, firstEntry } from '../crud.ts';

export interface MediaDeps extends CrudDeps {
  readonly view: AdminView;
  readonly library: MediaLibrary;
  /** Where uploads are kept until they are stored. */
  readonly uploadDir: string;
  /** Whether git has every file that was ever stored. */
  readonly keepsFiles: boolean;
}

const { title, altText, folder } = mediaInput.create.properties;
/** A file with its description. */
const FORM = object(
  { file: text({ format: 'binary', description: 'At most 50 MiB' }) },
  { title: title!, altText: altText!, alt: altText!, folder: folder! },
);

const REPLACEMENT = object({ file: text({ format: 'binary', description: 'At most 50 MiB' }) });
const DOUBLES = object({}, { doubles: arrayOf(MEDIA_DOUBLE) });
/** Told where undoing the commit brings the former file back. */
const RESTORABLE = { isRestorable: flag() };

const list = paging({ defaultLimit: 50, maxLimit: 100 });
const listQuery = object(
  {},
  {
    ...list.schema,
    type: text({ maxLength: 200 }),
    search: text({ maxLength: 200 }),
    folder: text({ maxLength: 200 }),
    alt: choice('missing'),
    sort: namedSchema('MediaSort', choice(...MEDIA_SORTS)),
    order: choice('asc', 'desc'),
  },
);

/** Media items, their files and their folders. */
export const mediaEndpoints = (deps: MediaDeps): Endpoint[] => [
  ...mediaItemEndpoints(deps),
  ...fileEndpoints(deps),
  ...folderEndpoints(deps),
];

const mediaItemEndpoints = ({ lookup, writer, view, commitOf }: MediaDeps): Endpoint[] => [
  defineEndpoint({
    method: 'GET',
    path: '/api/admin/media',
    summary: 'List media items',
    access: media.access.read,
    query: listQuery,
    result: pagedResult(MEDIA_ITEM),
    handle({ query }) {
      const { limit, offset } = list.read(query);
      const found = findMediaItems(lookup, query);
      const items = found.slice(offset, offset + limit).map((entry) => showMedia(entry, view));
      return { data: items, meta: { total: found.length, limit, offset } };
    },
  }),
  defineEndpoint({
    method: 'GET',
    path: '/api/admin/media/:id',
    summary: 'Read a media item and where it is used',
    access: media.access.read,
    result: recordResult(MEDIA),
    handle: ({ params }) => answerRecord(getRecord(lookup, 'media', params.id), (entry) => showMediaWhole(entry, view)),
  }),
  defineEndpoint({
    method: 'PUT',
    path: '/api/admin/media/:id',
    summary: 'Update the description of a media item',
    access: media.access.update,
    body: describedBy(mediaInput.update),
    patch: async ({ params }, versionFor) =>
      answerRecord(await versionFor(getRecord(lookup, 'media', params.id)), (entry) => showMediaWhole(entry, view)),
    result: writtenResult(MEDIA),
    async handle({ params: { id }, body, actor, ifMatch }) {
      const written = await writer.write(updateMedia({ id, ifMatch }, body), actor);
      const entry = firstEntry<'media'>(written);
      return { ...answerWritten(written, entry, { commitOf }), data: showMediaWhole(entry, view) };
    },
  }),
];

/** The answer for an item that has just got its file, with other items that have the same file. */
function answerStored(written: WriteResult, { lookup, view, commitOf }: MediaDeps): DataAnswer {
  const entry = firstEntry<'media'>(written);
  const doubles = findDoubles(lookup, entry).map(showDouble);
  return {
    ...answerWritten(written, entry, { commitOf }),
    data: showMediaWhole(entry, view),
    ...(doubles.length > 0 && { meta: { doubles } }),
  };
}

const withRestorable = (meta: object | undefined, { keepsFiles }: Pick<MediaDeps, 'keepsFiles'>): { meta?: object } =>
  keepsFiles ? { meta: { ...meta, isRestorable: true } } : { ...(meta && { meta }) };

const fileEndpoints = (deps: MediaDeps): Endpoint[] => [
  defineEndpoint({
    method: 'POST',
    path: '/api/admin/media',
    summary: 'Upload a file',
    access: media.access.create,
    rateLimit: 'upload',
    body: { type: 'multipart/form-data', unread: FORM },
    result: writtenResult(MEDIA, { status: 201, meta: DOUBLES }),
    async handle({ readForm, actor }) {
      const written = await readForm({ dir: deps.uploadDir, maxBytes: MAX_MEDIA_FILE_BYTES }, ({ file, fields }) =>
        deps.library.add(file, fields, actor),
      );
      return { ...answerStored(written, deps), status: 201 };
    },
  }),
  defineEndpoint({
    method: 'PUT',
    path: '/api/admin/media/:id/file',
    summary: 'Replace the file of a media item; references to the item stay',
    access: media.access.update,
    rateLimit: 'upload',
    body: { type: 'multipart/form-data', unread: REPLACEMENT },
    lateWrites: 'refused',
    result: writtenResult(MEDIA, { meta: object({}, { doubles: arrayOf(MEDIA_DOUBLE), ...RESTORABLE }) }),
    async handle({ params: { id }, readForm, actor, ifMatch }) {
      getRecord(deps.lookup, 'media', id);
      const written = await readForm({ dir: deps.uploadDir, maxBytes: MAX_MEDIA_FILE_BYTES }, ({ file }) =>
        deps.library.replace({ id, ifMatch }, file, actor),
      );
      const { meta, ...answer } = answerStored(written, deps);
      return { ...answer, ...withRestorable(meta, deps) };
    },
  }),
  defineEndpoint({
    method: 'DELETE',
    path: '/api/admin/media/:id',
    summary: 'Delete a media item with its file',
    access: media.access.remove,
    query: object({}, { ifUnused: flag() }),
    result: deletedResult({ meta: object({ references: arrayOf(MEDIA_REFERENCE) }, RESTORABLE) }),
    async handle({ params: { id }, query: { ifUnused = false }, actor, ifMatch }) {
      const { key } = getRecord(deps.lookup, 'media', id);
      const { commit } = await deps.library.remove({ id, ifMatch }, { ifUnused }, actor);
      const references = showReferences({ key }, deps.lookup);
      return { data: { deleted: true }, ...withRestorable({ references }, deps), commit };
    },
  }),
];

const folderEndpoints = ({ lookup, writer }: MediaDeps): Endpoint[] => [
  defineEndpoint({
    method: 'GET',
    path: '/api/admin/media/folders',
    summary: 'List the folders of media items',
    access: media.access.read,
    result: listResult(stringShape),
    query: wholeListQuery,
    handle: ({ query }) => answerWholeList(listFolders(lookup), query),
  }),
  defineEndpoint({
    method: 'PUT',
    path: '/api/admin/media/folders/:name',
    summary: 'Rename a folder',
    access: media.access.update,
    body: folderInput,
    result: dataResult(object({ name: stringShape, affected: integerShape }), { headers: ['X-Commit'] }),
    async handle({ params, body: { name }, actor }) {
      const { commit, entries } = await writer.write(renameFolder(params.name, name), actor);
      return { data: { name: name.trim(), affected: entries.length }, commit };
    },
  }),
  defineEndpoint({
    method: 'DELETE',
    path: '/api/admin/media/folders/:name',
    summary: 'Dissolve a folder; its media items stay, in no folder',
    access: media.access.update,
    result: deletedResult(),
    async handle({ params, actor }) {
      const { commit } = await writer.write(dissolveFolder(params.name), actor);
      return { data: { deleted: true }, commit };
    },
  }),
];
