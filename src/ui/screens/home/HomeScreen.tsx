import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouteContext } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Moment } from '../../parts/Moment.tsx';
import { PageHead } from '../../parts/screen/PageHead.tsx';
import { Time } from '../../parts/Time.tsx';
import { useRole } from '../../session/useRole.ts';
import { contentTypesQuery } from '../../wire/queries.ts';
import { NewPageButton } from '../pages/NewPageButton.tsx';
import { Health } from './Health.tsx';
import classes from './HomeScreen.module.css';
import { Lately } from './Lately.tsx';
import { PageLines } from './PageLines.tsx';
import { allDraftsQuery, draftsQuery, publishedQuery, waitingQuery } from './queries.ts';
import { Section } from './Section.tsx';

/** Where the working day starts: drafts, scheduled pages, what was published lately, and the health of the site. */
export function HomeScreen() {
  const { t } = useTranslation();
  const { caller } = useRouteContext({ from: '/shell' });
  const mayEdit = useRole('editor');
  const { data: types = [] } = useQuery(contentTypesQuery);
  return (
    <div>
      <PageHead title={t('home.title')}>{mayEdit && <NewPageButton types={types} locale={undefined} />}</PageHead>
      <div className={classes.columns}>
        <div className={classes.column}>
          {mayEdit && <MyDrafts name={caller.name} />}
          {mayEdit && <OthersDrafts name={caller.name} />}
          <Waiting />
          <Published />
        </div>
        <div className={classes.column}>
          <Health />
          <Lately />
        </div>
      </div>
    </div>
  );
}

interface DraftsProps {
  /** The user's own name. */
  readonly name: string;
}

function MyDrafts({ name }: DraftsProps) {
  const { t } = useTranslation();
  const { data } = useQuery(draftsQuery(name));
  return (
    <Section title={t('home.mine')}>
      <PageLines pages={data?.data} empty={t('home.noneMine')} detail={(page) => <Time value={page.updatedAt} />} />
    </Section>
  );
}

const MOST_OTHERS = 6;

/** The drafts of others, which may be waiting for somebody to review and publish them. */
function OthersDrafts({ name }: DraftsProps) {
  const { t } = useTranslation();
  const { data } = useQuery(allDraftsQuery);
  const others = data?.data.filter(({ createdBy }) => createdBy !== name);
  return (
    <Section
      title={t('home.others')}
      more={
        <Button
          size="compact-sm"
          variant="subtle"
          renderRoot={(props) => <Link to="/pages" search={{ state: 'draft' }} {...props} />}
        >
          {t('home.allDrafts')}
        </Button>
      }
    >
      <PageLines
        pages={others?.slice(0, MOST_OTHERS)}
        empty={t('home.noneOthers')}
        detail={({ createdBy, updatedAt }) => (
          <>
            {createdBy && <span dir="auto">{createdBy} · </span>}
            <Time value={updatedAt} />
          </>
        )}
      />
    </Section>
  );
}

function Waiting() {
  const { t } = useTranslation();
  const { data } = useQuery(waitingQuery);
  const now = Date.now();
  return (
    <Section title={t('home.scheduled')}>
      <PageLines
        pages={data?.data}
        empty={t('home.noneScheduled')}
        detail={({ scheduledAt, unpublishAt }) =>
          scheduledAt !== null && Date.parse(scheduledAt) > now ? (
            <>
              {t('home.goesLive')} <Moment value={scheduledAt} />
            </>
          ) : (
            <>
              {t('home.goesOffline')} <Moment value={unpublishAt} />
            </>
          )
        }
      />
    </Section>
  );
}

function Published() {
  const { t } = useTranslation();
  const { data } = useQuery(publishedQuery);
  return (
    <Section title={t('home.published')}>
      <PageLines
        pages={data?.data}
        empty={t('home.nonePublished')}
        detail={({ publishedAt }) => (
          <Text span size="xs">
            <Moment value={publishedAt} />
          </Text>
        )}
      />
    </Section>
  );
}
