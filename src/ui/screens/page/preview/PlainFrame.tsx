import { useComputedColorScheme } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { inputDirection } from '../../../parts/localeName.ts';
import { blockTypesQuery, contentTypesQuery } from '../../../wire/queries.ts';
import type { FrameProps } from './frame.ts';
import classes from './LivePreview.module.css';
import { type PreviewSources, plainPage } from './plainPage.ts';

const STYLE = `
  :root { --text: #1d2327; --quiet: #5b666d; --line: #dde3e6; --ground: #fff; --raised: #f4f6f7; --link: #0b5a75; color-scheme: light; }
  [data-scheme="dark"] { --text: #e4e9ec; --quiet: #9aa7ae; --line: #384247; --ground: #1b2023; --raised: #252b2f; --link: #7cc4dc; color-scheme: dark; }
  * { box-sizing: border-box; }
  body { margin: 0; font: 1.0625rem/1.65 Georgia, "Times New Roman", serif; color: var(--text); background: var(--ground); overflow-wrap: anywhere; }
  main { max-width: 42rem; margin: 0 auto; padding: clamp(1.5rem, 6vw, 4rem) clamp(1.25rem, 5vw, 2rem) 5rem; }
  h1, h2, h3, h4, h5, h6 { margin: 2.2em 0 .6em; line-height: 1.2; font-family: system-ui, "Segoe UI", sans-serif; font-weight: 650; letter-spacing: -.01em; text-wrap: balance; }
  h1 { margin-top: 0; font-size: clamp(1.9rem, 5vw, 2.6rem); } h2 { font-size: 1.5rem; } h3 { font-size: 1.2rem; } h4, h5, h6 { font-size: 1.0625rem; }
  p, ul, ol, blockquote, pre, table, figure, dl { margin: 0 0 1.15em; } li + li { margin-top: .3em; } .lines { white-space: pre-line; }
  .lead { font-size: 1.25rem; line-height: 1.5; color: var(--quiet); }
  a { color: var(--link); text-underline-offset: .15em; } hr { border: 0; border-top: 1px solid var(--line); margin: 2.5em 0; }
  img { display: block; max-width: 100%; height: auto; border-radius: .4rem; } figure { margin-inline: 0; }
  figcaption { margin-top: .5em; font: .875rem/1.45 system-ui, sans-serif; color: var(--quiet); }
  blockquote { padding-inline-start: 1.1em; border-inline-start: .2em solid var(--line); font-style: italic; }
  pre { padding: .9rem 1rem; overflow: auto; border-radius: .4rem; background: var(--raised); } code { font: .875em/1.5 ui-monospace, monospace; }
  table { border-collapse: collapse; display: block; overflow-x: auto; font: .9375rem/1.5 system-ui, sans-serif; } td, th { padding: .45rem .75rem; border-bottom: 1px solid var(--line); text-align: start; vertical-align: top; } td p, th p { margin: 0; }
  dl { display: grid; gap: .5rem 1.5rem; padding: 1rem 1.25rem; border-radius: .5rem; background: var(--raised); font: .9375rem/1.5 system-ui, sans-serif; }
  dl > div { display: grid; grid-template-columns: minmax(7rem, 10rem) 1fr; gap: .75rem; } dt { color: var(--quiet); } dd { margin: 0; } dd p { margin: 0; }
  .pictures { display: grid; gap: .75rem; grid-template-columns: repeat(auto-fill, minmax(11rem, 1fr)); margin-bottom: 1.15em; } .pictures figure { margin: 0; } .pictures img { aspect-ratio: 4/3; object-fit: cover; inline-size: 100%; }
  .item h2 { margin-top: .25em; font-size: 1.2rem; }
  .item { padding-block: .75rem; border-top: 1px solid var(--line); } .item > :last-child > :last-child { margin-bottom: 0; } section { margin-block: 2.75rem; }
  [data-quire-field]:hover { outline: 2px solid var(--link); outline-offset: 5px; border-radius: 2px; cursor: pointer; }
`;
const EMPTY = `<!doctype html><html><head><meta charset="utf-8"><title>.</title><style>${STYLE}</style></head><body></body></html>`;

/** The content of a page in a frame that runs no scripts, for sites whose front end has no preview. */
export function PlainFrame(props: FrameProps) {
  const { data: types = [] } = useQuery(contentTypesQuery);
  const { data: blockTypes } = useQuery(blockTypesQuery);
  return (
    <DescribedFrame {...props} type={types.find(({ slug }) => slug === props.page?.type)} blockTypes={blockTypes} />
  );
}

interface DescribedFrameProps extends FrameProps, Pick<PreviewSources, 'type'> {
  /** Undefined until they are loaded. */
  readonly blockTypes: PreviewSources['blockTypes'] | undefined;
}

/** The same where the types are known already. */
export function DescribedFrame({ page, focus, style, onClicked, type, blockTypes }: DescribedFrameProps) {
  const { t, i18n } = useTranslation();
  const scheme = useComputedColorScheme();
  const frame = useRef<HTMLIFrameElement>(null);
  const [isLoaded, setLoaded] = useState(false);

  useEffect(() => {
    const document = frame.current?.contentDocument;
    if (!isLoaded || !document || !page || !blockTypes) return;
    document.documentElement.lang = page.locale;
    document.title = page.title || t('livePreview.title');
    document.body.dir = inputDirection(page.locale);
    document.body.innerHTML = plainPage(page, {
      type,
      blockTypes,
      language: i18n.language,
      yes: t('common.yes'),
    });
  }, [isLoaded, page, type, blockTypes, i18n.language, t]);

  useEffect(() => {
    const document = frame.current?.contentDocument;
    if (isLoaded && document) document.documentElement.dataset['scheme'] = scheme;
  }, [isLoaded, scheme]);

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
