import { type Media, originalNameOf } from '../../../model/entities/media.ts';
import type { Entry, Lookup } from '../../../model/entry.ts';
import { mediaUrls, showMediaFile } from '../../media.ts';
import { showMentions } from '../mentions.ts';
import type { AdminView } from '../showAdminPage.ts';

/** A media item in a list. */
export function showMedia(entry: Entry<Media>, { authorOf }: AdminView): object {
  const { id, createdAt, updatedAt, path, data } = entry;
  return {
    id,
    ...showMediaFile(entry),
    altText: data.altText ?? null,
    title: data.title ?? null,
    folder: data.folder || null,
    metadata: data.metadata,
    focalPoint: data.focalPoint ?? null,
    dominantColor: data.dominantColor ?? null,
    placeholder: data.placeholder ?? null,
    createdAt,
    updatedAt,
    createdBy: authorOf(path) ?? null,
    ...mediaUrls(entry),
  };
}

/** A media item by itself, with the records that refer to it. */
export const showMediaWhole = (entry: Entry<Media>, view: AdminView): object => ({
  ...showMedia(entry, view),
  usage: showReferences(entry, view.lookup),
});

/** Another item with the same file. */
export const showDouble = ({ id, data }: Entry<Media>): object => ({
  id,
  title: data.title ?? null,
  originalName: originalNameOf(data),
  folder: data.folder || null,
});

/** The records that refer to a media item: pages, blocks, the settings. */
export const showReferences = ({ key }: Pick<Entry, 'key'>, lookup: Lookup): readonly object[] =>
  showMentions('media', [key], lookup);
