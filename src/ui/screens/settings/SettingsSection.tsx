import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './SettingsSection.module.css';

interface SettingsSectionProps {
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}

/** A group of settings, with its explanation on one side and the inputs on the other. */
export function SettingsSection({ title, text, children }: SettingsSectionProps) {
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
