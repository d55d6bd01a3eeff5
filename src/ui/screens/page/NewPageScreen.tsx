import { Button, Group, Select, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { kindOfType } from '../../../model/page/typeKind.ts';
import { notifyError } from '../../parts/dialog/notify.tsx';
import { localeName } from '../../parts/localeName.ts';
import { PageHead } from '../../parts/screen/PageHead.tsx';
import { useMay } from '../../session/useMay.ts';
import { ask } from '../../wire/ask.ts';
import { createQueryKey } from '../../wire/keys.ts';
import { contentTypesQuery, settingsQuery } from '../../wire/queries.ts';
import { WireError } from '../../wire/WireError.ts';
import classes from './NewPageScreen.module.css';

const route = getRouteApi('/shell/pages/new');

/** Creates a page as a draft from its title, address, type and language. Everything else is written in its form. */
export function NewPageScreen() {
  const { t, i18n } = useTranslation();
  const search = route.useSearch();
  const may = useMay();
  const { data: all = [] } = useQuery(contentTypesQuery);
  const types = all.filter(({ slug }) => may('create', 'page', { type: slug }));
  const { data: settings } = useQuery(settingsQuery);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { title: '', slug: '', locale: search.locale ?? null },
  });
  const [chosen, setType] = useState(search.type);
  const type = types.find(({ slug }) => slug === chosen) ?? types[0];
  const kind = type ? kindOfType(type) : 'page';
  const create = useCreatePage((errors) => form.setErrors(errors));
  const locales = (settings?.supportedLocales ?? []).filter((locale) => may('create', 'page', { locale }));
  const first = locales.find((locale) => locale === settings?.defaultLocale) ?? locales[0];
  return (
    <div className={classes.screen}>
      <PageHead title={t('pages.new')} />
      <form
        onSubmit={form.onSubmit(({ title, slug, locale }) =>
          create.mutate({
            title,
            ...(slug.trim() && kind !== 'single' && { slug: slug.trim() }),
            type: type?.slug ?? '',
            ...((locale ?? first) && { locale: locale ?? first! }),
          }),
        )}
      >
        <Stack gap="lg">
          <TextInput
            key={form.key('title')}
            {...form.getInputProps('title')}
            label={t('page.title')}
            size="md"
            dir="auto"
            required
            withAsterisk={false}
            autoFocus
          />
          {kind !== 'single' && (
            <TextInput
              key={form.key('slug')}
              {...form.getInputProps('slug')}
              label={t(kind === 'data' ? 'pages.key' : 'pages.address')}
              description={t('page.addressHelp')}
              leftSection={kind === 'data' ? undefined : '/'}
              dir="ltr"
            />
          )}
          <Group grow>
            <Select
              value={type?.slug ?? null}
              onChange={(slug) => setType(slug ?? undefined)}
              label={t('pages.type')}
              data={types.map(({ slug, name }) => ({ value: slug, label: name }))}
              allowDeselect={false}
            />
            {locales.length > 1 && (
              <Select
                key={`${form.key('locale')} ${first}`}
                {...form.getInputProps('locale')}
                defaultValue={search.locale ?? first}
                label={t('pages.language')}
                data={locales.map((locale) => ({ value: locale, label: localeName(locale, i18n.language) }))}
                allowDeselect={false}
              />
            )}
          </Group>
          <Group justify="end" mt="md">
            <Button
              variant="default"
              renderRoot={(props) => <Link to="/pages" search={{ type: search.type }} {...props} />}
            >
              {t('common.cancel')}
            </Button>
            <Button type="submit" loading={create.isPending}>
              {t('page.createDraft')}
            </Button>
          </Group>
        </Stack>
      </form>
    </div>
  );
}

interface NewPage {
  readonly title: string;
  readonly slug?: string;
  readonly type: string;
  readonly locale?: string;
}

function useCreatePage(setErrors: (errors: Record<string, string>) => void) {
  const client = useQueryClient();
  const navigate = route.useNavigate();
  return useMutation({
    mutationFn: (page: NewPage) => ask('POST /api/admin/pages', { body: { ...page, status: 'draft' } }),
    onSuccess: async ({ data }) => {
      void client.invalidateQueries({ queryKey: createQueryKey('page') });
      await navigate({ to: '/pages/$id', params: { id: String(data.id) }, replace: true });
    },
    onError: (error) => {
      const problems = error instanceof WireError ? error.problems.filter(({ path }) => path?.[0]) : [];
      if (problems.length === 0) notifyError(error);
      else setErrors(Object.fromEntries(problems.map(({ path = [], message }) => [path[0], message])));
    },
  });
}
