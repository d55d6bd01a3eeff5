import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { localeName } from '../../parts/localeName.ts';

interface SideLanguageProps {
  readonly locale: string;
  /** What is done on this side. */
  readonly role: string;
}

/** The language of one of two pages that are shown side by side. */
export function SideLanguage({ locale, role }: SideLanguageProps) {
  const { i18n } = useTranslation();
  return (
    <Text size="sm" c="dimmed">
      <Text span inherit fw={600} c="var(--mantine-color-text)">
        {localeName(locale, i18n.language)}
      </Text>{' '}
      · {role}
    </Text>
  );
}
