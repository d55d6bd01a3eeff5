import { Code, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { notifySuccess } from '../../../ui/parts/dialog/notify.tsx';
import { RecordDrawer } from '../../../ui/parts/record/RecordDrawer.tsx';
import { undoOf } from '../../../ui/parts/record/undoOf.ts';
import { useSaving } from '../../../ui/parts/record/useSaving.ts';
import { ask } from '../../../ui/wire/ask.ts';
import { createQueryKey } from '../../../ui/wire/keys.ts';
import { parseLines } from './parseLines.ts';

interface ImportDrawerProps {
  onClose(): void;
}

/** Imports many redirects at once, pasted from a table. */
export function ImportDrawer({ onClose }: ImportDrawerProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const form = useForm({ initialValues: { lines: '' } });
  const { redirects, faults } = parseLines(form.values.lines);
  const saving = useSaving({
    form,
    kind: 'redirect',
    async save() {
      const answer = await ask('POST /api/admin/redirects/import', { body: redirects });
      const { imported, skipped } = answer.data;
      notifySuccess(t('redirects.imported', { count: imported, skipped }), undoOf(answer, client));
      // That note says it all.
      await client.invalidateQueries({ queryKey: createQueryKey('redirect') });
      onClose();
      return false;
    },
  });
  const isReady = redirects.length > 0 && faults.length === 0;
  return (
    <RecordDrawer
      title={t('redirects.import')}
      saving={isReady ? saving : undefined}
      isDirty={form.isDirty()}
      action={t('redirects.importMany', { count: redirects.length })}
      onClose={onClose}
    >
      <Text size="sm">{t('redirects.importText')}</Text>
      <Code block>{'/old-page /new-page\n/old-shop https://shop.example 302'}</Code>
      <Textarea
        label={t('redirects.lines')}
        autosize
        minRows={8}
        maxRows={24}
        dir="ltr"
        spellCheck={false}
        data-autofocus
        {...form.getInputProps('lines')}
        error={faults.length > 0 ? t('redirects.badLines', { lines: faults.slice(0, 10).join(', ') }) : undefined}
      />
    </RecordDrawer>
  );
}
