import { ActionIcon, Group, Paper, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './SelectionBar.module.css';

interface SelectionBarProps {
  /** How many are selected, in words. */
  readonly label: string;
  onClear(): void;
  /** What can be done to all of them. */
  readonly children: ReactNode;
}

/** Stands at the foot of a list as long as something in it is selected. */
export function SelectionBar({ label, onClear, children }: SelectionBarProps) {
  const { t } = useTranslation();
  return (
    <Paper withBorder shadow="md" className={classes.bar} role="toolbar" aria-label={label}>
      <Group gap="xs" wrap="nowrap">
        <ActionIcon variant="subtle" color="gray" onClick={onClear} aria-label={t('list.clearSelection')}>
          <IconX size={17} />
        </ActionIcon>
        <Text size="sm" fw={550} aria-live="polite">
          {label}
        </Text>
      </Group>
      <Group gap="xs">{children}</Group>
    </Paper>
  );
}
