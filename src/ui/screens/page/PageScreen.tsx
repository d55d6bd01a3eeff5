import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { PageHead } from '../../parts/PageHead.tsx';
import { pageQuery } from './queries.ts';

const route = getRouteApi('/shell/pages/$id');

export function PageScreen() {
  const { id } = route.useParams();
  const { data } = useSuspenseQuery(pageQuery(Number(id)));
  return <PageHead title={data.data.title} />;
}
