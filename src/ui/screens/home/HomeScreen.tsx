import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ExtensionPanels } from '../../frames/ExtensionPanels.tsx';
import { addSection } from '../../i18n/i18n.ts';
import { Moment } from '../../parts/Moment.tsx';
import { loadOnDemand } from '../../parts/onDemand/loadOnDemand.tsx';
import { PageHead } from '../../parts/screen/PageHead.tsx';
import { useMay } from '../../session/useMay.ts';
import { contentTypesQuery } from '../../wire/queries.ts';
import { NewPageButton } from '../pages/NewPageButton.tsx';
import { MyDrafts, OthersDrafts } from './Drafts.tsx';
import { FeaturePanels } from './FeaturePanels.tsx';
import { Health } from './Health.tsx';
import classes from './HomeScreen.module.css';
import { HomeSection } from './HomeSection.tsx';
import { LinkList, pageLine } from './LinkList.tsx';
import { publishedQuery } from './queries.ts';

const Translations = loadOnDemand(async () => {
  const [{ Translations: Section }] = await Promise.all([import('./Translations.tsx'), addSection('translations')]);
  return Section;
});

/** Where the working day starts: drafts, what is scheduled, what was published lately, and the health of the site. */
export function HomeScreen() {
  const { t } = useTranslation();
  const mayEdit = useMay()('update', 'page');
  const { data: types = [] } = useQuery(contentTypesQuery);
  return (
    <div>
      <PageHead title={t('home.title')}>
        <NewPageButton types={types} locale={undefined} />
      </PageHead>
      <div className={classes.columns}>
        <div className={classes.column}>
          {mayEdit && <MyDrafts />}
          {mayEdit && <OthersDrafts />}
          <FeaturePanels at="work" />
          <Published />
          <Translations />
        </div>
        <div className={classes.column}>
          <Health />
          <ExtensionPanels at="home" />
          <FeaturePanels at="site" />
        </div>
      </div>
    </div>
  );
}

function Published() {
  const { t } = useTranslation();
  const { data } = useQuery(publishedQuery);
  return (
    <HomeSection title={t('home.published')}>
      <LinkList
        lines={data?.data.map((page) => pageLine(page, <Moment value={page.publishedAt} />))}
        empty={t('home.nonePublished')}
      />
    </HomeSection>
  );
}
