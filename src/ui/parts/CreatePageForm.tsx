import { Select, Stack, Text, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ask } from '../wire/ask.ts';
import { createQueryKey } from '../wire/keys.ts';
import { contentTypesQuery } from '../wire/queries.ts';
import { DialogForm } from './dialog/DialogForm.tsx';

interface CreatePageFormProps {
  readonly title: string;
  /** Slugs of the content types to choose from; all if absent. */
  readonly types: readonly string[] | undefined;
  readonly locale: string | undefined;
  onClose(): void;
  onCreated(id: number): void;
}

/** Creates a page as a draft, without leaving the form that is to point at it. */
export function CreatePageForm({ title: given, types, locale, onClose, onCreated }: CreatePageFormProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { data: known = [] } = useQuery(contentTypesQuery);
  const allowed = known.filter(({ slug }) => !types?.length || types.includes(slug));
  const [title, setTitle] = useState(given);
  const [chosen, setChosen] = useState<string | null>(null);
  const type = chosen ?? allowed[0]?.slug ?? '';
  async function create(): Promise<void> {
    const body = { title: title.trim(), type, status: 'draft' as const, ...(locale !== undefined && { locale }) };
    const { data } = await ask('POST /api/admin/pages', { body });
    void client.invalidateQueries({ queryKey: createQueryKey('page') });
    onCreated(data.id);
  }
  return (
    <DialogForm action={t('page.createDraft')} isComplete={title.trim() !== ''} onSend={create} onClose={onClose}>
      {(error) => (
        <Stack gap="md">
          <TextInput
            label={t('pages.pageTitle')}
            value={title}
            error={error}
            onChange={({ currentTarget }) => setTitle(currentTarget.value)}
            required
            withAsterisk={false}
            data-autofocus
            dir="auto"
          />
          {allowed.length > 1 && (
            <Select
              label={t('pages.type')}
              data={allowed.map(({ slug, name }) => ({ value: slug, label: name }))}
              value={type}
              onChange={setChosen}
              allowDeselect={false}
            />
          )}
          <Text size="sm" c="dimmed">
            {t('fields.newPageHelp')}
          </Text>
        </Stack>
      )}
    </DialogForm>
  );
}
