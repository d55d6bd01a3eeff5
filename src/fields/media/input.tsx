import { Button, Input } from '@mantine/core';
import { IconPhotoPlus } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputProps } from '../../ui/fields/kind.ts';
import { readId } from '../../ui/fields/value/readId.ts';
import { useFormScope } from '../../ui/form/FormContext.tsx';
import { useNotifyRemoved } from '../../ui/form/useNotifyRemoved.ts';
import { controlIn, focusInstead } from '../../ui/parts/dialog/focusInstead.ts';
import { ChosenMedia } from '../../ui/parts/media/ChosenMedia.tsx';
import { useMediaPicker } from '../../ui/parts/media/MediaPicker.tsx';
import { MediaThumb } from '../../ui/parts/media/MediaThumb.tsx';
import { useMediaItem } from '../../ui/wire/useMediaItem.ts';

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
  const tellRemoved = useNotifyRemoved();
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
        <ChosenMedia
          label={frame.label}
          thumb={<MediaThumb item={item} size="medium" alt={item?.altText} />}
          name={item?.title || item?.originalName}
          detail={isGone ? t('fields.goneMedia') : item && (item.altText || t('fields.noAlt'))}
          isGone={isGone}
          readOnly={frame.readOnly}
          picker={picker.button}
          onRemove={remove}
        />
      )}
      {picker.element}
    </Input.Wrapper>
  );
}
