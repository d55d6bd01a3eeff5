import { Alert, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { UI_FEATURES } from '../../../features/lists/ui/browser.ts';
import { kindOfType } from '../../../model/page/typeKind.ts';
import { listPageRegions } from '../../blocks/listPageRegions.ts';
import { RegionBlocks } from '../../blocks/RegionBlocks.tsx';
import { Fields } from '../../fields/Fields.tsx';
import { FormProvider, useFormScope, useIsChanged, useProblem, useValue, useWarning } from '../../form/FormContext.tsx';
import { FieldExtras, FormExtras, OpenRail } from '../../form/FormExtras.tsx';
import { FormPart } from '../../form/FormPart.tsx';
import { goToRendered } from '../../form/goTo.ts';
import { ExtensionPanels } from '../../frames/ExtensionPanels.tsx';
import { askDiscard, RestoredWork } from '../../parts/draft/RestoredWork.tsx';
import { inputDirection } from '../../parts/localeName.ts';
import { loadOnDemand } from '../../parts/onDemand/loadOnDemand.tsx';
import { usePageRights } from '../../session/usePageRights.ts';
import { contentTypesQuery } from '../../wire/queries.ts';
import { useChosenChange } from '../../wire/useChosenChange.ts';
import { PageActions } from './action/PageActions.tsx';
import { PageAside } from './aside/PageAside.tsx';
import { FormProblems } from './form/FormProblems.tsx';
import { usePageForm } from './form/usePageForm.ts';
import { usePublishing } from './form/usePublishing.ts';
import { PageLock } from './PageLock.tsx';
import classes from './PageScreen.module.css';
import { type PreviewWidth, widthAtFirst } from './preview/previewWidth.ts';
import { ReadOnlyPage } from './ReadOnlyPage.tsx';
import { SideLanguage } from './SideLanguage.tsx';
import { SourcePanel } from './SourcePanel.tsx';

const LivePreview = loadOnDemand(async () => (await import('./preview/LivePreview.tsx')).LivePreview);
const RailDrawer = loadOnDemand(async () => (await import('./RailDrawer.tsx')).RailDrawer, { isDialog: true });
const Clashes = loadOnDemand(async () => (await import('./form/Clashes.tsx')).Clashes);
const route = getRouteApi('/shell/pages/$id');

const FORM_EXTRAS = UI_FEATURES.flatMap(({ formExtra = [] }) => formExtra);

/** Where there is room for what is open beside the form: as in the style sheet. */
const WIDE = '(min-width: 64.0625rem)';

/** The editor of a page. */
export function PageScreen() {
  const { id } = route.useParams();
  const change = useChosenChange()?.name;
  // Each page gets a form of its own, and so does each change: what is typed stays where it was typed.
  return <PageEditor key={`${id} ${change}`} id={Number(id)} />;
}

function PageEditor({ id }: { readonly id: number }) {
  const { t } = useTranslation();
  const { beside, preview, field, show, rail } = route.useSearch();
  const navigate = route.useNavigate();
  const isBeside = !preview && beside !== undefined && beside !== id;
  const pageForm = usePageForm(id);
  const publishing = usePublishing(id, pageForm);
  const { form, edited, restoredAt } = pageForm;
  const { data: page, live } = edited;
  const { mayEdit, lockOf } = usePageRights(live ?? page);
  const isChanged = useIsChanged(form);
  const [writing, setWriting] = useState<string>();
  const main = useRef<HTMLDivElement>(null);
  useEffect(() => (field === undefined ? undefined : goToRendered(field.split('/'))), [field]);
  const showPreview = (width: PreviewWidth | undefined): void =>
    void navigate({ search: { preview: width, rail }, replace: true, resetScroll: false });
  const showRail = useCallback(
    (next: string | undefined): void =>
      void navigate({ search: (before) => ({ ...before, rail: next }), replace: true, resetScroll: false }),
    [navigate],
  );
  const hasRoom = useMediaQuery(WIDE) && !preview && !isBeside;
  const { data: types = [] } = useQuery(contentTypesQuery);
  const type = types.find(({ slug }) => slug === page.type);
  const regions = useMemo(() => (type ? listPageRegions(type, Object.keys(page.regions)) : []), [type, page.regions]);
  const shownLive = show === 'live' ? live : null;
  const discard = (): void => void askDiscard(pageForm.discard);
  const { status } = page;
  const record = useMemo(() => ({ kind: 'page' as const, id, type: page.type, status }), [id, page.type, status]);

  return (
    <FormProvider form={form} isReadOnly={!mayEdit} lockOf={lockOf} locale={page.locale} record={record}>
      <FormExtras load={FORM_EXTRAS} shown={rail} show={showRail}>
        <PageActions
          {...{ pageForm, publishing, isChanged, mayEdit }}
          onDiscard={discard}
          typeName={type?.name ?? page.type}
          hasPreview={!type || kindOfType(type) !== 'data'}
          isPreviewing={preview !== undefined}
          onPreview={() => showPreview(preview ? undefined : widthAtFirst())}
        />
        {shownLive && (
          <Alert variant="light" mb="md" py="xs">
            <Group justify="space-between">
              <Text size="sm">{t('page.seesLive')}</Text>
              <Button size="xs" variant="default" onClick={() => void navigate({ search: {}, replace: true })}>
                {t('page.backToDraft')}
              </Button>
            </Group>
          </Alert>
        )}
        {restoredAt && isChanged && <RestoredWork at={restoredAt} onDiscard={discard} />}
        {!mayEdit && <PageLock page={live ?? page} />}
        <FormProblems type={type} />
        <div className={isBeside ? `${classes.columns} ${classes.beside}` : classes.columns} data-wide={preview}>
          {shownLive ? (
            <ReadOnlyPage page={shownLive} type={type} />
          ) : (
            <Stack
              ref={main}
              gap="xl"
              className={classes.main}
              onFocusCapture={({ target }) => setWriting(pathAt(target))}
            >
              {isBeside && (
                <div className={classes.language}>
                  <SideLanguage locale={page.locale} role={t('page.writingRole')} />
                </div>
              )}
              <TitleInput />
              {type && <Fields fields={type.fields} path={['fields']} />}
              <FormPart path={['regions']}>
                {regions.map((region) => (
                  <RegionBlocks key={region.name} region={region} />
                ))}
              </FormPart>
              {type && (
                <ExtensionPanels at="page.below" type={page.type} holder={{ fields: type.fields, path: ['fields'] }} />
              )}
            </Stack>
          )}
          {isBeside && (
            <SourcePanel
              id={beside}
              form={main}
              writing={writing}
              onClose={() => void navigate({ search: {}, replace: true })}
            />
          )}
          {rail !== undefined && hasRoom ? (
            <aside className={classes.rail}>
              <OpenRail />
            </aside>
          ) : (
            <PageAside page={page} type={type} />
          )}
          {rail !== undefined && !hasRoom && <RailDrawer onClose={() => showRail(undefined)} />}
          {preview && (
            <div className={classes.preview}>
              <LivePreview {...{ id, form, writing }} width={preview} change={edited.change} onWidth={showPreview} />
            </div>
          )}
        </div>
        {pageForm.conflicts.length > 0 && <Clashes {...pageForm} type={type} />}
      </FormExtras>
    </FormProvider>
  );
}

/** The path of the value that an input edits. */
const pathAt = (input: Element): string | undefined => input.closest<HTMLElement>('[data-path]')?.dataset['path'];

/** The title. The input grows with it, but takes no line breaks. */
function TitleInput() {
  const { t } = useTranslation();
  const { isReadOnly, lockOf, locale } = useFormScope();
  const lock = lockOf?.(['title']);
  const [value, set] = useValue(['title']);
  const problem = useProblem(['title']);
  const warning = useWarning(['title']);
  return (
    <div className={classes.titleField}>
      <Textarea
        aria-label={t('page.title')}
        placeholder={t('page.title')}
        variant="unstyled"
        classNames={{ input: classes.title }}
        autosize
        rows={1}
        dir={inputDirection(locale)}
        readOnly={isReadOnly || lock !== undefined}
        error={problem}
        description={problem === undefined ? (lock ?? warning) : undefined}
        inputWrapperOrder={['input', 'description', 'error']}
        styles={lock === undefined ? { description: { color: 'var(--warning)' } } : {}}
        value={typeof value === 'string' ? value : ''}
        onChange={({ currentTarget }) => set(currentTarget.value.replaceAll(/\s*\n\s*/g, ' '))}
        data-path="title"
      />
      <FieldExtras path={TITLE} label={t('page.title')} />
    </div>
  );
}

const TITLE = ['title'];
