import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { blockTypesQuery, contentTypesQuery } from '../../../wire/queries.ts';
import type { FrameProps } from './frame.ts';
import classes from './LivePreview.module.css';
import { plainPage } from './plainPage.ts';

const STYLE = `
  body { margin: 0 auto; padding: 2rem 1.25rem; max-width: 44rem; font: 1.0625rem/1.6 Georgia, serif; color: #1c1c1c; background: #fff; overflow-wrap: anywhere; }
  h1, h2, h3, h4 { line-height: 1.25; font-family: system-ui, sans-serif; }
  img { max-width: 100%; height: auto; } pre { overflow: auto; background: #f3f3f3; padding: .75rem; }
  table { border-collapse: collapse; } td, th { border: 1px solid #ccc; padding: .25rem .5rem; }
  small { color: #5a5a5a; font-family: system-ui, sans-serif; } .link { color: #0b57a4; text-decoration: underline; } .lines { white-space: pre-wrap; }
  .pictures { display: grid; gap: .5rem; grid-template-columns: repeat(auto-fill, minmax(9rem, 1fr)); }
  section { margin-block: 2rem; } [data-quire-field]:hover { outline: 2px solid #9cc3ee; outline-offset: 4px; cursor: pointer; }
`;
const EMPTY = `<!doctype html><html><head><meta charset="utf-8"><title>.</title><style>${STYLE}</style></head><body></body></html>`;

/** The content of a page in a frame that runs no scripts, for sites whose front end has no preview. */
export function PlainFrame({ page, focus, style, onClicked }: FrameProps) {
  const { t } = useTranslation();
  const { data: types = [] } = useQuery(contentTypesQuery);
  const { data: blockTypes } = useQuery(blockTypesQuery);
  const frame = useRef<HTMLIFrameElement>(null);
  const [isLoaded, setLoaded] = useState(false);

  useEffect(() => {
    const document = frame.current?.contentDocument;
    if (!isLoaded || !document || !page || !blockTypes) return;
    document.documentElement.lang = page.locale;
    document.title = page.title || t('livePreview.title');
    document.body.dir = 'auto';
    document.body.innerHTML = plainPage(page, { type: types.find(({ slug }) => slug === page.type), blockTypes });
  }, [isLoaded, page, types, blockTypes, t]);

  useEffect(() => {
    const document = frame.current?.contentDocument;
    if (!isLoaded || !document) return;
    const click = (event: Event): void => {
      const target = event.target as Element | null;
      event.preventDefault();
      const path = target?.closest('[data-quire-field]')?.getAttribute('data-quire-field');
      if (path) onClicked(path.split('/'));
    };
    document.addEventListener('click', click, true);
    return () => document.removeEventListener('click', click, true);
  }, [isLoaded, onClicked]);

  useEffect(() => {
    for (let length = focus?.length ?? 0; isLoaded && length > 0; length -= 1) {
      const path = CSS.escape(focus!.slice(0, length).join('/'));
      const shown = frame.current?.contentDocument?.querySelector(`[data-quire-field="${path}"]`);
      shown?.scrollIntoView({ block: 'center' });
      if (shown) return;
    }
  }, [isLoaded, focus]);

  return (
    <iframe
      ref={frame}
      title={t('livePreview.title')}
      srcDoc={EMPTY}
      // No scripts run in it, but the editor can reach its document.
      sandbox="allow-same-origin"
      className={classes.frame}
      style={style}
      onLoad={() => setLoaded(true)}
    />
  );
}
