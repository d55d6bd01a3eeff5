import { MultiSelect, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { localeName } from '../../parts/localeName.ts';
import type { SettingsValues } from './values.ts';

interface LanguageFallbacksProps extends Pick<SettingsValues, 'fallbacks'> {
  readonly locales: readonly string[];
  readonly errors: Readonly<Record<string, ReactNode>>;
  onChange(fallbacks: SettingsValues['fallbacks']): void;
}

/** Which languages stand in for each, where a front end asks for that. */
export function LanguageFallbacks({ locales, fallbacks, errors, onChange }: LanguageFallbacksProps) {
  const { t, i18n } = useTranslation();
  const nameOf = (locale: string): string => localeName(locale, i18n.language);
  if (locales.length < 2) return null;
  return (
    <Stack gap="sm">
      {locales.map((locale) => (
        <MultiSelect
          key={locale}
          label={t('settings.fallbacksOf', { language: nameOf(locale) })}
          placeholder={fallbacks[locale]?.length ? undefined : t('settings.noFallback')}
          data={locales.filter((one) => one !== locale).map((value) => ({ value, label: nameOf(value) }))}
          value={[...(fallbacks[locale] ?? [])]}
          error={Object.entries(errors).find(([path]) => path.startsWith(`fallbacks.${locale}`))?.[1]}
          onChange={(next) => onChange({ ...fallbacks, [locale]: next })}
        />
      ))}
    </Stack>
  );
}
