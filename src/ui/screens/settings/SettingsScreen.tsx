import { Alert, Button, Group, Select, Stack, Switch, Text, Textarea, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { confirm } from '../../parts/dialog/confirm.tsx';
import { notifySuccess } from '../../parts/dialog/notify.tsx';
import { PictureSource } from '../../parts/media/PictureSource.tsx';
import { LiveAtOnce } from '../../parts/record/LiveAtOnce.tsx';
import { useSaving } from '../../parts/record/useSaving.ts';
import { useWords } from '../../parts/record/useWords.tsx';
import { PageHead } from '../../parts/screen/PageHead.tsx';
import { useMayChange } from '../../session/useMay.ts';
import { ask } from '../../wire/ask.ts';
import type { Settings } from '../../wire/interface.ts';
import { settingsQuery } from '../../wire/queries.ts';
import { LanguageFallbacks } from './LanguageFallbacks.tsx';
import { Links } from './Links.tsx';
import classes from './SettingsScreen.module.css';
import { SiteLanguages } from './SiteLanguages.tsx';
import { toSettingsBody, toSettingsValues } from './values.ts';

const DURATIONS = ['24h', '7d', '14d', '30d'] as const;

/** The settings of the whole site. */
export function SettingsScreen() {
  const { data: settings } = useSuspenseQuery(settingsQuery);
  return <SettingsForm settings={settings} />;
}

function SettingsForm({ settings }: { readonly settings: Settings }) {
  const { t } = useTranslation();
  const isAdmin = useMayChange('settings');
  const form = useForm({ initialValues: toSettingsValues(settings) });
  const saving = useSaving({
    form,
    kind: 'settings',
    save: (_, changed) => ask('PUT /api/admin/config', { body: toSettingsBody(changed, form.getInitialValues()) }),
    onGoOn: () => notifySuccess(t('record.savedExcept')),
  });
  const words = useWords(form);
  const isDirty = form.isDirty();
  const { setInitialValues, setValues } = form;
  // Follows what somebody else has set, unless there are unsaved changes here.
  useEffect(() => {
    if (isDirty) return;
    setInitialValues(toSettingsValues(settings));
    setValues(toSettingsValues(settings));
  }, [settings, isDirty, setInitialValues, setValues]);
  useBlocker({
    shouldBlockFn: async () =>
      form.isDirty() &&
      !(await confirm({ title: t('record.discardTitle'), text: t('record.discardText'), action: t('record.discard') })),
    enableBeforeUnload: () => form.isDirty(),
  });
  return (
    <form onSubmit={saving.submit} noValidate>
      <PageHead title={t('settings.title')}>
        {isAdmin && (
          <Button type="submit" loading={saving.isBusy} disabled={!form.isDirty()}>
            {t('common.save')}
          </Button>
        )}
      </PageHead>
      {isAdmin && (
        <div className={classes.live}>
          <LiveAtOnce kind="settings" />
        </div>
      )}
      {saving.problems.map((problem) => (
        <Alert key={problem} color="red" role="alert" mb="md">
          {problem}
        </Alert>
      ))}
      {!isAdmin && (
        <Alert variant="light" mb="md">
          {t('settings.adminsOnly')}
        </Alert>
      )}
      <fieldset disabled={!isAdmin} className={classes.all}>
        <legend className={classes.legend}>{t('settings.title')}</legend>
        <SettingsSection title={t('settings.site')} text={t('settings.siteText')}>
          {words.languages}
          <TextInput label={t('settings.siteName')} {...words.input('siteName')} />
          <TextInput
            label={t('settings.tagline')}
            description={t('settings.taglineHelp')}
            {...words.input('tagline')}
          />
          <PictureSource
            label={t('settings.logo')}
            readOnly={!isAdmin}
            value={form.values.logo}
            onChange={(logo) => form.setFieldValue('logo', logo)}
          />
          <Textarea label={t('settings.footer')} autosize minRows={2} {...words.input('footer')} />
        </SettingsSection>
        <SettingsSection title={t('settings.languages')} text={t('settings.languagesText')}>
          <SiteLanguages
            locales={form.values.supportedLocales}
            main={form.values.defaultLocale}
            problem={form.errors.supportedLocales ?? form.errors.defaultLocale}
            onChange={(change) => form.setValues(change)}
          />
          <LanguageFallbacks
            locales={form.values.supportedLocales}
            fallbacks={form.values.fallbacks}
            errors={form.errors}
            onChange={(fallbacks) => form.setFieldValue('fallbacks', fallbacks)}
          />
        </SettingsSection>
        <SettingsSection title={t('settings.social')} text={t('settings.socialText')}>
          <Links
            links={form.values.social}
            errors={form.errors}
            onChange={(social) => form.setFieldValue('social', social)}
          />
        </SettingsSection>
        <SettingsSection title={t('settings.addresses')} text={t('settings.addressesText', { url: settings.siteUrl })}>
          <TextInput
            label={t('settings.homeSlug')}
            description={t('settings.homeSlugHelp')}
            dir="ltr"
            {...form.getInputProps('homeSlug')}
          />
          <Switch
            label={t('settings.redirectOnRename')}
            description={t('settings.redirectOnRenameHelp')}
            {...form.getInputProps('redirectOnRename', { type: 'checkbox' })}
          />
        </SettingsSection>
        <SettingsSection title={t('settings.sessions')} text={t('settings.sessionsText')}>
          <Group>
            <Select
              label={t('settings.duration')}
              data={DURATIONS.map((value) => ({ value, label: t(`settings.durations.${value}`) }))}
              allowDeselect={false}
              {...form.getInputProps('duration')}
            />
          </Group>
        </SettingsSection>
      </fieldset>
    </form>
  );
}

interface SettingsSectionProps {
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}

/** A group of settings, with its explanation on one side and the inputs on the other. */
function SettingsSection({ title, text, children }: SettingsSectionProps) {
  return (
    <section className={classes.section}>
      <div>
        <Title order={2} size="h5">
          {title}
        </Title>
        <Text size="sm" c="dimmed" mt={4}>
          {text}
        </Text>
      </div>
      <Stack gap="md">{children}</Stack>
    </section>
  );
}
