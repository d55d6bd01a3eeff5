import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EditorSays, PreviewSays } from '../../../../client/previewTypes.ts';
import type { Page } from '../../../wire/interface.ts';
import type { FrameProps } from './frame.ts';
import classes from './LivePreview.module.css';
import type { PageShape } from './useTypedPage.ts';

interface SiteFrameProps extends FrameProps {
  /** The address of the front end's preview, with its token. */
  readonly url: string;
  /** The site's default shape. */
  readonly shape: PageShape;
  onShape(shape: PageShape): void;
  /** Tells whether the page in the frame has not reported although it had time to. */
  onSilent(isSilent: boolean): void;
}

/** How long a site may take to report: a page that is missing or cannot be reached never does. */
const PATIENCE_MS = 8_000;

/** The front end's own page, which receives the unsaved changes (docs/live-preview.md). */
export function SiteFrame({ url, page, focus, shape, style, onShape, onSilent, onClicked }: SiteFrameProps) {
  const { t } = useTranslation();
  const { origin } = new URL(url);
  const frame = useRef<HTMLIFrameElement>(null);
  /** How often the page in the frame has reported that it is ready: after a reload, everything has to be sent again. */
  const [readyCount, setReadyCount] = useState(0);

  useEffect(() => {
    function hear({ origin: from, source, data }: MessageEvent<unknown>): void {
      if (from !== origin || source !== frame.current?.contentWindow || !isPreviewMessage(data)) return;
      if (data.type === 'clicked') {
        onClicked(data.path);
        return;
      }
      onShape({ expand: data.expand ?? shape.expand, richtext: data.richtext ?? shape.richtext });
      setReadyCount((count) => count + 1);
    }
    window.addEventListener('message', hear);
    return () => window.removeEventListener('message', hear);
  }, [origin, shape, onShape, onClicked]);

  const isReady = readyCount > 0;
  useEffect(() => {
    onSilent(false);
    if (isReady) return;
    const waiting = setTimeout(() => onSilent(true), PATIENCE_MS);
    return () => clearTimeout(waiting);
  }, [isReady, onSilent]);

  useEffect(() => {
    const say = (message: EditorSays): void => frame.current?.contentWindow?.postMessage(message, origin);
    // The client's types describe the same answer of the interface.
    if (readyCount > 0 && page)
      say({ quire: 1, type: 'page', page: page as Page & Extract<EditorSays, { page: unknown }>['page'] });
  }, [readyCount, page, origin]);
  useEffect(() => {
    const message: EditorSays | undefined = focus && { quire: 1, type: 'focus', path: focus };
    if (readyCount > 0 && message) frame.current?.contentWindow?.postMessage(message, origin);
  }, [readyCount, focus, origin]);

  return (
    <iframe
      ref={frame}
      title={t('livePreview.title')}
      src={url}
      sandbox="allow-scripts allow-same-origin allow-forms"
      className={classes.frame}
      style={style}
    />
  );
}

const isPreviewMessage = (data: unknown): data is PreviewSays =>
  typeof data === 'object' && data !== null && 'quire' in data && data.quire === 1 && 'type' in data && hasShape(data);

function hasShape(data: { readonly type: unknown; readonly path?: unknown }): boolean {
  if (data.type === 'ready') return true;
  return data.type === 'clicked' && Array.isArray(data.path) && data.path.every((part) => typeof part === 'string');
}
