import { IconFileMusic, IconFileText, IconFileZip, IconMovie, IconPhoto } from '@tabler/icons-react';
import type { AdminMediaItem } from '../../../wire/interface.ts';
import { focusOf, kindOf, smallUrl } from '../../../parts/media/shown.ts';
import classes from '../../../parts/media/Thumb.module.css';

const ICONS = {
  image: IconPhoto,
  video: IconMovie,
  audio: IconFileMusic,
  archive: IconFileZip,
  document: IconFileText,
} as const;

interface ThumbProps {
  readonly item: Pick<AdminMediaItem, 'mimeType' | 'srcset' | 'url' | 'variantUrls' | 'focalPoint' | 'dominantColor'>;
  readonly size?: 'small' | 'card';
}

/** A picture, cut around its focal point; a sign for what is none. It says nothing: its name stands beside it. */
export function Thumb({ item, size = 'card' }: ThumbProps) {
  const kind = kindOf(item.mimeType);
  const IconOf = ICONS[kind];
  if (kind !== 'image')
    return (
      <span className={classes.sign} data-size={size}>
        <IconOf size={size === 'card' ? 40 : 20} stroke={1.3} aria-hidden />
      </span>
    );
  const { x, y } = focusOf(item);
  return (
    <img
      className={classes.picture}
      data-size={size}
      src={size === 'card' ? smallUrl(item) : item.variantUrls.thumbnail}
      alt=""
      loading="lazy"
      decoding="async"
      style={{ objectPosition: `${x * 100}% ${y * 100}%`, backgroundColor: item.dominantColor ?? undefined }}
    />
  );
}
