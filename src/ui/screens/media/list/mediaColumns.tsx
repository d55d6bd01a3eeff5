import { Text } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { MediaThumb } from '../../../parts/media/MediaThumb.tsx';
import { dimensions, lacksAlt, mediaItemName, sizeText } from '../../../parts/media/shown.ts';
import { RowLink } from '../../../parts/row/RowLink.tsx';
import type { Column } from '../../../parts/row/RowList.tsx';
import { Time } from '../../../parts/Time.tsx';
import type { MediaRow } from '../queries.ts';
import type { MediaSearch } from '../search.ts';
import classes from './mediaColumns.module.css';

/** The columns of the list of files. */
export function useMediaColumns(search: MediaSearch): readonly Column<MediaRow>[] {
  const { t, i18n } = useTranslation();
  return useMemo(
    () => [
      {
        id: 'name',
        label: t('common.name'),
        width: 'minmax(0, 1fr)',
        show: (item) => <Name item={item} search={search} />,
      },
      {
        id: 'alt',
        label: t('media.alt'),
        width: 'minmax(0, 1fr)',
        from: 'desk',
        show: (item) =>
          lacksAlt(item) ? (
            <Text span size="sm" className={classes.lack}>
              {t('media.lacksAlt')}
            </Text>
          ) : (
            <span dir="auto">{item.altText}</span>
          ),
      },
      {
        id: 'folder',
        label: t('media.folder'),
        width: '9rem',
        from: 'desk',
        show: ({ folder }) => <span dir="auto">{folder}</span>,
      },
      { id: 'dimensions', label: t('media.dimensions'), width: '8rem', from: 'tablet', show: dimensions },
      {
        id: 'size',
        label: t('media.size'),
        width: '5rem',
        from: 'tablet',
        show: ({ size }) => size !== null && sizeText(size, i18n.language),
      },
      {
        id: 'created',
        label: t('media.added'),
        width: '8rem',
        from: 'tablet',
        show: ({ createdAt }) => (
          <Text span size="sm" c="dimmed">
            <Time value={createdAt} />
          </Text>
        ),
      },
    ],
    [t, i18n.language, search],
  );
}

interface NameProps {
  readonly item: MediaRow;
  readonly search: MediaSearch;
}

function Name({ item, search }: NameProps) {
  return (
    <span className={classes.name}>
      <MediaThumb item={item} size="small" />
      <RowLink to="/media" search={{ ...search, item: item.id }} replace>
        {mediaItemName(item)}
      </RowLink>
    </span>
  );
}
