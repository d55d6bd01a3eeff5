import { Alert, Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { getValueAt, isSameValue } from '../../../form/values.ts';
import { buildPublicUrl } from '../../../parts/buildPublicUrl.ts';
import { notifySuccess } from '../../../parts/dialog/notify.tsx';
import { useAboutPage, useMayPublish } from '../../../session/useMay.ts';
import { contentTypesQuery, settingsQuery } from '../../../wire/queries.ts';
import { isWarning, type WireProblem } from '../../../wire/WireError.ts';
import { DraftButtons } from '../../changes/DraftButtons.tsx';
import { FormProblemList } from '../form/FormProblems.tsx';
import type { PageForm } from '../form/usePageForm.ts';
import type { PagePublishing } from '../form/usePublishing.ts';

interface SaveButtonsProps {
  readonly pageForm: PageForm;
  readonly publishing: PagePublishing;
  readonly isChanged: boolean;
  onSave(): void;
}

/** The buttons that save and publish a page. */
export const SaveButtons = (props: SaveButtonsProps) =>
  props.pageForm.isInChange ? <ChangeButtons {...props} /> : <PageButtons {...props} />;

/** For work in a change that was entered: saving publishes nothing, and the change is published as a whole. */
function ChangeButtons({ pageForm, isChanged, onSave }: SaveButtonsProps) {
  const { t } = useTranslation();
  const { edited, isSaving, save } = pageForm;
  const publishWith = async (): Promise<void> => {
    if (await save({ status: 'published' })) notifySuccess(t('changes.goesLiveWith'));
  };
  return (
    <>
      {edited.data.status !== 'published' && (
        <Button variant="default" loading={isSaving} onClick={() => void publishWith()}>
          {t('changes.publishWith')}
        </Button>
      )}
      <Button disabled={!isChanged} loading={isSaving} onClick={onSave}>
        {t('common.save')}
      </Button>
    </>
  );
}

function PageButtons({ pageForm, publishing, isChanged, onSave }: SaveButtonsProps) {
  const { t } = useTranslation();
  const { draft, data, live } = pageForm.edited;
  const mayPublish = useMayPublish('page', useAboutPage(live ?? data));
  return (
    <DraftButtons
      draftForm={pageForm}
      publishing={publishing}
      isChanged={isChanged}
      mayPublish={mayPublish}
      hasNews={isChanged || draft !== null || data.status !== 'published'}
      onSave={onSave}
      panel={{
        scheduledAt: draft ? draft.scheduledAt : data.scheduledAt,
        page: data.status === 'published' ? null : data,
        differText: (count) => t('page.willDiffer', { count }),
        more: (onLead) => (
          <>
            {!draft && <BecomesReadable pageForm={pageForm} />}
            <Obstacles pageForm={pageForm} onLead={onLead} />
          </>
        ),
      }}
    />
  );
}

interface ObstaclesProps extends Pick<SaveButtonsProps, 'pageForm'> {
  onLead(path: readonly string[]): void;
}

/** The values of the page that keep it from being published: told before somebody tries. */
function Obstacles({ pageForm: { form, edited }, onLead }: ObstaclesProps) {
  const { t } = useTranslation();
  const { data: types = [] } = useQuery(contentTypesQuery);
  // What has been typed since may have put it right.
  const isAsSaved = ({ path = [] }: WireProblem) => isSameValue(form.at(path), getValueAt(form.saved(), path));
  const found = form.problems();
  const refusals = edited.problems.filter((problem) => !isWarning(problem));
  const problems = found.length > 0 ? found : refusals.filter(isAsSaved);
  if (problems.length === 0) return null;
  return (
    <Alert color="yellow" variant="light" p="sm" title={t('page.problems', { count: problems.length })}>
      <FormProblemList
        problems={problems}
        type={types.find(({ slug }) => slug === edited.data.type)}
        onChoose={onLead}
      />
    </Alert>
  );
}

function BecomesReadable({ pageForm }: Pick<SaveButtonsProps, 'pageForm'>) {
  const { t } = useTranslation();
  const { data: settings } = useQuery(settingsQuery);
  const address = settings && buildPublicUrl(pageForm.edited.data, settings);
  return (
    <Text size="sm">
      {t('page.becomesReadable')} {address && <span dir="ltr">{address}</span>}
    </Text>
  );
}
