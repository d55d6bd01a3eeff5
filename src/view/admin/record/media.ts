import { type Media, originalNameOf } from '../../../model/entities/media.ts';
import type { Entry, Lookup } from '../../../model/entry.ts';
import { showTranslatedWords } from '../../../model/record/words.ts';
import { cropRules } from '../../../model/siteSettings.ts';
import { mediaUrls, showCrops, showMediaFile } from '../../media.ts';
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
    ...showTranslatedWords(data),
    folder: data.folder || null,
    metadata: data.metadata,
    focalPoint: data.focalPoint ?? null,
    ...(data.crops && { crops: data.crops }),
    dominantColor: data.dominantColor ?? null,
    placeholder: data.placeholder ?? null,
    createdAt,
    updatedAt,
    createdBy: authorOf(path) ?? null,
    ...mediaUrls(entry),
  };
}

/** A media item by itself, with its crops and the records that refer to it. */
export function showMediaWhole(entry: Entry<Media>, view: AdminView): object {
  const rules = cropRules(view.lookup);
  const crops = Object.entries(showCrops(entry, rules)).flatMap(([name, shown]) =>
    Object.hasOwn(rules, name) ? [{ name, ...rules[name]!, url: shown.url }] : [],
  );
  return {
    ...showMedia(entry, view),
    ...(crops.length > 0 && { siteCrops: crops }),
    usage: showReferences(entry, view.lookup),
  };
}

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
