import { Button, Group, List, Popover, Stack, Text } from '@mantine/core';
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notifyErrorMessage, notifySuccess } from '../../../parts/dialog/notify.tsx';
import { type CommitAnswer, undoOf } from '../../../parts/record/undoOf.ts';
import { problemText } from '../../../parts/screen/problemText.ts';
import { useMayPublish } from '../../../session/useMay.ts';
import { ask } from '../../../wire/ask.ts';
import type { AdminContentType } from '../../../wire/interface.ts';
import { createQueryKey } from '../../../wire/keys.ts';
import { lastWritesEnd } from '../../../wire/lastWrites.ts';
import { CHUNK } from '../../../wire/queries.ts';
import { useChosenChange } from '../../../wire/useChosenChange.ts';
import { pageDrafts } from '../../page/form/pageDrafts.ts';
import type { PageRow } from '../queries.ts';

/** The records of a type whose drafts visitors do not get yet; at most a hundred of each state. */
const waitingQuery = (type: string, locale: string | undefined) =>
  queryOptions({
    queryKey: createQueryKey('page', 'waiting', type, locale),
    queryFn: async ({ signal }) => {
      const states = ['waiting', 'draft'] as const;
      const lists = await Promise.all(
        states.map((state) =>
          ask('GET /api/admin/pages', { query: { type, locale, state, sort: 'title:asc', limit: CHUNK }, signal }),
        ),
      );
      return lists.flatMap(({ data }) => data);
    },
  });

interface PublishRowsProps {
  readonly type: AdminContentType;
  readonly locale: string | undefined;
  /** Whether a row is edited. */
  readonly isEditing: boolean;
  /** Closes that row, which saves it. */
  onClose(): void;
  /** Opens the row of a record. */
  onEdit(id: number): void;
}

/** Says which records will be different for visitors, and publishes their drafts. */
export function PublishRows({ type, locale, isEditing, onClose, onEdit }: PublishRowsProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const isInChange = useChosenChange() !== undefined;
  const mayPublish = useMayPublish('page', { type: type.slug, locale });
  const query = waitingQuery(type.slug, locale);
  const { data: rows = [] } = useQuery(query);
  const count = rows.length;
  if (isInChange || !mayPublish) return null;

  /** Saves the row that is edited, so that the panel knows all that is published. */
  async function open(): Promise<void> {
    onClose();
    setBusy(true);
    // The form saves when it goes.
    await new Promise(requestAnimationFrame);
    await lastWritesEnd();
    const fresh = await client.fetchQuery({ ...query, staleTime: 0 });
    setBusy(false);
    setOpen(fresh.length > 0);
  }

  async function publish(): Promise<void> {
    setBusy(true);
    const { written, failed } = await publishRows(rows);
    setBusy(false);
    setOpen(false);
    if (written.length > 0)
      notifySuccess(t('dataTable.published', { count: count - failed.length }), undoOf(written, client));
    for (const { row, error } of failed)
      notifyErrorMessage(t('dataTable.failed', { title: row.title, problem: problemText(error) }));
    await invalidatePages(client);
    if (failed[0]) onEdit(failed[0].row.id);
  }

  return (
    <Popover
      opened={isOpen && count > 0}
      onChange={setOpen}
      position="bottom-end"
      width={360}
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <Button
          disabled={count === 0 && !isEditing}
          loading={isBusy && !isOpen}
          onClick={() => (isOpen ? setOpen(false) : void open())}
        >
          {count === 0 ? t('draft.publish') : t('dataTable.publish', { count })}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('draft.publish')}>
        <Stack gap="sm">
          <Text size="sm">{t('dataTable.willDiffer', { count })}</Text>
          <List size="sm" style={{ maxHeight: '14rem', overflowY: 'auto' }}>
            {rows.map(({ id, title }) => (
              <List.Item key={id}>
                <Link to="/pages/$id" params={{ id: String(id) }} style={{ color: 'var(--chosen-text)' }} dir="auto">
                  {title}
                </Link>
              </List.Item>
            ))}
          </List>
          <Group justify="end">
            <Button variant="default" onClick={() => setOpen(false)}>
              {t('common.cancel')}
            </Button>
            <Button data-autofocus loading={isBusy} onClick={() => void publish()}>
              {t('draft.publishNow')}
            </Button>
          </Group>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

const invalidatePages = (client: QueryClient) => client.invalidateQueries({ queryKey: createQueryKey('page') });

interface PublishedRows {
  readonly written: readonly CommitAnswer[];
  readonly failed: readonly { readonly row: PageRow; readonly error: unknown }[];
}

/** Publishes records one by one: what keeps one from being published does not keep the others. */
async function publishRows(rows: readonly PageRow[]): Promise<PublishedRows> {
  const written: CommitAnswer[] = [];
  const failed: { row: PageRow; error: unknown }[] = [];
  for (const row of rows)
    try {
      written.push(await publishRow(row));
    } catch (error) {
      failed.push({ row, error });
    }
  return { written, failed };
}

async function publishRow({ id, hasDraft }: PageRow): Promise<CommitAnswer> {
  const path = { id };
  if (hasDraft) return (await pageDrafts.requestsFor(id).publishDraft({ body: {}, headers: {} })).data;
  return ask('PUT /api/admin/pages/{id}', { path, body: { status: 'published' }, change: null });
}
