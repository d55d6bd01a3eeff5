import { queryOptions, skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Passage } from '../../../model/passage/passage.ts';
import { useFormScope } from '../../../ui/form/FormContext.tsx';
import type { FormPath } from '../../../ui/form/values.ts';
import { notifyError } from '../../../ui/parts/dialog/notify.tsx';
import { ask } from '../../../ui/wire/ask.ts';
import type { CommentThread, ContentKind, Interface } from '../../../ui/wire/interface.ts';
import { createQueryKey } from '../../../ui/wire/keys.ts';
import { useChosenChange } from '../../../ui/wire/useChosenChange.ts';
import type { FollowedThread } from './followThread.ts';

/** What people talk about: a record, or a change as a whole. */
export type CommentTopic =
  | { readonly record: { readonly kind: ContentKind; readonly id: number }; readonly change: string | undefined }
  | { readonly record?: undefined; readonly change: string };

/** The threads about a record in the version that is open, or those in a change. */
export const threadsQuery = ({ record, change }: CommentTopic) =>
  queryOptions({
    queryKey: createQueryKey('comment', 'list', record ?? null, change ?? null),
    queryFn: async ({ signal }): Promise<readonly CommentThread[]> => {
      const { data } = await ask('GET /api/admin/comments', { query: record ?? { change }, signal });
      return record ? data.filter((one) => one.change === null || one.change === change) : data;
    },
  });

const NO_RECORD: CommentTopic = { record: { kind: 'page', id: 0 }, change: undefined };

/** What is talked about in the form around; undefined in one of no record. */
export function useFormTopic(): CommentTopic | undefined {
  const { record } = useFormScope();
  const change = useChosenChange()?.name;
  if (!record || record.id === null) return undefined;
  return { record: { kind: record.kind as ContentKind, id: record.id }, change };
}

export function useThreads(): readonly CommentThread[] | undefined {
  const topic = useFormTopic();
  return useQuery({ ...threadsQuery(topic ?? NO_RECORD), enabled: topic !== undefined }).data;
}

/** Where the passages are in what is typed, noted by `FollowThreads`. */
export const followedKey = (topic: CommentTopic | undefined) => createQueryKey('comment', 'followed', topic ?? null);

export function useFollowedThreads(): readonly FollowedThread[] {
  const { data } = useQuery<readonly FollowedThread[]>({
    queryKey: followedKey(useFormTopic()),
    queryFn: skipToken,
  });
  return data ?? [];
}

/** What a new comment will be about. */
export interface AskedPassage {
  readonly path: FormPath;
  readonly passage: Passage;
}

export const askedKey = (topic: CommentTopic | undefined) => createQueryKey('comment', 'asked', topic ?? null);

export function useAskedPassage(): AskedPassage | undefined {
  return useQuery<AskedPassage>({ queryKey: askedKey(useFormTopic()), queryFn: skipToken }).data;
}

type CommentWrite =
  | { readonly say: Interface['POST /api/admin/comments']['body'] }
  | { readonly id: number; readonly change: Interface['PATCH /api/admin/comments/{id}']['body'] }
  | { readonly id: number; readonly remove: true };

const write = (wanted: CommentWrite): Promise<unknown> => {
  if ('say' in wanted) return ask('POST /api/admin/comments', { body: wanted.say });
  const path = { id: wanted.id };
  if ('remove' in wanted) return ask('DELETE /api/admin/comments/{id}', { path });
  return ask('PATCH /api/admin/comments/{id}', { path, body: wanted.change });
};

/** Says something, or changes or removes what was said. */
export function useCommenting() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: write,
    onError: notifyError,
    onSettled: () => client.invalidateQueries({ queryKey: createQueryKey('comment') }),
  });
}
