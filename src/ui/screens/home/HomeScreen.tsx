import { Button } from '@mantine/core';
import { IconLayoutList } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ExtensionPanels } from '../../frames/ExtensionPanels.tsx';
import { loadOnDemand } from '../../parts/onDemand/loadOnDemand.tsx';
import { PageHead } from '../../parts/screen/PageHead.tsx';
import { useMay } from '../../session/useMay.ts';
import { contentTypesQuery } from '../../wire/queries.ts';
import { NewPageButton } from '../pages/NewPageButton.tsx';
import classes from './HomeScreen.module.css';
import { arrangePanels, HOME_PANELS } from './panels.tsx';
import { arrangementQuery, NOT_ARRANGED } from './queries.ts';

const Arrange = loadOnDemand(async () => (await import('./Arrange.tsx')).Arrange);

/** Where the working day starts: what asks for somebody, what they work on, what comes, and the health of the site. */
export function HomeScreen() {
  const { t } = useTranslation();
  const mayEdit = useMay()('update', 'page');
  const [isArranging, setArranging] = useState(false);
  const { data: types = [] } = useQuery(contentTypesQuery);
  const { data: arrangement = NOT_ARRANGED } = useQuery(arrangementQuery);
  const panels = arrangePanels(
    HOME_PANELS.filter(({ isForEditors = false }) => mayEdit || !isForEditors),
    arrangement,
  );
  const shown = panels.filter(({ name }) => !arrangement.hidden.includes(name));
  return (
    <div>
      <PageHead title={t('home.title')}>
        <Button
          variant="default"
          leftSection={<IconLayoutList size={17} />}
          aria-expanded={isArranging}
          onClick={() => setArranging(!isArranging)}
        >
          {t('desk.arrange')}
        </Button>
        <NewPageButton types={types} locale={undefined} />
      </PageHead>
      {isArranging && <Arrange panels={panels} arrangement={arrangement} onDone={() => setArranging(false)} />}
      <div className={classes.columns}>
        <div className={classes.column}>
          {shown.map(({ name, at, Section }) => at !== 'site' && <Section key={name} />)}
        </div>
        <div className={classes.column}>
          {shown.map(({ name, at, Section }) => at === 'site' && <Section key={name} />)}
          <ExtensionPanels at="home" />
        </div>
      </div>
    </div>
  );
}
