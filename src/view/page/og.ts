import type { Page } from '../../model/entities/page.ts';
import type { Entry } from '../../model/entry.ts';
import { descriptionOf } from '../../model/page/pageText.ts';
import type { PublicContent } from '../publicContent.ts';

/** The words on the picture of a page for sharing. */
export const showOgWords = ({ data }: Entry<Page>, content: PublicContent) => ({
  title: data.title,
  description: descriptionOf(data, content),
  siteName: content.settings().siteName,
  type: content.byKey('contentType', data.type)?.data.name ?? null,
});
