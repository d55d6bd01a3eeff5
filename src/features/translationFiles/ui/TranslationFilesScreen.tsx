import { Button, Card, FileButton, Group, List, Select, Stack, Text, Title } from '@mantine/core';
import { IconDownload, IconUpload } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notifyError } from '../../../ui/parts/dialog/notify.tsx';
import { localeName } from '../../../ui/parts/localeName.ts';
import { pluralName } from '../../../ui/parts/pluralName.ts';
import { PageHead } from '../../../ui/parts/screen/PageHead.tsx';
import { chosenName } from '../../../ui/wire/chosenChange.ts';
import type { PlacedTranslations } from '../../../ui/wire/interface.ts';
import { createQueryKey } from '../../../ui/wire/keys.ts';
import { contentTypesQuery, settingsQuery } from '../../../ui/wire/queries.ts';
import { downloadTexts, sendTranslations } from './files.ts';

const STATES = ['all', 'missing', 'outdated', 'draft', 'current'] as const;
const FORMATS = ['xliff', 'xliff2', 'json'] as const;

/** Where texts go out to translators and come back. */
export function TranslationFilesScreen() {
  const { t } = useTranslation();
  return (
    <Stack gap="lg" maw={880}>
      <PageHead title={t('translationFiles.title')} />
      <Outgoing />
      <Incoming />
    </Stack>
  );
}

/** A file for translators, of the change that was entered or of what is live. */
function Outgoing() {
  const { t, i18n } = useTranslation();
  const { data: settings } = useQuery(settingsQuery);
  const { data: types = [] } = useQuery(contentTypesQuery);
  const [chosen, setChosen] = useState<string | null>(null);
  const [state, setState] = useState<(typeof STATES)[number]>('all');
  const [type, setType] = useState('');
  const [format, setFormat] = useState<(typeof FORMATS)[number]>('xliff');
  const download = useMutation({ mutationFn: downloadTexts, onError: notifyError });
  const locales = settings?.supportedLocales.filter((locale) => locale !== settings.defaultLocale) ?? [];
  const to = chosen ?? locales[0];
  return (
    <Card withBorder component="section" aria-labelledby="translation-files-out">
      <Title order={2} size="h4" id="translation-files-out">
        {t('translationFiles.out')}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {t(settings && to === undefined ? 'translationFiles.oneLanguage' : 'translationFiles.outHelp')}
      </Text>
      {to !== undefined && (
        <Group align="end">
          <Select
            label={t('translationFiles.to')}
            data={locales.map((value) => ({ value, label: localeName(value, i18n.language) }))}
            value={to}
            allowDeselect={false}
            onChange={setChosen}
          />
          <Select
            label={t('translationFiles.state')}
            data={STATES.map((value) => ({ value, label: t(`translationFiles.states.${value}`) }))}
            value={state}
            allowDeselect={false}
            onChange={(value) => setState(STATES.find((one) => one === value) ?? 'all')}
          />
          <Select
            label={t('translationFiles.type')}
            data={[
              { value: '', label: t('translationFiles.allTypes') },
              ...types.map((one) => ({ value: one.slug, label: pluralName(one) })),
            ]}
            value={type}
            allowDeselect={false}
            onChange={(value) => setType(value ?? '')}
          />
          <Select
            label={t('translationFiles.format')}
            data={FORMATS.map((value) => ({ value, label: t(`translationFiles.formats.${value}`) }))}
            value={format}
            allowDeselect={false}
            onChange={(value) => setFormat(FORMATS.find((one) => one === value) ?? 'xliff')}
          />
          <Button
            leftSection={<IconDownload size={16} />}
            loading={download.isPending}
            onClick={() => download.mutate({ to, state, type, format, change: chosenName() })}
          >
            {t('translationFiles.download')}
          </Button>
        </Group>
      )}
    </Card>
  );
}

/** A file that comes back, and what became of it. */
function Incoming() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const send = useMutation({
    mutationFn: (file: File) => sendTranslations(file, chosenName()),
    onSuccess: () =>
      Promise.all(
        (['page', 'change'] as const).map((kind) => client.invalidateQueries({ queryKey: createQueryKey(kind) })),
      ),
    onError: notifyError,
  });
  return (
    <Card withBorder component="section" aria-labelledby="translation-files-back">
      <Title order={2} size="h4" id="translation-files-back">
        {t('translationFiles.back')}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {t('translationFiles.backHelp')}
      </Text>
      <FileButton accept=".xlf,.xliff,.xml,.json" onChange={(file) => file && send.mutate(file)}>
        {(props) => (
          <Button
            {...props}
            variant="default"
            leftSection={<IconUpload size={16} />}
            loading={send.isPending}
            style={{ alignSelf: 'start' }}
          >
            {t('translationFiles.choose')}
          </Button>
        )}
      </FileButton>
      <div role="status">{send.data && <Outcome placed={send.data} />}</div>
    </Card>
  );
}

function Outcome({ placed: { change, units, left } }: { readonly placed: PlacedTranslations }) {
  const { t } = useTranslation();
  return (
    <Stack gap="sm" mt="md">
      <Group>
        <Text>
          {change
            ? t('translationFiles.placed', { count: units, title: change.title })
            : left.length === 0 && t('translationFiles.nothing')}
        </Text>
        {change && (
          <Link to="/changes/$name" params={{ name: change.name }}>
            {t('translationFiles.look')}
          </Link>
        )}
      </Group>
      {left.length > 0 && <LeftTexts left={left} />}
    </Stack>
  );
}

/** The most texts that are shown: all of them are in the answer. */
const MAX_SHOWN = 200;

function LeftTexts({ left }: Pick<PlacedTranslations, 'left'>) {
  const { t } = useTranslation();
  return (
    <section aria-labelledby="translation-files-left">
      <Title order={3} size="h5" mb="xs" id="translation-files-left">
        {t('translationFiles.left', { count: left.length })}
      </Title>
      <List listStyleType="none" spacing="sm">
        {left.slice(0, MAX_SHOWN).map(({ page, unit, reason, target }) => (
          <List.Item key={`${page} ${unit}`}>
            <Text size="sm" fw={550} style={{ overflowWrap: 'anywhere' }}>
              {page} · {unit}
            </Text>
            <Text size="sm">{t(`translationFiles.reasons.${reason}`)}</Text>
            <Text size="sm" c="dimmed" dir="auto">
              {wordsOf(target)}
            </Text>
          </List.Item>
        ))}
      </List>
    </section>
  );
}

/** The words of a text with codes. */
function wordsOf(text: unknown): string {
  if (typeof text === 'string') return text;
  if (Array.isArray(text)) return text.map(wordsOf).join('');
  return typeof text === 'object' && text !== null && 'content' in text ? wordsOf(text.content) : '';
}
