import { ActionIcon, Group, Paper, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { notesAbove } from '../dialog/notesAbove.ts';
import classes from './SelectionBar.module.css';

interface SelectionBarProps {
  /** The number of selected items, in words. */
  readonly label: string;
  onClear(): void;
  /** Actions on all of them. */
  readonly children: ReactNode;
}

/** The bar at the bottom of a list while something is selected. */
export function SelectionBar({ label, onClear, children }: SelectionBarProps) {
  const { t } = useTranslation();
  return (
    <Paper ref={notesAbove} withBorder shadow="md" className={classes.bar} role="toolbar" aria-label={label}>
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
