import { ActionIcon, Button, Group, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { SocialLink } from './values.ts';

interface LinksProps {
  readonly links: readonly SocialLink[];
  readonly errors: Readonly<Record<string, ReactNode>>;
  onChange(links: readonly SocialLink[]): void;
}

/** The site's presence elsewhere, such as on social networks: a name and an address each. */
export function Links({ links, errors, onChange }: LinksProps) {
  const { t } = useTranslation();
  const set = (index: number, more: Partial<SocialLink>): void =>
    onChange(links.map((link, at) => (at === index ? { ...link, ...more } : link)));
  return (
    <div>
      {links.map(({ name, url }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the names of rows are being typed, so they cannot serve as keys
        <Group key={index} gap="xs" mb="xs" wrap="nowrap" align="start">
          <TextInput
            aria-label={t('settings.network', { number: index + 1 })}
            placeholder={t('settings.networkName')}
            value={name}
            dir="auto"
            onChange={({ currentTarget }) => set(index, { name: currentTarget.value })}
            style={{ flex: '0 1 10rem' }}
          />
          <TextInput
            aria-label={t('settings.networkAddress', { number: index + 1 })}
            placeholder="https://"
            type="url"
            value={url}
            dir="ltr"
            error={errors[`social.${name}`]}
            onChange={({ currentTarget }) => set(index, { url: currentTarget.value })}
            flex={1}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size="input-sm"
            aria-label={t('settings.removeNetwork', { number: index + 1 })}
            onClick={() => onChange(links.filter((_, at) => at !== index))}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </Group>
      ))}
      <Button
        variant="default"
        leftSection={<IconPlus size={16} />}
        onClick={() => onChange([...links, { name: '', url: '' }])}
      >
        {t('settings.addNetwork')}
      </Button>
    </div>
  );
}
