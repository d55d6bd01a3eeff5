import { Button, Text } from '@mantine/core';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { confirm } from '../../../ui/parts/dialog/confirm.tsx';
import { notifyError, notifySuccess } from '../../../ui/parts/dialog/notify.tsx';
import { Moment } from '../../../ui/parts/Moment.tsx';
import { useRole } from '../../../ui/session/useRole.ts';
import { ask } from '../../../ui/wire/ask.ts';
import type { Problem } from '../../../ui/wire/interface.ts';
import { createQueryKey } from '../../../ui/wire/keys.ts';
import { sendRequest } from '../../../ui/wire/sendRequest.ts';

const LOOK_AGAIN_MS = 2000;

const originsQuery = queryOptions({
  queryKey: createQueryKey('problems', 'origins'),
  queryFn: ({ signal }) => ask('GET /api/admin/problems/origins', { signal }),
  refetchInterval: ({ state }) => (state.data && state.data.meta.searching > 0 ? LOOK_AGAIN_MS : false),
});

/** Since when a problem is there, by whose edit, and a button that undoes that. */
export function OriginNote({ problem }: { readonly problem: Problem }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const isEditor = useRole('editor');
  const { data } = useQuery(originsQuery);
  const origin = data?.data.find(({ problem: one }) => isSameProblem(one, problem))?.origin;
  const undo = useMutation({
    mutationFn: (commit: string) =>
      sendRequest('POST /api/admin/commits/{commit}/revert', { path: { commit }, body: {}, change: null }),
    onError: notifyError,
    async onSuccess() {
      notifySuccess(t('problemOrigins.undone'));
      await client.invalidateQueries();
    },
  });
  if (!origin) return null;
  const { commit, at, author, note, message } = origin;
  const what = note ?? message;
  const askUndo = async (): Promise<void> => {
    const asked = {
      title: t('problemOrigins.askTitle'),
      text: t('problemOrigins.ask', { name: author.name }),
      action: t('problemOrigins.undo'),
    };
    if (await confirm(asked)) undo.mutate(commit);
  };
  return (
    <Text size="xs" c="dimmed" component="div">
      {t('problemOrigins.since')} <Moment value={at} />: <span dir="auto">{author.name}</span>
      {what && <span dir="auto"> – {what}</span>}{' '}
      {isEditor && (
        <Button size="compact-xs" variant="subtle" loading={undo.isPending} onClick={() => void askUndo()}>
          {t('problemOrigins.undo')}
        </Button>
      )}
    </Text>
  );
}

const isSameProblem = (a: Problem, b: Problem): boolean =>
  a.path === b.path && a.code === b.code && a.message === b.message;
