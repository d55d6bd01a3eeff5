import { ActionIcon, Button, Input, Text } from '@mantine/core';
import { IconPhotoPlus, IconX } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputProps } from '../../ui/fields/kind.ts';
import { useFormScope } from '../../ui/form/FormContext.tsx';
import { useNotifyRemoved } from '../../ui/form/useNotifyRemoved.ts';
import { controlIn, focusInstead } from '../../ui/parts/dialog/focusInstead.ts';
import { notifyErrorMessage } from '../../ui/parts/dialog/notify.tsx';
import { useMediaPicker } from '../../ui/parts/media/MediaPicker.tsx';
import { MediaThumb } from '../../ui/parts/media/MediaThumb.tsx';
import { moveItem, Sortable, useSorted } from '../../ui/parts/row/Sortable.tsx';
import { useMediaItem } from '../../ui/wire/useMediaItem.ts';
import classes from './gallery.module.css';

/** A list of media files. */
export function GalleryInput({ field, value, onChange, frame }: InputProps) {
  const { t } = useTranslation();
  const ids = Array.isArray(value) ? value.filter((one): one is number => typeof one === 'number') : [];
  // The same file may be in the list twice.
  const keys = ids.map((id, index) => `${id}-${ids.slice(0, index).filter((one) => one === id).length}`);
  const room = field.max === undefined ? undefined : Math.max(0, field.max - ids.length);
  const box = useRef<HTMLDivElement>(null);
  const { form } = useFormScope();
  const tellRemoved = useNotifyRemoved();
  const remove = (at: number, name: string): void => {
    tellRemoved(
      name,
      form.together(() => onChange(ids.filter((_, index) => index !== at))),
    );
    focusInstead(() => controlIn(box.current));
  };
  const add = (picked: readonly number[]): void => {
    const fitting = picked.slice(0, room);
    onChange([...ids, ...fitting]);
    const count = picked.length - fitting.length;
    if (count > 0) notifyErrorMessage(t('fields.noRoom', { count, max: field.max }));
  };
  const picker = useMediaPicker({ isMany: true, onPick: add });
  return (
    <Input.Wrapper {...frame} ref={box} labelElement="div">
      <Sortable isGrid isFixed={frame.readOnly} keys={keys} onMove={(from, to) => onChange(moveItem(ids, from, to))}>
        <div className={classes.tiles}>
          {ids.map((id, index) => (
            <Tile
              key={keys[index]}
              name={keys[index] ?? ''}
              id={id}
              isReadOnly={frame.readOnly}
              onRemove={(words) => remove(index, words)}
            />
          ))}
        </div>
      </Sortable>
      {!frame.readOnly && (
        <Button
          mt={ids.length > 0 ? 'xs' : 0}
          variant="default"
          size={ids.length > 0 ? 'xs' : 'sm'}
          leftSection={<IconPhotoPlus size={16} />}
          disabled={room === 0}
          {...picker.button}
        >
          {t('fields.addPictures')}
        </Button>
      )}
      {field.max !== undefined && (
        <Text span size="xs" c="dimmed" ml="sm">
          {t('fields.ofAtMost', { count: ids.length, max: field.max })}
        </Text>
      )}
      {picker.element}
    </Input.Wrapper>
  );
}

interface TileProps {
  readonly name: string;
  readonly id: number;
  readonly isReadOnly: boolean;
  /** Receives what the file is called. */
  onRemove(name: string): void;
}

function Tile({ name, id, isReadOnly, onRemove }: TileProps) {
  const { t } = useTranslation();
  const { item } = useMediaItem(id);
  const { ref, style, handle } = useSorted(name);
  const words = item?.title || item?.originalName || String(id);
  return (
    <div ref={ref} style={style} className={classes.tile}>
      <MediaThumb item={item} size="tile" alt={item?.altText} />
      {!isReadOnly && (
        <div className={classes.tools}>
          {handle({ label: t('list.drag', { name: words }) })}
          <ActionIcon
            size="sm"
            variant="subtle"
            color="gray"
            aria-label={`${t('common.remove')}: ${words}`}
            onClick={() => onRemove(words)}
          >
            <IconX size={15} />
          </ActionIcon>
        </div>
      )}
    </div>
  );
}
