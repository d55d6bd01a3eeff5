import { Switch, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RecordDrawer } from '../../parts/record/RecordDrawer.tsx';
import { toTypedTranslations } from '../../parts/record/typedTranslations.ts';
import { useSaving } from '../../parts/record/useSaving.ts';
import { useWords } from '../../parts/record/useWords.tsx';
import { ask } from '../../wire/ask.ts';
import type { AdminTaxonomy } from '../../wire/interface.ts';

interface VocabularyDrawerProps {
  /** Undefined for a new one. */
  readonly vocabulary?: AdminTaxonomy;
  onClose(): void;
  /** Receives the id of a new vocabulary. */
  onCreated?(id: number): void;
}

/** A vocabulary: its name, and whether its terms form a tree. */
export function VocabularyDrawer({ vocabulary: given, onClose, onCreated }: VocabularyDrawerProps) {
  const { t } = useTranslation();
  const [created, setCreated] = useState<AdminTaxonomy>();
  const vocabulary = given ?? created;
  const form = useForm({
    initialValues: {
      name: vocabulary?.name ?? '',
      slug: vocabulary?.slug ?? '',
      description: vocabulary?.description ?? '',
      hierarchical: vocabulary?.hierarchical ?? false,
      translations: toTypedTranslations(vocabulary?.translations),
    },
  });
  const saving = useSaving({
    form,
    kind: 'taxonomy',
    async save({ slug, ...values }, { slug: newSlug, ...changed }) {
      if (vocabulary) {
        const body = { ...changed, ...(newSlug && { slug }) };
        return ask('PUT /api/admin/taxonomies/{id}', { path: { id: vocabulary.id }, body });
      }
      const answer = await ask('POST /api/admin/taxonomies', { body: { ...values, ...(slug && { slug }) } });
      onCreated?.(answer.data.id);
      return answer;
    },
    onSaved: onClose,
    onGoOn: ({ data }) => setCreated(data),
  });
  const words = useWords(form);
  return (
    <RecordDrawer
      title={vocabulary?.name ?? t('taxonomies.new')}
      saving={saving}
      isDirty={form.isDirty()}
      action={vocabulary ? t('common.save') : t('common.create')}
      onClose={onClose}
    >
      {words.languages}
      <TextInput label={t('common.name')} data-autofocus {...words.input('name')} />
      <TextInput
        label={t('taxonomies.slugLabel')}
        description={t('taxonomies.slugHelp')}
        dir="ltr"
        {...form.getInputProps('slug')}
      />
      <Textarea label={t('taxonomies.description')} autosize minRows={2} {...words.input('description')} />
      <Switch
        label={t('taxonomies.hierarchical')}
        description={t('taxonomies.hierarchicalHelp')}
        {...form.getInputProps('hierarchical', { type: 'checkbox' })}
      />
    </RecordDrawer>
  );
}
