import '@mantine/dropzone/styles.css';
import { Button, Checkbox, FileButton, SegmentedControl, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { IconLayoutGrid, IconList, IconPhotoOff, IconPhotoUp, IconUpload } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { allowSameFile } from '../../parts/media/allowSameFile.ts';
import { mediaItemName } from '../../parts/media/shown.ts';
import { RowList } from '../../parts/row/RowList.tsx';
import { EmptyState } from '../../parts/screen/EmptyState.tsx';
import { PageHead } from '../../parts/screen/PageHead.tsx';
import { ProblemNotice } from '../../parts/screen/ProblemNotice.tsx';
import { type Selection, useSelection } from '../../parts/selection/useSelection.ts';
import { useMay } from '../../session/useMay.ts';
import { usePagedRows } from '../../wire/usePagedRows.ts';
import { Folders } from './Folders.tsx';
import { MediaItemDrawer } from './item/MediaItemDrawer.tsx';
import { MediaBulk } from './list/MediaBulk.tsx';
import { MediaGrid } from './list/MediaGrid.tsx';
import { useMediaColumns } from './list/mediaColumns.tsx';
import { MediaFilters } from './MediaFilters.tsx';
import classes from './MediaScreen.module.css';
import { type MediaRow, mediaChunkQuery } from './queries.ts';
import type { ChangeSearch, MediaSearch } from './search.ts';
import { UploadPanel } from './uploads/UploadPanel.tsx';
import { useUploads } from './uploads/useUploads.ts';

const route = getRouteApi('/shell/media');

/** The media library: find, upload, describe and sort files. */
export function MediaScreen() {
  const { t } = useTranslation();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const mayEdit = useMay()('create', 'media', { folder: search.folder ?? '' });
  const uploads = useUploads();
  const change: ChangeSearch = (more) => void navigate({ search: (before) => ({ ...before, ...more }), replace: true });
  const upload = (files: readonly File[]): void => uploads.add(files, { folder: search.folder });

  return (
    <div>
      <PageHead title={t('media.title')}>
        <MediaViewChoice search={search} onChange={change} />
        {mayEdit && <MediaUploadButton onFiles={upload} />}
      </PageHead>
      <MediaFilters search={search} onChange={change} />
      <Folders search={search} onChange={change} />
      <MediaList search={search} onChange={change} onFiles={mayEdit ? upload : undefined} />
      {mayEdit && (
        <Dropzone.FullScreen
          onDrop={upload}
          inputProps={{ 'aria-label': t('media.upload'), style: { display: 'none' } }}
        >
          <div className={classes.drop} aria-hidden>
            <IconPhotoUp size={48} stroke={1.3} aria-hidden />
            <Text fw={550}>{search.folder ? t('media.dropInto', { folder: search.folder }) : t('media.drop')}</Text>
          </div>
        </Dropzone.FullScreen>
      )}
      <UploadPanel uploads={uploads} />
      {search.item !== undefined && (
        <MediaItemDrawer key={search.item} id={search.item} onClose={() => change({ item: undefined })} />
      )}
    </div>
  );
}

interface PartProps {
  readonly search: MediaSearch;
  readonly onChange: ChangeSearch;
}

function MediaViewChoice({ search, onChange }: PartProps) {
  const { t } = useTranslation();
  return (
    <SegmentedControl
      aria-label={t('media.view')}
      value={search.view ?? 'grid'}
      onChange={(view) => onChange({ view: view === 'list' ? 'list' : undefined })}
      data={[
        { value: 'grid', label: <IconLayoutGrid size={17} aria-label={t('media.grid')} className={classes.icon} /> },
        { value: 'list', label: <IconList size={17} aria-label={t('media.list')} className={classes.icon} /> },
      ]}
    />
  );
}

interface MediaUploadButtonProps {
  onFiles(files: readonly File[]): void;
}

function MediaUploadButton({ onFiles }: MediaUploadButtonProps) {
  const { t } = useTranslation();
  return (
    <FileButton multiple onChange={onFiles} inputProps={{ 'aria-label': t('media.upload'), ...allowSameFile }}>
      {(props) => (
        <Button {...props} leftSection={<IconUpload size={17} />}>
          {t('media.upload')}
        </Button>
      )}
    </FileButton>
  );
}

interface MediaListProps extends PartProps {
  onFiles?: ((files: readonly File[]) => void) | undefined;
}

function MediaList({ search, onChange, onFiles }: MediaListProps) {
  const { t } = useTranslation();
  const { item: _, view, ...filter } = search;
  const rows = usePagedRows((chunk) => mediaChunkQuery(filter, chunk));
  const columns = useMediaColumns(search);
  // The same files in another order are the same list.
  const selection = useSelection<number>(rows.isOutdated ? undefined : JSON.stringify({ ...filter, sort: '' }));
  const { total } = rows;
  if (rows.error) return <ProblemNotice error={rows.error} onRetry={rows.retry} />;
  if (total === undefined) return null;
  if (total === 0) return <NoMediaFound search={search} onChange={onChange} onFiles={onFiles} />;
  const shown = { label: t('media.title'), total, rowAt: rows.rowAt, onShow: rows.show };
  return (
    <>
      <Text size="sm" c="dimmed" mb="xs" role="status">
        {t('media.count', { count: total })}
      </Text>
      <div style={{ opacity: rows.isOutdated ? 0.6 : 1 }}>
        {view === 'list' ? (
          <RowList {...shown} columns={columns} lead={onFiles && createCheckboxColumn(selection, t)} />
        ) : (
          <MediaGrid {...shown} search={search} selection={onFiles && selection} />
        )}
      </div>
      <MediaBulk ids={selection.chosen} onClear={selection.clear} />
    </>
  );
}

/** The checkboxes in front of the rows. */
const createCheckboxColumn = (selection: Selection<number>, t: TFunction) => ({
  isChosen: ({ id }: MediaRow) => selection.has(id),
  head: null,
  show: (item: MediaRow) => (
    <Checkbox
      size="xs"
      aria-label={t('media.selectOne', { name: mediaItemName(item) })}
      checked={selection.has(item.id)}
      onChange={() => selection.toggle(item.id)}
    />
  ),
});

const NO_FILTERS: Partial<MediaSearch> = { search: undefined, type: undefined, alt: undefined, folder: undefined };

function NoMediaFound({ search, onChange, onFiles }: MediaListProps) {
  const { t } = useTranslation();
  const isFiltered = Object.keys(NO_FILTERS).some((name) => search[name as keyof MediaSearch] !== undefined);
  if (!isFiltered)
    return (
      <EmptyState icon={IconPhotoUp} title={t('media.emptyTitle')} text={t('media.empty')}>
        {onFiles && <MediaUploadButton onFiles={onFiles} />}
      </EmptyState>
    );
  return (
    <EmptyState icon={IconPhotoOff} title={t('media.noneFoundTitle')} text={t('media.noneFound')}>
      <Button variant="default" onClick={() => onChange(NO_FILTERS)}>
        {t('list.showAll')}
      </Button>
    </EmptyState>
  );
}
