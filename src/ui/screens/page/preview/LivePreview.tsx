import { ActionIcon, Alert, Button, Group, SegmentedControl, Text } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { type Icon, IconDeviceDesktop, IconDeviceMobile, IconDeviceTablet, IconX } from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { UI_FEATURES } from '../../../../features/lists/ui/browser.ts';
import type { FormDocument } from '../../../form/document.ts';
import { goTo } from '../../../form/goTo.ts';
import type { FormPath } from '../../../form/values.ts';
import { previewSupport } from '../../../parts/previewSupport.ts';
import { ProblemNotice } from '../../../parts/screen/ProblemNotice.tsx';
import { ask } from '../../../wire/ask.ts';
import { refOf } from '../../../wire/chosenChange.ts';
import type { Page } from '../../../wire/interface.ts';
import { createQueryKey } from '../../../wire/keys.ts';
import { settingsQuery } from '../../../wire/queries.ts';
import classes from './LivePreview.module.css';
import { PlainFrame } from './PlainFrame.tsx';
import { PLAIN_SHAPE } from './plainPage.ts';
import { PREVIEWS, type PreviewWidth } from './previewWidth.ts';
import { SiteFrame } from './SiteFrame.tsx';
import { type PageShape, useTypedPage } from './useTypedPage.ts';

const PREVIEW_BAR = UI_FEATURES.flatMap(({ previewBar = [] }) => previewBar);

/** The screen widths of common devices. */
const WIDTHS: Readonly<Record<PreviewWidth, { readonly pixels: number; readonly icon: Icon }>> = {
  phone: { pixels: 390, icon: IconDeviceMobile },
  tablet: { pixels: 768, icon: IconDeviceTablet },
  desktop: { pixels: 1280, icon: IconDeviceDesktop },
};

interface LivePreviewProps {
  readonly id: number;
  readonly form: FormDocument;
  /** The name of the change that the form reads; null for what is live. */
  readonly change: string | null;
  readonly width: PreviewWidth;
  /** The path of the form value that has the focus. */
  readonly writing: string | undefined;
  onWidth(width: PreviewWidth | undefined): void;
}

/** Shows the page as readers will see it, with unsaved changes. A click on a value there focuses its input in the form. */
export function LivePreview({ id, form, change, width, writing, onWidth }: LivePreviewProps) {
  const { t } = useTranslation();
  const { ref, width: available, height } = useElementSize();
  const { data: settings } = useQuery(settingsQuery);
  const support = settings && previewSupport(settings.previewUrl);
  const [isPlainChosen, choosePlain] = useState(false);
  const isPlain = isPlainChosen || (support !== undefined && support !== 'ready');
  const { data: url, error: addressError } = useQuery({
    ...previewAddressQuery(id, change),
    enabled: support === 'ready',
  });
  const [requested, setRequested] = useState<PageShape>();
  const siteShape = settings?.static;
  const shape = isPlain ? PLAIN_SHAPE : (requested ?? siteShape);
  const { page, error, refresh } = useTypedPage({ id, form, change, shape });
  const shown = useRef<Page>(undefined);
  shown.current = page;
  const open = useCallback((path: readonly string[]) => {
    if (shown.current) goTo(toFormPath(path, shown.current));
  }, []);
  const [isSilent, setSilent] = useState(false);
  const [attempt, retry] = useState(0);
  const onShape = useCallback((next: PageShape) => setRequested(next), []);

  // A page without a design fits any width, so it is shown in its real size.
  const pixels = isPlain && available > 0 ? Math.min(WIDTHS[width].pixels, available) : WIDTHS[width].pixels;
  const scale = available > 0 ? Math.min(1, available / pixels) : 1;
  const style = { inlineSize: pixels, blockSize: height / scale, transform: `scale(${scale})` };
  const focus = useFocusPath(writing, page);
  const frame = { page, focus, style, onClicked: open };
  return (
    <section className={classes.panel} aria-label={t('livePreview.title')}>
      <Group justify="space-between" wrap="nowrap" className={classes.head}>
        <SegmentedControl
          size="xs"
          aria-label={t('livePreview.width')}
          value={width}
          onChange={(next) => onWidth(next as PreviewWidth)}
          data={PREVIEWS.map((value) => {
            const IconOf = WIDTHS[value].icon;
            const label = (
              <>
                <IconOf size={16} aria-hidden />
                <span className="visuallyHidden">{t(`livePreview.widths.${value}`)}</span>
              </>
            );
            return { value, label };
          })}
        />
        <Group gap="xs" wrap="nowrap">
          {PREVIEW_BAR.map(({ name, Part }) => (
            <Part key={name} id={id} change={change} />
          ))}
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('livePreview.close')}
            onClick={() => onWidth(undefined)}
          >
            <IconX size={18} />
          </ActionIcon>
        </Group>
      </Group>
      {error && <ProblemNotice error={error} onRetry={() => void refresh()} />}
      {addressError && <ProblemNotice error={addressError} />}
      {isPlain && (
        <Text size="xs" c="dimmed" className={classes.note}>
          {t(support === 'noToken' ? 'preview.noToken' : 'livePreview.plain')}
        </Text>
      )}
      {url && !isPlain && isSilent && (
        <SilentSite
          origin={new URL(url).origin}
          onPlain={() => choosePlain(true)}
          onRetry={() => retry((tries) => tries + 1)}
        />
      )}
      <div ref={ref} className={classes.room}>
        {isPlain && <PlainFrame {...frame} />}
        {url && !isPlain && siteShape && (
          <SiteFrame key={attempt} {...frame} url={url} shape={siteShape} onShape={onShape} onSilent={setSilent} />
        )}
      </div>
    </section>
  );
}

/** The path of the focused value in the page. The list keeps its identity while the path stays the same. */
function useFocusPath(writing: string | undefined, page: Page | undefined): readonly string[] | undefined {
  const kept = useRef<readonly string[]>(undefined);
  const path = writing === undefined || !page ? undefined : toShownPath(writing.split('/'), page);
  if (path?.join('/') !== kept.current?.join('/')) kept.current = path;
  return kept.current;
}

interface SilentSiteProps {
  /** Where the site was asked for. */
  readonly origin: string;
  onPlain(): void;
  onRetry(): void;
}

/** Says that the site has not reported from its preview page, and what can be done. */
function SilentSite({ origin, onPlain, onRetry }: SilentSiteProps) {
  const { t } = useTranslation();
  return (
    <Alert color="yellow" variant="light" radius={0} role="status" title={t('livePreview.silentTitle')}>
      <Text size="sm" mb="xs">
        {t('livePreview.silent', { origin })}
      </Text>
      <Group gap="xs">
        <Button size="compact-sm" variant="default" onClick={onRetry}>
          {t('common.retry')}
        </Button>
        <Button size="compact-sm" variant="default" onClick={onPlain}>
          {t('livePreview.showPlain')}
        </Button>
      </Group>
    </Alert>
  );
}

/** Less than the lifetime of a preview token. */
const FRESH_MS = 8 * 60_000;

/** The address at which the front end previews a page; null if the site has no preview. */
const previewAddressQuery = (id: number, change: string | null) =>
  queryOptions({
    queryKey: createQueryKey('preview', 'address', id, change),
    queryFn: async () => {
      const body = { page: id, isListed: false, ...(change !== null && { ref: refOf(change) }) };
      return (await ask('POST /api/admin/auth/preview-session', { body })).data.url;
    },
    staleTime: FRESH_MS,
    gcTime: FRESH_MS,
  });

/** The path in the form of a value in the page: pages identify a block by its id, the form by its index. */
function toFormPath([first, region = '', id, ...rest]: FormPath, page: Page): FormPath {
  if (first !== 'regions' || id === undefined) return [first, region, id, ...rest].filter(isPart);
  const index = page.regions[region]?.findIndex((block) => block.id === id) ?? -1;
  return index < 0 ? ['regions', region] : ['regions', region, index, ...rest];
}

/** The path in the page of a value in the form. */
function toShownPath([first, region = '', index, ...rest]: FormPath, page: Page): readonly string[] {
  if (first !== 'regions' || index === undefined) return [first, region, index, ...rest].filter(isPart).map(String);
  const id = page.regions[region]?.[Number(index)]?.id;
  return ['regions', String(region), ...(id === undefined ? [] : [id, ...rest])].map(String);
}

const isPart = (part: string | number | undefined): part is string | number => part !== undefined && part !== '';
