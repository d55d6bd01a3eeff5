import { ActionIcon, Button, Group, Input, Text, TextInput } from '@mantine/core';
import { IconPhotoPlus, IconX } from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ask } from '../../wire/ask.ts';
import type { AdminMediaItem } from '../../wire/interface.ts';
import { keyOf } from '../../wire/keys.ts';
import { useMediaPicker } from './MediaPicker.tsx';
import { MediaThumb } from './MediaThumb.tsx';
import classes from './PictureSource.module.css';
import { nameOf } from './shown.ts';

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
        <ChosenPicture value={value}>
          {!readOnly && (
            <Group gap={4} wrap="nowrap">
              <Button
                size="compact-sm"
                variant="default"
                aria-label={`${t('common.change')}: ${label}`}
                {...picker.button}
              >
                {t('common.change')}
              </Button>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`${t('common.remove')}: ${label}`}
                onClick={() => onChange('')}
              >
                <IconX size={16} aria-hidden />
              </ActionIcon>
            </Group>
          )}
        </ChosenPicture>
      )}
      {picker.element}
    </Input.Wrapper>
  );
}

interface ChosenPictureProps {
  readonly value: string;
  readonly children: React.ReactNode;
}

function ChosenPicture({ value, children }: ChosenPictureProps) {
  const { t } = useTranslation();
  const { data: item } = useQuery(sourceQuery(value));
  const isFromElsewhere = item === null && /^(https?:|\/)/.test(value);
  return (
    <Group className={classes.chosen} gap="sm" wrap="nowrap">
      {isFromElsewhere ? (
        <img src={value} alt="" className={classes.elsewhere} />
      ) : (
        <MediaThumb item={item ?? undefined} size="medium" alt={item?.altText} />
      )}
      <div className={classes.words}>
        <Text size="sm" truncate dir="auto">
          {item ? nameOf(item) : value.replace(/^media:/, '')}
        </Text>
        {item === null && !isFromElsewhere && (
          <Text size="xs" c="red">
            {t('fields.goneMedia')}
          </Text>
        )}
      </div>
      {children}
    </Group>
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
    queryKey: keyOf('media', 'source', source),
    queryFn: async ({ signal }) => {
      const search = source.replace(/^media:/, '').replace(/^.*\//, '');
      const { data } = await ask('GET /api/admin/media', { query: { search, limit: 20 }, signal });
      return data.find((item) => sourceOf(item) === source || item.url === source) ?? null;
    },
  });
