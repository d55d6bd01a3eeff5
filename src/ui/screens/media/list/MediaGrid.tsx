import { Checkbox } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { IconAlertCircle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MediaThumb } from '../../../parts/media/MediaThumb.tsx';
import { lacksAlt, mediaItemName } from '../../../parts/media/shown.ts';
import type { Selection } from '../../../parts/selection/useSelection.ts';
import type { MediaRow } from '../queries.ts';
import type { MediaSearch } from '../search.ts';
import classes from './MediaGrid.module.css';

interface MediaGridProps {
  readonly label: string;
  readonly search: MediaSearch;
  readonly total: number;
  rowAt(index: number): MediaRow | undefined;
  onShow(first: number, last: number): void;
  /** Absent if the user may not change files. */
  readonly selection?: Selection<number> | undefined;
}

const MIN_CARD = 168;
const GAP = 16;
/** The height of the name below the picture. */
const CAPTION = 46;

/** A grid of pictures, as many side by side as fit. Only the visible rows are rendered. */
export function MediaGrid({ label, search, total, rowAt, onShow, selection }: MediaGridProps) {
  const { ref: sizeRef, width } = useElementSize();
  const list = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(0);
  const columns = Math.max(2, Math.floor((width + GAP) / (MIN_CARD + GAP)));
  const cardWidth = (width - GAP * (columns - 1)) / columns;
  const height = cardWidth * 0.75 + CAPTION + GAP;
  const virtualizer = useWindowVirtualizer({
    count: Math.ceil(total / columns),
    estimateSize: () => height,
    overscan: 3,
    scrollMargin: top,
  });
  useEffect(() => setTop(list.current?.offsetTop ?? 0), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new height means that all rows have to be measured again
  useEffect(() => virtualizer.measure(), [virtualizer, height]);
  const rows = virtualizer.getVirtualItems();
  const [first, last] = [rows[0]?.index ?? 0, rows.at(-1)?.index ?? 0];
  const [begin, end] = [first * columns, Math.min(total - 1, (last + 1) * columns)];
  useEffect(() => onShow(begin, end), [onShow, begin, end]);

  const shown = rows.flatMap(({ index, start }) =>
    Array.from({ length: Math.min(columns, total - index * columns) }, (_, column) => ({
      index: index * columns + column,
      place: {
        insetBlockStart: start - virtualizer.options.scrollMargin,
        insetInlineStart: column * (cardWidth + GAP),
        width: cardWidth,
      },
    })),
  );
  return (
    <div ref={sizeRef}>
      <ul ref={list} aria-label={label} className={classes.grid} style={{ height: virtualizer.getTotalSize() }}>
        {width > 0 &&
          shown.map(({ index, place }) => (
            <li key={index} className={classes.cell} style={place} aria-setsize={total} aria-posinset={index + 1}>
              <Card item={rowAt(index)} search={search} selection={selection} />
            </li>
          ))}
      </ul>
    </div>
  );
}

interface CardProps extends Pick<MediaGridProps, 'selection'> {
  readonly item: MediaRow | undefined;
  readonly search: MediaSearch;
}

function Card({ item, search, selection }: CardProps) {
  const { t } = useTranslation();
  if (!item) return <span className={classes.waiting} />;
  return (
    <>
      {selection && (
        <Checkbox
          size="md"
          className={classes.box}
          data-chosen={selection.chosen.length > 0 || undefined}
          aria-label={t('media.selectOne', { name: mediaItemName(item) })}
          checked={selection.has(item.id)}
          onChange={() => selection.toggle(item.id)}
        />
      )}
      <Link to="/media" search={{ ...search, item: item.id }} replace className={classes.card} resetScroll={false}>
        <MediaThumb item={item} size="card" />
        <span className={classes.name} dir="auto">
          {mediaItemName(item)}
        </span>
        {lacksAlt(item) && (
          <span className={classes.lack} title={t('media.lacksAlt')}>
            <IconAlertCircle size={16} aria-label={t('media.lacksAlt')} role="img" />
          </span>
        )}
      </Link>
    </>
  );
}
