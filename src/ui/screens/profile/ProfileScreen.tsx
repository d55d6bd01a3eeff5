import { Select, useMantineColorScheme } from '@mantine/core';
import { useRouteContext } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { UI_FEATURES } from '../../../features/lists/ui/browser.ts';
import { LANGUAGES, type Language } from '../../i18n/messages.ts';
import { PageHead } from '../../parts/screen/PageHead.tsx';
import { useProfileSaving } from '../../session/useProfileSaving.ts';
import { SessionList } from '../record/people/SessionList.tsx';
import { RoleName } from '../record/roles/roleNames.ts';
import { NameForm } from './NameForm.tsx';
import { OwnKeys } from './OwnKeys.tsx';
import { PasswordPanel } from './PasswordPanel.tsx';
import classes from './ProfileScreen.module.css';
import { Section } from './ProfileSection.tsx';
import { SignInPanel } from './SignInPanel.tsx';

const FEATURE_SECTIONS = UI_FEATURES.flatMap(({ profile }) => (profile ? <profile.Section key={profile.name} /> : []));

/** What one is called here and how the interface looks, where one is logged in, and the keys of one's own. */
export function ProfileScreen() {
  const { t } = useTranslation();
  const { caller } = useRouteContext({ from: '/shell' });
  return (
    <div>
      <PageHead title={t('profile.title')} />
      <Section
        title={t('profile.me')}
        text={
          <>
            {caller.email} · <RoleName role={caller.role} />
          </>
        }
      >
        <NameForm />
      </Section>
      <Section title={t('profile.looks')} text={t('profile.looksHelp')}>
        <Choices />
      </Section>
      {FEATURE_SECTIONS}
      <Section title={t('signIn.title')} text={t('signIn.help')}>
        <PasswordPanel />
        <SignInPanel />
      </Section>
      <Section title={t('profile.sessions')} text={t('profile.sessionsHelp')}>
        <SessionList userId={caller.id} isOwn />
      </Section>
      <Section title={t('profile.keys')} text={t('profile.keysHelp')}>
        <OwnKeys />
      </Section>
    </div>
  );
}

function Choices() {
  const { t, i18n } = useTranslation();
  const { colorScheme } = useMantineColorScheme();
  const saving = useProfileSaving();
  return (
    <div className={classes.inputs}>
      <Select
        label={t('shell.language')}
        data={Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))}
        value={i18n.language}
        allowDeselect={false}
        onChange={(language) => saving.mutate({ language: language as Language })}
      />
      <Select
        label={t('shell.appearance')}
        data={(['light', 'dark', 'auto'] as const).map((value) => ({
          value,
          label: t(value === 'auto' ? 'shell.automatic' : `shell.${value}`),
        }))}
        value={colorScheme}
        allowDeselect={false}
        onChange={(theme) => saving.mutate({ theme: theme as typeof colorScheme })}
      />
    </div>
  );
}
