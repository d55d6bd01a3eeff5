import { makeApiKey } from '../../../auth/apiKeys.ts';
import type { LastUse } from '../../../auth/lastUse.ts';
import { MAX_PORTRAIT_BYTES, type Portraits } from '../../../media/picture/portraits.ts';
import type { Actor } from '../../../model/access.ts';
import type { ApiKey } from '../../../model/entities/apiKey.ts';
import { compareEntryIds, type Entry } from '../../../model/entry.ts';
import { invalidAt, notFound } from '../../../model/errors.ts';
import { showApiKey, showProfile } from '../../../view/admin/records.ts';
import { API_KEY, NEW_API_KEY, PROFILE } from '../../../view/shapes/access.ts';
import { createOwnKey, ownKeyInput, removeOwnKey } from '../../../write/record/apiKey.ts';
import { profileInput, updateProfile } from '../../../write/record/user.ts';
import { getRecord } from '../../../write/records.ts';
import { defineEndpoint, type Endpoint } from '../../endpoint.ts';
import { requireSize } from '../../request/body/body.ts';
import { answerWholeList, wholeListQuery } from '../../request/wholeList.ts';
import { bytesResult, dataResult, deletedResult, listResult } from '../../result.ts';
import { type CrudDeps, firstEntry } from '../crud.ts';
import { findOwnerName } from './users.ts';

export interface ProfileDeps extends CrudDeps {
  readonly portraits: Portraits;
  readonly lastUse: Pick<LastUse, 'find'>;
}

/** What people do about themselves; every user may, also one who writes to changes only. */
const OWN = { access: 'viewer', changes: 'own' } as const;

/** The profile of the caller, who must be a user. */
export const profileEndpoints = (deps: ProfileDeps): Endpoint[] => [
  defineEndpoint({
    ...{ method: 'PUT', path: '/api/admin/auth/me', ...OWN },
    summary: 'Change your own name, language or appearance; what is left out stays',
    ...{ result: dataResult(PROFILE), body: { json: profileInput, echoes: [PROFILE] } },
    handle: ({ body, actor }) => update(body, actor, deps),
  }),
  ...pictureEndpoints(deps),
  ...ownKeyEndpoints(deps),
];

async function update(input: Parameters<typeof updateProfile>[1], actor: Actor, { writer }: ProfileDeps) {
  const written = await writer.write(updateProfile(userIdOf(actor), input), actor);
  return { data: showProfile(firstEntry<'user'>(written)) };
}

function userIdOf({ type, id }: Actor): number {
  if (type !== 'user') throw invalidAt([], 'An API key has no profile');
  return id;
}

function pictureEndpoints(deps: ProfileDeps): Endpoint[] {
  const { portraits, lookup } = deps;
  return [
    defineEndpoint({
      ...{ method: 'PUT', path: '/api/admin/auth/me/picture', ...OWN },
      summary: 'Set your own picture: the bytes of a JPEG, PNG, WebP, AVIF, GIF or TIFF file',
      ...{ result: dataResult(PROFILE), rateLimit: 'upload' },
      body: { type: 'application/octet-stream', unread: { type: 'string', format: 'binary' } },
      async handle({ request, readStream, actor }) {
        const id = userIdOf(actor);
        requireSize(request, MAX_PORTRAIT_BYTES);
        const chunks: Buffer[] = [];
        for await (const chunk of readStream({ maxBytes: MAX_PORTRAIT_BYTES })) chunks.push(chunk);
        return update({ picture: await portraits.save(id, Buffer.concat(chunks)) }, actor, deps);
      },
    }),
    defineEndpoint({
      ...{ method: 'DELETE', path: '/api/admin/auth/me/picture', ...OWN },
      summary: 'Remove your own picture',
      result: dataResult(PROFILE),
      async handle({ actor }) {
        const answer = await update({ picture: null }, actor, deps);
        await portraits.remove(userIdOf(actor));
        return answer;
      },
    }),
    defineEndpoint({
      ...{ method: 'GET', path: '/api/admin/users/:id/picture', access: 'viewer' },
      summary: 'Read the picture of a user, as WebP',
      result: bytesResult('image/webp'),
      async handle({ params: { id } }) {
        const picture = getRecord(lookup, 'user', id).data.picture && (await portraits.read(id));
        if (!picture) throw notFound('Picture');
        return { raw: picture, type: 'image/webp' };
      },
    }),
  ];
}

function ownKeyEndpoints(deps: ProfileDeps): Endpoint[] {
  const { lookup, writer, lastUse } = deps;
  const show = (entry: Entry<ApiKey>): object =>
    showApiKey(entry, lastUse.find(entry.id), findOwnerName(entry, lookup));
  return [
    defineEndpoint({
      ...{ method: 'GET', path: '/api/admin/auth/keys', access: 'viewer' },
      summary: 'List your own API keys',
      ...{ result: listResult(API_KEY), query: wholeListQuery },
      handle: ({ query, actor }) =>
        answerWholeList(
          [...lookup.find('apiKey', 'byOwner', String(userIdOf(actor)))].sort(compareEntryIds),
          query,
          show,
        ),
    }),
    defineEndpoint({
      ...{ method: 'POST', path: '/api/admin/auth/keys', ...OWN, needsFreshProof: true },
      summary: 'Make an API key of your own, which may do no more than you may at any time; the key is shown once',
      ...{ result: dataResult(NEW_API_KEY, { status: 201 }), body: { json: ownKeyInput, echoes: [API_KEY] } },
      async handle({ body, actor }) {
        const { key, prefix, hash } = makeApiKey();
        const parts = { keyPrefix: prefix, keyHash: hash, owner: userIdOf(actor) };
        const written = await writer.write(createOwnKey(body, parts), actor);
        return { status: 201, data: { ...show(firstEntry<'apiKey'>(written)), key } };
      },
    }),
    defineEndpoint({
      ...{ method: 'DELETE', path: '/api/admin/auth/keys/:id', ...OWN },
      summary: 'Delete an API key of your own',
      ...{ result: deletedResult(), lateWrites: 'written' },
      async handle({ params: { id }, actor }) {
        await writer.write(removeOwnKey({ id }, userIdOf(actor)), actor);
        return { data: { deleted: true } };
      },
    }),
  ];
}
