import { ActionIcon, Button, Group, Input, Text } from '@mantine/core';
import { IconPhotoPlus, IconX } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormScope } from '../../../form/FormContext.tsx';
import { useTellRemoved } from '../../../form/useTellRemoved.ts';
import { controlIn, focusInstead } from '../../../parts/dialog/focusInstead.ts';
import { useMediaPicker } from '../../../parts/media/MediaPicker.tsx';
import { MediaThumb } from '../../../parts/media/MediaThumb.tsx';
import { useMediaItem } from '../../../wire/useMediaItem.ts';
import type { InputProps } from '../../kind.ts';
import { readId } from '../../readId.ts';
import classes from './media.module.css';

/** A media file. */
export function MediaInput({ value, onChange, frame }: InputProps) {
  const { t } = useTranslation();
  const id = readId(value);
  const { item, isGone } = useMediaItem(id);
  const box = useRef<HTMLDivElement>(null);
  const change = (next: number | undefined): void => {
    onChange(next);
    focusInstead(() => controlIn(box.current));
  };
  const { form } = useFormScope();
  const tellRemoved = useTellRemoved();
  const remove = (): void => {
    tellRemoved(
      item?.title || item?.originalName || frame.label,
      form.together(() => change(undefined)),
    );
  };
  const picker = useMediaPicker({ onPick: ([picked]) => picked !== undefined && change(picked) });
  return (
    <Input.Wrapper {...frame} ref={box} labelElement="div">
      {id === undefined ? (
        <div>
          <Button
            variant="default"
            leftSection={<IconPhotoPlus size={17} />}
            disabled={frame.readOnly}
            aria-label={`${t('fields.chooseMedia')}: ${frame.label}`}
            {...picker.button}
          >
            {t('fields.chooseMedia')}
          </Button>
        </div>
      ) : (
        <Group className={classes.chosen} gap="sm" wrap="nowrap">
          <MediaThumb item={item} size="medium" alt={item?.altText} />
          <div className={classes.words}>
            <Text size="sm" truncate dir="auto">
              {item?.title || item?.originalName}
            </Text>
            <Text size="xs" c={isGone ? 'red' : 'dimmed'} truncate dir="auto">
              {isGone ? t('fields.goneMedia') : item && (item.altText || t('fields.noAlt'))}
            </Text>
          </div>
          {!frame.readOnly && (
            <Group gap={4} wrap="nowrap">
              <Button
                size="compact-sm"
                variant="default"
                aria-label={`${t('common.change')}: ${frame.label}`}
                {...picker.button}
              >
                {t('common.change')}
              </Button>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`${t('common.remove')}: ${frame.label}`}
                onClick={remove}
              >
                <IconX size={16} />
              </ActionIcon>
            </Group>
          )}
        </Group>
      )}
      {picker.element}
    </Input.Wrapper>
  );
}
