import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core';
import { IconColumns2, IconPlus } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { notifyError } from '../../../parts/dialog/notify.tsx';
import { localeName } from '../../../parts/localeName.ts';
import { StatusBadge } from '../../../parts/record/StatusBadge.tsx';
import { useMay } from '../../../session/useMay.ts';
import { ask } from '../../../wire/ask.ts';
import { createQueryKey } from '../../../wire/keys.ts';
import { settingsQuery } from '../../../wire/queries.ts';
import { type PageAnswer, translationsQuery } from '../queries.ts';
import classes from './PageLanguages.module.css';

interface PageLanguagesProps {
  readonly page: PageAnswer['data'];
}

/** The languages that a page exists in, and those that it can be translated into. */
export function PageLanguages({ page }: PageLanguagesProps) {
  const { t, i18n } = useTranslation();
  const { data: settings } = useQuery(settingsQuery);
  const { data: translations = [] } = useQuery(translationsQuery(page.id));
  const translate = useTranslate(page.id);
  const may = useMay();
  const known = new Set([page.locale, ...translations.map(({ locale }) => locale)]);
  const locales = [...new Set([...(settings?.supportedLocales ?? []), ...known])];
  if (locales.length < 2) return null;
  return (
    <div>
      <Text size="sm" fw={500} mb={6} id="languages">
        {t('page.languages')}
      </Text>
      <Stack gap={2} role="list" aria-labelledby="languages">
        {locales.map((locale) => {
          const name = localeName(locale, i18n.language);
          const translation = translations.find((one) => one.locale === locale);
          const isHere = locale === page.locale;
          return (
            <Group key={locale} role="listitem" className={classes.line} justify="space-between" wrap="nowrap">
              {translation || isHere ? (
                <>
                  <Link
                    to="/pages/$id"
                    params={{ id: String(translation?.id ?? page.id) }}
                    className={classes.link}
                    aria-current={isHere ? 'true' : undefined}
                  >
                    {name}
                  </Link>
                  <Group gap={4} wrap="nowrap">
                    {translation?.translationState === 'outdated' && (
                      <Text size="xs" c="var(--warning)">
                        {t('pages.states.outdated')}
                      </Text>
                    )}
                    {translation && !isHere && <SideBySideButton id={translation.id} language={name} />}
                    <StatusBadge page={{ scheduledAt: null, status: translation?.status ?? page.status }} />
                  </Group>
                </>
              ) : (
                <>
                  <Text size="sm" c="dimmed">
                    {name}
                  </Text>
                  {may('create', 'page', { type: page.type, locale, path: page.slug }) && (
                    <Button
                      size="compact-xs"
                      variant="subtle"
                      leftSection={<IconPlus size={13} />}
                      aria-label={t('page.translateInto', { language: name })}
                      loading={translate.isPending && translate.variables === locale}
                      onClick={() => translate.mutate(locale)}
                    >
                      {t('page.translate')}
                    </Button>
                  )}
                </>
              )}
            </Group>
          );
        })}
      </Stack>
    </div>
  );
}

const route = getRouteApi('/shell/pages/$id');

interface SideBySideButtonProps {
  readonly id: number;
  readonly language: string;
}

/** Shows or hides a translation beside the form. */
function SideBySideButton({ id, language }: SideBySideButtonProps) {
  const { t } = useTranslation();
  const { beside } = route.useSearch();
  const navigate = route.useNavigate();
  const isBeside = beside === id;
  const label = t('page.beside', { language });
  return (
    <ActionIcon
      variant={isBeside ? 'light' : 'subtle'}
      color={isBeside ? undefined : 'gray'}
      size="sm"
      aria-label={label}
      title={label}
      aria-pressed={isBeside}
      onClick={() => void navigate({ search: { beside: isBeside ? undefined : id }, replace: true })}
    >
      <IconColumns2 size={16} />
    </ActionIcon>
  );
}

function useTranslate(id: number) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async (locale: string) =>
      (await ask('POST /api/admin/pages/{id}/translate', { path: { id }, body: { locale } })).data,
    onSuccess: async (page) => {
      await client.invalidateQueries({ queryKey: createQueryKey('page'), refetchType: 'none' });
      await navigate({ to: '/pages/$id', params: { id: String(page.id) }, search: { beside: id } });
    },
    onError: notifyError,
  });
}
