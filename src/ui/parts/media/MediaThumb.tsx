import { IconFile, IconFileTypePdf, IconMusic, IconVideo } from '@tabler/icons-react';
import type { AdminMediaItem } from '../../wire/interface.ts';
import classes from './MediaThumb.module.css';

interface MediaThumbProps {
  readonly item: Pick<AdminMediaItem, 'mimeType' | 'variantUrls' | 'altText' | 'dominantColor'> | undefined;
  /** In pixels; as wide as there is room unless given. */
  readonly size?: number;
}

const ICONS = [
  ['application/pdf', IconFileTypePdf],
  ['video/', IconVideo],
  ['audio/', IconMusic],
  ['', IconFile],
] as const;

/** A file, small: a picture itself, of others what they are. The words beside it say the rest. */
export function MediaThumb({ item, size }: MediaThumbProps) {
  const style = { width: size ?? '100%', ...(item?.dominantColor && { backgroundColor: item.dominantColor }) };
  if (item?.mimeType.startsWith('image/'))
    return (
      <img
        className={classes.thumb}
        style={style}
        src={item.variantUrls.thumbnail}
        alt={item.altText ?? ''}
        loading="lazy"
        decoding="async"
      />
    );
  const IconOf = ICONS.find(([type]) => item?.mimeType.startsWith(type))?.[1] ?? IconFile;
  return (
    <span className={classes.thumb} style={style}>
      {item && <IconOf size={28} stroke={1.4} aria-hidden />}
    </span>
  );
}
