import { IconFile, IconFileMusic, IconFileTypePdf, IconFileZip, IconMovie } from '@tabler/icons-react';
import type { AdminMediaItem } from '../../wire/interface.ts';
import classes from './MediaThumb.module.css';
import { classifyMimeType, focusOf, smallUrl } from './shown.ts';

const ICONS = { video: IconMovie, audio: IconFileMusic, archive: IconFileZip, document: IconFile } as const;
const ICON_PIXELS = { small: 20, medium: 24, tile: 28, card: 40 } as const;

interface MediaThumbProps {
  /** Undefined while it is loading. */
  readonly item:
    | Pick<AdminMediaItem, 'mimeType' | 'srcset' | 'url' | 'variantUrls' | 'focalPoint' | 'dominantColor'>
    | undefined;
  /** A `tile` is square and a `card` is wider than high; both fill the available width. */
  readonly size: keyof typeof ICON_PIXELS;
  /** Needed where no text next to it says what it is. */
  readonly alt?: string | null | undefined;
}

/** A thumbnail of a file: a picture cropped around its focal point, or an icon. */
export function MediaThumb({ item, size, alt }: MediaThumbProps) {
  if (!item || classifyMimeType(item.mimeType) !== 'image') return <FileIcon mimeType={item?.mimeType} size={size} />;
  const { x, y } = focusOf(item);
  const source = size === 'card' ? smallUrl(item) : item.variantUrls.thumbnail;
  return (
    <img
      // An image shows its last picture until the next one has loaded.
      key={source}
      className={classes.thumb}
      data-size={size}
      src={source}
      alt={alt ?? ''}
      loading="lazy"
      decoding="async"
      style={{ objectPosition: `${x * 100}% ${y * 100}%`, backgroundColor: item.dominantColor ?? undefined }}
    />
  );
}

interface FileIconProps extends Pick<MediaThumbProps, 'size'> {
  readonly mimeType: string | undefined;
}

function FileIcon({ mimeType, size }: FileIconProps) {
  const kind = mimeType === undefined ? null : classifyMimeType(mimeType);
  const IconOf = mimeType === 'application/pdf' ? IconFileTypePdf : kind !== null && kind !== 'image' && ICONS[kind];
  return (
    <span className={classes.thumb} data-size={size}>
      {IconOf && <IconOf size={ICON_PIXELS[size]} stroke={1.4} aria-hidden />}
    </span>
  );
}
