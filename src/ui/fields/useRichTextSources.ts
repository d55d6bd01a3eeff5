import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useMemo, useRef } from 'react';
import { useFormScope } from '../form/FormContext.tsx';
import { useMediaPicker } from '../parts/media/MediaPicker.tsx';
import type { PageChoice, PictureChoice, RichTextSources } from '../richText/sources.ts';
import { ask } from '../wire/ask.ts';
import type { AdminMedia } from '../wire/interface.ts';
import { createQueryKey } from '../wire/keys.ts';
import type { Data } from '../wire/sendRequest.ts';
import { sendFile } from '../wire/upload.ts';
import { mediaItemQuery } from '../wire/useMediaItem.ts';

type LinkablePage = Data<'GET /api/admin/pages'>[number];

const SHOWN = 20;

const toChoice = ({ locale, slug, title }: LinkablePage): PageChoice => ({
  key: `${locale}/${slug}`,
  title,
  detail: `${locale} · /${slug}`,
});

/** Documents store the address without the version of the file, which changes whenever the file is replaced. */
const toPicture = ({ url, altText }: AdminMedia): PictureChoice => ({ src: url.replace(/\?.*$/, ''), alt: altText });

/** The pages and pictures that a text can refer to. `element` is the dialog in which pictures are chosen. */
export function useRichTextSources(): { readonly sources: RichTextSources; readonly element: ReactNode } {
  const client = useQueryClient();
  const { locale } = useFormScope();
  const pendingChoice = useRef<(choice: PictureChoice | undefined) => void>(undefined);
  const answer = (choice: PictureChoice | undefined): void => {
    pendingChoice.current?.(choice);
    pendingChoice.current = undefined;
  };
  const picker = useMediaPicker({
    isPicture: true,
    onClose: () => answer(undefined),
    onPick: async ([id]) => {
      const item = await client.ensureQueryData(mediaItemQuery(id));
      answer(item ? toPicture(item) : undefined);
    },
  });
  const open = useRef(picker.open);
  open.current = picker.open;

  const sources = useMemo(
    (): RichTextSources => ({
      async findPages(search, signal) {
        const query = { search, limit: SHOWN, sort: 'relevance', ...(locale !== undefined && { locale }) };
        return (await ask('GET /api/admin/pages', { query, signal })).data.map(toChoice);
      },
      async findPage(key, signal) {
        const [, language, slug] = /^([^/]+)\/(.+)$/.exec(key) ?? [];
        if (language === undefined || slug === undefined) return undefined;
        const query = { slug, locale: language, limit: 1 };
        const [page] = (await ask('GET /api/admin/pages', { query, signal })).data;
        return page && toChoice(page);
      },
      pickPicture: () =>
        new Promise((resolve) => {
          pendingChoice.current = resolve;
          open.current();
        }),
      async uploadPicture(file) {
        const { item } = await sendFile({ file });
        void client.invalidateQueries({ queryKey: createQueryKey('media') });
        return toPicture(item);
      },
    }),
    [client, locale],
  );
  return { sources, element: picker.element };
}
