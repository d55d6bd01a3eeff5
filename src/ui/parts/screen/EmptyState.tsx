import { Stack, Text, Title } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';

interface EmptyStateProps {
  readonly icon: Icon;
  readonly title: string;
  readonly text: string;
  /** Whether it fills the screen, so that its title is the heading of the screen. */
  readonly isScreen?: boolean;
  /** What to do first. */
  readonly children?: ReactNode;
}

/** Shown in place of an empty list; says what to do first. */
export function EmptyState({ icon: IconOf, title, text, isScreen = false, children }: EmptyStateProps) {
  return (
    <Stack align="center" gap="xs" py={72} px="md" ta="center">
      <IconOf size={36} stroke={1.4} color="var(--quiet)" aria-hidden />
      <Title order={isScreen ? 1 : 2} size="h4">
        {title}
      </Title>
      <Text c="dimmed" size="sm" maw={420} mb="sm">
        {text}
      </Text>
      {children}
    </Stack>
  );
}
