import { Button, Group, Input, TextInput } from '@mantine/core';
import { IconPhotoPlus } from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ask } from '../../wire/ask.ts';
import type { AdminMediaItem } from '../../wire/interface.ts';
import { createQueryKey } from '../../wire/keys.ts';
import { ChosenMedia } from './ChosenMedia.tsx';
import { useMediaPicker } from './MediaPicker.tsx';
import { MediaThumb } from './MediaThumb.tsx';
import classes from './PictureSource.module.css';
import { mediaItemName } from './shown.ts';

interface PictureSourceProps {
  readonly label: string;
  readonly description?: string;
  readonly error?: string | undefined;
  readonly readOnly?: boolean;
  /** The address of the picture, or `media:` and its key; empty for none. */
  readonly value: string;
  onChange(value: string): void;
}

/** A picture that is held by its address: one of the library, or one from elsewhere. */
export function PictureSource({ label, description, error, readOnly = false, value, onChange }: PictureSourceProps) {
  const { t } = useTranslation();
  const [isAddress, setAddress] = useState(false);
  const picker = useMediaPicker({
    isPicture: true,
    onPick: ([id]) =>
      void (
        id !== undefined &&
        ask('GET /api/admin/media/{id}', { path: { id } }).then(({ data }) => onChange(sourceOf(data)))
      ),
  });
  if (isAddress)
    return (
      <Group gap="xs" align="end" wrap="nowrap">
        <TextInput
          {...{ label, description, error }}
          dir="ltr"
          inputMode="url"
          placeholder="https://"
          value={value}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
          autoFocus
          style={{ flex: 1 }}
        />
        <Button variant="default" onClick={() => setAddress(false)}>
          {t('common.done')}
        </Button>
      </Group>
    );
  return (
    <Input.Wrapper {...{ label, description, error }} labelElement="div">
      {value === '' ? (
        <Group gap="xs">
          <Button
            variant="default"
            leftSection={<IconPhotoPlus size={17} aria-hidden />}
            disabled={readOnly}
            aria-label={`${t('fields.choosePicture')}: ${label}`}
            {...picker.button}
          >
            {t('fields.choosePicture')}
          </Button>
          {!readOnly && (
            <Button variant="subtle" color="gray" onClick={() => setAddress(true)}>
              {t('fields.pictureAddress')}
            </Button>
          )}
        </Group>
      ) : (
        <ChosenPicture {...{ label, readOnly, value }} picker={picker.button} onRemove={() => onChange('')} />
      )}
      {picker.element}
    </Input.Wrapper>
  );
}

interface ChosenPictureProps extends Pick<ComponentProps<typeof ChosenMedia>, 'picker' | 'onRemove'> {
  readonly label: string;
  readonly readOnly: boolean;
  readonly value: string;
}

function ChosenPicture({ value, ...others }: ChosenPictureProps) {
  const { t } = useTranslation();
  const { data: item } = useQuery(sourceQuery(value));
  const isFromElsewhere = item === null && /^(https?:|\/)/.test(value);
  const isGone = item === null && !isFromElsewhere;
  return (
    <ChosenMedia
      {...others}
      thumb={
        isFromElsewhere ? (
          <img src={value} alt="" className={classes.elsewhere} />
        ) : (
          <MediaThumb item={item ?? undefined} size="medium" alt={item?.altText} />
        )
      }
      name={item ? mediaItemName(item) : value.replace(/^media:/, '')}
      detail={isGone ? t('fields.goneMedia') : undefined}
      isGone={isGone}
    />
  );
}

/** The file name of an upload starts with its key, by which the site's own files refer to it. */
const UPLOADED = /^(.+)-[0-9a-f]{8}\.\w+$/;

/** What stands for a file of the library in the site's own files. */
const sourceOf = ({ filename, url }: Pick<AdminMediaItem, 'filename' | 'url'>): string => {
  const key = UPLOADED.exec(filename)?.[1];
  return key === undefined ? url : `media:${key}`;
};

/** The file of the library that a source stands for; null if it is none. */
const sourceQuery = (source: string) =>
  queryOptions({
    queryKey: createQueryKey('media', 'source', source),
    queryFn: async ({ signal }) => {
      const search = source.replace(/^media:/, '').replace(/^.*\//, '');
      const { data } = await ask('GET /api/admin/media', { query: { search, limit: 20 }, signal });
      return data.find((item) => sourceOf(item) === source || item.url === source) ?? null;
    },
  });
