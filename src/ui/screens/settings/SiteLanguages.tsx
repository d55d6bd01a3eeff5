import { ActionIcon, Badge, Button, Group, Text, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { localeName } from '../../parts/localeName.ts';
import classes from './SiteLanguages.module.css';
import type { SettingsValues } from './values.ts';

interface SiteLanguagesProps {
  readonly locales: readonly string[];
  /** The site's main language. */
  readonly main: string;
  readonly problem: ReactNode;
  onChange(change: Partial<Pick<SettingsValues, 'supportedLocales' | 'defaultLocale'>>): void;
}

/** The canonical spelling of a language code; undefined if the text is none. */
function parseLanguageCode(text: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(text.trim())[0];
  } catch {
    return undefined;
  }
}

/** The languages of the site, one of which is its main language. */
export function SiteLanguages({ locales, main, problem, onChange }: SiteLanguagesProps) {
  const { t, i18n } = useTranslation();
  const [typed, setTyped] = useState('');
  const [isWrong, setWrong] = useState(false);
  const add = (): void => {
    const locale = parseLanguageCode(typed);
    setWrong(locale === undefined);
    if (locale === undefined) return;
    setTyped('');
    if (!locales.includes(locale)) onChange({ supportedLocales: [...locales, locale] });
  };
  return (
    <div>
      <ul className={classes.list}>
        {locales.map((locale) => (
          <li key={locale} className={classes.line}>
            <Text size="sm" fw={500}>
              {localeName(locale, i18n.language)}
            </Text>
            <Text size="sm" c="dimmed" component="code">
              {locale}
            </Text>
            <Group gap={4} ms="auto" wrap="nowrap">
              {locale === main ? (
                <Badge variant="light" tt="none">
                  {t('settings.main')}
                </Badge>
              ) : (
                <Button
                  size="compact-xs"
                  variant="subtle"
                  color="gray"
                  onClick={() => onChange({ defaultLocale: locale })}
                  aria-label={t('settings.makeMainOf', { name: localeName(locale, i18n.language) })}
                >
                  {t('settings.makeMain')}
                </Button>
              )}
              <ActionIcon
                variant="subtle"
                color="gray"
                disabled={locale === main}
                aria-label={t('settings.removeLanguage', { name: localeName(locale, i18n.language) })}
                onClick={() => onChange({ supportedLocales: locales.filter((one) => one !== locale) })}
              >
                <IconTrash size={16} />
              </ActionIcon>
            </Group>
          </li>
        ))}
      </ul>
      {problem && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {problem}
        </Text>
      )}
      <Group align="end" gap="xs" mt="sm" wrap="nowrap">
        <TextInput
          label={t('settings.addLanguage')}
          description={t('settings.addLanguageHelp')}
          value={typed}
          dir="ltr"
          error={isWrong && t('settings.noLanguage')}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            setWrong(false);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            add();
          }}
          inputWrapperOrder={['label', 'description', 'input', 'error']}
          flex={1}
        />
        <Button variant="default" leftSection={<IconPlus size={16} />} onClick={add} disabled={typed.trim() === ''}>
          {t('common.add')}
        </Button>
      </Group>
    </div>
  );
}
