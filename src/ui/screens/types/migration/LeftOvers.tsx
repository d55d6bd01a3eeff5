import { Alert, Button, Group, Menu, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { confirm } from '../../../parts/dialog/confirm.tsx';
import { notifyError, notifySuccess } from '../../../parts/dialog/notify.tsx';
import type { LeftOverValues } from '../../../wire/interface.ts';
import { readFieldDrafts } from '../fields/fieldDraft.ts';
import { type AnyType, leftOversQuery, sendMigration } from '../queries.ts';

interface LeftOversProps {
  readonly types: readonly AnyType[];
  readonly kind: 'contentType' | 'blockType';
}

/** The values that no type knows: they are removed, moved to a field, or get their field back. */
export function LeftOvers({ types, kind }: LeftOversProps) {
  const { t } = useTranslation();
  const { data = [] } = useQuery(leftOversQuery);
  const own = data.filter(({ type }) => type.kind === kind);
  if (own.length === 0) return null;
  return (
    <Alert color="gray" role="note" title={t('types.leftOverTitle')} mb="md">
      <Stack gap="xs">
        {own.map((one) => (
          <LeftOver
            key={`${one.type.slug}/${one.field}`}
            values={one}
            type={types.find(({ slug }) => slug === one.type.slug)}
          />
        ))}
      </Stack>
    </Alert>
  );
}

function LeftOver({ values, type }: { readonly values: LeftOverValues; readonly type: AnyType | undefined }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { field, records, looksLike } = values;
  const { kind, slug } = values.type;
  const act = useMutation({
    async mutationFn({ body, operations, done }: Step) {
      await sendMigration({ type: { kind, slug }, operations, ...(body && { body }) }, null);
      return done;
    },
    onSuccess: (done) => notifySuccess(done),
    onError: (error) => notifyError(error),
    onSettled: () => client.invalidateQueries(),
  });
  async function remove(): Promise<void> {
    const text = t('types.leftOver', { count: records, field, type: values.type.name });
    const question = { title: t('types.removeLeftOver', { field }), text, action: t('types.removeValues') };
    if (await confirm({ ...question, isDangerous: true }))
      act.mutate({ operations: [{ remove: { field } }], done: t('types.leftOverRemoved') });
  }
  const drafts = readFieldDrafts(type?.fieldsSchema);
  return (
    <Group justify="space-between" gap="xs">
      <Text size="sm">{t('types.leftOver', { count: records, field, type: values.type.name })}</Text>
      <Group gap="xs">
        <Button size="compact-sm" variant="default" disabled={act.isPending} onClick={() => void remove()}>
          {t('types.removeValues')}
        </Button>
        {drafts && type && Array.isArray(type.fieldsSchema) && (
          <Button
            size="compact-sm"
            variant="default"
            disabled={act.isPending}
            onClick={() =>
              act.mutate({
                operations: [],
                body: { fieldsSchema: [...drafts, { name: field, type: looksLike }] },
                done: t('types.leftOverBack'),
              })
            }
          >
            {t('types.bringBack')}
          </Button>
        )}
        {drafts && drafts.length > 0 && (
          <Menu>
            <Menu.Target>
              <Button size="compact-sm" variant="default" disabled={act.isPending}>
                {t('types.moveLeftOver')}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {drafts.map(({ name, label }) => (
                <Menu.Item
                  key={name}
                  onClick={() =>
                    act.mutate({ operations: [{ rename: { from: field, to: name } }], done: t('types.leftOverMoved') })
                  }
                >
                  {label || name}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        )}
      </Group>
    </Group>
  );
}

interface Step {
  readonly operations: readonly object[];
  readonly body?: { readonly fieldsSchema: readonly Readonly<Record<string, unknown>>[] };
  readonly done: string;
}
