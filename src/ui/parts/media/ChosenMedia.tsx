import { ActionIcon, Button, Group, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './ChosenMedia.module.css';
import type { MediaPicker } from './MediaPicker.tsx';

interface ChosenMediaProps {
  /** The label of the field that holds it. */
  readonly label: string;
  readonly thumb: ReactNode;
  readonly name: string | undefined;
  readonly detail?: string | undefined;
  /** The file is not in the library any more; the detail says so. */
  readonly isGone?: boolean;
  readonly readOnly?: boolean | undefined;
  /** What opens the picker. */
  readonly picker: MediaPicker['button'];
  onRemove(): void;
}

/** The media file that a field holds, which can be exchanged and removed. */
export function ChosenMedia({ label, thumb, name, detail, isGone, readOnly, picker, onRemove }: ChosenMediaProps) {
  const { t } = useTranslation();
  return (
    <Group className={classes.chosen} gap="sm" wrap="nowrap">
      {thumb}
      <div className={classes.words}>
        <Text size="sm" truncate dir="auto">
          {name}
        </Text>
        {detail !== undefined && (
          <Text size="xs" c={isGone ? 'red' : 'dimmed'} truncate dir="auto">
            {detail}
          </Text>
        )}
      </div>
      {!readOnly && (
        <Group gap={4} wrap="nowrap">
          <Button size="compact-sm" variant="default" aria-label={`${t('common.change')}: ${label}`} {...picker}>
            {t('common.change')}
          </Button>
          <ActionIcon variant="subtle" color="gray" aria-label={`${t('common.remove')}: ${label}`} onClick={onRemove}>
            <IconX size={16} aria-hidden />
          </ActionIcon>
        </Group>
      )}
    </Group>
  );
}
